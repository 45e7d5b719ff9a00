"""A match in one call, for programs and notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from inarow.match.conditions import Conditions, MatchError
from inarow.match.local import LocalRunner
from inarow.match.openings import Openings, usual_plies
from inarow.match.plan import Plan, Runner, RunState, go_through
from inarow.match.records import GameRecord, GameSpec, contestants
from inarow.match.referee import play_game
from inarow.match.schedule import Schedule
from inarow.match.store import IN_MEMORY, Store
from inarow.rules import catalogue
from inarow.rules.game import Game
from inarow.search.limit import Limit


def play_match(
    first: str,
    second: str,
    game: Game | str = "connect4",
    *,
    games: int = 100,
    limit: Limit | None = None,
    seed: int = 0,
    jobs: int = 1,
    store: str | Path = IN_MEMORY,
    on_game: Callable[[RunState], None] | None = None,
) -> RunState:
    """Play a match between two players, named as in ``inarow match``, each opening from both sides.

    Games are played one after another in this process, or with more ``jobs`` in several processes.
    If ``store`` names a file, each finished game is saved there, and the same call resumes.
    ``on_game`` is called after each game.

    >>> match = play_match("discount(depth=2)", "random", games=4, seed=1)
    >>> print(match.tally, match.tally.score)
    +4 =0 -0 1.0
    >>> match.records[0].moves, match.records[0].winner_label
    ('3244516', 'discount(depth=2)')
    """
    if games < 2 or games % 2:
        raise MatchError(f"a match needs an even number of games, not {games}")
    rules = catalogue.game(game)
    openings = Openings(plies=usual_plies(rules), seed=seed)
    players = contestants([first, second])
    schedule = Schedule(rules, players, openings, pairs=games // 2, seed=seed)
    plan = Plan(schedule, Conditions(limit=limit))
    runner: Runner = _Here(plan.conditions) if jobs == 1 else LocalRunner(plan.conditions, jobs)
    with Store(store) as kept:
        return go_through(plan, kept, runner, on_game=on_game)


class _Here:
    """Plays games in this process, so that a script or a notebook needs no ``__main__``."""

    def __init__(self, conditions: Conditions) -> None:
        self._conditions = conditions

    def run(self, specs: Iterable[GameSpec]) -> Iterator[GameRecord]:
        """Play one game after the other."""
        for spec in specs:
            yield play_game(spec, self._conditions)
