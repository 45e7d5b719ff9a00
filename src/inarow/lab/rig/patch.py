"""One idea for an engine, tested by games: `inarow lab patch`.

A sequential test at a fixed number of nodes, then one at a fixed time, since an idea may buy nodes
that are worth more with nodes that cost more. Every idea that was tested is on one page, those that
failed too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from inarow.lab.experiments.experiment import Page, Workspace
from inarow.lab.experiments.findings import Finding
from inarow.match.conditions import Conditions
from inarow.match.openings import Openings
from inarow.match.plan import Plan, Runner, go_through
from inarow.match.records import contestants
from inarow.match.schedule import Schedule
from inarow.match.sprt import Conclusion, Sprt
from inarow.match.store import Store, fingerprint_of
from inarow.rules.game import Game
from inarow.search.limit import Limit

MakeRunner = Callable[[Plan], Runner]

#: Where the games and the results of all ideas are kept.
NAME = "ideas"

#: Where one side won everything, the difference has no end.
_LARGEST_ELO = 2000.0


@dataclass(frozen=True, slots=True)
class Patch:
    """An idea: who plays with it, who without, and how it is tested."""

    idea: str
    patched: str
    usual: str
    game: Game
    openings: Openings
    #: One test with each.
    limits: Sequence[Limit]
    sprt: Sprt
    pairs: int
    seed: int = 0
    #: What else holds in every test.
    conditions: Conditions = field(default_factory=Conditions)

    def plans(self) -> list[Plan]:
        """The matches, one for each limit."""
        players = contestants([self.patched, self.usual])
        schedule = Schedule(self.game, players, self.openings, self.pairs, seed=self.seed)
        every = [replace(self.conditions, limit=limit) for limit in self.limits]
        return [Plan(schedule, conditions, self.sprt) for conditions in every]


def try_patch(patch: Patch, workspace: Workspace, make_runner: MakeRunner) -> bool:
    """Play the tests until one fails, and note each; return whether the idea passed them all."""
    findings = workspace.findings(NAME)
    passed = True
    with Store(workspace.store_path(NAME)) as store:
        for plan in patch.plans():
            progress = go_through(plan, store, make_runner(plan))
            passed = progress.decision() is Conclusion.ACCEPT_H1
            tally = progress.tally
            elo = tally.elo()
            finding: Finding = {
                "idea": patch.idea,
                "patched": patch.patched,
                "usual": patch.usual,
                "game": str(patch.game),
                "limit": str(plan.conditions.limit),
                "games": progress.played,
                "result": str(tally),
                "elo": min(max(elo.elo, -_LARGEST_ELO), _LARGEST_ELO),
                "margin": min(elo.margin, _LARGEST_ELO),
                "why": progress.why_ended(),
                "kept": passed,
                "day": time.strftime("%Y-%m-%d"),
                "test": fingerprint_of(progress.run.plan),
            }
            # A test that was resumed with more games has another result.
            key = f"{patch.idea}/{finding['test']}/{tally}"
            findings.get(key, partial(dict, finding))
            workspace.tell(f"{finding['limit']}: {finding['result']}, {finding['why']}")
            if not passed:
                break
    return passed


def page_of_ideas(workspace: Workspace) -> Page:
    """Every idea that was tested, with what it was worth."""
    page = Page("ideas", "Ideas for the engine, and what they were worth")
    page.say(
        "Elo with 95 % intervals from pairs of games with both sides of each opening. An idea is "
        "kept when it passes a sequential test at a fixed number of nodes and one at a fixed time."
    )
    page.table(
        ["idea", "game", "limit", "games", "result", "Elo", "kept"],
        [
            [
                one["idea"], one["game"], one["limit"], one["games"], one["result"],
                f"{one['elo']:+.0f} ± {one['margin']:.0f}", "yes" if one["kept"] else "no",
            ]
            for one in _last_results(workspace.findings(NAME).all())
        ],
    )  # fmt: skip
    return page


def _last_results(findings: Sequence[Finding]) -> list[Finding]:
    """The result of each idea's tests after the most games, as a test can be resumed."""
    last: dict[object, Finding] = {}
    for one in findings:
        what = (one["idea"], one["patched"], one["usual"], one["limit"])
        test = (*what, one.get("test"))
        # Findings of old do not say which test it was; whoever resumes it notes it once more.
        if "test" in one:
            last.pop((*what, None), None)
        if test not in last or one["games"] >= last[test]["games"]:
            last[test] = one
    return list(last.values())
