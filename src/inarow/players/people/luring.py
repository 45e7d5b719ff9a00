"""Where no win is known: the move after which a simulated person most often goes wrong.

Games are played to the end, with a person of average strength on the other side. On this side each
game tries what did best in those before (a tree search by upper confidence bounds, as in L. Kocsis
and C. Szepesvári, 2006). A move is worth what its best continuations are, so that a plan of several
moves counts even if most games tried something else; where nothing is known yet, somebody plays on
who overlooks nothing.
"""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array, Record
from inarow.kernels.people.playing import play_out_often
from inarow.kernels.people.position import place, remove
from inarow.kernels.people.records import KINDS
from inarow.kernels.people.thinking import think
from inarow.players.people.choices import PersonOptions
from inarow.players.people.seeing import board_record, memory_of, people_game
from inarow.rules.board import Board
from inarow.search.stopping import StopSignal, is_stopped

#: How many moves are played at most, counting each game as if it filled the board, and how many
#: games; and how many of them between two looks at the clock.
_MOVES = 48_000
_GAMES = 3000
_AT_ONCE = 8

#: How much a move that was seldom tried is given the benefit of the doubt, in games.
_DOUBT = 1.0

#: Both think about few positions: many games say more than good ones.
_LURED = PersonOptions()
_LURES = PersonOptions(positions=20, overlook=0.0, lapse=0.0)


def most_luring(
    board: Board,
    moves: Sequence[int],
    *,
    seconds: float | None = None,
    stop: StopSignal | None = None,
) -> int:
    """Of some moves, the one after which people lose most often; the same for the same board.

    After so many seconds, or when it is stopped, the one that looks best by then.
    """
    ends = None if seconds is None else time.monotonic() + seconds

    def is_over() -> bool:
        is_late = ends is not None and time.monotonic() >= ends
        return is_late or is_stopped(stop)

    turn = _Turn.of(moves)
    games = _Games(board)
    count = min(_MOVES // (board.game.cells - board.ply), _GAMES)
    for number in range(count if len(moves) > 1 else 0):
        if number % _AT_ONCE == 0 and is_over():
            break
        games.play(turn)
    return turn.most_tried()


@dataclass(slots=True)
class _Tried:
    """What came of a move in so many games."""

    games: int = 0
    #: Wins less losses in games that are not among those of the turns that followed.
    points: int = 0
    #: By the person's answer, the turn that followed and how often it did.
    turns: dict[int, _Turn] = field(default_factory=dict)
    answers: Counter[int] = field(default_factory=Counter)

    def worth(self) -> float:
        """Wins less losses in a game, as they are expected by now; somebody has tried it."""
        followed = sum(count * self.turns[answer].worth for answer, count in self.answers.items())
        return (self.points + followed) / self.games


@dataclass(slots=True)
class _Turn:
    """A position in which the side that lures is to move."""

    tried: dict[int, _Tried]
    #: Of the move that was tried most: what was only tried to learn about it does not count.
    worth: float = 0.0

    @classmethod
    def of(cls, moves: Iterable[int]) -> _Turn:
        return cls({move: _Tried() for move in moves})

    def most_promising(self) -> int:
        """The move to try next: one that did well, or that is hardly known."""
        total = math.log(1 + sum(one.games for one in self.tried.values()))

        def promise(move: int) -> float:
            one = self.tried[move]
            if one.games == 0:
                return math.inf
            return one.worth() + _DOUBT * math.sqrt(total / one.games)

        return max(self.tried, key=promise)

    def most_tried(self) -> int:
        """The move that did best, as far as is known by now."""
        return max(self.tried, key=lambda move: self.tried[move].games)

    def count(self, move: int) -> None:
        """Count a game in which a move was tried."""
        self.tried[move].games += 1
        self.worth = self.tried[self.most_tried()].worth()


class _Games:
    """Games from one position to the end, on one board and its record."""

    def __init__(self, board: Board) -> None:
        self._board = board.copy()
        self._game = people_game(board.game)
        self._record = board_record(board)
        self._overlooked = np.zeros((len(board.game.groups), KINDS), dtype=np.uint8)
        self._played = np.zeros(board.game.cells, dtype=np.int64)
        #: The turns that are known by now, by what is remembered of them.
        self._turns: dict[tuple[int, ...], _Turn] = {}
        chance = random.Random(board.text())
        lures, lured = _LURES.thinking(), _LURED.thinking()
        self._lures, self._lured = (
            (mind.record(chance.getrandbits(64)), mind.weights()) for mind in (lures, lured)
        )

    def play(self, turn: _Turn) -> None:
        """One game; its result is counted for all moves that it tried, and the board is left."""
        before = self._board.ply
        path = self._play_on(turn)
        for known, move in reversed(path):
            known.count(move)
        while self._board.ply > before:
            self._take_back()

    def _play_on(self, turn: _Turn) -> list[tuple[_Turn, int]]:
        """Play on from a turn as long as those that follow are known; the moves that were tried."""
        lures = self._board.turn
        path: list[tuple[_Turn, int]] = []
        while True:
            move = turn.most_promising()
            one = turn.tried[move]
            path.append((turn, move))
            self._push(move)
            if (outcome := self._board.outcome()) is None:
                answer = self._thought_by(self._lured)
                self._push(answer)
                outcome = self._board.outcome()
            if outcome is not None:
                one.points += 0 if outcome.winner is None else 1 if outcome.winner is lures else -1
                return path
            one.answers[answer] += 1
            key = *self._board.key(), *memory_of(self._board, 2)
            if is_new := key not in self._turns:
                self._turns[key] = _Turn.of(self._board.legal_moves)
            turn = one.turns[answer] = self._turns[key]
            if is_new:
                move = self._thought_by(self._lures)
                turn.tried[move].points += self._played_out(move)
                path.append((turn, move))
                return path

    def _played_out(self, move: int) -> int:
        """The result of a game that both finish by thinking after a move."""
        board = self._board
        lures, own = self._lures
        lured, theirs = self._lured
        cell = board.landing_cell(move)
        return int(
            play_out_often(
                self._game, self._record, lures, lured, own, theirs, self._overlooked,
                int(board.turn), cell, board.game.cells - board.ply, memory_of(board, 1)[0],
                self._played, 1,
            )
        )  # fmt: skip

    def _thought_by(self, who: tuple[Record, Array]) -> int:
        mind, weights = who
        board = self._board
        mind.last[:] = memory_of(board, 2)
        cell = think(self._game, self._record, mind, int(board.turn), weights, self._overlooked)
        return cell % board.game.width if board.game.gravity else cell

    def _push(self, move: int) -> None:
        place(self._game, self._record, self._board.landing_cell(move), int(self._board.turn))
        self._board.push(move)

    def _take_back(self) -> None:
        board = self._board
        move = board.moves[-1]
        board.pop()
        remove(self._game, self._record, board.landing_cell(move), int(board.turn))
