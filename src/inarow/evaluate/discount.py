"""Document 002's heuristic: threes, twos and the middle column, discounted for who must wait.

A run is a longest line of neighbouring pieces of one side. For Connect Four a run of three counts
as a "three" and a run of two as a "two"; for another winning length k they are k-1 and k-2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from inarow.evaluate.evaluation import Evaluation
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.shapes import DIRECTIONS
from inarow.rules.side import Side


@dataclass(frozen=True, slots=True)
class DiscountedRuns(Evaluation):
    """The document's points; the side that is not to move gets only ``waiting`` of its own."""

    about: ClassVar[str] = "discounted runs, document 002"
    #: Fitted to exact results, see docs/study.md.
    scale: ClassVar[float] = 280.0
    won: ClassVar[float] = 1_000_000_000.0
    lost: ClassVar[float] = -1_000_000_000.0

    #: A three that the next piece can complete.
    three: float = 900.0
    #: A three that is blocked, or whose last cell cannot be filled yet.
    dead_three: float = 100.0
    two: float = 10.0
    middle: float = 5.0
    waiting: float = 0.5

    def open_value(self, board: Board, player: Side) -> float:
        """Discounted points of one side minus the other's."""
        own, other = self._points(board, player), self._points(board, player.other)
        if board.turn is player:
            return own - self.waiting * other
        return self.waiting * own - other

    def _points(self, board: Board, side: Side) -> float:
        game = board.game
        points = 0.0
        for cell in range(game.cells):
            if board.piece_at(cell) is side:
                if game.width % 2 and game.xy(cell)[0] == game.width // 2:
                    points += self.middle
                for dx, dy in DIRECTIONS:
                    points += self._run_points(board, side, cell, dx, dy)
        return points

    def _run_points(self, board: Board, side: Side, cell: int, dx: int, dy: int) -> float:
        """The points of the run that starts at ``cell``; a cell inside a run starts none."""
        game = board.game
        x, y = game.xy(cell)
        if _piece(board, x - dx, y - dy) is side:
            return 0.0
        length = 1
        while _piece(board, x + length * dx, y + length * dy) is side:
            length += 1
        winning = game.wins.run
        assert winning is not None
        if length == winning - 1:
            ends = ((x - dx, y - dy), (x + length * dx, y + length * dy))
            return self.three if any(_playable(board, *end) for end in ends) else self.dead_three
        return self.two if length == winning - 2 and length > 1 else 0.0

    def refusal(self, game: Game) -> str | None:
        """It counts runs along lines."""
        return None if game.wins.run else f"it counts lines, but in this game {game.wins} wins"

    def weights(self, game: Game) -> list[float]:  # noqa: ARG002
        """What a decided board is worth, and the points."""
        return [self.won, self.three, self.dead_three, self.two, self.middle, self.waiting]


def _piece(board: Board, x: int, y: int) -> Side | None:
    game = board.game
    if 0 <= x < game.width and 0 <= y < game.height:
        return board.piece_at(game.cell(x, y))
    return None


def _playable(board: Board, x: int, y: int) -> bool:
    """Say whether the next piece could fill this cell."""
    game = board.game
    if not (0 <= x < game.width and 0 <= y < game.height):
        return False
    if game.gravity:
        return board.height_of(x) == y
    return board.piece_at(game.cell(x, y)) is None
