"""Nodes with and without alpha-beta, by depth, for each documented player."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from statistics import geometric_mean
from typing import Any

from inarow.lab.experiments.experiment import Page, Workspace
from inarow.lab.experiments.figures import dress, new_figure, style_of
from inarow.lab.experiments.findings import Finding
from inarow.match.openings import Openings
from inarow.rules.board import Board
from inarow.rules.catalogue import game as make_game
from inarow.search.limit import Limit
from inarow.search.tree import documented
from inarow.search.tree.compiled import search_compiled
from inarow.search.tree.recipe import ALL_EXTRAS, Algorithm, Recipe

NAME = "pruning"

#: Player, game, recipe, and the deepest search without pruning.
PLAYERS: dict[str, tuple[str, Recipe, int]] = {
    "minimax": ("connect4", documented.MINIMAX, 6),
    "branch-and-bound": ("connect4", documented.BRANCH_AND_BOUND, 6),
    "discount": ("connect4", documented.DISCOUNT, 6),
    "square": ("square", documented.SQUARE_BOTH_SIDES, 6),
    "gomoku": ("gomoku", documented.SHAPES, 3),
}

#: Pruning allows about this many plies more in the same time.
_DEEPER = 2
_POSITIONS = 5
_PLIES = 6


def run(workspace: Workspace) -> Page:
    """Count, draw and write."""
    findings = workspace.findings(NAME)
    counts = {}
    for name, (game, recipe, deepest) in PLAYERS.items():
        workspace.tell(f"{name} on {game}, up to depth {deepest}")
        counts[name] = findings.get(
            f"{name}/{workspace.count(_POSITIONS)}",
            partial(count, game, recipe, deepest, workspace.count(_POSITIONS)),
        )
    _figure(workspace, counts)
    return _page(counts)


def count(game: str, recipe: Recipe, deepest: int, positions: int) -> Finding:
    """Nodes over some positions for each way to search and each depth."""
    rules = make_game(game)
    boards = [Board(rules, opening) for opening in Openings(plies=_PLIES).take(rules, positions)]
    ways = {
        "full": replace(recipe, algorithm=Algorithm.MINIMAX),
        "pruned": recipe,
        "extras": replace(recipe, extras=ALL_EXTRAS),
    }
    nodes: dict[str, list[int]] = {way: [] for way in ways}
    same = True
    for depth in range(1, deepest + _DEEPER + 1):
        values = []
        for way, how in ways.items():
            if way == "full" and depth > deepest:
                continue
            found = [search_compiled(board, how, Limit(depth=depth)) for board in boards]
            nodes[way].append(sum(analysis.nodes for analysis in found))
            if way != "extras":
                values.append([analysis.score for analysis in found])
        same = same and all(one == values[0] for one in values)
    return {"game": game, "positions": positions, "nodes": nodes, "same": same}


def _figure(workspace: Workspace, counts: dict[str, Finding]) -> None:
    labels = {"full": "minimax", "pruned": "alpha-beta", "extras": "with every extra"}
    with new_figure(workspace.pages, "pruning", len(counts), width=3.0, height=3.6) as (_, axes):
        for axis, (name, found) in zip(axes, counts.items(), strict=True):
            for number, (way, nodes) in enumerate(found["nodes"].items()):
                depths = range(1, len(nodes) + 1)
                axis.plot(depths, nodes, label=labels[way], **style_of(number))
            axis.set_yscale("log")
            dress(axis, f"{name} ({found['game']})", "depth", "nodes")
        axes[0].legend()


def _page(counts: dict[str, Finding]) -> Page:
    page = Page(NAME, "How much pruning saves")
    first = next(iter(counts.values()))
    page.say(
        f"Each documented player's search on {first['positions']} positions of its game after "
        f"{_PLIES} random moves (seed 0), nodes summed: minimax, the player's own alpha-beta, "
        "and with every extra (deepening, transposition table, killers, history, null windows)."
    )
    page.picture("pruning", "Nodes by depth; the scale is logarithmic")
    for name, found in counts.items():
        page.head(f"{name}, {found['game']}")
        page.table(
            ["depth", "minimax", "alpha-beta", "share", "exponent", "every extra"],
            [_row(found["nodes"], depth) for depth in range(len(found["nodes"]["pruned"]))],
        )
        page.say(_agreement(found))
    page.say(_conclusion(counts))
    return page


def _agreement(found: Finding) -> str:
    if found["same"]:
        return "The score is the same with and without pruning at every depth where both ran."
    return (
        "The scores differ: this heuristic is not zero-sum, and minimax evaluates every board for "
        "the searching player, while the player's own negamax evaluates it for the side to move. "
        "The numbers compare the sizes of the two trees."
    )


def _row(nodes: dict[str, list[int]], index: int) -> list[Any]:
    pruned, extras = nodes["pruned"][index], nodes["extras"][index]
    if index >= len(nodes["full"]):
        return [index + 1, "", f"{pruned:,}", "", "", f"{extras:,}"]
    full = nodes["full"][index]
    exponent = f"{math.log(pruned) / math.log(full):.2f}" if full > 1 else ""
    share = f"{pruned / full:.1%}"
    return [index + 1, f"{full:,}", f"{pruned:,}", share, exponent, f"{extras:,}"]


def _conclusion(counts: dict[str, Finding]) -> str:
    exponents = []
    for found in counts.values():
        full, pruned = found["nodes"]["full"], found["nodes"]["pruned"]
        exponents.append(math.log(pruned[len(full) - 1]) / math.log(full[-1]))
    return (
        "The documents give O(b^d) for minimax and, at best, its square root for alpha-beta: an "
        "exponent of 1 and of 1/2. At the greatest depth that both reached, alpha-beta's nodes are "
        f"minimax's to the power of {min(exponents):.2f} to {max(exponents):.2f} "
        f"(mean {geometric_mean(exponents):.2f})."
    )
