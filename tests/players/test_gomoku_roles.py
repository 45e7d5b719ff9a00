"""One engine that has proved something for one side does not take it for the other's."""

from __future__ import annotations

from inarow.rules.board import Board
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.limit import Limit
from inarow.search.score import Kind

GAME = "h8 h7 i9 g7 i7 g8 g9 f10 i6 i8 g6 h6 i5 f9 i4 i3 h5 j3 k5 j6 e8 f7 j5 g5 l5"


def test_proofs_are_kept_apart_by_who_attacks() -> None:
    """X's forced win from move 15 on is X's, whatever order the positions are looked at in."""
    engine = GomokuEngine(Board("gomoku").game)
    for moves in range(24, 13, -1):
        board = Board("gomoku", " ".join(GAME.split()[:moves]))
        score = engine.analyse(board, Limit(nodes=20_000)).score
        assert score.kind is (Kind.WIN if board.turn.name == "X" else Kind.LOSS), moves
