"""Perfect play in numbers: how rare the moves are that keep the result, and first mistakes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from inarow.kernels.compiling import Array
from inarow.lab.dataset import DatasetError, open_dataset
from inarow.lab.experiments.experiment import Page, Workspace
from inarow.lab.experiments.figures import dress, new_figure, style_of
from inarow.lab.experiments.findings import Finding
from inarow.rules.catalogue import game as make_game
from inarow.rules.game import Game
from inarow.search.exact.labelling import FULL, Labeller
from inarow.search.exact.positions import PositionArrays
from inarow.search.exact.sampling import Sampler, Source

NAME = "perfect-play"
GAME = "connect4"

_POSITIONS_A_PLY = 1000
_SEED = 5

#: A share of fewer positions or moves than this is not drawn.
_LEAST = 10

#: How far perfect lines are followed: as far as the book reaches.
_PLIES_OF_LINES = 12

#: The kinds of positions that are told apart; small plies are complete and belong to both.
_KINDS = {"random": Source.RANDOM, "careful": Source.CAREFUL}


def tally(scores: Array) -> Counter[str]:
    """Count positions and moves by what they are worth; rows are positions, columns moves."""
    legal = scores != FULL
    best = scores.max(axis=1)
    results = np.where(legal, np.sign(scores), -2)
    keeping = (results == np.sign(best)[:, None]).sum(axis=1)
    perfect = (scores == best[:, None]).sum(axis=1)
    won, drawn, lost = best > 0, best == 0, best < 0
    choice = legal.sum(axis=1) > 1
    return Counter(
        {
            "positions": len(scores),
            "won": int(won.sum()),
            "drawn": int(drawn.sum()),
            "lost": int(lost.sum()),
            "moves": int(legal.sum()),
            "winning moves": int((results == 1).sum()),
            "choices": int(choice.sum()),
            "choices won": int((choice & won).sum()),
            "choices drawn": int((choice & drawn).sum()),
            "only winning move": int((choice & won & (keeping == 1)).sum()),
            "only drawing move": int((choice & drawn & (keeping == 1)).sum()),
            "only best move": int((choice & (perfect == 1)).sum()),
        }
    )


#: For each kind of position and each ply, what was counted.
Tallies = dict[str, dict[int, Counter[str]]]


def run(workspace: Workspace) -> Page:
    """Label positions, count, draw and write."""
    rules = make_game(GAME)
    page = Page(NAME, "Perfect play in numbers")
    tallies = (
        _tallies_of(workspace.dataset, rules) if workspace.dataset else _sampled(workspace, rules)
    )
    _figure(workspace, tallies)
    _rarity(page, tallies, workspace.dataset is not None)
    _mistakes(page, rules)
    return page


def _sampled(workspace: Workspace, rules: Game) -> Tallies:
    """Draw positions of every ply and count; each ply is written down when it is done."""
    findings, plies = workspace.findings(NAME), range(rules.cells)
    a_ply = workspace.count(_POSITIONS_A_PLY, least=10)
    sampler = Sampler(rules, plies, a_ply * len(plies), _SEED)
    labeller = Labeller.on_cpu(rules)
    found: Tallies = {kind: {} for kind in _KINDS}
    for ply in reversed(plies):
        finding = findings.get(
            f"{rules}/{a_ply}/{ply}", partial(_count_ply, sampler, labeller, ply)
        )
        workspace.tell(f"ply {ply}: {sum(one['positions'] for one in finding.values())} positions")
        for kind, counts in finding.items():
            found[kind][ply] = Counter(counts)
    return found


def _count_ply(sampler: Sampler, labeller: Labeller, ply: int) -> Finding:
    sample = sampler.sample(ply)
    scores = labeller.label(sample.rows, ply).scores
    return {kind: dict(tally(scores[_is(kind, sample.sources)])) for kind in _KINDS}


def _is(kind: str, sources: Array) -> Array:
    chosen: Array = (sources == _KINDS[kind]) | (sources == Source.ALL)
    return chosen


def _tallies_of(folder: Path, rules: Game) -> Tallies:
    """Count in a data set."""
    dataset = open_dataset(folder)
    if dataset.settings.game != rules:
        raise DatasetError(f"{folder} is a data set of {dataset.settings.game}, not of {rules}")
    if not dataset.is_finished:
        raise DatasetError(
            f"{folder} is not finished: run the command that made it again to resume"
        )
    found: Tallies = {kind: {} for kind in _KINDS}
    for chunk in dataset.chunks():
        for kind in _KINDS:
            here = found[kind].setdefault(chunk.ply, Counter())
            here.update(tally(chunk.scores[_is(kind, chunk.sources)]))
    return found


def _share(counts: Counter[str], part: str, whole: str) -> float | None:
    return counts[part] / counts[whole] if counts[whole] else None


_SHARES = (
    ("won", "won", "positions"),
    ("drawn", "drawn", "positions"),
    ("lost", "lost", "positions"),
    ("moves that win", "winning moves", "moves"),
    ("one winning move, if won", "only winning move", "choices won"),
    ("one drawing move, if drawn", "only drawing move", "choices drawn"),
    ("one best move", "only best move", "choices"),
)


def _rarity(page: Page, tallies: Tallies, from_dataset: bool) -> None:
    page.say(
        f"Positions of {GAME} with the exact score of every move"
        + (", those of a data set" if from_dataset else f", drawn with seed {_SEED}")
        + ". `random`: reached by moves drawn evenly from those that do not win at once."
        " `careful`: both players win at once if they can (those games are over), stop the other"
        " from winning at once if they can, and are random otherwise. Both without repetition,"
        " mirror images once; the first plies are complete and count in both. A position is won,"
        " drawn or lost for the player to move. *One* winning, drawing or best move: of the"
        " positions with a choice, where a single move wins, holds the draw, or keeps the exact"
        " score."
    )
    page.picture(NAME, "How rare winning moves are, and how often a single move holds the result")
    for kind, by_ply in tallies.items():
        page.head(f"{kind.capitalize()} positions")
        rows = [
            [ply, f"{counts['positions']:,}"]
            + [_percent(_share(counts, part, whole)) for _, part, whole in _SHARES]
            for ply, counts in sorted(by_ply.items())
        ]
        everything = sum(by_ply.values(), Counter())
        shares = [_percent(_share(everything, part, whole)) for _, part, whole in _SHARES]
        rows.append(["all", f"{everything['positions']:,}", *shares])
        page.table(["ply", "positions", *(name for name, _, _ in _SHARES)], rows)


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"


def _figure(workspace: Workspace, tallies: Tallies) -> None:
    with new_figure(workspace.pages, NAME, 2, width=5.2, height=3.8) as (_, (wins, alone)):
        for number, (kind, by_ply) in enumerate(tallies.items()):
            style = {**style_of(number), "markersize": 3}
            dashed = {**style, "linestyle": "--"}
            _curve(wins, by_ply, "winning moves", "moves", kind, style)
            _curve(alone, by_ply, "only winning move", "choices won", f"{kind}, won", style)
            _curve(alone, by_ply, "only drawing move", "choices drawn", f"{kind}, drawn", dashed)
        dress(wins, f"{GAME}: moves that win", "pieces on the board", "share of legal moves")
        dress(alone, f"{GAME}: a single move holds it", "pieces on the board", "share of positions")
        for axes in (wins, alone):
            axes.legend(frameon=False, fontsize=8)


def _curve(
    axes: Any, by_ply: dict[int, Counter[str]], part: str, whole: str, label: str, style: Any
) -> None:
    enough = [(ply, counts) for ply, counts in sorted(by_ply.items()) if counts[whole] >= _LEAST]
    shares = [_share(counts, part, whole) for _, counts in enough]
    axes.plot([ply for ply, _ in enough], shares, label=label, **style)


@dataclass(frozen=True, slots=True)
class Mistakes:
    """What the moves of the positions on perfect lines after some plies do to the score."""

    ply: int
    positions: int
    moves: int
    perfect: int
    #: Moves that keep the result but not the exact score.
    slower: int
    #: For each pair of results before and after, as signs for the mover, the moves that change it.
    changes: dict[tuple[int, int], int]


def mistakes_on_perfect_lines(labeller: Labeller, plies: int) -> list[Mistakes]:
    """Follow every move that keeps the exact score from the empty board; count the others."""
    arrays = PositionArrays(labeller.game)
    keys = arrays.keys(arrays.start())
    found = []
    for ply in range(plies + 1):
        rows = arrays.of_keys(keys)
        scores = labeller.label(rows, ply).scores
        best = scores.max(axis=1, keepdims=True)
        legal, perfect = scores != FULL, scores == best
        before, after = np.sign(np.broadcast_to(best, scores.shape)), np.sign(scores)
        worse = legal & (before != after)
        changed = Counter(zip(before[worse].tolist(), after[worse].tolist(), strict=True))
        slower = legal & ~perfect & (before == after)
        found.append(
            Mistakes(
                ply, len(rows), int(legal.sum()), int(perfect.sum()), int(slower.sum()), changed
            )
        )
        following = [
            after_move[~arrays.won(after_move[:, 1])]
            for column, which, moved in arrays.after_each_column(rows)
            for after_move in [moved[perfect[which, column]]]
        ]
        keys = np.unique(np.concatenate([arrays.keys(rows) for rows in following]))
        if not len(keys):
            break
    return found


_WORDS = {1: "win", 0: "draw", -1: "loss"}


def _mistakes(page: Page, rules: Game) -> None:
    labeller = Labeller.on_cpu(rules)
    arrays = PositionArrays(rules)
    page.head("First mistakes")
    page.say(
        "The exact score of each first move, and of X's second move after each reply to the only"
        " first move that wins. A win scores the number of pieces the winner has left after"
        " the last move, plus one; a loss scores the negative of that. So every move with a score"
        " of 0 or below throws X's win away."
    )
    start = arrays.start()
    first = labeller.label(start, 0).scores[0]
    rows = [["the first move", *first.tolist()]]
    middle = int(first.argmax())
    after = next(moved for x, _, moved in arrays.after_each_column(start) if x == middle)
    replies = labeller.label(after, 1).scores[0]
    rows.append([f"O's reply to {middle + 1}", *replies.tolist()])
    for reply, _, moved in arrays.after_each_column(after):
        second = labeller.label(moved, 2).scores[0]
        rows.append([f"X's move after {middle + 1}, {reply + 1}", *second.tolist()])
    columns = [f"column {x + 1}" for x in range(rules.width)]
    page.table(["", *columns], rows)
    _lines(page, labeller)


def _lines(page: Page, labeller: Labeller) -> None:
    found = mistakes_on_perfect_lines(labeller, _PLIES_OF_LINES)
    page.say(
        "All lines on which both players keep the exact score, mirror images once. X, who moves"
        " after an even number of plies, has a win to throw away; O is lost, and can only lose"
        " sooner."
    )
    changes = sorted({change for one in found for change in one.changes}, reverse=True)
    page.table(
        ["plies", "positions", "moves", "keep the score", "keep only the result",
         *(f"{_WORDS[before]} to {_WORDS[after]}" for before, after in changes)],
        [
            [one.ply, one.positions, one.moves, one.perfect, one.slower]
            + [one.changes.get(change, 0) for change in changes]
            for one in found
        ],
    )  # fmt: skip
    page.say(_summary(found))


def _summary(found: list[Mistakes]) -> str:
    by_x = [one for one in found if one.ply % 2 == 0]
    moves = sum(one.moves for one in by_x)
    spoil = sum(n for one in by_x for n in one.changes.values())
    lose = sum(n for one in by_x for (_, after), n in one.changes.items() if after < 0)
    return (
        f"On these lines {spoil / moves:.0%} of X's {moves:,} legal moves throw the win away, and"
        f" {lose / moves:.0%} lose; {sum(one.perfect for one in by_x) / moves:.0%} are perfect."
    )
