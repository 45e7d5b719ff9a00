"""Positions that the Gomoku search really judges, with what a deeper search says of them.

The engine plays games against itself. From each of its searches some of the nodes are taken whose
value was the evaluation, at random and so in the proportion in which the search asks; each is then
searched by itself. Proved positions stay in: the search meets them too.

Games are decided early, and what decides them takes long to see: of positions with up to 32 stones
that 5,000 nodes leave open, 300,000 prove one in four. So early positions can be searched a second
time, with more nodes. Late ones are many, for games between equals are long; some can be left out.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import count as count_up
from itertools import islice
from pathlib import Path

import numpy as np

from inarow.files.trouble import reason
from inarow.files.unreadable import UNREADABLE_ARRAYS
from inarow.files.whole import write_whole
from inarow.kernels.compiling import Array
from inarow.kernels.gomoku.search import BELIEVED, PROVED, WIN
from inarow.kernels.log import CELL, END, LEAF, LEVEL, SETTLED, TRIED, VALUE
from inarow.lab.experiments.experiment import LabError
from inarow.lab.pool import process_pool
from inarow.match.openings import Openings
from inarow.rules.board import Board
from inarow.rules.catalogue import game as make_game
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.limit import Limit
from inarow.search.score import Kind, Score

#: What the engine plays, and what its evaluation is fitted to.
GAME = make_game("gomoku")

#: The stones of an opening; more of them for other games of one seed.
_OPENING_PLIES = range(3, 9)
_EVEN = 250.0
_LONGEST_GAME = 160
_MEGABYTES = 4.0
#: A position with more stones is late.
_MOST_EARLY = 44
#: Games that are played ahead for each process, as the next one may take long.
_AHEAD = 4


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the positions are made."""

    #: Nodes of a move in the games, and those of the search that judges a leaf.
    nodes: int = 4000
    judging_nodes: int = 3000
    #: Those of a second search that judges an early leaf which the first leaves open; 0: none.
    early_nodes: int = 0
    #: Leaves taken from the search of each move.
    leaves: int = 6
    #: The share of late leaves that is kept.
    late_share: float = 1.0
    evaluation: Path | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Leaves:
    """Positions from the mover's view: 0 empty, 1 the mover's stone, 2 the other's."""

    boards: Array
    #: The search's value of each for the mover, as the kernels count it.
    values: Array
    #: What became of the game for the mover: 1, 0 or -1.
    results: Array

    def __len__(self) -> int:
        return len(self.values)

    @classmethod
    def together(cls, parts: Sequence[Leaves]) -> Leaves:
        """All positions of several."""
        return cls(
            np.concatenate([part.boards for part in parts]),
            np.concatenate([part.values for part in parts]),
            np.concatenate([part.results for part in parts]),
        )

    def save(self, path: Path) -> None:
        """Write them to a file."""
        packed = BytesIO()
        np.savez_compressed(packed, boards=self.boards, values=self.values, results=self.results)
        write_whole(path, packed.getvalue())

    @classmethod
    def load(cls, path: Path) -> Leaves:
        """Read what :meth:`save` wrote."""
        try:
            with np.load(path) as arrays:
                found = cls(arrays["boards"], arrays["values"], arrays["results"])
        except OSError as error:
            raise LabError(f"cannot read {path}: {reason(error)}") from None
        except UNREADABLE_ARRAYS:
            found = None
        if found is None or not found._fit_together():
            raise LabError(f"{path} does not contain positions saved with --leaves")
        return found

    def _fit_together(self) -> bool:
        """Whether these are boards of the game with a value and a result each."""
        count = len(self.boards) if self.boards.ndim else 0
        return (
            self.boards.shape == (count, GAME.cells)
            and self.values.shape == self.results.shape == (count,)
            and all(part.dtype.kind in "iu" for part in (self.boards, self.values, self.results))
            and bool(self.boards.min(initial=0) >= 0 and self.boards.max(initial=0) <= 2)
        )


def sample(sampling: Sampling, count: int, jobs: int, on_progress: Callable[[int], None]) -> Leaves:
    """Play games in ``jobs`` processes until there are ``count`` positions.

    Games are taken in the order of their numbers, whichever is over first: a seed gives the same
    positions with any number of processes.
    """
    parts: list[Leaves] = []
    found = 0
    with process_pool(jobs) as pool:
        games = (pool.submit(leaves_of_game, sampling, number) for number in count_up())
        playing = deque(islice(games, _AHEAD * jobs))
        while found < count:
            parts.append(playing.popleft().result())
            found += len(parts[-1])
            on_progress(found)
            playing.append(next(games))
    return Leaves.together(parts)


def leaves_of_game(sampling: Sampling, number: int) -> Leaves:
    """Play one game and return positions from its searches; a game has its own dice."""
    chance = random.Random(f"leaves/{sampling.seed}/{number}")
    plies = chance.choice(_OPENING_PLIES)
    opening = next(Openings(plies=plies, seed=chance.getrandbits(32)).of(GAME))
    board = Board(GAME, opening)
    player = GomokuEngine(GAME, megabytes=_MEGABYTES, evaluation=sampling.evaluation)
    judge = GomokuEngine(GAME, megabytes=_MEGABYTES, evaluation=sampling.evaluation)
    taken: list[tuple[Board, int]] = []
    winner = None
    first = True
    while board.outcome() is None and board.ply < _LONGEST_GAME:
        logged = player.analyse_logged(board, Limit(nodes=sampling.nodes), sampling.nodes)
        score = logged.analysis.score
        if first and (score.kind is not Kind.HEURISTIC or abs(value_of(score)) > _EVEN):
            break
        first = False
        if score.kind is not Kind.HEURISTIC:
            winner = board.turn if value_of(score) > 0 else board.turn.other
            break
        paths = list(leaf_paths(logged.log))
        for path in chance.sample(paths, min(sampling.leaves, len(paths))):
            leaf = board.copy()
            for cell in path:
                leaf.push(cell)
            is_kept = leaf.ply <= _MOST_EARLY or chance.random() < sampling.late_share
            if is_kept and leaf.outcome() is None:
                taken.append((leaf, _judged(judge, leaf, sampling)))
        assert logged.analysis.best is not None
        board.push(logged.analysis.best)
    else:
        outcome = board.outcome()
        winner = None if outcome is None else outcome.winner
    boards = np.zeros((len(taken), GAME.cells), dtype=np.uint8)
    values = np.zeros(len(taken), dtype=np.int16)
    results = np.zeros(len(taken), dtype=np.int8)
    for row, (leaf, value) in enumerate(taken):
        boards[row] = mover_view(leaf)
        values[row] = value
        results[row] = 0 if winner is None else 1 if winner is leaf.turn else -1
    return Leaves(boards, values, results)


def _judged(judge: GomokuEngine, leaf: Board, sampling: Sampling) -> int:
    """What a search thinks of a leaf, and of an early one that it leaves open a longer search."""
    score = judge.analyse(leaf, Limit(nodes=sampling.judging_nodes)).score
    if sampling.early_nodes and leaf.ply <= _MOST_EARLY and score.kind is Kind.HEURISTIC:
        score = judge.analyse(leaf, Limit(nodes=sampling.early_nodes)).score
    return value_of(score)


def logged_paths(log: Array) -> Iterator[tuple[Array, tuple[int, ...]]]:
    """The rows of a log, each with the moves from the root to its node.

    A null move leaves the stone before it as the last one, so that a path on which a cell stands
    twice is no position of the game, and is left out.
    """
    path: list[int] = []
    for row in log:
        level = int(row[LEVEL])
        path[max(level - 1, 0) :] = [int(row[CELL])] if level else []
        if len(set(path)) == len(path):
            yield row, tuple(path)


def leaf_paths(log: Array) -> Iterator[tuple[int, ...]]:
    """The moves from the root to each logged node whose value was the evaluation."""
    for row, path in logged_paths(log):
        judged = row[END] == LEAF or (row[END] == SETTLED and row[TRIED] == 0)
        if path and judged and abs(row[VALUE]) < BELIEVED:
            yield path


def value_of(score: Score) -> int:
    """A score as the kernels count it."""
    if score.kind is Kind.HEURISTIC:
        return round(score.value)
    assert score.plies is not None
    return WIN - score.plies if score.kind is Kind.WIN else score.plies - WIN


def mover_view(board: Board) -> Array:
    """The cells from the view of the side to move."""
    view = np.zeros(board.game.cells, dtype=np.uint8)
    for mark, side in ((1, board.turn), (2, board.turn.other)):
        stones = board.stones(side)
        view[[cell for cell in range(board.game.cells) if stones >> cell & 1]] = mark
    return view


def chance_of(values: Array, results: Array, scale: float, weight: float) -> Array:
    """The chance of winning that each value means, mixed with what became of the game."""
    chance = 1 / (1 + np.exp(-values / scale))
    chance = np.where(values > BELIEVED, 0.98, np.where(values < -BELIEVED, 0.02, chance))
    chance = np.where(values > PROVED, 1.0, np.where(values < -PROVED, 0.0, chance))
    proved = np.abs(values) > PROVED
    return np.where(proved, chance, (1 - weight) * chance + weight * (results + 1) / 2)
