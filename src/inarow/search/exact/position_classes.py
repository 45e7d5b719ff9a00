"""The field's standard classes of Connect Four positions, made at random from a seed."""

from __future__ import annotations

import random
from dataclasses import dataclass

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.exact.points import plies_to_end, points_of_end_in
from inarow.search.exact.solver import Solver


@dataclass(frozen=True, slots=True)
class PositionClass:
    """Positions with so many pieces that end after so many plies of perfect play."""

    name: str
    pieces: range
    plies: range
    #: Whether solvers are measured with an empty table for each position.
    clear_table: bool

    def holds(self, board: Board, points: int) -> bool:
        """Say whether a position that is worth so many points belongs to this class."""
        return board.ply in self.pieces and plies_to_end(board, points) in self.plies


_BEGIN, _MIDDLE, _END = range(1, 15), range(15, 29), range(29, 42)
_EASY, _MEDIUM, _HARD = range(1, 14), range(14, 29), range(29, 43)

CLASSES = {
    made.name: made
    for made in (
        PositionClass("end-easy", _END, _EASY, clear_table=False),
        PositionClass("middle-easy", _MIDDLE, _EASY, clear_table=False),
        PositionClass("middle-medium", _MIDDLE, _MEDIUM, clear_table=True),
        PositionClass("begin-easy", _BEGIN, _EASY, clear_table=False),
        PositionClass("begin-medium", _BEGIN, _MEDIUM, clear_table=True),
        PositionClass("begin-hard", _BEGIN, _HARD, clear_table=True),
    )
}


def try_random_board(game: Game, pieces: int, chance: random.Random) -> Board | None:
    """Play so many random moves; None if the game is over by then."""
    board = Board(game)
    while board.ply < pieces and board.outcome() is None:
        board.push_legal(chance.choice(list(board.legal_moves)))
    return board if board.outcome() is None else None


def random_board(game: Game, pieces: int, chance: random.Random) -> Board:
    """A position with so many pieces, reached by random moves, where the game goes on."""
    while (board := try_random_board(game, pieces, chance)) is None:
        pass
    return board


def generate(
    solver: Solver, wanted: PositionClass, count: int, seed: int = 1
) -> list[tuple[Board, int]]:
    """Positions of a class with their points; the first ones are the same for any count."""
    chance = random.Random(f"{wanted.name} {seed}")
    found: list[tuple[Board, int]] = []
    while len(found) < count:
        board = random_board(solver.game, chance.choice(wanted.pieces), chance)
        # Whether the end is near is found out much faster than where exactly it is.
        if not _ends_within(solver, board, wanted.plies[-1]):
            continue
        points = solver.solve(board, best_moves=False, line=False).points
        if points is not None and wanted.holds(board, points):
            found.append((board, points))
    return found


def _ends_within(solver: Solver, board: Board, plies: int) -> bool:
    """Say whether perfect play ends after at most so many plies."""
    if board.game.cells - board.ply <= plies:
        return True
    odd, even = plies - 1 + plies % 2, plies - plies % 2
    win, loss = points_of_end_in(board, odd), points_of_end_in(board, even)
    return solver.reaches(board, win) or not solver.reaches(board, 1 - loss)
