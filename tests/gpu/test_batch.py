"""Batches and split positions, with the CPU's search in place of the GPU's."""

from __future__ import annotations

import random

import numpy as np
import pytest

from inarow.kernels.compiling import Array
from inarow.kernels.exact import solving
from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.search.exact.batch import Batch, Launch, Progress
from inarow.search.exact.memory import Memory, Table
from inarow.search.exact.positions import PositionArrays, bits_of_board
from inarow.search.exact.solver import Solver
from inarow.search.stopping import StopSignal

GAMES = [("connect4", 22), ("square(6x5)", 12), ("mnk(5x5,k=4,gravity)", 4)]


def on_cpu(name: str) -> Launch:
    memory = Memory(game(name), Table(game(name), 1 << 16))

    def launch(rows: Array, bounds: Array, budget: int) -> tuple[Array, int]:
        found = bounds.copy()
        before = int(memory.search["nodes"])
        for i, row in enumerate(rows):
            memory.search["stopped"] = 0
            memory.search["budget"] = memory.search["nodes"] + budget
            found[i] = solving.solve_within(
                row[0], row[1], int(bounds[i, 0]), int(bounds[i, 1]), *memory.arrays
            )
        return found, int(memory.search["nodes"]) - before

    return launch


def random_board(name: str, plies: int, chance: random.Random) -> Board:
    """A board after random moves on which the next two moves need not decide the game."""
    arrays = PositionArrays(game(name))
    while True:
        board = Board(game(name))
        while board.ply < plies and board.outcome() is None:
            board.push_legal(chance.choice(list(board.legal_moves)))
        row = np.array([bits_of_board(board)], dtype=np.uint64)
        if board.outcome() is None and arrays.are_open(row)[0]:
            return board


def tasks(name: str, plies: int, count: int) -> tuple[list[Board], Array, Array]:
    chance = random.Random(plies)
    boards = [random_board(name, plies, chance) for _ in range(count)]
    rows = np.array([bits_of_board(board) for board in boards], dtype=np.uint64)
    bounds = np.empty((count, 2), dtype=np.int32)
    bounds[:] = -game(name).cells, game(name).cells
    return boards, rows, bounds


@pytest.mark.parametrize(("name", "plies"), GAMES)
@pytest.mark.parametrize("budget", [3, 100])
def test_split_positions_have_the_solvers_scores(name: str, plies: int, budget: int) -> None:
    boards, rows, bounds = tasks(name, plies, 8)
    batch = Batch(PositionArrays(game(name)), rows, bounds, 10, on_cpu(name), budget)
    solver = Solver(game(name))
    expected = [solver.solve(board, best_moves=False, line=False).points for board in boards]
    assert batch.run().tolist() == [[points, points] for points in expected]


def test_stopped_batches_hold_what_is_proved() -> None:
    boards, rows, bounds = tasks("connect4", 22, 8)
    stop = StopSignal()
    told: list[Progress] = []

    def tell(progress: Progress) -> None:
        told.append(progress)
        if len(told) == 2:
            stop.set()

    batch = Batch(PositionArrays(game("connect4")), rows, bounds, 10, on_cpu("connect4"), 3)
    found = batch.run(stop, tell)
    assert len(told) == 2
    assert told[-1].solved < told[-1].total == 8
    solver = Solver(game("connect4"))
    for board, (lower, upper) in zip(boards, found, strict=True):
        assert lower <= (solver.solve(board, best_moves=False, line=False).points or 0) <= upper


@pytest.mark.parametrize(("name", "plies"), GAMES)
def test_arrays_agree_with_boards(name: str, plies: int) -> None:
    boards, rows, _ = tasks(name, plies, 30)
    arrays = PositionArrays(game(name))
    back = arrays.of_keys(arrays.keys(rows))
    assert np.array_equal(arrays.keys(back), arrays.keys(rows))
    # Boards one ply later, where the player to move may be able to win or be lost.
    boards = [_after(board, move) for board in boards for move in board.legal_moves]
    boards = [board for board in boards if board.outcome() is None]
    rows = np.array([bits_of_board(board) for board in boards], dtype=np.uint64)
    safe, wins = arrays.safe_moves(rows), arrays.can_win_now(rows)
    for i, board in enumerate(boards):
        assert bool(wins[i]) == _can_win(board)
        if not wins[i]:
            fine = [move for move in board.legal_moves if not _can_win(_after(board, move))]
            assert int(safe[i]).bit_count() == len(fine)


def _after(board: Board, move: int) -> Board:
    after = board.copy()
    after.push_legal(move)
    return after


def _can_win(board: Board) -> bool:
    moves = [] if board.outcome() else list(board.legal_moves)
    return any((end := _after(board, m).outcome()) and not end.is_draw for m in moves)
