"""The opening book: exact scores of every position after some numbers of plies.

A book holds whole layers, each all positions after so many plies that the next two moves need not
decide, mirror images once. A file is a line of JSON, which says what follows, and then for each
layer compressed numbers: the distances between its sorted keys, a byte plane at a time, and the
scores. A layer is unpacked when it is first needed.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import resources
from itertools import islice
from pathlib import Path

from inarow.files.trouble import reason
from inarow.files.whole import write_whole
from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array
from inarow.kernels.exact.claimeven import UNKNOWN
from inarow.kernels.exact.opening import glance, unpack_keys
from inarow.rules.board import Board
from inarow.rules.catalogue import game as game_of_text
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.search.exact.positions import PositionArrays, bitboard_of, bits_of_board

_FORMAT = "inarow book 1"
_COUNT, _SIZE = "positions", "bytes"
_KEY_BYTES = 8

#: How far a book looks ahead to the next layer that it holds.
_MOST_PLIES_AHEAD = 4

#: Returns the exact score of each of some positions.
Solve = Callable[[Array], Array]


class BookError(InarowError):
    """A file is not a book, or not one that can be used here."""


class Book:
    """Exact scores of the positions of some layers of one game."""

    def __init__(
        self,
        game: Game,
        layers: Mapping[int, tuple[Array, Array]],
        packed: Mapping[int, tuple[int, bytes]] | None = None,
    ) -> None:
        self.game = game
        self._arrays = PositionArrays(game)
        self._rules = bitboard_of(game)
        self._layers = dict(layers)
        #: Layers that were not needed yet, each with its number of positions.
        self._packed = dict(packed or {})

    @property
    def plies(self) -> tuple[int, ...]:
        """After how many plies the book knows every position."""
        return tuple(sorted({*self._layers, *self._packed}))

    def __len__(self) -> int:
        packed = sum(count for ply, (count, _) in self._packed.items() if ply not in self._layers)
        return packed + sum(len(keys) for keys, _ in self._layers.values())

    def layer(self, ply: int) -> tuple[Array, Array]:
        """The sorted keys of a layer, and their scores."""
        if ply not in self._layers:
            self._layers[ply] = _unpacked(*self._packed[ply])
        return self._layers[ply]

    def plies_to_layer(self, ply: int) -> int | None:
        """How far after so many plies the next layer is; None after the last one."""
        return next((layer - ply for layer in self.plies if layer >= ply), None)

    def points(self, board: Board) -> int | None:
        """The exact score of a position for the player to move, or None if it is not in the book.

        The game must not be over.
        """
        ahead = self.plies_to_layer(board.ply)
        if board.game != self.game or ahead is None or ahead > _MOST_PLIES_AHEAD:
            return None
        mover, other = map(int, bits_of_board(board))
        return self._points(mover, other, board.ply)

    def _points(self, mover: int, other: int, ply: int) -> int | None:
        """What :meth:`scores` says, of one position."""
        score, key = glance(mover, other, self.game.cells - ply, self._rules)
        if score != UNKNOWN:
            return score
        if ply in self._layers or ply in self._packed:
            keys, scores = self.layer(ply)
            place = int(np.searchsorted(keys, np.uint64(key)))
            return int(scores[place]) if place < len(keys) and int(keys[place]) == key else None
        following = [
            self._points(other, mover | cell, ply + 1) for cell in self._playable(mover | other)
        ]
        known = [-points for points in following if points is not None]
        return max(known) if len(known) == len(following) else None

    def _playable(self, stones: int) -> Iterator[int]:
        """The lowest empty cell of each column that is not full."""
        landing = stones + int(self._rules["bottom"]) & int(self._rules["cells"])
        while landing:
            yield landing & -landing
            landing &= landing - 1

    def scores(self, rows: Array, ply: int) -> tuple[Array, Array]:
        """The scores of positions after ``ply`` plies, and for each whether it is known.

        There must be a layer after as many plies or more.
        """
        scores, known = self._arrays.scores_at_a_glance(rows)
        asked = np.flatnonzero(~known)
        if not len(asked):
            return scores, known
        if ply in self._layers or ply in self._packed:
            scores[asked], known[asked] = self._looked_up(rows[asked], ply)
        else:
            scores[asked], known[asked] = self._looked_ahead(rows[asked], ply)
        return scores, known

    def _looked_up(self, rows: Array, ply: int) -> tuple[Array, Array]:
        keys, (known_keys, known_scores) = self._arrays.keys(rows), self.layer(ply)
        places = np.minimum(np.searchsorted(known_keys, keys), len(known_keys) - 1)
        return known_scores[places].astype(np.int32), known_keys[places] == keys

    def _looked_ahead(self, rows: Array, ply: int) -> tuple[Array, Array]:
        """The scores of positions that the next two moves need not decide, by those one ply on."""
        steps = [(which, after) for _, which, after in self._arrays.after_each_column(rows)]
        parents = np.concatenate([which for which, _ in steps])
        scores, found = self.scores(np.concatenate([after for _, after in steps]), ply + 1)
        best = np.full(len(rows), -self.game.cells, dtype=np.int32)
        np.maximum.at(best, parents, -scores)
        known = np.ones(len(rows), dtype=bool)
        known[parents[~found]] = False
        return best, known

    def save(self, path: Path) -> None:
        """Write the book to a file."""
        packed = [(ply, len(self.layer(ply)[0]), _packed(*self.layer(ply))) for ply in self.plies]
        header = {
            "format": _FORMAT,
            "game": str(self.game),
            "layers": {str(ply): {_COUNT: count, _SIZE: len(data)} for ply, count, data in packed},
        }
        body = b"".join(data for _, _, data in packed)
        write_whole(path, json.dumps(header).encode() + b"\n" + body)


def _packed(keys: Array, scores: Array) -> bytes:
    distances = np.diff(keys, prepend=np.uint64(0)).astype("<u8")
    planes = distances.view(np.uint8).reshape(-1, _KEY_BYTES).T
    return lzma.compress(planes.tobytes() + scores.astype(np.int8).tobytes(), preset=9)


def _unpacked(count: int, data: bytes) -> tuple[Array, Array]:
    try:
        numbers = np.frombuffer(bytearray(lzma.decompress(data)), dtype=np.uint8)
    except lzma.LZMAError as error:
        raise BookError(f"the book is damaged: {error}") from None
    if len(numbers) != count * (_KEY_BYTES + 1):
        raise BookError("the book is damaged: a layer is not as long as it says")
    keys = np.zeros(count, dtype=np.uint64)
    unpack_keys(numbers[: count * _KEY_BYTES].reshape(_KEY_BYTES, count), keys)
    return keys, numbers[count * _KEY_BYTES :].view(np.int8)


def load_book(path: Path) -> Book:
    """Read a book from a file."""
    try:
        first, body = path.read_bytes().split(b"\n", 1)
        header = json.loads(first)
        if header["format"] != _FORMAT:
            raise BookError(f"{path} is not a book of this version")
        packed = {}
        for ply, layer in header["layers"].items():
            data, body = body[: layer[_SIZE]], body[layer[_SIZE] :]
            if len(data) != layer[_SIZE]:
                raise BookError(f"the book {path} is cut off")
            packed[int(ply)] = int(layer[_COUNT]), data
        if not packed:
            raise BookError(f"the book {path} is empty")
        return Book(game_of_text(header["game"]), {}, packed)
    except BookError:
        raise
    except OSError as error:
        raise BookError(f"cannot read the book {path}: {reason(error)}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BookError(f"{path} is not an opening book") from None


def shipped_book(game: Game) -> Book | None:
    """The book that comes with the package for a game, if there is one."""
    return _shipped_books().get(game)


@lru_cache(maxsize=1)
def _shipped_books() -> dict[Game, Book]:
    """Every book that comes with the package; their layers are unpacked when they are needed."""
    folder = resources.files("inarow.search.exact") / "books"
    books = []
    for file in folder.iterdir():
        if file.name.endswith(".book"):
            with resources.as_file(file) as path:
                books.append(load_book(path))
    return {book.game: book for book in books}


def layers_of(game: Game, plies: int) -> list[Array]:
    """For 0, 1, 2 ... plies the keys of the positions that the next two moves need not decide."""
    arrays = PositionArrays(game)
    layers = islice(arrays.layers(), plies + 1)
    return [keys[arrays.are_open(arrays.of_keys(keys))] for keys in layers]


def build_book(game: Game, plies: int, solve: Solve, keep: Iterable[int] | None = None) -> Book:
    """A book of every layer up to so many plies, or of those in ``keep``."""
    arrays = PositionArrays(game)
    layers = layers_of(game, plies)
    scores = solve(arrays.of_keys(layers[plies])).astype(np.int8)
    made = {plies: (layers[plies], scores)}
    for ply in range(plies - 1, -1, -1):
        following = Book(game, {ply + 1: made[ply + 1]})
        found, known = following.scores(arrays.of_keys(layers[ply]), ply)
        assert known.all()
        made[ply] = layers[ply], found.astype(np.int8)
    kept = made.keys() if keep is None else set(keep)
    return Book(game, {ply: made[ply] for ply in sorted(made) if ply in kept})
