"""The swap2 opening: one side puts three stones, the other chooses a colour or adds two more.

With three stones on the board (black, white, black) the second player takes white, takes black,
or puts a white and a black stone; then the first player chooses the colour.
"""

from __future__ import annotations

from enum import Enum

from inarow.players.player import Player
from inarow.rules.board import Board
from inarow.rules.errors import InarowError

Seat = Player | None

_FIRST_STONES, _ALL_STONES = 3, 5


class Take(Enum):
    """What can be chosen."""

    BLACK = "black"
    WHITE = "white"
    ADD = "add"


class Swap2:
    """The opening between two players, until the colours are chosen."""

    def __init__(self, opener: Seat, second: Seat, *, is_adding: bool = False) -> None:
        self._opener = opener
        self._second = second
        #: Whether two stones are added before the colours are chosen.
        self.is_adding: bool = is_adding
        #: Who plays X (black) and O (white), once that is chosen.
        self.seats: tuple[Seat, Seat] | None = None

    def is_choice(self, board: Board) -> bool:
        """Say whether a colour has to be chosen now, rather than a stone be put."""
        stones = _ALL_STONES if self.is_adding else _FIRST_STONES
        return self.seats is None and board.ply == stones

    def is_seconds_turn(self, board: Board) -> bool:
        """Say whether the one who did not open puts the next stone, or chooses."""
        return board.ply < _ALL_STONES if self.is_adding else board.ply >= _FIRST_STONES

    def actor(self, board: Board) -> Seat:
        """Who puts the next stone, or chooses."""
        return self._second if self.is_seconds_turn(board) else self._opener

    def options(self) -> tuple[Take, ...]:
        """What can be chosen now."""
        return (Take.BLACK, Take.WHITE) if self.is_adding else tuple(Take)

    def choose(self, board: Board, take: Take) -> None:
        """Take a colour, or take the right to add two stones."""
        if not self.is_choice(board) or take not in self.options():
            raise InarowError("there is no such choice now")
        if take is Take.ADD:
            self.is_adding = True
            return
        chooser, other = self._opener, self._second
        if self.is_seconds_turn(board):
            chooser, other = other, chooser
        self.seats = (chooser, other) if take is Take.BLACK else (other, chooser)
