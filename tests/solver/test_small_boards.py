"""The solver against every position of small boards, and against plain negamax on larger ones."""

from __future__ import annotations

import random

import numpy as np
import pytest

from inarow.kernels.exact import solving
from inarow.rules.catalogue import game
from inarow.rules.game import Game
from inarow.search.exact.memory import Memory, Table
from inarow.search.exact.sampling import random_board
from inarow.search.exact.solver import Solver
from solver.oracle import every_position, negamax_points

EVERYWHERE = [
    "connect4(4x4)",
    "mnk(4x4,k=3,gravity)",
    "mnk(4x5,k=3,gravity)",
    "mnk(3x5,k=4,gravity)",
    "mnk(5x3,k=5,gravity)",
    "mnk(4x3,k=2,gravity)",
    "square(4x4)",
    "square(3x5)",
    "square(5x3)",
    "square(4x4,n=3)",
]

AT_RANDOM = [
    ("connect4(5x4)", 9),
    ("connect4(4x5)", 10),
    ("connect4(5x5)", 9),
    ("connect4(6x5)", 9),
    ("connect4(7x6)", 8),
    ("connect4(8x7)", 8),
    ("connect4(9x6)", 8),
    ("connect4(4x15)", 9),
    ("connect5(7x5)", 8),
    ("mnk(3x20,k=4,gravity)", 9),
    ("mnk(6x5,k=3,gravity)", 11),
    ("square(5x5)", 9),
    ("square(6x4)", 9),
    ("square(8x7)", 8),
    ("square(6x6,n=3)", 8),
]


def column_bits(rules: Game, stones: np.ndarray) -> np.ndarray:
    """Bits of cells row by row as bits column by column."""
    bits = np.zeros_like(stones)
    for cell in range(rules.cells):
        x, y = rules.xy(cell)
        bits |= (stones >> np.uint64(cell) & 1) << np.uint64(x * (rules.height + 1) + y)
    return bits


@pytest.mark.parametrize("name", EVERYWHERE)
def test_every_position_of_a_small_board(name: str) -> None:
    rules = game(name)
    values = every_position(rules)
    stones = np.array(list(values), dtype=np.uint64)
    bits = column_bits(rules, stones)
    is_for_o = np.bitwise_count(stones[:, :1] | stones[:, 1:]) % 2 == 1
    positions = np.where(is_for_o, bits[:, ::-1], bits)
    results = np.zeros((len(values), 2), dtype=np.int64)
    memory = Memory(rules, Table(rules, 1 << 16))
    solving.solve_many(positions, results, *memory.arrays)
    assert results[:, 0].tolist() == list(values.values())


@pytest.mark.parametrize(("name", "empties"), AT_RANDOM)
def test_positions_near_the_end_of_larger_boards(name: str, empties: int) -> None:
    rules = game(name)
    chance = random.Random(name)
    solver = Solver(rules, table_mb=1)
    for _ in range(12):
        board = random_board(rules, rules.cells - empties, chance)
        expected = negamax_points(board.copy())
        assert solver.solve(board, best_moves=False, line=False).points == expected, board
