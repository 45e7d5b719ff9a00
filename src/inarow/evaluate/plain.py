"""A heuristic that is a plain Python function: for the readable searches, which ask in Python."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from inarow.evaluate.evaluation import Evaluation
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.rules.side import Side


class HeuristicError(InarowError):
    """A heuristic of one's own gave no number that a search can use."""


@dataclass(frozen=True, slots=True)
class PlainHeuristic(Evaluation):
    """What a function ``evaluate(board, side)`` says; decided boards need not be its concern.

    >>> centre = PlainHeuristic(lambda board, side: board.stones(side).bit_count())
    >>> centre.value(Board("connect4", "445"), Side.X)
    2.0
    """

    about: ClassVar[str] = "your own"
    is_compiled: ClassVar[bool] = False
    #: Nobody has fitted it to results: about what a point is worth where pieces are counted.
    scale: ClassVar[float] = 10.0
    won: ClassVar[float] = math.inf
    lost: ClassVar[float] = -math.inf

    function: Callable[[Board, Side], float]

    def open_value(self, board: Board, player: Side) -> float:
        """What the function says, as a number between lost and won."""
        answer: object = self.function(board, player)
        try:
            value = float(answer)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            value = math.nan
        if not math.isfinite(value):
            name = getattr(self.function, "__name__", "the heuristic")
            raise HeuristicError(
                f"{name} must return a finite number for an open board, not {answer!r}"
            )
        return value

    def refusal(self, game: Game) -> str | None:  # noqa: ARG002 -- the function sees to it
        """It is asked about every game."""
        return None

    def weights(self, game: Game) -> list[float]:
        """There is no compiled twin."""
        raise NotImplementedError("a heuristic in plain Python has no compiled twin")
