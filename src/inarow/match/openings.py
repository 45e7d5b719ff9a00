"""Where games start: openings that differ, so that two fixed players do not repeat one game."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from inarow.files.trouble import trouble_as
from inarow.match.conditions import MatchError, judge
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.rules.shapes import cells_in
from inarow.rules.symmetry import canonical_key
from inarow.rules.threats import winning_moves
from inarow.search.limit import Limit
from inarow.search.score import Kind
from inarow.search.tree.ordering import neighbours

#: After this many tries in a row without a new opening, there are no more to find.
_TRIES = 2000

_EVALUATION = Limit(nodes=200_000)

#: Balanced openings are the more balanced half of a batch of this size.
_BATCH = 16


#: Boards up to this many cells have few openings.
_SMALL = 16


def usual_plies(game: Game) -> int:
    """How many random moves begin a match unless it is said."""
    return 2 if game.cells <= _SMALL else 4


@dataclass(frozen=True, slots=True)
class Openings:
    """A recipe for openings; the same recipe gives the same openings in the same order."""

    #: Random moves before the players begin.
    plies: int = 0
    seed: int = 0
    #: A file of openings, one a line, instead of random ones.
    file: str | None = None
    #: A player that must find the chances about equal.
    judge: str | None = None
    judge_limit: Limit = _EVALUATION
    #: Whether to start again from the first when there are no more.
    repeat: bool = False

    def __post_init__(self) -> None:
        if self.plies < 0:
            raise MatchError(f"plies must be at least 0, not {self.plies}")

    def of(self, game: Game) -> Iterator[str]:
        """The openings as moves in text, no two the same but for a symmetry of the game."""
        source = self._from_file(game) if self.file is not None else self._at_random(game)
        distinct = _distinct(source)
        if self.judge is not None:
            distinct = _balanced(game, distinct, self.judge, self.judge_limit)
        return _repeated(distinct) if self.repeat else distinct

    def take(self, game: Game, count: int) -> list[str]:
        """The first ``count`` openings, or an error that says how many there are."""
        found = list(_first(self, game, count))
        if not found and count:
            raise MatchError(self._none())
        if len(found) < count:
            raise MatchError(
                f"found only {len(found)} different openings, but {count} are needed: "
                "use more plies or fewer games, or let openings repeat"
            )
        return found

    def _none(self) -> str:
        balanced = "" if self.judge is None else f" that {self.judge} finds balanced"
        if self.file is not None:
            return f"{self.file} has no opening{balanced} that leaves the game undecided"
        return (
            f"found no opening of {self.plies} moves{balanced} without an immediate win: "
            "use fewer plies"
        )

    def to_json(self) -> dict[str, Any]:
        """The recipe as plain data; a file counts by its contents."""
        return {
            "plies": self.plies,
            "seed": self.seed,
            "file": None if self.file is None else _read(self.file),
            "judge": self.judge,
            "judge_limit": None if self.judge is None else str(self.judge_limit),
            "repeat": self.repeat,
        }

    def _from_file(self, game: Game) -> Iterator[Board]:
        for number, line in enumerate(_read(self.file or "").splitlines(), start=1):
            moves = line.partition("#")[0].strip()
            if not moves:
                continue
            try:
                board = Board(game, moves)
            except InarowError as error:
                raise MatchError(f"{self.file}, line {number}: {error}") from None
            if board.outcome() is None:
                yield board

    def _at_random(self, game: Game) -> Iterator[Board]:
        chance = random.Random(f"openings/{game}/{self.plies}/{self.seed}")
        tries = 0
        # On a full board every game is over.
        while self.plies < game.cells and tries < _TRIES:
            board = Board(game)
            while board.ply < self.plies and board.outcome() is None:
                board.push_legal(chance.choice(_opening_moves(board)))
            # Nobody can have lost before the players begin.
            if board.outcome() is None and not winning_moves(board):
                tries = 0
                yield board
            else:
                tries += 1


@lru_cache(maxsize=8)
def _first(openings: Openings, game: Game, count: int) -> tuple[str, ...]:
    """The first openings, kept for the next who asks: to find balanced ones takes long."""
    return tuple(itertools.islice(openings.of(game), count))


def _read(file: str) -> str:
    with trouble_as(MatchError, f"cannot read the openings in {file}"):
        return Path(file).read_text(encoding="utf-8")


def _opening_moves(board: Board) -> list[int]:
    """Where a random opening may go: on an open board, near the middle and near other pieces."""
    game = board.game
    legal = list(board.legal_moves)
    if game.gravity:
        return legal
    if board.ply == 0:
        reach = max(min(game.width, game.height) // 4, 1)
        centres = [game.cell(game.width // 2, game.height // 2)]
    else:
        reach = 2
        centres = list(cells_in(board.occupied))
    around = neighbours(game, reach)
    near = set(centres).union(*(around[centre] for centre in centres))
    return [cell for cell in legal if cell in near] or legal


def _distinct(boards: Iterator[Board]) -> Iterator[str]:
    """Leave out what was there before, turned or mirrored or by other moves."""
    seen = set()
    tries = 0
    for board in boards:
        key = canonical_key(board)
        if key in seen:
            tries += 1
            if tries > _TRIES:
                return
            continue
        tries = 0
        seen.add(key)
        yield board.moves_text()


def _balanced(game: Game, openings: Iterator[str], by: str, limit: Limit) -> Iterator[str]:
    """Keep drawn openings, and of the unproved ones the half closest to equal."""
    analyst = judge(by, game, "evaluate openings")
    while batch := list(itertools.islice(openings, _BATCH)):
        open_ones: list[tuple[float, str]] = []
        for opening in batch:
            score = analyst.analyse(Board(game, opening), limit).score
            if score.kind is Kind.DRAW:
                yield opening
            elif score.kind is Kind.HEURISTIC:
                open_ones.append((abs(score.value), opening))
        open_ones.sort()
        for _, opening in open_ones[: (len(open_ones) + 1) // 2]:
            yield opening


def _repeated(openings: Iterator[str]) -> Iterator[str]:
    known = []
    for opening in openings:
        known.append(opening)
        yield opening
    while known:
        yield from known
