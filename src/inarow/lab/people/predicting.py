"""What each model says about moves of people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from inarow.kernels.compiling import Array
from inarow.kernels.people.records import KINDS
from inarow.kernels.people.thinking import think_often
from inarow.lab.experiments.experiment import Tell
from inarow.lab.people.moves import GAME, Moves, Row
from inarow.lab.people.scoring import Held, Prediction, held_out, legal_cells, normal_prior
from inarow.lab.people.training import Described
from inarow.players.level_table import LEVELS
from inarow.players.levels import LevelPlayer
from inarow.players.people.mind import FittedMind, Mind
from inarow.players.people.network import Network
from inarow.players.people.seeing import people_board, people_game
from inarow.players.player import Player
from inarow.players.roster import player
from inarow.players.searching import SearchingPlayer
from inarow.players.slipping import SlippingPlayer
from inarow.rules.board import Board
from inarow.search.limit import Limit

#: The strengths that a person may have, for the cognitive model and for the learned one.
_STRENGTHS_OF_MINDS = (-2.0, -1.0, 0.0, 1.0, 2.0)
_STRENGTHS = tuple(np.arange(-2.5, 2.6, 0.5).tolist())

#: How often a move is chosen after each thought of the cognitive model.
_CHOICES = 10

#: The documented player that plays this game, and how far ahead it may look.
_DOCUMENTED = "minimax"
_DEPTHS = (1, 2, 3)

#: The shares of its ranks: each next-best move is so many times as likely.
_BY_RANK = 0.5

#: Rows of features that a network sees at once.
_AT_ONCE = 500

#: How often progress is told.
_EVERY = 1000


def guessing(moves: Moves) -> Prediction:
    """Every legal move is as likely as any other."""
    legal = legal_cells(moves)
    return Prediction("guessing", (legal / legal.sum(axis=1, keepdims=True))[:, None], np.zeros(1))


def levels(moves: Moves, seed: int, jobs: int, tell: Tell) -> Prediction:
    """What our levels choose; a person's number is which of them."""
    players = [LevelPlayer(level, seed=seed) for level in LEVELS]
    return _chosen_by("levels", players, moves, jobs, tell)


def slipping(moves: Moves, seed: int, jobs: int, tell: Tell) -> Prediction:
    """What searches that slip choose, as weak as levels; a person's number is which of them."""
    players = [SlippingPlayer(level=level, seed=seed) for level in LEVELS]
    return _chosen_by("searches that slip", players, moves, jobs, tell)


#: How often each player is asked about a position.
_ASKED = 2

#: What the highest level may spend on each move.
_LEVEL_LIMIT = Limit(nodes=5_000)


def _chosen_by(
    name: str, players: Sequence[Player], moves: Moves, jobs: int, tell: Tell
) -> Prediction:
    """How often each of some players chooses each move."""

    def chosen(number: int) -> Array:
        # One player after the other, each through all rows: the same moves with any number of jobs.
        likely = np.zeros((len(moves), GAME.cells))
        for place, row in enumerate(moves.rows):
            board = board_of(row)
            for _ in range(_ASKED):
                likely[place, players[number].choose(board, _LEVEL_LIMIT).move] += 1 / _ASKED
        return likely

    found = _for_each(chosen, len(players), jobs, tell, name, "players")
    return Prediction(name, found.transpose(1, 0, 2), np.zeros(len(players)), is_sharp=True)


def documented(moves: Moves, jobs: int, tell: Tell) -> Prediction:
    """The documented player's moves by rank; a person's number is how far ahead it looks."""

    def ranked(number: int) -> Array:
        plays = player(f"{_DOCUMENTED}(depth={_DEPTHS[number]})", seed=0)
        assert isinstance(plays, SearchingPlayer)
        likely = np.zeros((len(moves), GAME.cells))
        for place, row in enumerate(moves.rows):
            scores = plays.analyse(board_of(row), lines=GAME.cells).move_scores
            # Moves with the same score share their rank.
            ranks = {score: rank for rank, score in enumerate(dict.fromkeys(scores.values()))}
            for move, score in scores.items():
                likely[place, move] = _BY_RANK ** ranks[score]
        likely /= likely.sum(axis=1, keepdims=True)
        return likely

    found = _for_each(ranked, len(_DEPTHS), jobs, tell, _DOCUMENTED, "depths").transpose(1, 0, 2)
    return Prediction(f"`{_DOCUMENTED}`", found, np.zeros(len(_DEPTHS)), is_sharp=True)


def cognitive(
    name: str, moves: Moves, fitted: FittedMind, samples: int, seed: int, jobs: int, tell: Tell
) -> Prediction:
    """How often the cognitive model chooses each move; a person's number is the strength.

    A guess is counted as one more sample, so that nothing is impossible; how much more it must be
    softened, for there are few samples, the other folds say.
    """
    minds = [fitted.at(strength) for strength in _STRENGTHS_OF_MINDS]

    def counted(number: int) -> Array:
        row = moves.rows[number]
        counts = np.array([often(row, mind, samples, seed + number) for mind in minds])
        occupied = row.x_stones | row.o_stones
        legal = np.array([not occupied >> cell & 1 for cell in range(GAME.cells)])
        likely: Array = (counts / _CHOICES + legal / legal.sum()) / (samples + 1)
        return likely

    found = _for_each(counted, len(moves), jobs, tell, name)
    return Prediction(name, found, normal_prior(_STRENGTHS_OF_MINDS), is_sharp=True)


def often(row: Row, mind: Mind, samples: int, seed: int) -> Array:
    """How often a mind plays on each cell in a row's position."""
    counts = np.zeros(GAME.cells, dtype=np.int64)
    overlooked = np.zeros((len(GAME.groups), KINDS), dtype=np.uint8)
    think_often(
        people_game(GAME), people_board(GAME, row.x_stones, row.o_stones),
        mind.record(seed, row.memory[:2]), row.side, mind.weights(), overlooked, samples, _CHOICES,
        counts,
    )  # fmt: skip
    return counts


def learned(
    moves: Moves, described: Described, network: Network, tell: Tell, jobs: int = 1
) -> Held:
    """The learned model, each fold by networks that have not seen it.

    All networks together predict moves that none of them was trained on.
    """
    has_seen = network.has_seen(row.digest() for row in moves.rows)
    result = np.zeros((len(moves), GAME.cells))
    prior = normal_prior(_STRENGTHS)
    by_all = None if has_seen else _by_networks(moves, described, network, None)

    def predicted(fold: int) -> Array:
        likely = _by_networks(moves, described, network, [fold]) if by_all is None else by_all
        held = held_out(Prediction("learned", likely, prior), moves)
        found: Array = held.likely[moves.folds == fold]
        return found

    folds = np.unique(moves.folds).tolist()
    with ThreadPoolExecutor(jobs) as pool:
        for fold, found in zip(folds, pool.map(predicted, folds), strict=True):
            result[moves.folds == fold] = found
            tell(f"learned model: fold {fold}")
    return Held("learned", result)


def _by_networks(
    moves: Moves, described: Described, network: Network, folds: Iterable[int] | None
) -> Array:
    likely = np.zeros((len(moves), len(_STRENGTHS), GAME.cells), dtype=np.float32)
    legal = legal_cells(moves)
    choices = np.diff(described.starts)
    for count in np.unique(choices):
        same = np.flatnonzero(choices == count)
        for first in range(0, len(same), _AT_ONCE):
            which = same[first : first + _AT_ONCE]
            rows = described.starts[which][:, None] + np.arange(count)
            cells = np.nonzero(legal[which])[1].reshape(len(which), count)
            found = network.by_strength(described.features[rows], _STRENGTHS, folds)
            for place, shares in enumerate(found):
                likely[which[:, None], place, cells] = shares
    return likely


def board_of(row: Row) -> Board:
    """The board on which a row's move was played."""
    return Board.from_stones(GAME, row.x_stones, row.o_stones)


def _for_each(
    find: Callable[[int], Array], count: int, jobs: int, tell: Tell, name: str, what: str = "moves"
) -> Array:
    """What is found for each row or player, several at once: kernels leave other threads alone."""
    pool = ThreadPoolExecutor(jobs)
    found = []
    try:
        for number, each in enumerate(pool.map(find, range(count)), 1):
            found.append(each.astype(np.float32))
            if number % _EVERY == 0 or number == count or what != "moves":
                tell(f"{name}: {number:,} of {count:,} {what}")
    finally:
        pool.shutdown(cancel_futures=True)
    return np.array(found)
