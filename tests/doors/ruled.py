"""A game with a rule of its own, for doors that play any game."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.shapes import Line
from inarow.rules.side import Side


@dataclass(frozen=True, slots=True)
class NotTheCorner:
    """X may not play in the first corner."""

    family: str = "corner"

    def forbids(self, board: Board, move: int, side: Side) -> str | None:  # noqa: ARG002
        return "it is the corner" if side is Side.X and move == 0 else None


RULED = Game(4, 4, False, Line(3), rule=NotTheCorner())
