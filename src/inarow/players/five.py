"""Players of five in a row and its relatives, from a beginner's level up to the whole engine."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from inarow.players.player import Choice, PlayerError
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.analysis import Analysis, Line
from inarow.search.gomoku.games import refusal
from inarow.search.gomoku.parts import Part
from inarow.search.limit import Limit
from inarow.search.score import Kind, Score
from inarow.search.stopping import StopSignal

if TYPE_CHECKING:
    from inarow.search.gomoku.engine import GomokuEngine

_CANDIDATES = 6
#: However often it strays, a four is blocked.
_LOSES_AT_ONCE = Score.loss(2)


@dataclass(frozen=True, slots=True)
class Grade:
    """How well a level plays: what it may search, and how it strays from the best move.

    A move whose chance of winning is lower by `straying` is played e times less often.
    """

    limit: Limit
    straying: float = 0.0
    about: str = ""


#: The whole engine, with this limit unless another is given.
FULL = Grade(Limit(time=2.0), about="the whole engine, 2 s a move")
GRADES = (
    Grade(Limit(nodes=60, depth=1), 0.12, "looks one move ahead and often strays"),
    Grade(Limit(nodes=300, depth=2), 0.06, "looks two moves ahead and sometimes strays"),
    Grade(Limit(nodes=1_500, depth=4), 0.03, "looks four moves ahead, seldom strays"),
    Grade(Limit(nodes=10_000), 0.01, "10,000 positions a move"),
    Grade(Limit(nodes=100_000), 0.0, "100,000 positions a move"),
)


class FivePlayer:
    """Plays free-placement line games with the engine, at one of its grades."""

    def __init__(
        self,
        name: str,
        grade: Grade = FULL,
        *,
        megabytes: float = 64.0,
        threads: int = 1,
        without: frozenset[Part] = frozenset(),
        seed: int | None = None,
    ) -> None:
        self.name = name
        self.grade = grade
        self._megabytes = megabytes
        self._threads = threads
        self.without = without
        self._random = random.Random(seed)
        self._engine: GomokuEngine | None = None

    def refusal(self, game: Game) -> str | None:
        """Stones must go anywhere, and a line must win that the pattern tables can hold."""
        return refusal(game)

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Choice:
        """Play the best move, or one near it if the grade strays."""
        if not self.grade.straying:
            analysis = self.analyse(board, limit, stop=stop, on_progress=on_progress)
            assert analysis.best is not None
            return Choice(analysis.best, analysis)
        analysis = self.analyse(board, limit, lines=_CANDIDATES, stop=stop, on_progress=on_progress)
        line = self._stray(analysis.lines)
        return Choice(line.move, replace(analysis, score=line.score, lines=(line,)))

    def analyse(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        moves: Iterable[int] | None = None,
        stop: StopSignal | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """What the engine finds out within the limit, or within the grade's."""
        return self._engine_for(board.game).analyse(
            board, self._limit(limit), lines=lines, moves=moves, stop=stop, on_progress=on_progress
        )

    def _engine_for(self, game: Game) -> GomokuEngine:
        if reason := self.refusal(game):
            raise PlayerError(f"{self.name} cannot play {game}: {reason}")
        if self._engine is None or self._engine.game != game:
            from inarow.search.gomoku.engine import GomokuEngine

            self._engine = GomokuEngine(
                game, megabytes=self._megabytes, threads=self._threads, without=self.without
            )
        return self._engine

    def _limit(self, limit: Limit | None) -> Limit:
        """The given limit; a level keeps to its own as well, for that is what makes it one."""
        if limit is None:
            return self.grade.limit
        if self.grade is FULL:
            return limit
        own = self.grade.limit
        return replace(limit, nodes=_least(limit.nodes, own.nodes),
                       depth=_least(limit.depth, own.depth))  # fmt: skip

    def _stray(self, lines: tuple[Line, ...]) -> Line:
        if lines[0].score.kind is Kind.LOSS:
            return lines[0]
        lines = tuple(line for line in lines if line.score != _LOSES_AT_ONCE)
        best = lines[0].score.win_probability
        weights = [
            math.exp((line.score.win_probability - best) / self.grade.straying) for line in lines
        ]
        return self._random.choices(lines, weights)[0]


def _least(one: int | None, other: int | None) -> int | None:
    return min((number for number in (one, other) if number is not None), default=None)
