"""What small models learn from a data set: the first numbers that a better model has to beat.

The models are written in NumPy, so that the page needs nothing that the data set does not need.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from inarow.kernels.compiling import Array
from inarow.lab.dataset import (
    SPLITS,
    Chunk,
    Dataset,
    DatasetSettings,
    open_dataset,
    split_numbers,
    together,
)
from inarow.lab.experiments.experiment import Page, Workspace
from inarow.lab.experiments.figures import dress, new_figure, style_of
from inarow.players.roster import player
from inarow.rules.catalogue import game as make_game
from inarow.rules.game import Game
from inarow.search.exact.labelling import FULL, Labeller
from inarow.search.exact.positions import PositionArrays, board_of_bits
from inarow.search.stopping import StopSignal, run_stoppable

NAME = "baselines"

#: What is learnt from unless --dataset says it: positions that a processor labels within minutes.
_POSITIONS = 200_000
_FIRST_PLY = 16
#: The hidden layers of each network.
_NETWORKS: dict[str, tuple[int, ...]] = {
    "linear": (),
    "one layer of 256": (256,),
    "two layers of 256": (256, 256),
}
#: Programs beside them, on some of the test positions.
_PLAYERS = ("minimax", "discount")
_PLAYED = 1000

_EPOCHS = 20
_BATCH = 256
_RATE = 1e-3
_DECAY = (0.9, 0.999)
_SEED = 1
_RESULTS = 3


@dataclass(frozen=True, slots=True)
class Examples:
    """Positions as a network sees them, and what it should say."""

    game: Game
    rows: Array
    scores: Array

    @property
    def planes(self) -> Array:
        """For each position 1 where a stone of the mover's lies, then of the other's, else 0."""
        game = self.game
        bits = np.arange(game.width)[:, None] * (game.height + 1) + np.arange(game.height)
        found: Array = self.rows[:, :, None, None] >> bits.astype(np.uint64) & np.uint64(1)
        return found.astype(np.float32)

    @property
    def legal(self) -> Array:
        """The columns that are not full."""
        found: Array = self.scores != FULL
        return found

    @property
    def keeping(self) -> Array:
        """The moves that keep the exact score."""
        found: Array = self.scores == self.scores.max(axis=1, keepdims=True)
        return found

    @property
    def results(self) -> Array:
        """0 lost, 1 drawn, 2 won for the player to move."""
        found: Array = np.sign(self.scores.max(axis=1)) + 1
        return found

    @property
    def plies(self) -> Array:
        """The number of stones on each board."""
        return self.game.cells - PositionArrays(self.game).empties(self.rows)


@dataclass(frozen=True, slots=True)
class ModelResult:
    """How good a model is on the test positions."""

    name: str
    #: The share of positions whose result it names; None if it only moves.
    results: float | None
    #: The share of positions in which its move keeps the exact score, and the result.
    scores_kept: float
    results_kept: float
    parameters: int = 0
    seconds: float = 0.0
    #: The first share for the positions of each ply.
    by_ply: tuple[tuple[int, float], ...] = ()


class SmallNetwork:
    """Fully connected layers with ReLU; says a logit for each column, then for each result."""

    def __init__(self, sizes: Sequence[int], chance: np.random.Generator) -> None:
        pairs = list(pairwise(sizes))
        self.weights: list[Array] = [
            chance.normal(0, np.sqrt(2 / before), (before, after)).astype(np.float32)
            for before, after in pairs
        ] + [np.zeros(after, dtype=np.float32) for _, after in pairs]
        self._moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self.weights]
        self._steps = 0

    @property
    def parameters(self) -> int:
        """How many numbers it learns."""
        return sum(each.size for each in self.weights)

    def layers(self, inputs: Array) -> list[Array]:
        """What goes into each layer, and in the end the logits."""
        depth = len(self.weights) // 2
        found = [inputs]
        for number in range(depth):
            found.append(found[-1] @ self.weights[number] + self.weights[depth + number])
            if number < depth - 1:
                np.maximum(found[-1], 0, out=found[-1])
        return found

    def learn(self, *batch: Array) -> None:
        """Take one step of Adam, see :meth:`slopes`."""
        self._step(self.slopes(*batch))

    def slopes(self, inputs: Array, legal: Array, moves: Array, results: Array) -> list[Array]:
        """How the cross entropy with shares of moves and of results grows with each weight."""
        layers = self.layers(inputs)
        width = legal.shape[1]
        gap = np.concatenate(
            [
                softmax(np.where(legal, layers[-1][:, :width], -np.inf)) - moves,
                softmax(layers[-1][:, width:]) - results,
            ],
            axis=1,
        ) / len(inputs)
        depth = len(self.weights) // 2
        slopes: list[Array] = [np.empty(0)] * (2 * depth)
        for number in reversed(range(depth)):
            slopes[number], slopes[depth + number] = layers[number].T @ gap, gap.sum(axis=0)
            gap = (gap @ self.weights[number].T) * (layers[number] > 0)
        return slopes

    def _step(self, slopes: Sequence[Array]) -> None:
        self._steps += 1
        first, second = (1 - decay**self._steps for decay in _DECAY)
        for weights, slope, (mean, square) in zip(self.weights, slopes, self._moments, strict=True):
            mean += (1 - _DECAY[0]) * (slope - mean)
            square += (1 - _DECAY[1]) * (slope**2 - square)
            weights -= _RATE * (mean / first) / (np.sqrt(square / second) + 1e-8)


def softmax(logits: Array) -> Array:
    """Logits as shares of 1 in each row.

    >>> softmax(np.array([[0.0, 0.0, -np.inf]])).tolist()
    [[0.5, 0.5, 0.0]]
    """
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Array = powers / powers.sum(axis=1, keepdims=True)
    return shares


def run(workspace: Workspace) -> Page:
    """Train each network, measure all on the test positions, and write a page about them."""
    dataset = _dataset(workspace)
    parts = _splits(dataset)
    workspace.tell(", ".join(f"{len(one.rows):,} {split}" for split, one in parts.items()))
    found = [_by_chance(parts["train"], parts["test"])]
    for name, hidden in _NETWORKS.items():
        found.append(_trained(name, hidden, parts, workspace))
    for name in _PLAYERS:
        if player(name).refusal(dataset.settings.game) is None:
            found.append(_played(name, parts["test"], workspace.count(_PLAYED)))
    _figure(workspace, found)
    return _page(workspace, dataset, parts, found)


def _dataset(workspace: Workspace) -> Dataset:
    """The data set that was given, or one that is made as `inarow lab dataset` would."""
    if workspace.dataset is not None:
        return open_dataset(workspace.dataset)
    game = make_game("connect4")
    settings = DatasetSettings(
        game, workspace.count(_POSITIONS, least=1000), _FIRST_PLY, seed=_SEED
    )
    dataset = Dataset(workspace.data / f"{NAME}-{settings.positions}", settings)
    dataset.open()
    labeller = Labeller.on_cpu(game, workspace.jobs)
    stop = StopSignal()

    def work() -> None:
        dataset.make(labeller, "cpu", jobs=workspace.jobs, stop=stop, tell=workspace.tell)

    run_stoppable(work, stop)
    return dataset


def _splits(dataset: Dataset) -> dict[str, Examples]:
    game = dataset.settings.game
    whole: Chunk = together(dataset.chunks())
    numbers = split_numbers(game, whole.rows)
    return {
        split: Examples(game, whole.rows[numbers == number], whole.scores[numbers == number])
        for number, split in enumerate(SPLITS)
    }


def _by_chance(train: Examples, test: Examples) -> ModelResult:
    """A player that moves anywhere and always names the most frequent result."""
    frequent = np.bincount(train.results, minlength=_RESULTS).argmax()
    legal = test.legal.sum(axis=1)
    same = (np.sign(test.scores) + 1 == test.results[:, None]) & test.legal
    return ModelResult(
        "any legal move",
        float((test.results == frequent).mean()),
        float((test.keeping.sum(axis=1) / legal).mean()),
        float((same.sum(axis=1) / legal).mean()),
    )


def _trained(
    name: str, hidden: tuple[int, ...], parts: dict[str, Examples], workspace: Workspace
) -> ModelResult:
    """Train a network; the epoch that is best on the validation positions counts."""
    train, game = parts["train"], parts["train"].game
    chance = np.random.default_rng(_SEED)
    network = SmallNetwork((2 * game.cells, *hidden, game.width + _RESULTS), chance)
    started = time.process_time()
    best, kept = -1.0, network.weights
    for epoch in range(workspace.count(_EPOCHS)):
        for batch in _batches(train, chance):
            network.learn(*batch)
        reached = _tested(name, network, parts["validation"]).scores_kept
        workspace.tell(f"{name}, epoch {epoch + 1}: {reached:.1%} of the moves keep the score")
        if reached > best:
            best, kept = reached, [each.copy() for each in network.weights]
    network.weights = kept
    return _tested(name, network, parts["test"], time.process_time() - started)


def _batches(train: Examples, chance: np.random.Generator) -> Iterator[tuple[Array, ...]]:
    """All positions in random order, each mirrored or not: what a network learns from."""
    moves = (train.keeping / train.keeping.sum(axis=1, keepdims=True)).astype(np.float32)
    results = np.eye(_RESULTS, dtype=np.float32)[train.results]
    whole = (train.planes, train.legal, moves, results)
    order = chance.permutation(len(train.rows))
    for first in range(0, len(order), _BATCH):
        chosen = order[first : first + _BATCH]
        planes, legal, moves, results = (each[chosen] for each in whole)
        turned = chance.random(len(chosen)) < 0.5
        planes[turned] = planes[turned][:, :, ::-1]
        for each in (legal, moves):
            each[turned] = each[turned][:, ::-1]
        yield planes.reshape(len(chosen), -1), legal, moves, results


def _tested(name: str, network: SmallNetwork, test: Examples, seconds: float = 0.0) -> ModelResult:
    logits = network.layers(test.planes.reshape(len(test.rows), -1))[-1]
    width = test.game.width
    moves = np.where(test.legal, logits[:, :width], -np.inf).argmax(axis=1)
    named = float((logits[:, width:].argmax(axis=1) == test.results).mean())
    return _moving(name, test, moves, named, network.parameters, seconds)


def _played(name: str, test: Examples, count: int) -> ModelResult:
    """A program's moves on some of the test positions, evenly from all."""
    some = np.linspace(0, len(test.rows) - 1, min(count, len(test.rows))).astype(int)
    part = Examples(test.game, test.rows[some], test.scores[some])
    program = player(name, seed=_SEED)
    started = time.process_time()
    moves = [program.choose(board_of_bits(part.game, *row)).move for row in part.rows.tolist()]
    return _moving(name, part, np.array(moves), None, 0, time.process_time() - started)


def _moving(
    name: str, test: Examples, moves: Array, named: float | None, parameters: int, seconds: float
) -> ModelResult:
    """What the moves of a model are worth."""
    here = np.arange(len(moves))
    kept = test.keeping[here, moves]
    same = np.sign(test.scores[here, moves]) + 1 == test.results
    by_ply = tuple(
        (int(ply), float(kept[test.plies == ply].mean())) for ply in np.unique(test.plies)
    )
    return ModelResult(
        name, named, float(kept.mean()), float(same.mean()), parameters, seconds, by_ply
    )


def _figure(workspace: Workspace, found: Sequence[ModelResult]) -> None:
    with new_figure(workspace.pages, NAME, width=7.5, height=4.4) as (_, (axis,)):
        for number, one in enumerate(each for each in found if each.by_ply):
            plies, shares = zip(*one.by_ply, strict=True)
            axis.plot(plies, shares, label=one.name, **style_of(number))
        dress(axis, "Moves that keep the exact score", "pieces on the board", "share of positions")
        axis.legend(fontsize=8)


def _page(
    workspace: Workspace,
    dataset: Dataset,
    parts: dict[str, Examples],
    found: Sequence[ModelResult],
) -> Page:
    settings = dataset.settings
    page = Page(NAME, "Baselines: what small models learn from a data set")
    counted = ", ".join(f"{len(one.rows):,} {split}" for split, one in parts.items())
    page.say(
        f"Positions of {settings.game} with {settings.plies[0]} to {settings.plies[-1]} pieces, "
        f"seed {settings.seed}: {counted}. A model sees the stones of both sides and says which "
        "column to play and whether the position is won, drawn or lost. All numbers are of "
        "the test split."
    )
    page.table(
        ["model", "names the result", "its move keeps the exact score", "and the result",
         "parameters", "processor seconds"],
        [
            [one.name, "" if one.results is None else f"{one.results:.1%}",
             f"{one.scores_kept:.1%}", f"{one.results_kept:.1%}",
             f"{one.parameters:,}" if one.parameters else "", f"{one.seconds:.0f}"]
            for one in found
        ],
    )  # fmt: skip
    page.picture(NAME, "The share of positions in which a model's move keeps the exact score")
    page.say(
        "The networks are fully connected, with ReLU between the layers, and get"
        f" {workspace.count(_EPOCHS)} epochs of Adam (rate {_RATE:g}, batches of {_BATCH}, seed"
        f" {_SEED}); half of the rows are mirrored each time, the best moves of a position share"
        " its target evenly, and the epoch that is best on the validation split counts. `any legal"
        " move` moves evenly at random and always names the most frequent result."
        f" {' and '.join(_PLAYERS)} are documented players, which search, on"
        f" {workspace.count(_PLAYED):,} of the test positions."
    )
    page.say(_summary(found))
    return page


def _summary(found: Sequence[ModelResult]) -> str:
    networks = [one for one in found if one.parameters]
    best = max(networks, key=lambda one: one.scores_kept)
    return (
        f"The best of these networks, {best.name}, keeps the exact score in {best.scores_kept:.1%}"
        f" of the positions, against {found[0].scores_kept:.1%} by chance."
    )
