"""The rig: parameters tuned by games, and an evaluation fitted to what the search judges."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow.apps.cli.main import main
from inarow.kernels.compiling import Array
from inarow.kernels.gomoku.evaluation import evaluate
from inarow.kernels.gomoku.geometry import new_geometry
from inarow.kernels.gomoku.parameters import PARAMETERS, Parameter
from inarow.kernels.gomoku.patterns import MULTISETS, multiset_from_counts
from inarow.kernels.gomoku.search import PROVED, new_search
from inarow.kernels.gomoku.state import new_state, place, take_back
from inarow.kernels.gomoku.weights import evaluation_weights
from inarow.kernels.gomoku.worths import to_mover, to_waiter
from inarow.lab.experiments.experiment import LabError, Workspace
from inarow.lab.rig.fitting import _Model, _positions, fit, multisets_of
from inarow.lab.rig.leaves import Leaves, Sampling, leaf_paths, leaves_of_game, mover_view
from inarow.lab.rig.patch import Patch, page_of_ideas, try_patch
from inarow.lab.rig.spsa import Spsa
from inarow.lab.rig.tuning import Tuning, tune
from inarow.match.openings import Openings
from inarow.match.records import Ending, GameRecord, GameSpec
from inarow.match.sprt import Sprt
from inarow.match.store import Store
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.rules.side import Side
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.gomoku.parameters import ParameterError, parameters_from, with_defaults
from inarow.search.limit import Limit


def test_multisets_are_numbered_as_itertools_does() -> None:
    every = list(combinations_with_replacement(range(13), 4))
    assert len(every) == MULTISETS
    for number, patterns in enumerate(every):
        count = np.bincount(patterns, minlength=16).astype(np.int64)
        assert multiset_from_counts(count) == number


@settings(max_examples=20, deadline=None)
@given(st.randoms(use_true_random=False), st.booleans(), st.integers(0, 60))
def test_the_multisets_of_many_boards_give_the_engines_evaluation(
    chance: random.Random, exact: bool, stones: int
) -> None:
    geometry, patterns = new_geometry(15, 15, 5, exact)
    state = new_state(geometry, patterns)
    board = np.zeros((1, 225), dtype=np.uint8)
    for number, cell in enumerate(chance.sample(range(225), stones)):
        place(state, geometry, patterns, cell, number % 2)
        board[0, cell] = 1 + number % 2
    mover, waiter = multisets_of(board, 15, 5, exact)[0]
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


def test_parameters_have_defaults_within_their_bounds() -> None:
    assert len({parameter.name for parameter in PARAMETERS}) == len(PARAMETERS)
    for parameter in PARAMETERS:
        assert parameter.lowest <= parameter.default <= parameter.highest
        assert parameter.about


def test_parameters_are_read_by_name_and_checked() -> None:
    values = with_defaults(parameters_from("window=30+vcf_nodes=8"))
    assert values[0] == 30
    assert values[1] == 8
    for text in ("colour=3", "window=fast", "window=100000"):
        with pytest.raises(ParameterError):
            parameters_from(text)


def test_a_parameter_changes_the_search_and_a_default_does_not() -> None:
    board = Board("gomoku", "h8 i9 h9 h10 g8 i8 i10")
    limit = Limit(depth=7)

    def nodes(values: dict[str, int]) -> int:
        return GomokuEngine(board.game, megabytes=2, parameters=values).analyse(board, limit).nodes

    usual = nodes({})
    assert nodes({"window": PARAMETERS[0].default}) == usual
    assert nodes({"reduce_factor": 8}) != usual


def test_every_feature_that_can_be_switched_on_keeps_proofs_true() -> None:
    features = {
        "futile_depth": 4, "reduce_policy": 32, "reduce_cutoffs": 16, "order_continuation": 24,
        "scale_late": 128,
    }  # fmt: skip
    board = Board("gomoku", "h8 a1 i8 a3 j8 a5")
    engine = GomokuEngine(board.game, megabytes=2, parameters=features)
    assert str(engine.analyse(board, Limit(nodes=5000)).score) == "win in 2"
    quiet = Board("gomoku", "h8 i9 h9 h10 g8 i8 i10")
    assert engine.analyse(quiet, Limit(nodes=20_000)).best in quiet.legal_moves


# SPSA


def test_spsa_finds_the_top_of_a_hill() -> None:
    hill = [Parameter("x", 0, -100, 100, ""), Parameter("y", 50, -100, 100, "")]
    spsa = Spsa(hill, pairs=4000, seed=1, follow=0.05)

    def height(values: dict[str, int]) -> float:
        return -((values["x"] - 40) ** 2) - (values["y"] + 30) ** 2

    chance = random.Random(1)
    for pair in range(4000):
        first, second = spsa.settings(pair)
        better = height(first) - height(second)
        won = 1 if better + chance.gauss(0, 2000) > 0 else -1
        spsa.learn(pair, 2 * won)
    found = spsa.rounded()
    assert abs(found["x"] - 40) < 20
    assert abs(found["y"] + 30) < 20


def test_spsa_stays_within_bounds_and_repeats() -> None:
    narrow = [Parameter("x", 5, 4, 6, "")]
    one, other = Spsa(narrow, pairs=10, seed=3), Spsa(narrow, pairs=10, seed=3)
    for pair in range(10):
        assert one.settings(pair) == other.settings(pair)
        for values in one.settings(pair):
            assert 4 <= values["x"] <= 6
        one.learn(pair, 2)
        other.learn(pair, 2)
    assert one.values == other.values


class _Favouring:
    """Plays no game: who has the larger window wins."""

    def __init__(self, games: int | None = None) -> None:
        self.played = 0
        self._games = games

    def run(self, specs: Iterable[GameSpec]) -> Iterator[GameRecord]:
        for spec in specs:
            if self.played == self._games:
                raise KeyboardInterrupt
            self.played += 1
            windows = [
                int(one.player.partition("window=")[2].partition("+")[0].rstrip(")"))
                for one in (spec.x, spec.o)
            ]
            winner = Side.X if windows[0] > windows[1] else Side.O
            yield GameRecord(spec, spec.opening, winner, Ending.PLAYED_OUT)


def _tuning() -> Tuning:
    return Tuning(
        game("gomoku"), ("window", "vcf_nodes"), Limit(nodes=100), Openings(plies=3, repeat=True),
        pairs=60, batch=20, follow=0.1,
    )  # fmt: skip


def test_tuning_follows_the_winner_and_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    with Store(tmp_path / "whole.sqlite") as store:
        whole = tune(_tuning(), store, _Favouring())
    assert whole.rounded()["window"] > 30
    with Store(tmp_path / "parts.sqlite") as store:
        with pytest.raises(KeyboardInterrupt):
            tune(_tuning(), store, _Favouring(games=70))
        rest = _Favouring()
        assert tune(_tuning(), store, rest).values == whole.values
    assert rest.played == 2 * 60 - 70


def _patch(idea: str, seed: int = 0) -> Patch:
    return Patch(
        idea, "five(memory=1,tune=window=40)", "five(memory=1)", game("gomoku"),
        Openings(plies=3, repeat=True), [Limit(nodes=100), Limit(nodes=200)],
        Sprt.parse("0,60"), pairs=200, seed=seed,
    )  # fmt: skip


class _Always:
    """Plays no game: the first player, or the second, always wins."""

    def __init__(self, first: bool) -> None:
        self._first = first

    def run(self, specs: Iterable[GameSpec]) -> Iterator[GameRecord]:
        for spec in specs:
            patched_is_x = "window=40" in spec.x.player
            winner = Side.X if patched_is_x == self._first else Side.O
            yield GameRecord(spec, spec.opening, winner, Ending.PLAYED_OUT)


def test_an_idea_passes_only_if_it_wins_every_test(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "data", tmp_path, lambda _: None)
    assert try_patch(_patch("good"), workspace, lambda _: _Always(first=True))
    assert not try_patch(_patch("bad", seed=1), workspace, lambda _: _Always(first=False))
    text = page_of_ideas(workspace).write_at(tmp_path / "ideas.md").read_text()
    assert text.count("| good |") == 2
    assert text.count("| bad |") == 1, "a test that fails is the last"
    assert "inf" not in text


def test_the_commands_of_the_rig(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "tune", "--list"]) == 0
    assert "null_margin" in capsys.readouterr().out
    words = "lab tune window --games 4 --batch 1 --limit nodes=50 --plies 3 --options memory=1"
    assert main([*words.split(), "--store", str(tmp_path / "tune.sqlite")]) == 0
    assert "4 of 4 games: window=" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["lab", "patch", "five"])
    leaves_file = tmp_path / "leaves.npz"
    Leaves(np.zeros((64, 225), np.uint8), np.arange(64, dtype=np.int16), np.ones(64, np.int8)).save(
        leaves_file
    )
    table = tmp_path / "new.i2"
    words = f"lab evaluation {table} --leaves {leaves_file} --epochs 1"
    assert main(words.split()) == 0
    assert "Try it: five(evaluation=" in capsys.readouterr().out
    assert (
        player(f"five(memory=1,evaluation={table})")
        .choose(Board("gomoku", "h8"), Limit(nodes=200))
        .move
        in Board("gomoku", "h8").legal_moves
    )


def test_tuning_refuses_a_parameter_that_is_not_there() -> None:
    with pytest.raises(LabError, match="colour"):
        Tuning(game("gomoku"), ("colour",), Limit(nodes=1), Openings(), 1)


# The evaluation


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
    empty = multisets_of(np.zeros((1, 225), np.uint8), 15, 5, False)
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
    positions = _positions(leaves, 15, 5, False, 0.0)
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
