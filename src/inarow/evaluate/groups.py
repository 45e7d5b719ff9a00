"""A plain count over every group of cells that could win: the heuristic of document 000's player.

The document names none, so this is the simplest sound one: a group that only one side has pieces
in is worth ten times more with each piece, 1, 10, 100 for groups of four; one that both sides have
pieces in can no longer win and is worth nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from inarow.evaluate.evaluation import Evaluation
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.side import Side

_LARGEST_EXPONENT = 9


@dataclass(frozen=True, slots=True)
class GroupCount(Evaluation):
    """Own groups minus the opponent's, each weighed by how full it is."""

    about: ClassVar[str] = "open groups, document 000"
    #: Fitted to exact results, see docs/study.md.
    scale: ClassVar[float] = 180.0
    #: Document 000's values. The loss is worth a tenth of the win, as the document has it.
    won: ClassVar[float] = 100_000_000_000_000.0
    lost: ClassVar[float] = -10_000_000_000_000.0

    factor: float = 10.0

    def open_value(self, board: Board, player: Side) -> float:
        """Count the open groups of both sides."""
        own, other = board.stones(player), board.stones(player.other)
        total = 0.0
        for group in board.game.groups:
            mine = sum(own >> cell & 1 for cell in group)
            theirs = sum(other >> cell & 1 for cell in group)
            if mine and not theirs:
                total += self._weight(mine)
            elif theirs and not mine:
                total -= self._weight(theirs)
        return total

    def _weight(self, pieces: int) -> float:
        """What a group with this many pieces is worth, always far less than a decided board."""
        return self.factor ** min(pieces - 1, _LARGEST_EXPONENT)

    def refusal(self, game: Game) -> str | None:  # noqa: ARG002 -- every game has groups
        """Every game can be judged by its groups."""
        return None

    def weights(self, game: Game) -> list[float]:
        """What a decided board is worth, and a group with one piece, two and so on."""
        pieces = range(1, game.pieces_to_win + 1)
        return [self.won, self.lost, *map(self._weight, pieces)]
