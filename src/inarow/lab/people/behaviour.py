"""What people miss: wins, blocks, open threes and double threats, by direction and by pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from inarow.kernels.compiling import Array
from inarow.kernels.people import features as columns
from inarow.kernels.people.records import ACROSS, DIAGONAL, UP
from inarow.lab.experiments.experiment import Page
from inarow.lab.people.moves import Moves
from inarow.lab.people.scoring import Held, Interval, legal_cells, measured, share_text
from inarow.lab.people.training import Described

#: A win that begins with two threats at once takes two moves.
_IN_TWO = 0.5

DIRECTIONS = {ACROSS: "level", UP: "upright", DIAGONAL: "diagonal"}

#: Parts of a game, by pieces on the board.
PHASES = {"0 to 7": (0, 7), "8 to 11": (8, 11), "12 to 17": (12, 17), "18 to 35": (18, 35)}

#: Fewer positions than this say nothing about a share.
_LEAST_POSITIONS = 30


@dataclass(frozen=True)
class Situation:
    """Positions in which something can be missed."""

    kind: str
    #: Axes: row, cell. The moves that do not miss it; none in rows where it is not to be had.
    good: Array
    #: Only in one direction, or only with so many pieces on the board; one of the names above.
    direction: str = ""
    phase: str = ""

    @property
    def name(self) -> str:
        """What to call it."""
        if self.direction:
            return f"{self.kind}, {self.direction}"
        return f"{self.kind}, {self.phase} pieces" if self.phase else self.kind

    @property
    def rows(self) -> Array:
        """Where it can be missed."""
        return _in_any_cell(self.good)

    @property
    def says_something(self) -> bool:
        """Whether there are enough positions."""
        return int(self.rows.sum()) >= _LEAST_POSITIONS


def _in_any_cell(cells: Array) -> Array:
    return np.asarray(cells.any(axis=1))


def situations(moves: Moves, described: Described) -> Iterator[Situation]:
    """What can be missed: all of a kind, by the row's direction, and by how full the board is."""

    def spread(values: Array) -> Array:
        cells = np.zeros(legal.shape, dtype=np.float32)
        cells[legal] = values
        return cells

    def column(number: int) -> Array:
        return spread(described.features[:, number])

    legal = legal_cells(moves)
    pieces = (~legal).sum(axis=1)
    wins, blocks = column(columns.WINS) > 0, column(columns.BLOCKS) > 0
    no_win = ~_in_any_cell(wins)
    quiet = (no_win & ~_in_any_cell(blocks))[:, None]
    doubles = (column(columns.THREAT_WIN) == _IN_TWO) & quiet
    threes = [spread(open_threes(described.features, way)) > 0 for way in DIRECTIONS]
    open_three = doubles & np.any(threes, axis=0)
    feared = _in_any_cell(column(columns.OTHER_THREATENS) == _IN_TWO)
    stops = legal & (column(columns.ALLOWED_THREAT_WIN) == 0)
    stops &= quiet & (~_in_any_cell(doubles) & feared)[:, None]
    by_direction = {
        "win in one": (wins, [column(columns.OWN_GROUPS + way) > 0 for way in DIRECTIONS]),
        "block in one": (
            blocks & no_win[:, None],
            [column(columns.OTHER_GROUPS + way) > 0 for way in DIRECTIONS],
        ),
        "open three": (open_three, threes),
    }
    for kind, (good, ways) in by_direction.items():
        yield Situation(kind, good)
        for way, word in DIRECTIONS.items():
            # Only where there is no other way to do it.
            others = _in_any_cell(good & ~ways[way])
            yield Situation(kind, good & ways[way] & ~others[:, None], direction=word)
        yield from _by_phase(kind, good, pieces)
    for kind, good in {"double threat": doubles, "stopping a double threat": stops}.items():
        yield Situation(kind, good)
        yield from _by_phase(kind, good, pieces)


def _by_phase(kind: str, good: Array, pieces: Array) -> Iterator[Situation]:
    for phase, (least, most) in PHASES.items():
        then = (pieces >= least) & (pieces <= most)
        yield Situation(kind, good & then[:, None], phase=phase)


#: Where the two other pieces of an open three are, and its empty ends, from the cell that makes it.
_OPEN_THREES = (((-1, 1), (-2, 2)), ((-2, -1), (-3, 1)), ((1, 2), (-1, 3)))


def open_threes(features: Array, way: int) -> Array:
    """Whether each move makes a row of three that is open at both ends, in a direction."""
    windows = features[:, columns.WINDOWS :].reshape(-1, columns.DIRECTIONS, columns.WINDOW)
    found = np.zeros(len(features), dtype=bool)
    for direction in {ACROSS: (0,), UP: (1,), DIAGONAL: (2, 3)}[way]:
        # Steps from the cell, as the columns have them: there is none for the cell itself.
        at = {step: windows[:, direction, step + 3 - (step > 0)] for step in range(-3, 4) if step}
        for own, empty in _OPEN_THREES:
            found |= np.all(
                [at[step] == columns.OWN for step in own]
                + [at[step] == columns.EMPTY for step in empty],
                axis=0,
            )
    return found


def missed_by_people(one: Situation, moves: Moves) -> Array:
    """Whether each row's move misses it."""
    missed: Array = ~one.good[np.arange(len(moves)), moves.played]
    return missed


def share_missed(one: Situation, likely: Array) -> float:
    """How likely it is missed on average by somebody with these probabilities of moves."""
    return 1 - float((likely * one.good).sum(axis=1)[one.rows].mean())


def _share_of_model(one: Situation, model: Held, people: Interval) -> str:
    """A model's share, starred outside the people's interval, where it was asked often enough."""
    asked = Situation(one.kind, one.good & model.was_asked(one.rows)[:, None])
    if not asked.says_something:
        return ""
    share = share_missed(asked, model.likely)
    return f"{share:.1%}{'' if people.holds(share) else ' *'}"


def say_misses(page: Page, moves: Moves, held: list[Held], described: Described, seed: int) -> None:
    """Add a table of what is missed to a page."""
    page.head("What is missed")
    page.say(
        "How often something is missed in all sets together, with 95% intervals for people, and "
        "how likely each model holds it in the same positions, each person at the strength that "
        "the other folds give. A star marks a share outside the people's interval. A row's "
        "direction counts where there is no other way to win or to block."
    )  # fmt: skip
    rows = []
    for one in situations(moves, described):
        if not one.says_something:
            continue
        people = measured(missed_by_people(one, moves).astype(float), moves, one.rows, seed)
        rows.append([
            one.name, int(one.rows.sum()), share_text(people),
            *(_share_of_model(one, model, people) for model in held),
        ])  # fmt: skip
    page.table(["missed", "positions", "people", *(model.name for model in held)], rows)
