"""How well each model foretells people's moves: measured for every set, told as a page."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from inarow.lab.experiments.experiment import Page, Tell
from inarow.lab.people import predicting
from inarow.lab.people.behaviour import say_misses
from inarow.lab.people.describing import describe
from inarow.lab.people.moves import Moves
from inarow.lab.people.scoring import (
    Held,
    Measured,
    held_out,
    measured,
    mixture,
    rows_of,
    share_text,
)
from inarow.lab.people.times import say_times
from inarow.lab.people.training import Described
from inarow.players.people.mind import likeliest_mind
from inarow.players.people.network import shipped_network


@dataclass(frozen=True, slots=True)
class Wish:
    """What to measure, and how carefully."""

    #: How often the cognitive model thinks about each position, for each strength.
    samples: int = 100
    seed: int = 1
    jobs: int = 1
    without: tuple[str, ...] = ()
    #: The sets to which the moves are limited, if they are, and the share of people in each.
    sets: tuple[str, ...] = ()
    size: float = 1.0


def measure(moves: Moves, described: Described, wish: Wish, tell: Tell) -> list[Held]:
    """Every model's probabilities for moves that it has not seen."""
    found = [held_out(predicting.guessing(moves), moves)]
    if "levels" not in wish.without:
        by_level = predicting.levels(moves, wish.seed, wish.jobs, tell)
        found.append(held_out(by_level, moves))
    if "documented" not in wish.without:
        found.append(held_out(predicting.documented(moves, wish.jobs, tell), moves))
    learned = predicting.learned(moves, described, shipped_network(), tell)
    if "cognitive" in wish.without:
        return [*found, learned]
    minds = predicting.cognitive(moves, likeliest_mind(), wish.samples, wish.seed, wish.jobs, tell)
    cognitive = held_out(minds, moves)
    return [*found, cognitive, learned, mixture(learned, cognitive, moves)]


def page_about(moves: Moves, data: Path, wish: Wish, tell: Tell) -> Page:
    """Measure, and write a page: a table for each set, and one of what is missed."""
    described = describe(moves, tell)
    held = measure(moves, described, wish, tell)
    page = Page("people", "How well people's moves are foretold")
    command = f"inarow lab people --data {data.name} --samples {wish.samples} --seed {wish.seed}"
    command += "".join(f" --set {name}" for name in wish.sets)
    command += "".join(f" --without {name}" for name in wish.without)
    command += f" --size {wish.size:g}" if wish.size != 1 else ""
    page.say(f"*Made by `{command}`; the text is computed from the results.*")
    page.say(
        f"{len(moves):,} moves of {len(moves.people)} people in the game on 9x4 cells, four in a "
        "line, pieces anywhere. Each model gives every legal move a probability before it knows "
        "which was played; the nats are minus the logarithm of the probability of the played one, "
        "the fewer the better. Each fold is foretold from the others: they say how strong a person "
        "is (one number) and how models are softened and mixed (for all people alike). Intervals "
        "are 95%, by drawing the people of a set again 2,000 times. Top-1 is how often the "
        "likeliest move was played."
    )  # fmt: skip
    if "cognitive" not in wish.without:
        page.say(
            "The cognitive model's probabilities are counts: it thinks about every position "
            f"{wish.samples} times for each of five strengths, and one guess is added to the "
            "counts, so that nothing is impossible. Like the levels, it is then softened as suits "
            "the other folds. The numbers that all people share were fitted to moves of all folds; "
            "they are too few, 26, to remember moves."
        )
    for name in moves.sets:
        which = rows_of(moves, name)
        people = len(np.unique(moves.person_numbers[which]))
        page.head(f"{name}: {int(which.sum()):,} moves of {people} people")
        rows = []
        for one in held:
            nats = measured(one.nats(moves), moves, which, wish.seed)
            hits = measured(one.hits(moves), moves, which, wish.seed)
            rows.append([one.name, _nats(nats), share_text(hits)])
        page.table(["model", "nats a move", "top-1"], rows)
    say_misses(page, moves, held, described, wish.seed)
    say_times(page, moves, described, _named(held, "learned"))
    return page


def _named(held: list[Held], name: str) -> Held:
    return next(one for one in held if one.name == name)


def _nats(value: Measured) -> str:
    return f"{value.mean:.3f} ({value.low:.3f} to {value.high:.3f})"
