"""How well each model predicts people's moves: measured for every set, told as a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from inarow.kernels.compiling import Array
from inarow.lab.experiments.experiment import Page, Tell
from inarow.lab.people import predicting
from inarow.lab.people.behaviour import say_misses
from inarow.lab.people.describing import describe
from inarow.lab.people.moves import Moves
from inarow.lab.people.scoring import (
    Held,
    Interval,
    Prediction,
    held_out,
    measured,
    mixture,
    rows_of,
    share_text,
)
from inarow.lab.people.times import say_times
from inarow.lab.people.training import Described
from inarow.players.people.mind import FittedMind, erring_mind, likeliest_mind
from inarow.players.people.network import shipped_network


@dataclass(frozen=True, slots=True)
class PageSettings:
    """What to measure, and how carefully."""

    #: How often the cognitive model thinks about each position, for each strength.
    samples: int = 100
    seed: int = 1
    jobs: int = 1
    #: How many moves of each set the models that take longest are asked about.
    asked: int = 1000
    without: tuple[str, ...] = ()
    #: The sets to which the moves are limited, if they are, and the share of people in each.
    sets: tuple[str, ...] = ()
    size: float = 1.0


#: The models, in the order in which they are told of, and what may be left out to save time.
FIRST_SIGHT, LOOKING_AHEAD = "cognitive", "cognitive, looking ahead"
SLOW = ("levels", "slipping", "documented", "cognitive", "ahead")


def measure(moves: Moves, described: Described, settings: PageSettings, tell: Tell) -> list[Held]:
    """Every model's probabilities for moves that it has not seen."""
    asked = _asked(moves, settings)
    some = Moves(tuple(row for row, is_in in zip(moves.rows, asked, strict=True) if is_in))

    def minds(name: str, fitted: FittedMind, rows: Moves) -> Prediction:
        return predicting.cognitive(
            name, rows, fitted, settings.samples, settings.seed, settings.jobs, tell
        )

    found = [held_out(predicting.guessing(moves), moves)]
    slow: dict[str, Callable[[], Prediction]] = {
        "levels": lambda: predicting.levels(some, settings.seed, settings.jobs, tell),
        "slipping": lambda: predicting.slipping(some, settings.seed, settings.jobs, tell),
        "documented": lambda: predicting.documented(some, settings.jobs, tell),
        "ahead": lambda: minds(LOOKING_AHEAD, erring_mind(), some),
    }
    for name, predicted in slow.items():
        if name not in settings.without:
            found.append(held_out(predicted(), some).among(asked))
    learned = predicting.learned(moves, described, shipped_network(), tell, settings.jobs)
    if "cognitive" in settings.without:
        return [*found, learned]
    cognitive = held_out(minds(FIRST_SIGHT, likeliest_mind(), moves), moves)
    return [*found, cognitive, learned, mixture(learned, cognitive, moves)]


def _asked(moves: Moves, settings: PageSettings) -> Array:
    """The rows that slow models are asked about: so many of each set, by chance."""
    random = np.random.default_rng(settings.seed)
    asked = np.zeros(len(moves), dtype=bool)
    for name in moves.sets:
        asked[random.permutation(np.flatnonzero(rows_of(moves, name)))[: settings.asked]] = True
    return asked


def page_about(moves: Moves, data: Path, settings: PageSettings, tell: Tell) -> Page:
    """Measure, and write a page: a table for each set, and one of what is missed."""
    described = describe(moves, tell, settings.jobs)
    held = measure(moves, described, settings, tell)
    page = Page("people", "How well people's moves are predicted")
    command = f"inarow lab people --data {data.name} --samples {settings.samples}"
    command += f" --asked {settings.asked} --seed {settings.seed}"
    command += "".join(f" --set {name}" for name in settings.sets)
    command += "".join(f" --without {name}" for name in settings.without)
    command += f" --size {settings.size:g}" if settings.size != 1 else ""
    page.made_by(command)
    page.say(
        f"{len(moves):,} moves of {len(moves.people)} people in the game on 9x4 cells, four in a "
        "line, pieces anywhere. Each model gives every legal move a probability before it knows "
        "which was played; the nats are minus the logarithm of the probability of the played one, "
        "the fewer the better. Each fold is predicted from the others: they say how strong a "
        "person is (one number) and how models are softened and mixed (for all people alike). "
        "Intervals are 95%, by drawing the people of a set again 2,000 times. Top-1 is how often "
        "the likeliest move was played."
    )  # fmt: skip
    page.say(_about_models(settings))
    for name in moves.sets:
        which = rows_of(moves, name)
        people = len(np.unique(moves.person_numbers[which]))
        page.head(f"{name}: {int(which.sum()):,} moves of {people} people")
        rows = []
        for one in held:
            asked = one.was_asked(which)
            nats = measured(one.nats(moves), moves, asked, settings.seed)
            hits = measured(one.hits(moves), moves, asked, settings.seed)
            rows.append([one.name, f"{int(asked.sum()):,}", _nats(nats), share_text(hits)])
        page.table(["model", "moves", "nats a move", "top-1"], rows)
    say_misses(page, moves, held, described, settings.seed)
    if moves.are_timed:
        say_times(page, moves, described, _named(held, "learned"))
    return page


def _about_models(settings: PageSettings) -> str:
    """What the models are, and what of them is held out."""
    return (
        "The levels, searches that slip and the documented player are softened as suits the other "
        "folds. The cognitive model's probabilities are counts: it thinks about every position "
        f"{settings.samples} times for each of five strengths, one guess is added, so that nothing "
        "is impossible, and it is softened in the same way. It comes twice: with the numbers under "
        "which moves are likeliest, which sees the board after each move and looks no further; and "
        "with those that miss what people miss, which looks ahead. The first set of 26 numbers was "
        "fitted to moves of all folds, too few to remember moves. The models that take longest "
        f"are asked about at most {settings.asked:,} moves of each set, drawn by chance."
    )


def _named(held: list[Held], name: str) -> Held:
    return next(one for one in held if one.name == name)


def _nats(value: Interval) -> str:
    return f"{value.mean:.3f} ({value.low:.3f} to {value.high:.3f})"
