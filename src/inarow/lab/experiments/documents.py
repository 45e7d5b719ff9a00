"""The documented players against each other and the perfect one, and how well they play.

A move is perfect if it keeps the exact score: the same result, as fast or as slow. A move's loss is
how much of the result it gives away: half a point from a win to a draw, a whole one to a loss.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from inarow.lab.experiments.experiment import Page, Workspace
from inarow.lab.experiments.figures import COLOURS, dress, new_figure
from inarow.lab.experiments.findings import Finding, Findings
from inarow.lab.experiments.playing import play_plan
from inarow.match.openings import Openings
from inarow.match.plan import Plan, RunState
from inarow.match.records import GameRecord, contestants
from inarow.match.schedule import Schedule
from inarow.match.standings import cross_table_text, standings
from inarow.rules.board import Board
from inarow.rules.catalogue import game as make_game
from inarow.rules.game import Game
from inarow.search.exact.solver import shared_solver
from inarow.search.score import Kind

NAME = "documents"

#: The players of each game that the exact solver solves.
FIELDS = {
    "connect4": ["minimax", "branch-and-bound", "discount", "perfect"],
    "square": ["square-1", "square-2", "square-3", "square-4", "square-5", "perfect"],
}

_PAIRS = 10

#: Random moves in an opening: positions after that many are solved in no time.
_PLIES = 10

_WORTH = {Kind.WIN: 1.0, Kind.DRAW: 0.5, Kind.LOSS: 0.0}


@dataclass(frozen=True, slots=True)
class Quality:
    """How well a player played."""

    moves: int
    perfect: int
    #: Moves that kept the result, if not the shortest way to it.
    sound: int
    loss: float

    @property
    def perfect_share(self) -> float:
        """How often the move was perfect."""
        return self.perfect / self.moves

    @property
    def mean_loss(self) -> float:
        """Points given away per move."""
        return self.loss / self.moves


def run(workspace: Workspace) -> Page:
    """Play, check every move, draw and write."""
    findings = workspace.findings(NAME)
    page = Page(NAME, "The documents' players and the perfect one")
    page.say(
        f"Round robins from openings of {_PLIES} random moves (seed 2), both sides of each. The "
        "exact solver checks every move where there was a choice: it is perfect if it keeps the "
        "exact score (the result and how soon), sound if it keeps the result. The loss is in "
        "points: half a point from a win to a draw or from a draw to a loss."
    )
    for game, players in FIELDS.items():
        rules = make_game(game)
        openings = Openings(plies=_PLIES, seed=2)
        schedule = Schedule(rules, contestants(players), openings, workspace.count(_PAIRS), seed=2)
        progress = play_plan(workspace, NAME, Plan(schedule))
        qualities = _qualities(findings, rules, progress, workspace.jobs)
        _figure(workspace, game, qualities)
        _section(page, game, progress, qualities)
    return page


def _qualities(
    findings: Findings, rules: Game, progress: RunState, jobs: int
) -> dict[str, Quality]:
    """The quality of every player over all its games."""
    found: dict[str, list[Finding]] = {label: [] for label in progress.plan.labels}
    questions = {
        f"{rules}/{number}/{record.moves}": partial(judge_game, rules, record)
        for number, record in sorted(progress.records.items())
    }
    for finding in findings.get_all(questions, jobs):
        for label, sums in finding.items():
            found[label].append(sums)
    return {
        label: Quality(*(sum(one[name] for one in sums) for name in Quality.__slots__))
        for label, sums in found.items()
    }


def judge_game(rules: Game, record: GameRecord) -> Finding:
    """Count the moves of both players in one game by what they keep."""
    labels = (record.spec.x.label, record.spec.o.label)
    sums = {label: dict.fromkeys(Quality.__slots__, 0.0) for label in labels}
    for mover, perfect, sound, loss in _judged_moves(rules, record):
        counts = sums[labels[mover]]
        counts["moves"] += 1
        counts["perfect"] += perfect
        counts["sound"] += sound
        counts["loss"] += loss
    return sums


def _judged_moves(rules: Game, record: GameRecord) -> Iterator[tuple[int, bool, bool, float]]:
    """Who moved, was it perfect, was it sound, and what it gave away."""
    solver = shared_solver(rules)
    board = Board(rules, record.spec.opening)
    for move in Board(rules, record.moves).moves[board.ply :]:
        if len(board.legal_moves) > 1:
            scores = solver.solve_moves(board).analysis().move_scores
            best = max(scores.values())
            loss = _WORTH[best.kind] - _WORTH[scores[move].kind]
            yield int(board.turn), scores[move] == best, loss == 0, loss
        board.push(move)


def _figure(workspace: Workspace, game: str, qualities: dict[str, Quality]) -> None:
    name = f"documents-{game}"
    with new_figure(workspace.pages, name, 2, width=4.6, height=3.6) as (_, (shares, losses)):
        found = qualities.values()
        shares.barh(list(qualities), [one.perfect_share for one in found], color=COLOURS[0])
        dress(shares, f"{game}: perfect moves", "share of moves", "")
        losses.barh(list(qualities), [one.mean_loss for one in found], color=COLOURS[1])
        dress(losses, f"{game}: average loss", "points a move", "")


def _section(page: Page, game: str, progress: RunState, qualities: dict[str, Quality]) -> None:
    lines = standings(progress.records.values(), progress.plan.labels).lines
    page.head(game)
    page.picture(f"documents-{game}", f"{game}: how well each player plays")
    rows = []
    for line in lines:
        quality = qualities[line.label]
        rows.append(
            [
                f"`{line.label}`",
                f"{line.elo:+.0f} ± {line.margin:.0f}",
                f"{line.score:.1%}",
                f"{quality.perfect_share:.1%}",
                f"{quality.sound / quality.moves:.1%}",
                f"{quality.mean_loss:.4f}",
                round(quality.moves),
            ]
        )
    page.table(
        ["player", "Elo, 95%", "score", "perfect moves", "sound moves", "loss per move", "moves"],
        rows,
    )
    page.say(f"{progress.played} games. Points of the row against the column:")
    table = cross_table_text(progress.records.values(), [line.label for line in lines])
    page.say(f"```\n{table}\n```")
