"""Aversion to ties: document 003's suggestion, tried in its game at levels 4 and 5."""

from __future__ import annotations

import math
from collections import Counter
from functools import partial
from itertools import product

from inarow.lab.experiments.experiment import Page, Workspace
from inarow.lab.experiments.figures import draw_estimates, dress, new_figure
from inarow.lab.experiments.findings import Finding
from inarow.match.elo import Z95
from inarow.players.player import play_out
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.side import Side

NAME = "ties"

LEVELS = (4, 5)
AVERSIONS = (0.0, 30.0, 100.0, 300.0, 1000.0)

#: Who plays the person's part; these leave something to chance, so that games differ.
#: Their settings are fixed here, so that calibrating the levels again leaves these games alone.
STAND_INS = {
    "seldom careless": "level(depth=2,slips=0.7,spread=0.8,misses=0.1)",
    "now and then careless": "level(slips=0.9,spread=0.9,misses=0.21)",
    "often careless": "level(slips=1,spread=1,misses=0.36)",
    "random": "random",
}

_GAMES = 140


def run(workspace: Workspace) -> Page:
    """Play, draw and write."""
    games = workspace.count(_GAMES, least=2)
    cases = list(product(STAND_INS, LEVELS, AVERSIONS))
    questions = {
        f"{stand_in}/{level}/{aversion:g}/{games}": partial(
            play_games, STAND_INS[stand_in], level, aversion, games
        )
        for stand_in, level, aversion in cases
    }
    answers = workspace.findings(NAME).get_all(questions, workspace.jobs, workspace.tell)
    found = dict(zip(cases, answers, strict=True))
    _figure(workspace, found)
    return _page(found, games)


def play_games(stand_in: str, level: int, aversion: float, games: int) -> Finding:
    """How some games end; the stand-in moves first, in each column in turn."""
    ends: Counter[str] = Counter()
    for number in range(games):
        agent = player(f"square-{level}(tie_aversion={aversion:g})")
        board = Board("square", str(number % 7 + 1))
        winner = play_out(board, player(stand_in, seed=number), agent)
        ends[{Side.X: "lost", Side.O: "won", None: "tied"}[winner]] += 1
    return {end: ends[end] for end in ("won", "tied", "lost")}


def _share(finding: Finding, end: str) -> tuple[float, float]:
    """A share and the half width of its 95 % interval (Agresti and Coull's)."""
    total = sum(finding.values()) + Z95**2
    share = (finding[end] + Z95**2 / 2) / total
    return finding[end] / sum(finding.values()), Z95 * math.sqrt(share * (1 - share) / total)


def _figure(workspace: Workspace, found: dict[tuple[str, int, float], Finding]) -> None:
    with new_figure(workspace.pages, "ties", len(LEVELS), width=4.6, height=3.8) as (_, axes):
        for axis, level in zip(axes, LEVELS, strict=True):
            for number, stand_in in enumerate(STAND_INS):
                shares = (_share(found[stand_in, level, each], "tied") for each in AVERSIONS)
                points = [(x, 100 * share, 100 * off) for x, (share, off) in enumerate(shares)]
                draw_estimates(axis, number, f"against {stand_in}", points)
            axis.set_xticks(range(len(AVERSIONS)), [f"{aversion:g}" for aversion in AVERSIONS])
            axis.set_ylim(0, 105)
            dress(axis, f"Level {level}", "aversion to ties", "ties, per cent of games")
        axes[0].legend(fontsize=8)


def _page(found: dict[tuple[str, int, float], Finding], games: int) -> Page:
    page = Page(NAME, "Aversion to ties")
    page.say(
        "Document 003 finds that its agent ties too often at levels 4 and 5, and suggests scoring "
        "a tie below zero. With the option `tie_aversion`, a move is worth its search score minus "
        "the aversion times the chance that a fallible opponent survives the next moves "
        "(`players/traps.py`). A win in sight is still taken, and a move known to lose is never "
        "played. Here levels 4 and 5 of Connect 4 in a Square play with several aversions against "
        f"stand-ins that move first, {games} games each, starting in every column in turn."
    )
    page.table(
        ["stand-in", "player"],
        [[name, f"`{stand_in}`"] for name, stand_in in STAND_INS.items()],
    )
    page.picture("ties", "Share of ties by aversion, with 95 % intervals")
    rows = []
    for (stand_in, level, aversion), finding in found.items():
        tied, margin = _share(finding, "tied")
        rows.append(
            [stand_in, level, f"{aversion:g}", finding["won"], finding["tied"],
             finding["lost"], f"{tied:.0%} ± {margin:.0%}"]
        )  # fmt: skip
    page.table(["stand-in", "level", "aversion", "won", "tied", "lost", "ties"], rows)
    page.head("All stand-ins together")
    for level, aversion in product(LEVELS, AVERSIONS[1:]):
        page.say(_change(found, level, aversion))
    return page


def _together(found: dict[tuple[str, int, float], Finding], level: int, aversion: float) -> Finding:
    """The results against all stand-ins."""
    return {
        end: sum(found[stand_in, level, aversion][end] for stand_in in STAND_INS)
        for end in ("won", "tied", "lost")
    }


def _change(found: dict[tuple[str, int, float], Finding], level: int, aversion: float) -> str:
    before, after = _together(found, level, 0.0), _together(found, level, aversion)
    (share, margin), (other_share, other_margin) = _share(before, "tied"), _share(after, "tied")
    sure = abs(share - other_share) > math.hypot(margin, other_margin)
    verdict = "more than chance explains" if sure else "perhaps by chance"
    return (
        f"- Level {level}, aversion {aversion:g}: {other_share:.0%} ± {other_margin:.0%} ties "
        f"instead of {share:.0%} ± {margin:.0%}, {verdict}. Won {after['won']} instead of "
        f"{before['won']}, lost {after['lost']} instead of {before['lost']}, "
        f"of {sum(before.values())} games."
    )
