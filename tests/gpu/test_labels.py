"""Sampled positions and the scores of their moves, against trying everything out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.kernels.compiling import Array
from inarow.kernels.exact import solving
from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.rules.game import Game
from inarow.rules.symmetry import canonical_key
from inarow.search.exact.batch import Progress
from inarow.search.exact.book import Book, build_book
from inarow.search.exact.labelling import FULL, Labeller
from inarow.search.exact.positions import PositionArrays
from inarow.search.exact.row_solver import CpuRowSolver
from inarow.search.exact.sampling import Sampler, Source, balanced
from inarow.search.stopping import StoppedError, StopSignal
from solver.oracle import negamax_points

TINY = game("mnk(3x3,k=3,gravity)")
SMALL = game("mnk(4x4,k=3,gravity)")


def board_of_row(rules: Game, row: Array, ply: int) -> Board:
    """A row of stones as a board, by going through its cells."""
    stones = [0, 0]
    for side in range(2):
        for x in range(rules.width):
            for y in range(rules.height):
                if int(row[side]) >> (x * (rules.height + 1) + y) & 1:
                    stones[side] |= 1 << (y * rules.width + x)
    mover, other = stones
    first, second = (mover, other) if ply % 2 == 0 else (other, mover)
    return Board.from_stones(rules, first, second)


def scores_by_trying(board: Board) -> list[int]:
    """The score of each column, found without the solver."""
    scores = [FULL] * board.game.width
    for move in list(board.legal_moves):
        board.push_legal(move)
        scores[move] = -negamax_points(board)
        board.pop()
    return scores


@pytest.mark.parametrize("rules", [TINY, game("square(3x3)")], ids=str)
def test_every_move_of_every_position_has_its_score(rules: Game) -> None:
    sampler = Sampler(rules, range(rules.cells), 10**6, seed=1)
    labeller = Labeller(rules, CpuRowSolver(rules, jobs=2, table_mb=1))
    seen = 0
    for ply in range(rules.cells):
        rows = sampler.sample(ply).rows
        labels = labeller.label(rows, ply)
        for row, scores in zip(rows, labels.scores.tolist(), strict=True):
            assert scores == scores_by_trying(board_of_row(rules, row, ply))
        seen += len(rows)
    assert seen == sum(sampler.counts.values()) > 100


def test_a_book_and_the_solver_give_the_same_labels() -> None:
    solver = CpuRowSolver(SMALL, table_mb=1)
    book = Book(SMALL, {6: build_book(SMALL, 6, solver.scores).layer(6)})
    sampler = Sampler(SMALL, range(2, 9), 700, seed=3)
    with_book, without = Labeller(SMALL, solver, book), Labeller(SMALL, solver)
    searched = {}
    for ply in range(2, 9):
        rows = sampler.sample(ply).rows
        found, expected = with_book.label(rows, ply), without.label(rows, ply)
        assert np.array_equal(found.scores, expected.scores)
        searched[ply] = found.searched, expected.searched
    # Children after 3 to 6 plies are all in the book or looked ahead for; the others are not.
    assert all(searched[ply][0] == 0 < searched[ply][1] for ply in range(2, 6))
    assert all(searched[ply][0] == searched[ply][1] for ply in range(6, 9))


def test_stopped_work_is_not_returned() -> None:
    stop = StopSignal()
    stop.set()
    rows = Sampler(SMALL, [4], 50, seed=1).sample(4).rows
    with pytest.raises(StoppedError):
        Labeller(SMALL, CpuRowSolver(SMALL, table_mb=1)).label(rows, 4, stop)


@pytest.mark.parametrize("name", ["connect4", "square", "mnk(5x4,k=4,gravity)"])
def test_samples_are_different_positions_where_the_game_goes_on(name: str) -> None:
    rules = game(name)
    arrays, plies = PositionArrays(rules), [0, 3, 9, 14, rules.cells - 2]
    sampler = Sampler(rules, plies, 1000, seed=2, jobs=2)
    for ply in plies:
        sample = sampler.sample(ply)
        assert len(sample.rows) <= sampler.counts[ply]
        assert (rules.cells - arrays.empties(sample.rows) == ply).all()
        assert not arrays.won(sample.rows).any()
        keys = arrays.keys(sample.rows)
        assert len(np.unique(keys)) == len(keys)
        assert np.array_equal(arrays.of_keys(keys), sample.rows)
        again = Sampler(rules, plies, 1000, seed=2).sample(ply)
        assert np.array_equal(again.rows, sample.rows)
        other = Sampler(rules, plies, 1000, seed=4).sample(ply)
        assert ply == 0 or not np.array_equal(other.rows, sample.rows)


def test_boards_of_samples_are_no_mirror_images() -> None:
    """As the rules see it: pieces lie on each other, and no two are the same or mirrored."""
    rules = game("connect4")
    boards = [
        board_of_row(rules, row, 20) for row in Sampler(rules, [20], 300, seed=2).sample(20).rows
    ]
    assert {(board.outcome(), board.ply) for board in boards} == {(None, 20)}
    assert len({canonical_key(board) for board in boards}) == len(boards) == 300


def test_careful_games_leave_no_win_on_the_table() -> None:
    """Whoever could win at once would have: only the player to move may be able to."""
    rules = game("connect4")
    sample = Sampler(rules, [16], 4000, seed=2).sample(16)
    arrays = PositionArrays(rules)
    for source in (Source.RANDOM, Source.CAREFUL):
        assert (sample.sources == source).sum() == 2000
    # The other player has just moved, and would have stopped a single threat.
    wins = arrays.can_win_now(sample.rows)
    careful = sample.sources == Source.CAREFUL
    assert wins[careful].mean() < wins[~careful].mean() / 2


@given(
    st.dictionaries(st.integers(0, 50), st.none() | st.integers(0, 100), min_size=1),
    st.integers(0, 3000),
)
def test_balanced_takes_as_equally_as_can_be(sizes: dict[int, int | None], total: int) -> None:
    taken = balanced(sizes, total)
    assert taken.keys() == sizes.keys()
    enough = sum(float("inf") if size is None else size for size in sizes.values())
    assert sum(taken.values()) == min(total, enough)
    most = max(taken.values())
    for kind, count in taken.items():
        assert count >= most - 1 or count == sizes[kind]


def test_a_row_solver_gives_back_its_memory_when_a_search_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It would wait for ever for the memory that the failed search held."""
    rules = game("connect4(5x4)")
    rows = np.zeros((200, 2), dtype=np.uint64)
    solver = CpuRowSolver(rules, table_mb=1)
    solve_many = solving.solve_many
    calls = []

    def fail_first(*arguments: Any) -> None:
        calls.append(arguments)
        if len(calls) == 1:
            raise MemoryError("just once")
        solve_many(*arguments)

    monkeypatch.setattr(solving, "solve_many", fail_first)
    with pytest.raises(MemoryError, match="just once"):
        solver.scores(rows)
    assert (solver.scores(rows) == solver.scores(rows[:1])[0]).all()


def test_a_listener_that_raises_ends_the_work_of_a_row_solver() -> None:
    rows = np.zeros((64 * 50, 2), dtype=np.uint64)
    solver = CpuRowSolver(game("connect4(6x5)"), table_mb=1)

    def refuse(_: Progress) -> None:
        raise ValueError("heard enough")

    with pytest.raises(ValueError, match="heard enough"):
        solver.scores(rows, on_progress=refuse)
    assert all(memory.stop[0] for memory in solver._memories)
