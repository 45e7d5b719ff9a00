"""What the exact solver proves about a position, in the field's integer scores.

In these points 0 is a draw. A win is worth the number of pieces that the winner still holds after
the winning move, plus one; a loss is that number negated. On the 7x6 board the fastest win is
worth 18.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from inarow.rules.board import Board
from inarow.search.analysis import Analysis, Line
from inarow.search.score import Score


def plies_to_end(board: Board, points: int) -> int:
    """How many moves of both sides are left if this is the score of the player to move.

    >>> plies_to_end(Board("connect4", "112233"), 18)
    1
    >>> plies_to_end(Board("connect4"), 1), plies_to_end(Board("connect4"), 0)
    (41, 42)
    """
    cells = board.game.cells
    if points == 0:
        return cells - board.ply
    # The game ends with `last` pieces on the board before the last move, made by the winner.
    last = cells - 2 * abs(points)
    winner_moves_now = points > 0
    if (last - board.ply) % 2 == winner_moves_now:
        last += 1
    return last - board.ply + 1


def score_of(board: Board, points: int) -> Score:
    """The score that an exact number of points stands for.

    >>> print(score_of(Board("connect4"), 1), score_of(Board("connect4", "1"), 2))
    win in 21 win in 20
    """
    if points == 0:
        return Score.draw()
    plies = plies_to_end(board, points)
    return Score.win(plies) if points > 0 else Score.loss(plies)


def points_of_end_in(board: Board, plies: int) -> int:
    """What the winner gets if the game is won after this many moves of both sides.

    >>> points_of_end_in(Board("connect4"), 41), points_of_end_in(Board("connect4", "112233"), 1)
    (1, 18)
    """
    return (board.game.cells + 2 - board.ply - plies) // 2


def from_middle(board: Board, move: int) -> int:
    """Twice the distance of a column from the middle of the board."""
    return abs(2 * move - (board.game.width - 1))


def centre_first(board: Board) -> list[int]:
    """The legal moves, those in the middle first, which often saves work later."""
    return sorted(board.legal_moves, key=lambda move: (from_middle(board, move), move))


@dataclass(frozen=True, slots=True)
class Bounds:
    """The points of a position lie between these two, both included."""

    lower: int
    upper: int

    @property
    def is_exact(self) -> bool:
        """Say whether only one value is left."""
        return self.lower == self.upper

    def seen_from_before(self) -> Bounds:
        """The same for the player who moves into the position."""
        return Bounds(-self.upper, -self.lower)

    def __str__(self) -> str:
        return str(self.lower) if self.is_exact else f"{self.lower}..{self.upper}"


def bounds_of_end(board: Board, *, weak: bool) -> Bounds | None:
    """What a board is worth to the player to move if its game is over; else None."""
    if (outcome := board.outcome()) is None:
        return None
    points = 0 if outcome.is_draw else -1 if weak else -((board.game.cells + 2 - board.ply) // 2)
    return Bounds(points, points)


def summed_up(moves: Mapping[int, Bounds]) -> tuple[Bounds, tuple[int, ...]]:
    """The bounds of a position, from those of all its moves, and the moves that are best."""
    lower = max(bounds.lower for bounds in moves.values())
    upper = max(bounds.upper for bounds in moves.values())
    best = sorted(move for move, bounds in moves.items() if bounds.lower == upper)
    return Bounds(lower, upper), tuple(best)


@dataclass(frozen=True, slots=True)
class Solution:
    """Proved bounds of a position's points, and the moves that reach them.

    If the search was stopped early, it contains what was proved until then.
    """

    board: Board
    bounds: Bounds
    #: Every move that keeps the score, once the score is exact and they were asked for; where the
    #: search was stopped, those of which it was proved by then.
    best_moves: tuple[int, ...] = ()
    #: Best play of both sides to the end of the game, if it was asked for, or as far as proved.
    line: tuple[int, ...] = ()
    #: What was proved about each move, if that was asked for.
    moves: dict[int, Bounds] = field(default_factory=dict)
    #: True if only win, draw or loss was asked for: then 1, 0 and -1 stand for those.
    weak: bool = False
    #: True if the search was stopped before it had found out all that was asked for.
    stopped: bool = False
    nodes: int = 0
    #: Seconds.
    time: float = 0.0

    @property
    def complete(self) -> bool:
        """Say whether everything that was asked for was found out."""
        known = (self.bounds, *self.moves.values())
        return not self.stopped and all(bounds.is_exact for bounds in known)

    @property
    def points(self) -> int | None:
        """The exact score in the field's points, or None if it is not known."""
        return self.bounds.lower if self.bounds.is_exact and not self.weak else None

    @property
    def score(self) -> Score:
        """The score, as far as it is proved; an estimate of 0 if it is open who wins."""
        return self._score(self.board, self.bounds)

    def _score(self, board: Board, bounds: Bounds) -> Score:
        if bounds.is_exact and not self.weak:
            return score_of(board, bounds.lower)
        if bounds.lower > 0:
            return Score.win()
        if bounds.upper < 0:
            return Score.loss()
        return Score.draw() if bounds.is_exact else Score.heuristic(0.0)

    def __str__(self) -> str:
        return self.analysis().summary()

    def analysis(self) -> Analysis:
        """The solution in the form that every search gives."""
        scores = {move: self._score(self.board, bounds) for move, bounds in self.moves.items()}
        scores |= dict.fromkeys(self.best_moves, self.score)
        played = {self.line[0]: self.line} if self.line else {}
        lines = (Line(score, played.get(move, (move,))) for move, score in scores.items())
        return Analysis(
            self.board.game,
            self.score,
            Line.best_first(lines),
            by="exact",
            depth=self.board.game.cells - self.board.ply,
            nodes=self.nodes,
            time=self.time,
            complete=self.complete,
        )
