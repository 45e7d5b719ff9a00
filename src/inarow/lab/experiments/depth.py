"""Strength against depth: how much one more move of looking ahead is worth, game by game."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.lab.experiments.experiment import Page, Workspace
from inarow.lab.experiments.figures import draw_estimates, dress, new_figure
from inarow.lab.experiments.playing import play_plan, ratings_of
from inarow.match.openings import Openings
from inarow.match.plan import Plan
from inarow.match.ratings import RatingList
from inarow.match.records import contestants
from inarow.match.schedule import Form, Schedule
from inarow.rules.catalogue import game as make_game

NAME = "depth"

#: Game, player, the depths to compare, and the moves of an opening.
SERIES: tuple[tuple[str, str, tuple[int, ...], int], ...] = (
    ("connect4", "minimax", (1, 2, 3, 4, 5, 6, 7, 8), 4),
    ("connect4", "discount", (1, 2, 3, 4, 5, 6, 7, 8), 4),
    ("square", "square-5", (1, 2, 3, 4, 5, 6, 7, 8), 6),
    ("connect3", "minimax", (1, 2, 3, 4, 5, 6), 3),
    ("tictactoe", "minimax", (1, 2, 3, 4, 5), 2),
    ("connect5", "minimax", (1, 2, 3, 4, 5), 4),
    ("four", "minimax", (1, 2, 3, 4), 4),
    ("gomoku", "shapes", (1, 2, 3), 5),
    ("gomoku-standard", "shapes", (1, 2, 3), 5),
)

_PAIRS = 12


@dataclass(frozen=True, slots=True)
class DepthSeries:
    """What the games of one series say."""

    ratings: RatingList
    games: int
    plies: int

    @property
    def worth_of_moving_first(self) -> float:
        """The advantage in Elo of who moves first after the opening: O after an odd one."""
        return -self.ratings.advantage if self.plies % 2 else self.ratings.advantage


def run(workspace: Workspace) -> Page:
    """Play, draw and write."""
    found: dict[tuple[str, str], DepthSeries] = {}
    for game, player, depths, plies in SERIES:
        plan = _plan(game, player, depths, plies, workspace.count(_PAIRS))
        progress = play_plan(workspace, NAME, plan)
        found[game, player] = DepthSeries(ratings_of(progress), progress.played, plies)
    _figure(workspace, found)
    return _page(found)


def _plan(game: str, player: str, depths: tuple[int, ...], plies: int, pairs: int) -> Plan:
    rules = make_game(game)
    players = contestants([_player(player, depth) for depth in depths])
    openings = Openings(plies=plies, seed=1, repeat=True)
    return Plan(Schedule(rules, players, openings, pairs, Form.LADDER, seed=1))


def _player(player: str, depth: int) -> str:
    return f"{player}(depth={depth},fast=1)"


def _depth(label: str) -> int:
    return int(label.partition("depth=")[2].partition(",")[0])


def _points(ratings: RatingList) -> list[tuple[int, float, float]]:
    """Depth, Elo above the smallest depth, and the margin of that."""
    labels = sorted((one.label for one in ratings.ratings), key=_depth)
    return [(_depth(label), *ratings.difference(label, labels[0])) for label in labels]


def _figure(workspace: Workspace, found: dict[tuple[str, str], DepthSeries]) -> None:
    with new_figure(workspace.pages, "depth", width=7.5, height=4.8) as (sheet, (axis,)):
        for number, ((game, player), measured) in enumerate(found.items()):
            draw_estimates(axis, number, f"{game}, {player}", _points(measured.ratings))
        dress(axis, "Strength by depth, with 95 % intervals", "depth in moves", "Elo above depth 1")
        # Beside the axes, since nine lines leave no corner free.
        sheet.legend(loc="outside right upper", fontsize=8)


def _page(found: dict[tuple[str, str], DepthSeries]) -> Page:
    page = Page(NAME, "Strength against depth")
    page.say(
        "Each player at several depths, each depth against the next two, every opening from both "
        "sides (random openings, seed 1; small games have few, so they repeat). Ratings are "
        "Bradley-Terry, relative to the smallest depth, with the 95% interval of the difference."
    )
    page.picture("depth", "Elo above the smallest depth")
    for (game, player), measured in found.items():
        page.head(f"{game}: {player}")
        points = _points(measured.ratings)
        rows = []
        for index, (depth, elo, margin) in enumerate(points):
            gain = "" if index == 0 else f"{elo - points[index - 1][1]:+.0f}"
            # The smallest depth is where the scale begins.
            rows.append([depth, f"{elo:+.0f}", f"± {margin:.0f}" if index else "", gain])
        page.table(["depth", "Elo", "95%", "gain"], rows)
        page.say(
            f"{measured.games} games. Moving first after the opening is worth "
            f"{measured.worth_of_moving_first:+.0f} ± {measured.ratings.advantage_margin:.0f} Elo."
        )
    return page
