"""The two sides. X moves first in every game."""

from __future__ import annotations

from enum import IntEnum


class Side(IntEnum):
    """Who owns a piece or whose turn it is: an index into pairs, and X or O as text."""

    X = 0
    O = 1  # noqa: E741 -- the side is called O

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side(1 - self)

    def __str__(self) -> str:
        return self.name
