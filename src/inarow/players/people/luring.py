"""Where nobody can force a win: the move after which a simulated person most often goes wrong.

Games are played to the end, with a person of average strength on the other side. On this side each
game tries what did best in those before (a tree search by upper confidence bounds, as in L. Kocsis
and C. Szepesvári, 2006), so that a plan of several moves counts by its best continuation; where
nothing is known yet, somebody plays on who overlooks nothing.
"""

from __future__ import annotations

import math
import random
import time
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

#: How many games are played, and how many between two looks at the clock.
_GAMES = 600
_AT_ONCE = 8

#: How much a move that was seldom tried is given the benefit of the doubt, in games.
_DOUBT = 0.6

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
    for number in range(_GAMES if len(moves) > 1 else 0):
        if number % _AT_ONCE == 0 and is_over():
            break
        games.play(turn)
    return max(turn.tried, key=lambda move: turn.tried[move].games)


@dataclass(slots=True)
class _Tried:
    """What came of a move: wins less losses in so many games, and the turns that followed it."""

    games: int = 0
    points: int = 0
    #: By the person's answer.
    turns: dict[int, _Turn] = field(default_factory=dict)


@dataclass(slots=True)
class _Turn:
    """A position in which the side that lures is to move."""

    tried: dict[int, _Tried]

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
            return one.points / one.games + _DOUBT * math.sqrt(total / one.games)

        return max(self.tried, key=promise)


class _Games:
    """Games from one position to the end, on one board and its record."""

    def __init__(self, board: Board) -> None:
        self._board = board.copy()
        self._game = people_game(board.game)
        self._record = board_record(board)
        self._overlooked = np.zeros((len(board.game.groups), KINDS), dtype=np.uint8)
        self._played = np.zeros(board.game.cells, dtype=np.int64)
        chance = random.Random(board.text())
        lures, lured = _LURES.thinking(), _LURED.thinking()
        self._lures, self._lured = (
            (mind.record(chance.getrandbits(64)), mind.weights()) for mind in (lures, lured)
        )

    def play(self, turn: _Turn) -> None:
        """One game; its result is counted for all moves that it tried, and the board is left."""
        tried: list[_Tried] = []
        before = self._board.ply
        result = self._result(turn, tried)
        for one in tried:
            one.games += 1
            one.points += result
        while self._board.ply > before:
            self._take_back()

    def _result(self, turn: _Turn, tried: list[_Tried]) -> int:
        """Play on from a turn that is known: 1 is a win of who lures, -1 a loss, 0 a tie."""
        lures = self._board.turn
        while True:
            move = turn.most_promising()
            one = turn.tried[move]
            tried.append(one)
            self._push(move)
            if (outcome := self._board.outcome()) is None:
                answer = self._thought_by(self._lured)
                self._push(answer)
                outcome = self._board.outcome()
            if outcome is not None:
                return 0 if outcome.winner is None else 1 if outcome.winner is lures else -1
            if answer not in one.turns:
                one.turns[answer] = _Turn.of(self._board.legal_moves)
                return self._played_out()
            turn = one.turns[answer]

    def _played_out(self) -> int:
        """The result of a game that both finish by thinking."""
        board = self._board
        lures, own = self._lures
        lured, theirs = self._lured
        cell = board.landing_cell(self._thought_by(self._lures))
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
