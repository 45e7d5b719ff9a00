"""The parts of the Gomoku engine that can be left out, to measure what each is worth."""

from __future__ import annotations

import enum

from inarow.rules.errors import InarowError


class PartError(InarowError):
    """The engine has no part of this name."""


class Part(enum.Enum):
    """A part of the engine; docs/gomoku.md explains each and says what it is worth."""

    TABLE = "table"
    WINDOW = "window"
    FOURS = "fours"
    THREATS = "threats"
    QUIET_THREATS = "quiet-threats"
    LINE_THREATS = "line-threats"
    FAR_MOVES = "far-moves"
    KILLERS = "killers"
    FUTILITY = "futility"
    NULL_MOVE = "null-move"
    SINGULAR = "singular"
    LATE_MOVES = "late-moves"
    REDUCTIONS = "reductions"


def parts_from(text: str) -> frozenset[Part]:
    """Read parts joined by plus signs.

    >>> sorted(part.name for part in parts_from("fours+null-move"))
    ['FOURS', 'NULL_MOVE']
    """
    try:
        return frozenset(Part(name.strip()) for name in text.split("+") if name.strip())
    except ValueError:
        names = ", ".join(part.value for part in Part)
        raise PartError(f"{text!r} names no parts of the engine; there are {names}") from None
