"""An evaluation fitted to the positions that the search really judges."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctrl_c import interrupted
from inarow.apps.cli.commands import lab_rig
from inarow.apps.cli.main import main
from inarow.kernels.compiling import Array
from inarow.kernels.gomoku.evaluation import evaluate
from inarow.kernels.gomoku.geometry import new_geometry
from inarow.kernels.gomoku.patterns import MULTISETS, multiset_from_counts
from inarow.kernels.gomoku.search import PROVED, new_search
from inarow.kernels.gomoku.state import new_state, place, take_back
from inarow.kernels.gomoku.weights import evaluation_weights
from inarow.kernels.gomoku.worths import to_mover, to_waiter
from inarow.kernels.log import CELL, LEVEL
from inarow.lab.rig.fitting import _Model, _positions, fit, multisets_of
from inarow.lab.rig.leaves import (
    Leaves,
    Sampling,
    leaf_paths,
    leaves_of_game,
    logged_paths,
    mover_view,
    sample,
)
from inarow.rules.board import Board
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.limit import Limit


def test_multisets_are_numbered_as_itertools_does() -> None:
    every = list(combinations_with_replacement(range(13), 4))
    assert len(every) == MULTISETS
    for number, patterns in enumerate(every):
        count = np.bincount(patterns, minlength=16).astype(np.int64)
        assert multiset_from_counts(count) == number


@settings(max_examples=20, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 60))
def test_the_multisets_of_many_boards_give_the_engines_evaluation(
    chance: random.Random, stones: int
) -> None:
    geometry, patterns = new_geometry(15, 15, 5, False)
    state = new_state(geometry, patterns)
    board = np.zeros((1, 225), dtype=np.uint8)
    for number, cell in enumerate(chance.sample(range(225), stones)):
        place(state, geometry, patterns, cell, number % 2)
        board[0, cell] = 1 + number % 2
    mover, waiter = multisets_of(board)[0]
    weights = evaluation_weights()
    table = np.concatenate((weights.multisets, [[0, 0]])).astype(np.int64)
    total = int(table[mover, 0].sum() - table[waiter, 1].sum() - geometry["surplus"]) + 48
    classes = [*geometry["classes"].tolist(), 0]
    units = weights.stage_weights[min(stones // 4, 15)].astype(int)
    units = units + (min(max(total, -25600), 25600) * weights.sum_weights.astype(int) >> 12)
    for owner, multisets in enumerate((mover, waiter)):
        kinds = Counter(classes[multiset] for multiset in multisets.tolist())
        for kind in range(1, 13):
            units = units + weights.count_weights[owner * 12 + kind - 1, min(kinds[kind], 8)]
    output = weights.output_weights.astype(int)
    total += int(np.clip(units, 0, 4096) @ output[:-1] >> 6) + int(output[-1])
    assert evaluate(state, geometry, new_search(), 0) == total // 16


@settings(max_examples=20, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(2, 60))
def test_counts_of_classes_are_kept_move_by_move(chance: random.Random, stones: int) -> None:
    """As if counted anew from the patterns of every empty cell, after moves and undone ones."""
    geometry, patterns = new_geometry(15, 15, 5, False)
    state = new_state(geometry, patterns)
    cells = chance.sample(range(225), stones)
    for number, cell in enumerate(cells):
        place(state, geometry, patterns, cell, number % 2)
    for _ in range(chance.randrange(stones)):
        take_back(state, geometry)
    empty = state["board"][:225] == 0
    for side in range(2):
        codes = (state["codes"][:225][empty] >> np.uint32(16 * side)) & 0xFFFF
        kinds = np.bincount(geometry["classes"][geometry["multisets"][codes]], minlength=16)
        assert kinds.tolist() == state["kinds"][side].tolist()


def test_an_evaluation_is_not_fitted_to_what_it_cannot_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new, leaves_file = str(tmp_path / "new.i2"), tmp_path / "leaves.npz"

    def told(*more: str) -> str:
        assert main(["lab", "evaluation", new, "--leaves", str(leaves_file), *more]) == 2
        return capsys.readouterr().err

    def leaves_of(width: int, count: int) -> Leaves:
        boards = np.zeros((count, width), np.uint8)
        return Leaves(boards, np.zeros(count, np.int16), np.zeros(count, np.int8))

    leaves_of(225, 15).save(leaves_file)
    assert "at least 16 positions" in told()
    assert "does not hold an evaluation" in told("--start", str(leaves_file))
    whole = leaves_file.read_bytes()
    # Nothing, half of it, and all of it with a byte of the packed boards changed.
    others = [b"", whole[:60], whole[:-60], whole[:60] + b"\xff" + whole[61:]]
    leaves_of(100, 20).save(leaves_file)
    others.append(leaves_file.read_bytes())
    unequal = leaves_of(225, 20)
    replace(unequal, values=unequal.values[:5]).save(leaves_file)
    others.append(leaves_file.read_bytes())
    for content in others:
        leaves_file.write_bytes(content)
        assert "does not contain positions" in told()


def test_what_cannot_be_written_or_read_is_told_before_any_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab_rig, "sample", None)
    new = str(tmp_path / "new.i2")
    for leaves_file, why in (
        (tmp_path / "nowhere" / "leaves.npz", "there is no such folder"),
        (tmp_path, "cannot read"),
    ):
        assert main(["lab", "evaluation", new, "--leaves", str(leaves_file)]) == 2
        assert why in capsys.readouterr().err


#: Nobody waits for these games.
_LONG_GAMES = """
import os
from inarow.lab.rig.leaves import Sampling, sample

if __name__ == "__main__":
    sampling = Sampling(nodes=2_000_000, judging_nodes=2_000_000)
    os.write(1, b"begun\\n")
    sample(sampling, 1_000_000, 2, print)
"""


def test_ctrl_c_ends_the_games_that_positions_are_taken_from() -> None:
    with interrupted(_LONG_GAMES) as printed:
        assert printed.readline() == "begun\n"
        # The games begin; whether they have by now changes nothing.
        time.sleep(3)


@pytest.fixture(scope="module")
def leaves() -> Leaves:
    sampling = Sampling(nodes=400, judging_nodes=200, leaves=3, seed=5)
    return Leaves.together([leaves_of_game(sampling, number) for number in range(14)])


def test_leaves_are_positions_of_the_mover_with_values_and_results(leaves: Leaves) -> None:
    assert len(leaves) > 100
    stones = (leaves.boards != 0).sum(axis=1)
    difference = (leaves.boards == 1).sum(axis=1) - (leaves.boards == 2).sum(axis=1).astype(int)
    assert set(np.unique(difference)) <= {0, -1}
    assert stones.min() >= 4
    assert np.abs(leaves.values).max() <= 30_000
    proved = np.abs(leaves.values.astype(int)) > PROVED
    assert 0 < proved.mean() < 0.9
    assert set(np.unique(leaves.results)) <= {-1, 0, 1}


def test_a_leaf_is_reached_by_legal_moves_from_the_root() -> None:
    board = Board("gomoku", "h8 i9 h9 h10 g8")
    logged = GomokuEngine(board.game, megabytes=1).analyse_logged(board, Limit(nodes=3000), 3000)
    paths = list(leaf_paths(logged.log))
    assert len(paths) > 200
    for path in paths:
        leaf = board.copy()
        for cell in path:
            leaf.push(cell)
        assert mover_view(leaf).astype(bool).sum() == board.ply + len(path)


def test_the_root_is_reached_by_no_moves() -> None:
    """Also after a line that was several moves deep, as when the search begins once more."""
    log = np.zeros((5, max(LEVEL, CELL) + 1))
    log[:, LEVEL] = [0, 1, 2, 0, 1]
    log[:, CELL] = [0, 7, 8, 0, 9]
    assert [path for _, path in logged_paths(log)] == [(), (7,), (7, 8), (), (9,)]


def test_a_seed_gives_the_same_leaves_with_any_number_of_processes() -> None:
    sampling = Sampling(nodes=100, judging_nodes=50, leaves=2, seed=5)
    one, two = (sample(sampling, 150, jobs, lambda _: None) for jobs in (1, 2))
    assert np.array_equal(one.boards, two.boards)
    assert np.array_equal(one.values, two.values)


def test_fitting_predicts_what_it_was_not_shown_better(leaves: Leaves) -> None:
    usual = evaluation_weights()
    start = usual._replace(multisets=np.zeros_like(usual.multisets))
    found = fit(leaves, start, new_network=True, epochs=20)
    assert found.least < found.after < found.before
    for fitted, began in zip(found.weights, usual, strict=True):
        assert fitted.shape == began.shape
        assert fitted.any()


def test_fitting_begins_with_the_engines_evaluation() -> None:
    """Before the first step the fitted numbers, made whole again, are those it began with."""
    usual = evaluation_weights()
    empty = multisets_of(np.zeros((1, 225), np.uint8))
    for fitted, began in zip(_Model(usual).weights(empty), usual, strict=True):
        assert fitted.tolist() == began.tolist()


def test_early_leaves_are_judged_twice_and_late_ones_thinned() -> None:

    def sampled(sampling: Sampling) -> tuple[Leaves, Array]:
        found = Leaves.together([leaves_of_game(sampling, number) for number in range(12)])
        return found, (found.boards != 0).sum(axis=1)

    sampling = Sampling(nodes=400, judging_nodes=60, leaves=1, seed=3)
    once, stones = sampled(sampling)
    late = stones > 44
    assert late.any()
    assert sampled(replace(sampling, late_share=0.0))[1].tolist() == stones[~late].tolist()
    twice, _ = sampled(replace(sampling, early_nodes=3000))
    proved = np.abs(once.values) > PROVED
    differing = twice.values != once.values
    assert np.array_equal(twice.boards, once.boards)
    assert differing[~late & ~proved].any()
    assert not differing[late | proved].any()


def test_the_gradients_are_those_of_the_loss(leaves: Leaves) -> None:
    """By moving numbers of each part a little, those with the largest gradients."""
    positions = _positions(leaves, 0.0)
    model = _Model(evaluation_weights())
    model.forget_network(np.random.default_rng(1))
    for part, gradient in zip(model.parts, model.gradients(positions, 0.0), strict=True):
        place = np.unravel_index(np.abs(gradient).argmax(), gradient.shape)
        step = 1e-3
        part[place] += step
        above = model.loss(positions)
        part[place] -= 2 * step
        below = model.loss(positions)
        part[place] += step
        assert gradient[place] == pytest.approx((above - below) / (2 * step), rel=0.02)
        assert gradient[place] != 0


@pytest.mark.parametrize("exact", [False, True])
def test_an_empty_board_of_any_size_is_worth_the_same(exact: bool) -> None:
    """To be on move is worth something; to have more empty cells is not."""
    totals = set()
    for size in (9, 15, 20):
        geometry, patterns = new_geometry(size, size, 5, exact)
        state = new_state(geometry, patterns)
        total = to_mover(state["sums"][0]) - to_waiter(state["sums"][1]) - geometry["surplus"]
        totals.add(int(total))
        assert exact or (geometry["surplus"] == 0) == (size == 15)
    assert len(totals) == 1


def test_leaves_survive_a_file(leaves: Leaves, tmp_path: Path) -> None:
    leaves.save(tmp_path / "leaves.npz")
    again = Leaves.load(tmp_path / "leaves.npz")
    assert np.array_equal(again.boards, leaves.boards)
    assert np.array_equal(again.values, leaves.values)
