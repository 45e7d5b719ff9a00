"""Tuning the Gomoku engine's parameters by games: `inarow lab tune`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from inarow.kernels.gomoku.parameters import PARAMETERS, Parameter
from inarow.lab.experiments.experiment import LabError
from inarow.lab.rig.spsa import Spsa
from inarow.match.openings import Openings
from inarow.match.plan import Runner, program_version
from inarow.match.records import Contestant, GameRecord, GameSpec
from inarow.match.store import Run, Store
from inarow.rules.game import Game
from inarow.search.limit import Limit

_FIRST, _SECOND = "first", "second"


@dataclass(frozen=True, slots=True)
class Tuning:
    """What is tuned, by which games."""

    game: Game
    names: tuple[str, ...]
    limit: Limit
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
        known = {parameter.name for parameter in PARAMETERS}
        for name in (*self.names, *self.start):
            if name not in known:
                raise LabError(f"the search has no parameter {name!r}")
        if self.pairs < 1 or self.batch < 1:
            raise LabError("tuning needs at least one pair of games, and one in a batch")

    def to_json(self) -> dict[str, Any]:
        """What makes two tunings the same, as plain data."""
        return {
            "version": program_version(),
            "form": "spsa",
            "game": str(self.game),
            "players": [],
            "names": list(self.names),
            "limit": str(self.limit),
            "openings": self.openings.to_json(),
            "pairs": self.pairs,
            "batch": self.batch,
            "seed": self.seed,
            "step": self.step,
            "follow": self.follow,
            "options": self.options,
            "start": dict(self.start),
        }

    def parameters(self) -> list[Parameter]:
        """The parameters that are tuned, with the values to begin with."""
        by_name = {parameter.name: parameter for parameter in PARAMETERS}
        return [
            by_name[name]._replace(default=self.start.get(name, by_name[name].default))
            for name in self.names
        ]


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
    run = store.open_run(tuning.to_json(), fresh=fresh)
    spsa = Spsa(tuning.parameters(), tuning.pairs, tuning.seed, tuning.step, tuning.follow)
    openings = tuning.openings.take(tuning.game, tuning.pairs)
    played = store.games(run)
    for begin in range(0, tuning.pairs, tuning.batch):
        pairs = range(begin, min(begin + tuning.batch, tuning.pairs))
        specs = [spec for pair in pairs for spec in _games(tuning, spsa, pair, openings[pair])]
        missing = [spec for spec in specs if spec.number not in played]
        if missing:
            _play(missing, played, store, run, runner)
        # Only now: all games of a batch are played with the same values.
        for pair in pairs:
            spsa.learn(pair, _margin(played[2 * pair]) + _margin(played[2 * pair + 1]))
        if on_batch is not None:
            on_batch(pairs[-1] + 1, spsa)
    return spsa


def player_text(tuning: Tuning, values: Mapping[str, int]) -> str:
    """The engine with these values, as a player of a match."""
    chosen = {**tuning.start, **values}
    words = "+".join(f"{name}={value}" for name, value in chosen.items())
    return f"five({tuning.options},tune={words})" if words else f"five({tuning.options})"


def _games(tuning: Tuning, spsa: Spsa, pair: int, opening: str) -> list[GameSpec]:
    first, second = (
        Contestant(label, player_text(tuning, values), tuning.limit)
        for label, values in zip((_FIRST, _SECOND), spsa.settings(pair), strict=True)
    )
    return [
        GameSpec(2 * pair + swapped, pair, pair // tuning.batch, str(tuning.game), x, o, opening, 0)
        for swapped, (x, o) in enumerate(((first, second), (second, first)))
    ]


def _play(
    specs: list[GameSpec], played: dict[int, GameRecord], store: Store, run: Run, runner: Runner
) -> None:
    for record in runner.run(specs):
        if record.ending.is_forfeit:
            raise LabError(f"{record.summary()}; the next run plays this game again")
        store.add(run, record)
        played[record.spec.number] = record


def _margin(record: GameRecord) -> float:
    """The first side's win, 1, or loss, -1."""
    return 2 * record.score_of(_FIRST) - 1
