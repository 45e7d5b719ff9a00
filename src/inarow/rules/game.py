"""A game is data: a board's size, whether pieces fall, and what wins."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from inarow.rules.errors import GameError
from inarow.rules.shapes import Shape
from inarow.rules.side import Side
from inarow.rules.whole import whole_number

if TYPE_CHECKING:
    from inarow.rules.board import Board

SMALLEST = 3
LARGEST = 20


class MoveRule(Protocol):
    """A rule that forbids a side some moves, beyond those that have no room on the board.

    Games are compared and hashed with their rule, so it is immutable and hashable.
    """

    @property
    def family(self) -> str:
        """The game of the catalogue that has this rule."""

    def forbids(self, board: Board, move: int, side: Side) -> str | None:
        """Why ``side`` may not play a move that has room, or None if it may."""


@dataclass(frozen=True)
class Game:
    """The rules of one game. Two games are equal when their rules are, whatever their name.

    >>> from inarow.rules.shapes import Line
    >>> Game(width=8, height=7, gravity=True, wins=Line(5))
    Game('mnk(8x7,k=5,gravity)')
    """

    width: int
    height: int
    gravity: bool
    wins: Shape
    #: What else a legal move must keep to, if anything.
    rule: MoveRule | None = field(default=None, kw_only=True)
    #: The catalogue's name for this family of games; empty for a game of one's own.
    family: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for side, size in (("width", self.width), ("height", self.height)):
            number = whole_number(size)
            if number is None:
                raise GameError(f"the {side} of a board must be a whole number, not {size!r}")
            if not SMALLEST <= number <= LARGEST:
                raise GameError(
                    f"a board is {SMALLEST} to {LARGEST} cells wide and high, "
                    f"so the {side} cannot be {number}"
                )
            object.__setattr__(self, side, number)
        if self.gravity not in (True, False):
            raise GameError(f"gravity must be True or False, not {self.gravity!r}")
        if not isinstance(self.wins, Shape):
            raise GameError(f"a shape wins, such as Line(4), not {self.wins!r}")
        if not self.wins.fits(self.width, self.height):
            raise GameError(f"{self.wins} does not fit on a {self.width}x{self.height} board")

    @property
    def rules_beyond_size(self) -> tuple[bool, Shape, MoveRule | None]:
        """What games of one family have in common."""
        return (self.gravity, self.wins, self.rule)

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return self.width * self.height

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Every set of cells that wins when one side fills it."""
        return self.wins.groups(self.width, self.height)

    @property
    def pieces_to_win(self) -> int:
        """How many cells each winning group has."""
        return len(self.groups[0])

    @property
    def is_square_board(self) -> bool:
        """Say whether the board is as wide as high."""
        return self.width == self.height

    def cell(self, x: int, y: int) -> int:
        """The number of the cell in column ``x`` and row ``y``, from the bottom left."""
        return y * self.width + x

    def xy(self, cell: int) -> tuple[int, int]:
        """The column and row of a cell, from the bottom left."""
        return cell % self.width, cell // self.width

    def describe(self) -> str:
        """One line for people.

        >>> from inarow.rules.shapes import Line
        >>> Game(7, 6, True, Line(4)).describe()
        '7x6, pieces fall, 4 in a row wins'
        """
        placing = "pieces fall" if self.gravity else "pieces go anywhere"
        return f"{self.width}x{self.height}, {placing}, {self.wins} wins"

    def __str__(self) -> str:
        """The text from which :func:`inarow.game` makes this game again."""
        size = f"{self.width}x{self.height}"
        if self.family:
            return f"{self.family}({size})"
        words = [size, *self.wins.words]
        if self.rule is not None or self.gravity != self.wins.falls:
            words.append("gravity" if self.gravity else "free")
        return f"{(self.rule or self.wins).family}({','.join(words)})"

    def __repr__(self) -> str:
        return f"Game({str(self)!r})"
