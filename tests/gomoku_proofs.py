"""The Gomoku engine's proofs alone."""

from __future__ import annotations

from inarow.rules.board import Board
from inarow.search.analysis import Analysis
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.limit import Limit
from inarow.search.score import Kind


def find_win(engine: GomokuEngine, board: Board, nodes: int) -> Analysis | None:
    """A proved win of the mover by fours or threats, or None if none is found.

    Its search for threats gets an eighth of the nodes, and depth 1 leaves it at that.
    """
    analysis = engine.analyse(board, Limit(depth=1, nodes=8 * nodes))
    return analysis if analysis.score.kind is Kind.WIN else None
