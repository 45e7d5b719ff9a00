"""The solver against an independent one from the package index, on the standard board."""

from __future__ import annotations

import random

import bitbully
import numpy as np

from inarow.kernels.compiling import Array
from inarow.kernels.exact import solving
from inarow.rules.catalogue import game
from inarow.search.exact.memory import Memory, Table
from inarow.search.exact.sampling import Sampler, random_board
from inarow.search.exact.solver import Solver

RULES = game("connect4")


def columns_of(rows: Array) -> Array:
    """Positions as bitbully takes them: each cell a number, 1 for who began, 2 for the other."""
    bits = np.arange(7 * 7, dtype=np.uint64).reshape(7, 7)[:, :6]
    mine, theirs = (rows[:, side, None, None] >> bits & np.uint64(1) for side in (0, 1))
    first_to_move = np.bitwise_count(rows[:, 0]) == np.bitwise_count(rows[:, 1])
    mover = np.where(first_to_move, np.uint64(1), np.uint64(2))[:, None, None]
    return (mine * mover + theirs * (np.uint64(3) - mover)).astype(np.int64)


def test_twenty_thousand_random_positions() -> None:
    plies = range(18, 39)
    sampler = Sampler(RULES, plies, 20_000, seed=20_000)
    positions = np.concatenate([sampler.sample(ply).rows for ply in plies])
    assert len(positions) > 19_900
    results = np.zeros((len(positions), 2), dtype=np.int64)
    memory = Memory(RULES, Table(RULES, 1 << 20))
    solving.solve_many(positions, results, *memory.arrays)
    other = bitbully.BitBully(opening_book=None)
    expected = [other.mtdf(bitbully.Board(columns)) for columns in columns_of(positions).tolist()]
    assert results[:, 0].tolist() == expected


def test_every_move_of_some_openings() -> None:
    chance = random.Random(12)
    solver = Solver(RULES)
    other = bitbully.BitBully(opening_book=None)
    for _ in range(6):
        board = random_board(RULES, 15, chance)
        found = solver.solve_moves(board)
        assert found.complete
        points = {move: bounds.lower for move, bounds in found.moves.items()}
        assert points == other.score_all_moves(bitbully.Board(list(board.moves)))
