"""The solver against an independent one from the package index, on the standard board."""

from __future__ import annotations

import random

import bitbully
import numpy as np
import pytest

from inarow.kernels.exact import solving
from inarow.rules.catalogue import game
from inarow.search.exact.memory import Memory, Table
from inarow.search.exact.positions import bits_of_board
from inarow.search.exact.sampling import random_board
from inarow.search.exact.solver import Solver

RULES = game("connect4")


@pytest.mark.slow
def test_twenty_thousand_random_positions() -> None:
    chance = random.Random(20_000)
    boards = [random_board(RULES, chance.randint(18, 38), chance) for _ in range(20_000)]
    positions = np.array([bits_of_board(board) for board in boards], dtype=np.uint64)
    results = np.zeros((len(boards), 2), dtype=np.int64)
    memory = Memory(RULES, Table(RULES, 1 << 20))
    solving.solve_many(positions, results, *memory.arrays)
    other = bitbully.BitBully(opening_book=None)
    expected = [other.mtdf(bitbully.Board(list(board.moves))) for board in boards]
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
