"""A whole match or tournament: what to play, and playing it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

from inarow.match.conditions import ADJUDICATE, Conditions, MatchError, judge
from inarow.match.elo import PairCounter, Tally
from inarow.match.records import Contestant, GameRecord, GameSpec
from inarow.match.referee import check_contestant
from inarow.match.schedule import Form, Schedule
from inarow.match.sprt import Conclusion, Sprt
from inarow.match.standings import standings
from inarow.match.store import Run, Store
from inarow.players.entrants import entrant
from inarow.players.five import FivePlayer
from inarow.players.own import is_own, source_digest


class Runner(Protocol):
    """Plays games somewhere: on this machine or on many."""

    def run(self, specs: Iterable[GameSpec]) -> Iterator[GameRecord]:
        """Play games in any order and hand over each record as soon as it is there."""
        ...


def program_version() -> str:
    """The version that plays; games of another are another run."""
    import inarow

    return inarow.__version__


def _player_json(one: Contestant) -> dict[str, str]:
    """A player as plain data; one whose file was edited or made anew is another player."""
    data = {"label": one.label, "player": one.player, "limit": str(one.limit or "")}
    digests = {
        "source": source_digest(one.player),
        "evaluation": _evaluation_digest(one.player),
    }
    return data | {name: digest for name, digest in digests.items() if digest is not None}


def _evaluation_digest(text: str) -> str | None:
    """A digest of the file with the evaluation that a player is told to use, if it is told one."""
    if "evaluation" not in text or is_own(text):
        return None
    made = entrant(text)
    if not isinstance(made, FivePlayer) or not made.options.evaluation:
        return None
    return hashlib.sha256(Path(made.options.evaluation).read_bytes()).hexdigest()


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that decides what a run measures."""

    schedule: Schedule
    conditions: Conditions = field(default_factory=Conditions)
    #: When to stop early, between the first two players.
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if self.sprt is not None and len(self.schedule.contestants) != 2:
            raise MatchError("SPRT compares exactly two players")
        for one in self.schedule.contestants:
            if self.conditions.clock is not None and one.limit is not None and one.limit.time:
                raise MatchError(f"use a clock or a time per move, not both: {one.label}")

    @property
    def labels(self) -> list[str]:
        """The players as they are listed."""
        return [contestant.label for contestant in self.schedule.contestants]

    def players_json(self) -> list[dict[str, str]]:
        """The players as plain data, with digests of the files that they are made from now."""
        return [_player_json(one) for one in self.schedule.contestants]

    def to_json(self) -> dict[str, Any]:
        """The plan as plain data. The number of games is not part of it: more can be added."""
        schedule = self.schedule
        data: dict[str, Any] = {
            "version": program_version(),
            "game": str(schedule.game),
            "form": schedule.form.value,
            "players": self.players_json(),
            "openings": schedule.openings.to_json(),
            "seed": schedule.seed,
            "conditions": self.conditions.to_json(),
            "sprt": None if self.sprt is None else asdict(self.sprt),
        }
        if schedule.rounds:
            # A Swiss round depends on the results of those before, so its size must not change.
            data["pairs_a_round"] = schedule.pairs
        if schedule.form is Form.LADDER:
            # Who meets whom decides the numbers of the games.
            data["reach"] = schedule.reach
            if schedule.far:
                data["far"] = list(schedule.far)
        return data

    def check(self) -> None:
        """Raise an error that says what cannot be played, before anything is."""
        for contestant in self.schedule.contestants:
            check_contestant(contestant, self.schedule.game)
        self.schedule.due({})
        if self.conditions.adjudicate_from is not None:
            judge(self.conditions.adjudicator, self.schedule.game, ADJUDICATE)


@dataclass(slots=True)
class RunState:
    """Where a run stands."""

    plan: Plan
    run: Run
    #: The finished games by number.
    records: dict[int, GameRecord] = field(default_factory=dict)
    #: How many games had been played before this start.
    resumed: int = 0
    latest: GameRecord | None = None
    _first_two: PairCounter = field(init=False)

    def __post_init__(self) -> None:
        self._first_two = PairCounter(*self.plan.labels[:2])

    def add(self, record: GameRecord) -> None:
        """Count a finished game."""
        self.records[record.spec.number] = self.latest = record
        self._first_two.add(record)

    @property
    def tally(self) -> Tally:
        """What the first player scored against the second."""
        return self._first_two.tally

    @property
    def played(self) -> int:
        """How many games are finished."""
        return len(self.records)

    @property
    def total(self) -> int:
        """How many games there will be, unless a test stops the run."""
        return self.plan.schedule.total

    def decision(self) -> Conclusion:
        """What the test that may stop the run says."""
        if self.plan.sprt is None:
            return Conclusion.CONTINUE
        return self.plan.sprt.decision(self.tally.pairs)

    def why_ended(self) -> str:
        """Why no more games are played."""
        if self.decision() is Conclusion.CONTINUE or self.plan.sprt is None:
            return f"all {self.total} games played"
        return self.plan.sprt.explain(self.tally.pairs)

    def _repr_html_(self) -> str:
        """Show in a notebook who stands where, and how far the run is."""
        summary = standings(self.records.values(), self.plan.labels)
        return f"<p>{self.played} of {self.total} games</p>\n{summary._repr_html_()}"


def go_through(
    plan: Plan,
    store: Store,
    runner: Runner,
    *,
    fresh: bool = False,
    on_game: Callable[[RunState], None] | None = None,
) -> RunState:
    """Play what is left of a plan; every finished game is in the store before anything else.

    ``on_game`` hears once at the start and then after every game.
    """
    plan.check()
    run = store.open_run(plan.to_json(), fresh=fresh)
    progress = RunState(plan, run)
    for number, record in store.games(run).items():
        # An earlier start may have asked for more games than this one.
        if number < progress.total:
            progress.add(record)
    progress.resumed = progress.played
    if on_game is not None:
        on_game(progress)
    while progress.decision() is Conclusion.CONTINUE and (
        due := plan.schedule.due(progress.records)
    ):
        store.go_on(run)
        _play(due, progress, store, runner, on_game)
    # If an earlier start played more games than were asked for now, its reason stands.
    if progress.played == len(store.games(run)):
        store.end_run(run, progress.why_ended())
    return progress


def _play(
    due: list[GameSpec],
    progress: RunState,
    store: Store,
    runner: Runner,
    on_game: Callable[[RunState], None] | None,
) -> None:
    for record in runner.run(due):
        progress.add(store_game(record, progress.plan, store, progress.run))
        if on_game is not None:
            on_game(progress)
        if progress.decision() is not Conclusion.CONTINUE:
            break


def store_game(record: GameRecord, plan: Plan, store: Store, run: Run) -> GameRecord:
    """Store a finished game and return what counts: what is stored."""
    if plan.players_json() != run.plan["players"]:
        raise MatchError(
            "the file of a player changed while its games were played; "
            "start again to play with the new one"
        )
    if store.add(run, record):
        return record
    # Someone else who plays this run was faster.
    return store.games(run)[record.spec.number]
