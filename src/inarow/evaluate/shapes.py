"""Document 004's heuristic for Gomoku: the best shape through every stone in four directions.

A shape is a pattern of own stones (1) and empty points (0) along a line. Each stone scores the
best shape that holds it in each direction, unless it already belongs to a shape of that direction;
two shapes that cross in a point score again. The mover's shapes count in full, the opponent's a
tenth, times a ratio.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from inarow.evaluate.evaluation import Evaluation
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.shapes import DIRECTIONS, cells_in
from inarow.rules.side import Side

#: The document's program's shapes and their scores.
SHAPES = {
    "01100": 50,
    "00110": 50,
    "11010": 200,
    "00111": 500,
    "11100": 500,
    "01110": 5000,
    "010110": 5000,
    "011010": 5000,
    "11101": 5000,
    "11011": 5000,
    "10111": 5000,
    "11110": 5000,
    "01111": 5000,
    "011110": 50000,
    "11111": 99999999,
}

FIVE = "11111"


@dataclass(frozen=True, slots=True)
class _Found:
    """A shape on the board: what it scores and the points it covers."""

    score: float
    cells: tuple[int, ...]
    direction: int


@dataclass(frozen=True, slots=True)
class ShapeScores(Evaluation):
    """Own shapes minus a tenth of the opponent's times ``ratio``; a larger one defends more."""

    about: ClassVar[str] = "shapes of five, document 004"
    #: More than an open three is worth.
    scale: ClassVar[float] = 3000.0
    #: Any value that holds a five: the opponent's shapes count a tenth, so a five of theirs is
    #: worth ten million, and no sum of other shapes comes near half of that.
    won: ClassVar[float] = 5_000_000.0
    lost: ClassVar[float] = -5_000_000.0

    ratio: float = 1.0

    def value(self, board: Board, player: Side) -> float:
        """Score the shapes of both sides, a five among them once the game is won."""
        return self.open_value(board, player)

    def open_value(self, board: Board, player: Side) -> float:
        """Score the shapes of both sides."""
        own, other = shape_total(board, player), shape_total(board, player.other)
        return own - other * self.ratio * 0.1

    def refusal(self, game: Game) -> str | None:
        """Its shapes are those of five in a row, on a board without falling pieces."""
        if game.wins.run == 5 and not game.gravity:
            return None
        return "its shapes are those of five in a row where pieces go anywhere"

    def weights(self, game: Game) -> list[float]:  # noqa: ARG002
        """The ratio, and the scores of all windows of five and then of six points.

        Each window is read as a number in base 3: 0 empty, 1 own, 2 the opponent's or off the
        board.
        """
        scores = {5: [0.0] * 3**5, 6: [0.0] * 3**6}
        for shape, score in SHAPES.items():
            scores[len(shape)][int(shape, 3)] = score
        return [self.ratio, *scores[5], *scores[6]]


def shape_total(board: Board, side: Side) -> float:
    """What the shapes of one side score together, crossings included."""
    found: list[_Found] = []
    total = 0.0
    for cell in cells_in(board.stones(side)):
        for direction in range(len(DIRECTIONS)):
            if any(shape.direction == direction and cell in shape.cells for shape in found):
                continue
            best = _best_shape(board, side, cell, direction)
            if best is None:
                continue
            total += best.score
            for other in found:
                if other.direction != direction and not set(best.cells).isdisjoint(other.cells):
                    total += best.score + other.score
            found.append(best)
    return total


def _best_shape(board: Board, side: Side, cell: int, direction: int) -> _Found | None:
    """The highest shape that holds a stone in one direction; the first found wins a tie."""
    game = board.game
    dx, dy = DIRECTIONS[direction]
    x, y = game.xy(cell)
    best: _Found | None = None
    for start in range(-5, 1):
        points = [(x + step * dx, y + step * dy) for step in range(start, start + 6)]
        letters = "".join(_letter(board, side, *point) for point in points)
        for length in (5, 6):
            score = _shape_score(board, letters[:length])
            if start + length > 0 and score > (best.score if best else 0):
                cells = tuple(game.cell(*point) for point in points[:length])
                best = _Found(score, cells, direction)
    return best


def _shape_score(board: Board, letters: str) -> float:
    """What a window scores; five stones that did not win are an overline, worth nothing."""
    if letters == FIVE and board.outcome() is None:
        return 0
    return SHAPES.get(letters, 0)


def _letter(board: Board, side: Side, x: int, y: int) -> str:
    """A point as the shapes see it: 1 own, 0 empty, 2 anything that stops a line."""
    game = board.game
    if not (0 <= x < game.width and 0 <= y < game.height):
        return "2"
    piece = board.piece_at(game.cell(x, y))
    return "0" if piece is None else "1" if piece is side else "2"
