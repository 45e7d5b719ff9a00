"""Tuning the Gomoku engine's parameters by games: `inarow lab tune`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from inarow.kernels.gomoku.parameters import Parameter
from inarow.lab.experiments.experiment import LabError
from inarow.lab.rig.spsa import Spsa
from inarow.match.conditions import Conditions
from inarow.match.openings import Openings
from inarow.match.plan import Plan, Runner, store_game
from inarow.match.records import Contestant, GameRecord, GameSpec
from inarow.match.schedule import Schedule
from inarow.match.store import Store
from inarow.players.five import FiveOptions
from inarow.players.options import parse_options
from inarow.rules.game import Game
from inarow.search.gomoku.parameters import parameter_named, with_defaults

_FIRST, _SECOND = "first", "second"


@dataclass(frozen=True, slots=True)
class Tuning:
    """What is tuned, by which games."""

    game: Game
    names: tuple[str, ...]
    conditions: Conditions
    openings: Openings
    pairs: int
    #: Pairs between two updates; more keep more processes busy, fewer learn sooner.
    batch: int = 100
    seed: int = 0
    step: float = 0.05
    follow: float = 0.008
    #: Options of the engine that both sides share.
    options: str = "memory=8"
    #: Values to begin with, where they are not the defaults.
    start: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, count in Counter(self.names).items():
            parameter_named(name)
            if count > 1:
                raise LabError(f"name each parameter once, not {name} {count} times")
        with_defaults(self.start)
        options, _ = parse_options(FiveOptions, self.options, "five")
        if options.tune:
            raise LabError("give values to start from with --start, not with tune= in --options")
        if self.pairs < 1 or self.batch < 1:
            raise LabError("tuning needs at least one pair of games, and one in a batch")

    def plan(self) -> Plan:
        """The match of two players with the values to begin with; tuning changes these only."""
        players = self.contestants({}, {})
        schedule = Schedule(self.game, players, self.openings, self.pairs, seed=self.seed)
        return Plan(schedule, self.conditions)

    def to_json(self) -> dict[str, Any]:
        """What makes two tunings the same, as plain data."""
        return {
            **self.plan().to_json(),
            "form": "spsa",
            "names": list(self.names),
            "pairs": self.pairs,
            "batch": self.batch,
            "step": self.step,
            "follow": self.follow,
        }

    def parameters(self) -> list[Parameter]:
        """The parameters that are tuned, with the values to begin with."""
        return [
            parameter._replace(default=self.start.get(parameter.name, parameter.default))
            for parameter in map(parameter_named, self.names)
        ]

    def player_text(self, values: Mapping[str, int]) -> str:
        """The engine with these values, as a player of a match."""
        chosen = {**self.start, **values}
        words = "+".join(f"{name}={value}" for name, value in chosen.items())
        return f"five({self.options},tune={words})" if words else f"five({self.options})"

    def contestants(
        self, first: Mapping[str, int], second: Mapping[str, int]
    ) -> tuple[Contestant, Contestant]:
        """The two sides of a pair of games, each with its values."""
        return (
            Contestant(_FIRST, self.player_text(first)),
            Contestant(_SECOND, self.player_text(second)),
        )


def tune(
    tuning: Tuning,
    store: Store,
    runner: Runner,
    *,
    fresh: bool = False,
    on_batch: Callable[[int, Spsa], None] | None = None,
) -> Spsa:
    """Play what is left of a tuning and return where it ends.

    ``on_batch`` hears the number of pairs played and where the values stand.
    """
    plan = tuning.plan()
    plan.check()
    run = store.open_run(tuning.to_json(), fresh=fresh)
    spsa = Spsa(tuning.parameters(), tuning.pairs, tuning.seed, tuning.step, tuning.follow)
    openings = tuning.openings.take(tuning.game, tuning.pairs)
    played = store.games(run)
    for begin in range(0, tuning.pairs, tuning.batch):
        pairs = range(begin, min(begin + tuning.batch, tuning.pairs))
        specs = [spec for pair in pairs for spec in _games(tuning, spsa, pair, openings[pair])]
        missing = [spec for spec in specs if spec.number not in played]
        if missing:
            for record in _finished(missing, runner):
                played[record.spec.number] = store_game(record, plan, store, run)
        # Only now: all games of a batch are played with the same values.
        for pair in pairs:
            spsa.learn(pair, _margin(played[2 * pair]) + _margin(played[2 * pair + 1]))
        if on_batch is not None:
            on_batch(pairs[-1] + 1, spsa)
    store.end_run(run, f"all {2 * tuning.pairs} games played")
    return spsa


def _games(tuning: Tuning, spsa: Spsa, pair: int, opening: str) -> list[GameSpec]:
    first, second = tuning.contestants(*spsa.settings(pair))
    return [
        GameSpec(2 * pair + swapped, pair, pair // tuning.batch, str(tuning.game), x, o, opening, 0)
        for swapped, (x, o) in enumerate(((first, second), (second, first)))
    ]


def _finished(specs: list[GameSpec], runner: Runner) -> Iterator[GameRecord]:
    """Play games; one that a side forfeits says nothing about its values."""
    for record in runner.run(specs):
        if record.ending.is_forfeit:
            raise LabError(f"{record.summary()}; the next run plays this game again")
        yield record


def _margin(record: GameRecord) -> float:
    """The first side's win, 1, or loss, -1."""
    return 2 * record.score_of(_FIRST) - 1
