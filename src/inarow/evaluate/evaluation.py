"""What a search asks of a heuristic."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import IntEnum
from typing import ClassVar

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.side import Side


class Decision(IntEnum):
    """What a value says about the game: decided one way, or still open."""

    LOST = -1
    OPEN = 0
    WON = 1


class Evaluation(ABC):
    """The value of a board for a player: a heuristic, or the result if the game is over.

    The readable ``value`` is the specification; the compiled twin gives the same numbers.
    """

    __slots__ = ()

    #: What it is called where results are shown.
    about: ClassVar[str]
    #: Whether there is a compiled twin; without one only the readable searches can ask it.
    is_compiled: ClassVar[bool] = True
    #: The value that means odds of e to 1 for the side that has it.
    scale: ClassVar[float]
    #: What a board is worth to the winner and to the loser; an open one is between them.
    won: ClassVar[float]
    lost: ClassVar[float]

    def value(self, board: Board, player: Side) -> float:
        """What a board that is won or still open is worth to ``player``."""
        outcome = board.outcome()
        if outcome is not None:
            return self.won if outcome.winner is player else self.lost
        return self.open_value(board, player)

    @abstractmethod
    def open_value(self, board: Board, player: Side) -> float:
        """What a board is worth to ``player`` while the game goes on."""

    def decision(self, value: float) -> Decision:
        """Say whether a value means that the game is decided for the player it belongs to."""
        if value >= self.won:
            return Decision.WON
        return Decision.LOST if value <= self.lost else Decision.OPEN

    @abstractmethod
    def refusal(self, game: Game) -> str | None:
        """Why this heuristic cannot evaluate a game, or None if it can."""

    @abstractmethod
    def weights(self, game: Game) -> list[float]:
        """The numbers that the compiled twin works with, for one game."""
