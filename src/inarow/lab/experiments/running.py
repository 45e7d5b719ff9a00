"""What it costs to run a game in a process or on Ray, and what a second core brings."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from statistics import median

from inarow.lab.experiments.experiment import Page, Workspace
from inarow.lab.experiments.findings import Finding
from inarow.match.cluster import ClusterRunner
from inarow.match.conditions import Conditions
from inarow.match.local import LocalRunner
from inarow.match.openings import Openings
from inarow.match.plan import Runner
from inarow.match.records import GameSpec, contestants
from inarow.match.referee import play_game
from inarow.match.schedule import Schedule
from inarow.rules.catalogue import game as make_game

NAME = "running"

_SHORT_GAMES = 400
_LONG_GAMES = 120
_ROUNDS = 3


def run(workspace: Workspace) -> Page:
    """Measure and write; a measurement is kept like any other finding."""
    findings = workspace.findings(NAME)
    short = _specs("random", "random", workspace.count(_SHORT_GAMES, least=4))
    long = _specs("minimax(depth=5)", "discount(depth=5)", workspace.count(_LONG_GAMES, least=4))
    ways: dict[str, Callable[[], Finding]] = {"in this process": partial(_in_process, short)}
    for workers in (1, 2):
        ways |= _runners(workers, "short", short) | _runners(workers, "long", long)
    found = {}
    for name, measure in ways.items():
        workspace.tell(name)
        found[name] = findings.get(f"{name}/{len(short)}/{len(long)}", measure)
    return _page(found, len(short), len(long))


def _specs(one: str, other: str, games: int) -> list[GameSpec]:
    schedule = Schedule(
        make_game("connect4"), contestants([one, other]), Openings(plies=4, repeat=True), games // 2
    )
    return schedule.due({})


def _runners(workers: int, kind: str, specs: list[GameSpec]) -> dict[str, Callable[[], Finding]]:
    made: dict[str, Callable[[], Finding]] = {
        f"processes, {workers} at once, {kind} games": partial(
            _with_runner, partial(LocalRunner, Conditions(), workers), specs
        )
    }
    if find_spec("ray") is not None:
        made[f"Ray, {workers} at once, {kind} games"] = partial(
            _with_runner, partial(ClusterRunner, Conditions(), workers), specs
        )
    return made


def _in_process(specs: list[GameSpec]) -> Finding:
    times = []
    for _ in range(_ROUNDS):
        started = time.perf_counter()
        for spec in specs:
            play_game(spec, Conditions())
        times.append((time.perf_counter() - started) / len(specs))
    return _measured(0.0, min(times))


def _with_runner(make: Callable[[], Runner], specs: list[GameSpec]) -> Finding:
    """Seconds until the first game is back, and seconds a game once all workers are at work.

    The first half of the games is left out: until then some worker may still be loading. Of
    several rounds the fastest counts.
    """
    starts, rates = [], []
    for _ in range(_ROUNDS):
        began = time.perf_counter()
        arrivals = [time.perf_counter() for _ in make().run(specs)]
        starts.append(arrivals[0] - began)
        rates.append(seconds_a_game(arrivals))
    return _measured(median(starts), min(rates))


def _measured(start: float, game: float) -> Finding:
    """Times with the machine they were taken on, which need not be the one that draws the page."""
    load, cores = os.getloadavg()[0], os.cpu_count()
    return {"start": start, "game": game, "load": load, "cores": cores}


def seconds_a_game(arrivals: list[float]) -> float:
    """The time between two games that come back, over the second half of them.

    >>> seconds_a_game([2.0, 9.0, 10.0, 11.0])
    1.0
    """
    half = len(arrivals) // 2
    return (arrivals[-1] - arrivals[half - 1]) / (len(arrivals) - half)


def _cores(found: dict[str, Finding]) -> str:
    """How many cores the measurements had; older ones do not say."""
    counts = {one.get("cores", "an unknown number of") for one in found.values()}
    return " or ".join(sorted(map(str, counts)))


def _page(found: dict[str, Finding], short: int, long: int) -> Page:
    page = Page(NAME, "The cost of running a game")
    page.say(
        f"Short games are {short} games of `random` against `random`: almost pure overhead. Long "
        f"games are {long} games of `minimax(depth=5)` against `discount(depth=5)`. Each "
        f"measurement covers the second half of the games, the best of {_ROUNDS} rounds; the start "
        "is the median time until the first game is back. "
        f"The machine has {_cores(found)} cores. The load is the average number of processes that "
        "wanted a core in the minute before the measurement ended; where it exceeds the number of "
        "cores, the machine was busy with other work too."
    )
    page.table(
        ["way", "start, s", "ms per game", "load"],
        [
            [name, f"{one['start']:.2f}", f"{1000 * one['game']:.2f}", f"{one['load']:.1f}"]
            for name, one in found.items()
        ],
    )
    alone = found["in this process"]["game"]
    for way in ("processes", "Ray"):
        name = f"{way}, 1 at once, short games"
        if name in found:
            page.say(f"- {way}: {1000 * (found[name]['game'] - alone):.2f} ms more per game.")
        one, two = (f"{way}, {workers} at once, long games" for workers in (1, 2))
        if one in found:
            gain = found[one]["game"] / found[two]["game"]
            page.say(f"- {way}: two at once play long games {gain:.2f} times as fast as one.")
    if not any(name.startswith("Ray") for name in found):
        page.say("Ray is not installed here, so it was not measured.")
    return page
