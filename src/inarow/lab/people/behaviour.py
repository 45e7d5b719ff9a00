"""What people miss, and whether the models miss it as often: wins, blocks and double threats.

A model's share is how likely it holds a miss in just the positions that the people had, at the
strength that the other folds say each of them has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from inarow.kernels.compiling import Array
from inarow.kernels.people import features as columns
from inarow.kernels.people.records import ACROSS, DIAGONAL, UP
from inarow.lab.experiments.experiment import Page
from inarow.lab.people.moves import Moves
from inarow.lab.people.scoring import Held, legal_cells, measured, share_text
from inarow.lab.people.training import Described

#: A win that begins with two threats at once takes two moves.
_IN_TWO = 0.5

_DIRECTIONS = {ACROSS: "level", UP: "upright", DIAGONAL: "diagonal"}

#: Early and late in a game, by pieces on the board.
_PHASES = {"up to 11 pieces": (0, 11), "12 pieces and more": (12, 36)}

#: Fewer positions than this say nothing about a share.
_LEAST_POSITIONS = 30


@dataclass(frozen=True)
class Situation:
    """Positions in which something can be missed."""

    name: str
    #: Axes: row, cell. The moves that do not miss it; none in rows where it is not to be had.
    good: Array

    @property
    def rows(self) -> Array:
        """Where it can be missed."""
        return _in_any_cell(self.good)


def _in_any_cell(cells: Array) -> Array:
    return np.asarray(cells.any(axis=1))


def situations(moves: Moves, described: Described) -> Iterator[Situation]:
    """What can be missed: all of a kind, by the row's direction, and by how full the board is."""

    def column(number: int) -> Array:
        spread = np.zeros(legal.shape, dtype=np.float32)
        spread[legal] = described.features[:, number]
        return spread

    legal = legal_cells(moves)
    pieces = (~legal).sum(axis=1)
    wins, blocks = column(columns.WINS) > 0, column(columns.BLOCKS) > 0
    no_win = ~_in_any_cell(wins)
    quiet = no_win & ~_in_any_cell(blocks)
    doubles = column(columns.THREAT_WIN) == _IN_TWO
    no_double = quiet & ~_in_any_cell(doubles)
    feared = _in_any_cell(column(columns.OTHER_THREATENS) == _IN_TWO)
    stops = legal & (column(columns.ALLOWED_THREAT_WIN) == 0)
    everything = {
        "win in one": (wins, columns.OWN_GROUPS),
        "block in one": (blocks & no_win[:, None], columns.OTHER_GROUPS),
    }
    for name, (good, first) in everything.items():
        yield Situation(name, good)
        by_direction = [column(first + direction) > 0 for direction in _DIRECTIONS]
        for direction, word in _DIRECTIONS.items():
            # Only where there is no other way to do it.
            only = good & by_direction[direction]
            other = good & ~by_direction[direction]
            yield Situation(f"{name}, {word} row", only & ~_in_any_cell(other)[:, None])
        for phase, (least, most) in _PHASES.items():
            yield Situation(
                f"{name}, {phase}", good & ((pieces >= least) & (pieces <= most))[:, None]
            )
    yield Situation("double threat", doubles & quiet[:, None])
    yield Situation("stopping a double threat", stops & (no_double & feared)[:, None])


def say_misses(page: Page, moves: Moves, held: list[Held], described: Described, seed: int) -> None:
    """Add a table of what is missed to a page."""
    page.head("What is missed")
    page.say(
        "How often something is missed in all sets together, with 95% intervals for people, and "
        "how likely each model holds it in the same positions, each person at the strength that "
        "the other folds give. A star marks a share outside the people's interval. A row's "
        "direction counts where there is no other way to win or to block."
    )  # fmt: skip
    played = np.array([row.move for row in moves.rows])
    rows = []
    for one in situations(moves, described):
        if one.rows.sum() < _LEAST_POSITIONS:
            continue
        missed = ~one.good[np.arange(len(played)), played]
        people = measured(missed.astype(float), moves, one.rows, seed)
        shares = [
            1 - float((model.likely * one.good).sum(axis=1)[one.rows].mean()) for model in held
        ]
        marks = ["" if people.low <= share <= people.high else " *" for share in shares]
        rows.append([
            one.name, int(one.rows.sum()), share_text(people),
            *(f"{share:.1%}{mark}" for share, mark in zip(shares, marks, strict=True)),
        ])  # fmt: skip
    page.table(["missed", "positions", "people", *(model.name for model in held)], rows)
