"""Baselines: the networks learn as they should, and the page says what was measured."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest

from inarow.apps.cli.main import main
from inarow.lab.experiments.baselines import Examples, SmallNetwork, softmax
from inarow.rules.catalogue import game
from inarow.search.exact.labelling import FULL
from inarow.search.exact.positions import board_of_bits

CONNECT4 = game("connect4")


def entropy(network: SmallNetwork, inputs: np.ndarray, *rest: np.ndarray) -> float:
    """The mean cross entropy, written out once more."""
    legal, moves, results = rest
    logits = network.layers(inputs)[-1].astype(np.float64)
    width = legal.shape[1]
    shares = softmax(np.where(legal, logits[:, :width], -np.inf))
    wanted = moves > 0
    return float(
        -(moves[wanted] * np.log(shares[wanted])).sum() / len(inputs)
        - (results * np.log(softmax(logits[:, width:]))).sum() / len(inputs)
    )


def batch(chance: np.random.Generator, count: int = 12) -> tuple[np.ndarray, ...]:
    legal = chance.random((count, 4)) < 0.7
    legal[:, 0] = True
    moves = legal * chance.random((count, 4))
    return (
        chance.normal(size=(count, 6)),
        legal,
        moves / moves.sum(axis=1, keepdims=True),
        np.eye(3)[chance.integers(0, 3, count)],
    )


@pytest.mark.parametrize("hidden", [(), (5,), (5, 4)])
def test_the_slopes_are_those_of_the_cross_entropy(hidden: tuple[int, ...]) -> None:
    chance = np.random.default_rng(3)
    network = SmallNetwork((6, *hidden, 7), chance)
    network.weights = [each.astype(np.float64) for each in network.weights]
    examples = batch(chance)
    slopes = network.slopes(*examples)
    for weights, slope in zip(network.weights, slopes, strict=True):
        for place in np.ndindex(weights.shape):
            kept, step = weights[place], 1e-6
            weights[place] = kept + step
            above = entropy(network, *examples)
            weights[place] = kept - step
            below = entropy(network, *examples)
            weights[place] = kept
            assert slope[place] == pytest.approx((above - below) / (2 * step), abs=1e-5)


def test_a_network_can_learn_a_batch_by_heart() -> None:
    chance = np.random.default_rng(5)
    network = SmallNetwork((6, 64, 7), chance)
    inputs, legal, moves, results = batch(chance)
    moves = np.eye(4)[moves.argmax(axis=1)]
    for _ in range(2000):
        network.learn(inputs, legal, moves, results)
    assert entropy(network, inputs, legal, moves, results) < 0.05


def test_a_network_sees_the_stones() -> None:
    rows = np.array([[0b1, 0b10], [1 << 14 | 1 << 7, 1 << 8 | 1 << 15]], dtype=np.uint64)
    planes = Examples(CONNECT4, rows, np.zeros((2, 7), dtype=np.int8)).planes
    for row, seen in zip(rows.tolist(), planes, strict=True):
        board = board_of_bits(CONNECT4, *row)
        for side, plane in zip((board.turn, board.turn.other), seen, strict=True):
            stones = {CONNECT4.cell(x, y) for x, y in np.argwhere(plane).tolist()}
            assert sum(1 << cell for cell in stones) == board.stones(side)


def test_the_page_says_what_chance_and_a_search_reach(tmp_path: Path) -> None:
    made = ["lab", "dataset", "--positions", "600", "--plies", "30-41", "--jobs", "1"]
    assert main([*made, "--check", "0", "--output", str(tmp_path / "set")]) == 0
    learnt = ["lab", "baselines", "--dataset", str(tmp_path / "set"), "--size", "0.1"]
    places = ["--data", str(tmp_path / "data"), "--output", str(tmp_path)]
    assert main([*learnt, *places]) == 0
    page = (tmp_path / "baselines.md").read_text()
    rows = pyarrow.parquet.read_table(tmp_path / "set" / "test.parquet").to_pylist()
    shares = []
    for row in rows:
        scores = [row[f"score_{x}"] for x in range(1, 8) if row[f"score_{x}"] is not None]
        shares.append(scores.count(max(scores)) / len(scores))
    chance = sum(shares) / len(shares)
    assert re.search(rf"\| any legal move \| [\d.]+% \| {chance:.1%} \|", page)
    # So near the end, a search of six plies is nearly always right.
    searched = re.search(r"\| discount \|  \| ([\d.]+)% \|", page)
    assert searched is not None and float(searched[1]) > 90
    assert f"{len(rows)} test" in page
    assert (tmp_path / "baselines.svg").exists()


def test_full_columns_are_no_moves() -> None:
    scores = np.full((1, 7), FULL, dtype=np.int8)
    scores[0, 2] = -3
    examples = Examples(CONNECT4, np.zeros((1, 2), dtype=np.uint64), scores)
    assert examples.legal.tolist() == [[False, False, True, False, False, False, False]]
    assert examples.keeping.tolist() == examples.legal.tolist()
    assert examples.results.tolist() == [0]
