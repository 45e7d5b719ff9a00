"""Fitting the cognitive model: one mind for all, which changes with the strength of the person.

How strong people are is guessed from how good their moves are by a look of four moves,
standardised. The likelihood of a move is how often it is chosen when its position is thought about
a few times, with the same random numbers for all minds that are compared. An evolution strategy,
with its own variance for each number, maximises the likelihood. Optionally a mind must also miss
wins, blocks and threats as often as the people do. The same seed gives the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields

import numpy as np

from inarow.kernels.compiling import Array
from inarow.kernels.people.records import KINDS
from inarow.kernels.people.thinking import think_often
from inarow.lab.experiments.experiment import Tell
from inarow.lab.people.aims import Aim, aims_of
from inarow.lab.people.moves import GAME, Moves
from inarow.lab.people.scoring import legal_cells
from inarow.lab.people.training import Described
from inarow.players.people.mind import STRENGTHS, FittedMind, Mind
from inarow.players.people.seeing import people_board, people_game

#: How often a position is thought about, and how often a move is chosen after each thought.
_THOUGHTS, _CHOICES = 24, 8

#: The share of moves that may be anything, so that none is impossible after few thoughts.
_GUESSED = 0.05

#: While fitting nobody thinks about more positions than this, which bounds the time it takes.
_MOST_POSITIONS = 200

#: How far numbers are varied at first; slopes by strength half as far.
_STEPS = {
    "positions": 0.4, "stop": 0.4, "prune": 0.4, "overlook_across": 0.3, "overlook_up": 0.3,
    "overlook_diagonal": 0.3, "overlook_full": 0.5, "overlook_one": 0.5, "overlook_slant": 0.3,
    "crowding": 0.5,
    "lapse": 0.4,
    "waiting": 0.1, "waver": 0.5, "alert": 0.0, "recall_other": 0.2, "recall_own": 0.2,
    "full": 1.0, "lacks_one": 0.5, "lacks_two": 0.2, "lacks_two_apart": 0.2,
    "lacks_three": 0.1, "nearness": 0.2,
}  # fmt: skip

#: The numbers that change with strength.
_BY_STRENGTH = (
    "positions", "stop", "prune", "overlook_across", "overlook_up", "overlook_diagonal",
    "overlook_full", "overlook_one", "lapse", "waiting", "waver", "lacks_one", "lacks_two",
    "recall_other", "recall_own", "nearness",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FitRecipe:
    """How long to look for the best numbers, and on how many moves."""

    generations: int = 30
    #: How many moves are drawn in each generation.
    rows: int = 500
    children: int = 14
    #: How far numbers are varied at first, as a share of what is usual.
    step: float = 1.0
    #: How many nats it costs to be off by a standard error in what is missed, squared and averaged.
    misses: float = 0.0
    seed: int = 1
    jobs: int = 1


@dataclass(frozen=True)
class _Drawn:
    """What the minds of a generation are asked about."""

    rows: Array
    #: What is to be missed as often as people do, each with rows of its own.
    aims: tuple[tuple[Aim, Array], ...]
    seed: int


def fit(
    moves: Moves, described: Described, start: FittedMind, recipe: FitRecipe, tell: Tell
) -> FittedMind:
    """The mind under which the moves are likeliest, from a mind to start with."""
    strengths = strengths_of(moves, described.skill)
    shares = described.weight / described.weight.sum()
    names = [one.name for one in fields(Mind)]
    slopes = np.array([name in _BY_STRENGTH for name in names])
    steps = np.array([_STEPS[name] for name in names])
    size = len(names)
    middle, slope = np.array(start.middle), np.array(start.slope)

    def mind_at(point: Array) -> FittedMind:
        slope_now = slope.copy()
        slope_now[slopes] += point[size:] * steps[slopes] / 2
        return FittedMind(tuple(middle + point[:size] * steps), tuple(slope_now))

    aims = aims_of(moves, described) if recipe.misses else []
    played = moves.played
    guess = _GUESSED / legal_cells(moves).sum(axis=1)

    def draw(random: np.random.Generator) -> _Drawn:
        rows = random.choice(len(shares), recipe.rows, p=shares)
        chosen = tuple((aim, aim.draw(random)) for aim in aims)
        return _Drawn(rows, chosen, int(random.integers(1 << 32)))

    with ThreadPoolExecutor(recipe.jobs) as pool:

        def cost(point: Array, drawn: _Drawn) -> float:
            mind = mind_at(point)
            asked = np.unique(np.concatenate([drawn.rows, *(rows for _, rows in drawn.aims)]))
            parts = pool.map(
                lambda part: _likely(moves, strengths, mind, part, drawn.seed),
                np.array_split(asked, recipe.jobs),
            )
            likely = np.concatenate(list(parts))
            at = np.searchsorted(asked, drawn.rows)
            seen = (1 - _GUESSED) * likely[at, played[drawn.rows]] + guess[drawn.rows]
            nats = -float(np.log(seen).mean())
            off = [aim.off(rows, likely[np.searchsorted(asked, rows)]) for aim, rows in drawn.aims]
            return nats + recipe.misses * float(np.mean(off)) if off else nats

        best = _evolve(cost, size + int(slopes.sum()), draw, recipe, tell)
    return mind_at(best)


def strengths_of(moves: Moves, skill: Array) -> Array:
    """Everybody's mean skill, standardised over people and cut off where nobody is."""
    total = np.bincount(moves.person_numbers, skill)
    mean = total / np.bincount(moves.person_numbers)
    strengths: Array = np.clip((mean - mean.mean()) / max(mean.std(), 1e-9), *STRENGTHS)
    return strengths


def _likely(moves: Moves, strengths: Array, fitted: FittedMind, which: Array, seed: int) -> Array:
    """How likely a mind is to play on each cell in some rows: axes row, cell."""
    overlooked = np.zeros((len(GAME.groups), KINDS), dtype=np.uint8)
    counts = np.zeros(GAME.cells, dtype=np.int64)
    record = fitted.at(0.0).record(seed)
    likely = np.zeros((len(which), GAME.cells))
    for place, number in enumerate(which.tolist()):
        row = moves.rows[number]
        mind = fitted.at(float(strengths[moves.person_numbers[number]]))
        mind.put(record)
        record.random, record.last[:] = seed + number, row.memory[:2]
        record.expansions = min(record.expansions, _MOST_POSITIONS)
        board = people_board(GAME, row.x_stones, row.o_stones)
        think_often(
            people_game(GAME), board, record, row.side, mind.weights(), overlooked, _THOUGHTS,
            _CHOICES, counts,
        )  # fmt: skip
        likely[place] = counts / (_THOUGHTS * _CHOICES)
    return likely


def _evolve(
    cost: Callable[[Array, _Drawn], float],
    size: int,
    draw: Callable[[np.random.Generator], _Drawn],
    recipe: FitRecipe,
    tell: Tell,
) -> Array:
    """A separable covariance matrix adaptation (R. Ros and N. Hansen, 2008), towards less cost."""
    random = np.random.default_rng(recipe.seed)
    parents = recipe.children // 2
    shares = np.log(parents + 0.5) - np.log(np.arange(1, parents + 1))
    shares /= shares.sum()
    mass = 1 / float((shares**2).sum())
    rate_step = (mass + 2) / (size + mass + 5)
    rate_path = 4 / (size + 4)
    rate_one = 2 / ((size + 1.3) ** 2 + mass) * (size + 2) / 3
    rate_many = min(
        1 - rate_one, 2 * (mass - 2 + 1 / mass) / ((size + 2) ** 2 + mass) * (size + 2) / 3
    )
    mean, variance = np.zeros(size), np.ones(size)
    path_step, path = np.zeros(size), np.zeros(size)
    step, late = recipe.step, []
    for generation in range(1, recipe.generations + 1):
        drawn = draw(random)
        varied = random.standard_normal((recipe.children, size)) * np.sqrt(variance)
        found = np.array([cost(mean + step * one, drawn) for one in varied])
        best = varied[np.argsort(found)[:parents]]
        move = shares @ best
        mean = mean + step * move
        path_step = (1 - rate_step) * path_step + np.sqrt(
            rate_step * (2 - rate_step) * mass
        ) * move / np.sqrt(variance)
        path = (1 - rate_path) * path + np.sqrt(rate_path * (2 - rate_path) * mass) * move
        variance = (
            (1 - rate_one - rate_many) * variance
            + rate_one * path**2
            + rate_many * (shares @ best**2)
        )
        length = float(np.linalg.norm(path_step)) / np.sqrt(size)
        step *= float(np.exp(rate_step / (1 + rate_step) * (length - 1)))
        # The last third averaged: the likelihood is noisy.
        if generation > recipe.generations * 2 // 3:
            late.append(mean)
        tell(f"generation {generation} of {recipe.generations}: {np.sort(found)[0]:.3f} nats at"
             f" best, {found.mean():.3f} on average, step {step:.2f}")  # fmt: skip
    settled: Array = np.mean(late, axis=0)
    return settled
