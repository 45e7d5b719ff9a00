"""The heuristic that the exercises give to a student's search: only the search is theirs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from inarow.evaluate.groups import GroupCount
from inarow.rules.board import Board
from inarow.rules.side import Side

#: What a won board is worth; a lost one is worth as much less than nothing.
WIN = 100_000.0


@dataclass(frozen=True, slots=True)
class CourseCount(GroupCount):
    """Document 000's count of open groups, with a loss as bad as a win is good.

    The document gives a loss a tenth of a win's value; negamax needs them equal.
    """

    is_compiled: ClassVar[bool] = False
    won: ClassVar[float] = WIN
    lost: ClassVar[float] = -WIN


def evaluate(board: Board, side: Side) -> float:
    """What a board is worth to a side: WIN won, 0 drawn, else own open groups minus the other's.

    >>> evaluate(Board("connect3", "3"), Side.X), evaluate(Board("connect3", "15151"), Side.O)
    (6.0, -100000.0)
    """
    outcome = board.outcome()
    if outcome is not None and outcome.is_draw:
        return 0.0
    return CourseCount().value(board, side)
