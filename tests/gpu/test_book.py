"""The opening book: what it holds is right, complete and used."""

from __future__ import annotations

import random
from pathlib import Path

import bitbully
import numpy as np
import pytest

from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.search.exact.book import Book, BookError, build_book, layers_of, load_book, shipped_book
from inarow.search.exact.positions import PositionArrays
from inarow.search.exact.row_solver import CpuRowSolver
from inarow.search.exact.solver import Solver, shared_solver

CONNECT_FOUR = game("connect4")
SMALL = game("mnk(4x4,k=3,gravity)")


def opened() -> Book:
    book = shipped_book(CONNECT_FOUR)
    assert book is not None
    return book


def test_holds_every_position_that_the_next_two_moves_need_not_decide() -> None:
    book = opened()
    assert book.plies == (*range(9), 12)
    for ply, keys in enumerate(layers_of(CONNECT_FOUR, 8)):
        assert np.array_equal(book.layer(ply)[0], keys)


def test_class_counts_of_the_public_set_of_eight_plies() -> None:
    arrays = PositionArrays(CONNECT_FOUR)
    keys, scores = opened().layer(8)
    rows = arrays.of_keys(keys)
    quiet = ~arrays.is_threatened(rows) & ~arrays.can_win_now(rows)
    # After eight plies the first player is to move.
    points = scores[quiet]
    assert len(points) == 67_557
    assert [int(x.sum()) for x in (points > 0, points < 0, points == 0)] == [44_473, 16_635, 6_449]


def test_first_moves() -> None:
    points = [opened().points(Board("connect4", str(column))) for column in range(1, 8)]
    assert points == [2, 1, 0, -1, 0, 1, 2]
    assert opened().points(Board("connect4")) == 1


@pytest.mark.slow
def test_entries_against_bitbully() -> None:
    book, chance = opened(), random.Random(8)
    other = bitbully.BitBully(opening_book="12-ply-dist")
    for _ in range(300):
        board = Board("connect4")
        while board.ply < 8 and board.outcome() is None:
            board.push(chance.choice(list(board.legal_moves)))
        if board.outcome() is None:
            assert book.points(board) == other.mtdf(bitbully.Board(list(board.moves)))


@pytest.mark.slow
def test_looks_ahead_to_twelve_plies() -> None:
    book, chance = opened(), random.Random(12)
    other = bitbully.BitBully(opening_book="12-ply-dist")
    for _ in range(100):
        board = Board("connect4")
        plies = chance.randrange(9, 13)
        while board.ply < plies and board.outcome() is None:
            board.push(chance.choice(list(board.legal_moves)))
        if board.outcome() is None:
            assert book.points(board) == other.mtdf(bitbully.Board(list(board.moves)))


def test_solver_uses_it() -> None:
    board = Board("connect4", "1")
    solution = shared_solver(CONNECT_FOUR).solve_moves(board)
    assert solution.nodes == 0
    assert solution.points == 2
    other = bitbully.BitBully(opening_book="12-ply-dist")
    points = {move: bounds.lower for move, bounds in solution.moves.items()}
    assert points == other.score_all_moves(bitbully.Board(list(board.moves)))


def small_book(keep: list[int] | None = None) -> Book:
    return build_book(SMALL, 6, CpuRowSolver(SMALL).scores, keep)


def test_looks_ahead_between_layers(tmp_path: Path) -> None:
    small_book([0, 1, 2, 6]).save(tmp_path / "small.book")
    book = load_book(tmp_path / "small.book")
    assert book.plies == (0, 1, 2, 6)
    solver, chance = Solver(SMALL), random.Random(4)
    for _ in range(200):
        board = Board(SMALL)
        for _ in range(chance.randrange(8)):
            if board.outcome() is None:
                board.push(chance.choice(list(board.legal_moves)))
        if board.outcome() is None:
            expected = solver.solve(board, best_moves=False, line=False).points
            assert book.points(board) == (expected if board.ply <= 6 else None)


def test_other_games_have_none() -> None:
    assert shipped_book(SMALL) is None
    assert opened().points(Board(SMALL)) is None
    assert shipped_book(game("mnk(7x6,k=4,gravity)")) is opened()


def test_a_broken_file_is_refused(tmp_path: Path) -> None:
    small_book().save(tmp_path / "small.book")
    data = (tmp_path / "small.book").read_bytes()
    for broken in (b"", b"{}\n", data[:-20], data[:10]):
        (tmp_path / "broken.book").write_bytes(broken)
        with pytest.raises(BookError, match=r"broken\.book"):
            load_book(tmp_path / "broken.book")


def test_a_damaged_layer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    small_book().save(path)
    header, body = path.read_bytes().split(b"\n", 1)
    path.write_bytes(header + b"\n" + bytes(len(body)))
    damaged = load_book(path)
    with pytest.raises(BookError, match="damaged"):
        damaged.layer(damaged.plies[0])


def test_a_file_without_layers_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.book"
    for layers in ("{}", "[]"):
        path.write_text(
            f'{{"format": "inarow book 1", "game": "connect4(7x6)", "layers": {layers}}}\n'
        )
        with pytest.raises(BookError, match=r"empty\.book"):
            load_book(path)
