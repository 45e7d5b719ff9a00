"""Document 003's heuristic for squares: a bonus for every block of cells, a penalty at the edge.

For each 2x2 block a side scores ``7 ** bottom + 3 * (top + bottom)``, where ``bottom`` and ``top``
count its pieces in the block's lower and upper row. A block with an opposing piece, such as a pair
with one on top of it, can no longer win and scores 0. Each piece in the outermost columns, which
lies in half as many squares as another, costs 2. In larger squares the lowest row is the bottom
and all others are the top.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from inarow.evaluate.evaluation import Evaluation
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.shapes import cells_in
from inarow.rules.side import Side


@dataclass(frozen=True, slots=True)
class SquareBlocks(Evaluation):
    """The document's bonus and penalty, own minus the opponent's.

    With ``opponent`` 0 only the own points count, which is another reading of the document. Then
    one side's points are not the other's loss, so that only minimax and alpha-beta, which look at
    the board with one side's eyes throughout, can search by it.
    """

    about: ClassVar[str] = "squares, document 003"
    #: Open positions are nearly all drawn, so that a value says little.
    scale: ClassVar[float] = 1000.0
    #: Exceedingly large, even beside the powers of a large square.
    won: ClassVar[float] = 1e30
    lost: ClassVar[float] = -1e30

    base: float = 7.0
    piece: float = 3.0
    edge: float = 2.0
    opponent: float = 1.0

    def open_value(self, board: Board, player: Side) -> float:
        """One side's points minus the other's."""
        return self._points(board, player) - self.opponent * self._points(board, player.other)

    def _points(self, board: Board, side: Side) -> float:
        own, other = board.stones(side), board.stones(side.other)
        game = board.game
        size = game.wins.block
        points = 0.0
        for group in game.groups:
            if any(other >> cell & 1 for cell in group):
                continue
            bottom = sum(own >> cell & 1 for cell in group[:size])
            top = sum(own >> cell & 1 for cell in group[size:])
            points += self.base**bottom + self.piece * (top + bottom)
        at_edge = sum(1 for cell in cells_in(own) if game.xy(cell)[0] in (0, game.width - 1))
        return points - self.edge * at_edge

    def refusal(self, game: Game) -> str | None:
        """It counts blocks."""
        return None if game.wins.block else f"it counts squares, but in this game {game.wins} wins"

    def weights(self, game: Game) -> list[float]:
        """What a decided board is worth, the points, and the powers of the base."""
        assert game.wins.block is not None
        powers = [self.base**bottom for bottom in range(game.wins.block + 1)]
        return [self.won, self.piece, self.edge, self.opponent, *powers]
