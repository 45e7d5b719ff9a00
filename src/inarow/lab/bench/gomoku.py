"""The Gomoku engine's signature: a number that changes only when its search does."""

from __future__ import annotations

from inarow.rules.board import Board
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.limit import Limit

#: What :func:`signature` returns until the search is meant to change.
SIGNATURE = 95_692

_MEGABYTES = 8.0
#: Openings and middle games, freestyle and exactly five; one is lost, one is won by threats.
_POSITIONS = (
    ("gomoku", "h8 i9 h9 h10 g8 i8 i10 j11 g7", Limit(depth=10)),
    ("gomoku", "h8 h9 i9 g7 i7 i8 g8 j10 j8", Limit(depth=10)),
    ("gomoku", "g6 i9 e5 e10 g7 k8 f7 h9 j7", Limit(nodes=50_000)),
    ("gomoku", "h8 a1 h9 a15 h10 o1 k5 o15 l5 a8 m5", Limit(depth=4)),
    ("gomoku", "h8 a1 i8 a3 j8 a5 k4", Limit(depth=8)),
    ("gomoku-standard", "h8 i9 h9 h10 g8 i8 i10 j11 g7", Limit(depth=10)),
    ("gomoku-standard", "h8 h9 i9 g7 i7 i8", Limit(depth=9)),
    ("gomoku(20)", "k10 l11 k11 k12 j10 l10", Limit(depth=10)),
    ("mnk(9,9,4)", "e5 a1", Limit(depth=8)),
    ("mnk(12,10,6)", "f5 g6 f6 f7", Limit(depth=9)),
)


def signature() -> int:
    """The nodes of fixed searches by one thread, all together."""
    nodes = 0
    for name, moves, limit in _POSITIONS:
        board = Board(name, moves)
        nodes += GomokuEngine(board.game, megabytes=_MEGABYTES).analyse(board, limit).nodes
    return nodes
