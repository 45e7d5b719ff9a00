"""Where nobody can force a win: the move after which a simulated person most often goes wrong.

Each move is tried in games that are played to the end, with a person of average strength on the
other side and somebody on this side who overlooks nothing. After some games the worse half of the
moves is left out, and the others are tried more often.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from inarow.kernels.arrays import np
from inarow.kernels.people.playing import play_out_often
from inarow.kernels.people.records import KINDS
from inarow.players.people.choices import PersonOptions
from inarow.players.people.seeing import board_record, people_game
from inarow.rules.board import Board
from inarow.search.stopping import StopSignal, is_stopped

#: How many games each move is tried in, round after round, and how many at a time.
_ROUNDS = (24, 48, 96)
_AT_ONCE = 8

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

    games = _Games(board)
    points = dict.fromkeys(moves, 0)
    left = list(moves)
    for count in _ROUNDS:
        for _ in range(0, count if len(left) > 1 else 0, _AT_ONCE):
            if is_over():
                return max(left, key=points.__getitem__)
            for move in left:
                points[move] += games.play(move)
        left = sorted(left, key=points.__getitem__, reverse=True)[: (len(left) + 1) // 2]
    return left[0]


class _Games:
    """Games from one position to the end, on one record."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._record = board_record(board)
        self._overlooked = np.zeros((len(board.game.groups), KINDS), dtype=np.uint8)
        self._played = np.zeros(board.game.cells, dtype=np.int64)
        chance = random.Random(board.text())
        self._lures, self._lured = _LURES.thinking(), _LURED.thinking()
        self._minds = [mind.record(chance.getrandbits(64)) for mind in (self._lures, self._lured)]

    def play(self, move: int) -> int:
        """Wins less losses of the mover in a few games that begin with a move."""
        board = self._board
        last = board.last_cell()
        lures, lured = self._minds
        return int(
            play_out_often(
                people_game(board.game), self._record, lures, lured, self._lures.weights(),
                self._lured.weights(), self._overlooked, int(board.turn), board.landing_cell(move),
                board.game.cells - board.ply, -1 if last is None else last, self._played, _AT_ONCE,
            )
        )  # fmt: skip
