"""How long people think: fitting the numbers of :mod:`inarow.players.people.pace`, and a table."""

from __future__ import annotations

import numpy as np

from inarow.kernels.compiling import Array
from inarow.kernels.people import features as columns
from inarow.lab.experiments.experiment import Page
from inarow.lab.people.moves import GAME, Moves
from inarow.lab.people.scoring import Held
from inarow.lab.people.training import Described
from inarow.players.people.pace import Pace, seen_in

#: Nobody has thought for less than this; such times are the recording's.
_LEAST_SECONDS = 0.1

#: Fewer positions than this say nothing about a median.
_LEAST_POSITIONS = 30


def seen(described: Described, learned: Held) -> Array:
    """What each row's time depends on: axes row, number."""
    first = described.features[described.starts[:-1]].astype(np.float64)
    likely = np.maximum(learned.likely, 1e-12)
    uncertain = -(learned.likely * np.log(likely)).sum(axis=1)
    kept = first[:, [columns.PIECES, columns.CAN_WIN, columns.MUST_BLOCK]].tolist()
    rows = [
        seen_in(nats, pieces, GAME.cells, can_win, must_block)
        for nats, (pieces, can_win, must_block) in zip(uncertain.tolist(), kept, strict=True)
    ]
    return np.array(rows)


def log_seconds(moves: Moves) -> Array:
    """The logarithm of each row's seconds."""
    seconds = np.array([row.ms for row in moves.rows]) / 1000
    return np.asarray(np.log(np.maximum(seconds, _LEAST_SECONDS)))


def _means(values: Array, person: Array, people: int) -> Array:
    """Everybody's mean, by person; 0 for those without rows."""
    count = np.maximum(np.bincount(person, minlength=people), 1)
    sums = [np.bincount(person, column, people) for column in np.atleast_2d(values.T)]
    return np.asarray(np.stack(sums, axis=1) / count[:, None])


def fit_pace(seen: Array, logs: Array, person: Array) -> Pace:
    """The pace that suits rows best, when everybody may be slow or quick by a constant."""
    people = int(person.max()) + 1
    seen_mean, log_mean = _means(seen, person, people), _means(logs, person, people)[:, 0]
    apart = seen - seen_mean[person]
    numbers = np.linalg.lstsq(apart, logs - log_mean[person], rcond=None)[0]
    rest = logs - log_mean[person] - apart @ numbers
    present = np.unique(person)
    always = (log_mean - seen_mean @ numbers)[present].mean()
    uncertain, filled, squared, win, block = numbers.tolist()
    return Pace(float(always), uncertain, filled, squared, win, block, float(rest.std()))


def explained(seen: Array, logs: Array, moves: Moves) -> float:
    """The share of the variance of people's times about their own means that the pace explains.

    Each fold's times are predicted from the others.
    """
    person, people = moves.person_numbers, len(moves.people)
    rest, total = 0.0, 0.0
    for fold in np.unique(moves.folds):
        test = moves.folds == fold
        known = person[~test]
        pace = fit_pace(seen[~test], logs[~test], known)
        predicted = np.array([pace.expected(row) for row in seen.tolist()])
        own = _means(logs[~test], known, people)[person[test], 0]
        offset = _means((logs - predicted)[~test], known, people)[person[test], 0]
        rest += float(((logs[test] - predicted[test] - offset) ** 2).sum())
        total += float(((logs[test] - own) ** 2).sum())
    return 1 - rest / total if total else 0.0


def say_times(page: Page, moves: Moves, described: Described, learned: Held) -> None:
    """Add what people's times depend on to a page."""
    what, logs = seen(described, learned), log_seconds(moves)
    pace = fit_pace(what, logs, moves.person_numbers)
    predicted = np.array([pace.expected(row) for row in what.tolist()])
    page.head("How long people think")
    page.say(
        "Median seconds of the people, and what the pace fitted to these moves says for the same "
        "positions (`players/people/pace.py`; everybody's own tempo taken out, which varies by a "
        f"factor of {np.exp(_tempo_spread(logs - predicted, moves)):.1f}). It explains "
        f"{explained(what, logs, moves):.0%} of the variance of a person's times about the "
        "person's mean, folds held out; the rest is chance. Moves are close where the learned "
        "model is uncertain, in nats."
    )  # fmt: skip
    uncertain, filled, _, win, block = what.T
    pieces = np.round(filled * GAME.cells)
    quiet = (win == 0) & (block == 0)
    kinds = {
        "a win to take": win > 0,
        "a win to block": block > 0,
        **{
            f"neither, {low} to {high} nats": quiet & (uncertain >= low) & (uncertain < high)
            for low, high in ((0, 1), (1, 2), (2, 3), (3, 4))
        },
        **{
            f"{low} to {high} pieces": (pieces >= low) & (pieces <= high)
            for low, high in ((0, 3), (4, 11), (12, 23), (24, 35))
        },
    }
    tempo = _tempo(logs - predicted, moves)
    rows = [
        [name, int(which.sum()), f"{np.exp(np.median((logs - tempo)[which])):.1f}",
         f"{np.exp(np.median(predicted[which])):.1f}"]
        for name, which in kinds.items() if which.sum() >= _LEAST_POSITIONS
    ]  # fmt: skip
    page.table(["position", "moves", "people, s", "pace, s"], rows)


def _tempo(rest: Array, moves: Moves) -> Array:
    """How much slower than the pace each row's person is."""
    return np.asarray(
        _means(rest, moves.person_numbers, len(moves.people))[moves.person_numbers, 0]
    )


def _tempo_spread(rest: Array, moves: Moves) -> float:
    return float(_means(rest, moves.person_numbers, len(moves.people)).std())
