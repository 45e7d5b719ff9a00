"""The opening book: exact scores of every position after some numbers of plies.

A book holds whole layers, each all positions after so many plies that the next two moves need not
decide, mirror images once. A file is a line of JSON, which says what follows, and then compressed
numbers: the distances between the sorted keys of a layer, a byte plane at a time, and the scores.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path

import numpy as np

from inarow.rules.board import Board
from inarow.rules.catalogue import game as game_of_text
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.search.arrays import Array
from inarow.search.positionarrays import PositionArrays
from inarow.search.solvermemory import bits_of_board

_FORMAT = "inarow book 1"
_KEY_BYTES = 8

#: How far a book looks ahead to the next layer that it holds.
_MOST_PLIES_AHEAD = 4


class BookError(InarowError):
    """A file is no book, or not one that can be used here."""


class Book:
    """Exact scores of the positions of some layers of one game."""

    def __init__(self, game: Game, layers: Mapping[int, tuple[Array, Array]]) -> None:
        self.game = game
        self._arrays = PositionArrays(game)
        self._layers = dict(layers)

    @property
    def plies(self) -> tuple[int, ...]:
        """After how many plies the book knows every position."""
        return tuple(sorted(self._layers))

    def __len__(self) -> int:
        return sum(len(keys) for keys, _ in self._layers.values())

    def layer(self, ply: int) -> tuple[Array, Array]:
        """The sorted keys of a layer, and their scores."""
        return self._layers[ply]

    def points(self, board: Board) -> int | None:
        """The exact score of a position for the player to move, or None if it is not in the book.

        The game must not be over.
        """
        ahead = next((ply for ply in self.plies if ply >= board.ply), None)
        if board.game != self.game or ahead is None or ahead > board.ply + _MOST_PLIES_AHEAD:
            return None
        scores, known = self.scores(np.array([bits_of_board(board)], dtype=np.uint64), board.ply)
        return int(scores[0]) if known[0] else None

    def scores(self, rows: Array, ply: int) -> tuple[Array, Array]:
        """The scores of positions after ``ply`` plies, and for each whether it is known."""
        scores, known = _at_a_glance(self._arrays, rows)
        asked = np.flatnonzero(~known)
        if not len(asked):
            return scores, known
        if ply in self._layers:
            scores[asked], known[asked] = self._looked_up(rows[asked], ply)
        else:
            scores[asked], known[asked] = self._looked_ahead(rows[asked], ply)
        return scores, known

    def _looked_up(self, rows: Array, ply: int) -> tuple[Array, Array]:
        keys, (known_keys, known_scores) = self._arrays.keys(rows), self._layers[ply]
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
        header = {
            "format": _FORMAT,
            "game": str(self.game),
            "layers": {str(ply): len(self._layers[ply][0]) for ply in self.plies},
        }
        body = b"".join(_packed(*self._layers[ply]) for ply in self.plies)
        path.write_bytes(json.dumps(header).encode() + b"\n" + lzma.compress(body, preset=9))


def _at_a_glance(arrays: PositionArrays, rows: Array) -> tuple[Array, Array]:
    """The scores of the positions that the next two moves decide, and which those are."""
    empties = arrays.empties(rows)
    wins = arrays.can_win_now(rows)
    known = wins | (arrays.safe_moves(rows) == 0)
    return np.where(wins, (empties + 1) >> 1, -(empties >> 1)), known


def _packed(keys: Array, scores: Array) -> bytes:
    distances = np.diff(keys, prepend=np.uint64(0)).astype("<u8")
    planes = distances.view(np.uint8).reshape(-1, _KEY_BYTES).T
    return planes.tobytes() + scores.astype(np.int8).tobytes()


def _unpacked(data: bytes, count: int) -> tuple[Array, Array]:
    numbers = np.frombuffer(data, dtype=np.uint8)
    planes = numbers[: count * _KEY_BYTES].reshape(_KEY_BYTES, count)
    distances = np.ascontiguousarray(planes.T).view("<u8").ravel()
    return np.cumsum(distances, dtype=np.uint64), numbers[count * _KEY_BYTES :].view(np.int8)


def load_book(path: Path) -> Book:
    """Read a book from a file."""
    try:
        first, body = path.read_bytes().split(b"\n", 1)
        header = json.loads(first)
        if header["format"] != _FORMAT:
            raise BookError(f"{path} is not a book of this version")
        data = lzma.decompress(body)
        layers = {}
        for ply, count in header["layers"].items():
            size = count * (_KEY_BYTES + 1)
            layers[int(ply)] = _unpacked(data[:size], count)
            data = data[size:]
        return Book(game_of_text(header["game"]), layers)
    except (OSError, ValueError, KeyError, TypeError, lzma.LZMAError) as error:
        raise BookError(f"cannot read the book {path}: {error}") from None


#: The books that come with the package.
_SHIPPED = {"connect4": "connect4.book"}


def shipped_book(game: Game) -> Book | None:
    """The book that comes with the package for a game, if there is one."""
    for name, file in _SHIPPED.items():
        if game == game_of_text(name):
            return _shipped(file)
    return None


@lru_cache
def _shipped(file: str) -> Book:
    with resources.as_file(resources.files("inarow.search") / "books" / file) as path:
        return load_book(path)
