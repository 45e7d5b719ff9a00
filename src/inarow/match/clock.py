"""A game clock: time for the whole game, and an increment for every move."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from inarow.rules.board import Board
from inarow.rules.side import Side
from inarow.search.limit import LimitError, number_text

#: A player plans for at most this many more moves of its own, and for at least the second number.
_PLANNED_MOVES = 20
_LEAST_PLANNED_MOVES = 4


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for the whole game, and the increment that each move adds.

    >>> TimeControl.parse("10+0.1")
    TimeControl(base=10.0, increment=0.1)
    """

    base: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        if not 0 < self.base < 1e6 or not 0 <= self.increment < 1e6:
            raise LimitError("a clock needs more than 0 seconds, and an increment of 0 or more")

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read ``BASE`` or ``BASE+INCREMENT``, in seconds."""
        match = re.fullmatch(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?", text.strip())
        if match is None:
            raise LimitError(f"{text!r} is not a clock: try 60, or 10+0.1 (seconds)")
        return cls(float(match[1]), float(match[2] or 0))

    def __str__(self) -> str:
        return f"{number_text(self.base)}+{number_text(self.increment)}"


@dataclass(slots=True)
class GameClock:
    """The two sides' remaining time during a game."""

    control: TimeControl
    remaining: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.remaining = [self.control.base, self.control.base]

    def share(self, board: Board) -> float:
        """How long the player to move should think, so that its time lasts for the game."""
        own_moves_left = (board.game.cells - board.ply + 1) // 2
        planned = min(max(own_moves_left, _LEAST_PLANNED_MOVES), _PLANNED_MOVES)
        left = self.remaining[board.turn]
        return max(min(left / planned + 0.8 * self.control.increment, left / 2), 0.001)

    def spend(self, side: Side, seconds: float) -> bool:
        """Take the time of a move off a side's clock; False if there was not enough."""
        self.remaining[side] -= seconds
        if self.remaining[side] < 0:
            return False
        self.remaining[side] += self.control.increment
        return True
