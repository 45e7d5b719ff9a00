"""What a search asks of a heuristic."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Protocol

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.side import Side

if TYPE_CHECKING:
    import numpy as np


class Decision(IntEnum):
    """What a value says about the game: decided one way, or still open."""

    LOST = -1
    OPEN = 0
    WON = 1


@dataclass(frozen=True, slots=True)
class CompiledEvaluation:
    """The same heuristic as the compiled searches know it: a number and its tables."""

    kind: int
    weights: np.ndarray[Any, np.dtype[np.float64]]


class Evaluation(Protocol):
    """What a board is worth to a player: a heuristic while the game goes on, a result after.

    The readable ``value`` is the specification; the compiled twin gives the same numbers.
    """

    @property
    def scale(self) -> float:
        """The value that means odds of e to 1 for the side that has it."""
        ...

    def value(self, board: Board, player: Side) -> float:
        """What a board that is won or still open is worth to ``player``."""
        ...

    def decision(self, value: float) -> Decision:
        """Say whether a value means that the game is decided for the player it belongs to."""
        ...

    def refusal(self, game: Game) -> str | None:
        """Why this heuristic cannot judge a game, or None if it can."""
        ...

    def compiled(self, game: Game) -> CompiledEvaluation:
        """The compiled twin, for one game."""
        ...
