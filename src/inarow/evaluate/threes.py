"""Document 001's heuristic: how many lines lack just one piece at their end.

For Connect Four that is three pieces in a line with the next cell empty, whether or not a piece
could land there now. The document's text counts a three whose adjacent cell is empty, its listing
only looks to one side; ``both_ends=False`` gives the listing's count.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from inarow.evaluate.evaluation import Evaluation
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.side import Side


@dataclass(frozen=True, slots=True)
class OpenThrees(Evaluation):
    """Own lines that lack the piece at an end, minus the opponent's; infinite once decided."""

    about: ClassVar[str] = "threes with an empty end, document 001"
    #: A three more than the opponent has.
    scale: ClassVar[float] = 1.0
    won: ClassVar[float] = math.inf
    lost: ClassVar[float] = -math.inf

    both_ends: bool = True

    def open_value(self, board: Board, player: Side) -> float:
        """Count the threes of both sides."""
        return float(self._count(board, player) - self._count(board, player.other))

    def _count(self, board: Board, side: Side) -> int:
        stones, occupied = board.stones(side), board.occupied
        count = 0
        for group in board.game.groups:
            if all(stones >> cell & 1 for cell in group[:-1]) and not occupied >> group[-1] & 1:
                count += 1
            if (
                self.both_ends
                and all(stones >> cell & 1 for cell in group[1:])
                and not occupied >> group[0] & 1
            ):
                count += 1
        return count

    def refusal(self, game: Game) -> str | None:
        """It counts lines."""
        return None if game.wins.run else f"it counts lines, but in this game {game.wins} wins"

    def weights(self, game: Game) -> list[float]:  # noqa: ARG002
        """Whether both ends count."""
        return [float(self.both_ends)]
