"""Hints: the best move there is, and why, whatever the level of the opponent."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.analysis import Analysis
from inarow.search.engine import Engine
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.search.strongest import has_few_moves, strongest
from inarow.study.explain.phrases import People
from inarow.study.explain.reasons import Reason, why_good


@dataclass(frozen=True, slots=True)
class Hint:
    """A move to play, what it is worth, and why."""

    game: Game
    move: int
    analysis: Analysis
    reason: Reason


def hint(
    board: Board,
    limit: Limit | None = None,
    *,
    engine: Engine | None = None,
    stop: StopSignal | None = None,
    people: People | None = None,
) -> Hint:
    """The best move of a board and the reason for it, with the players' names.

    >>> hint(Board("connect4", "112233")).reason.text
    'Column 4 wins now with four in a row.'
    """
    board.check_goes_on()
    # Where a board has few moves, scoring them all shows whether one is the only one.
    lines = len(board.legal_moves) if has_few_moves(board.game) else 1
    analysis = (engine or strongest(board.game)).analyse(board, limit, lines=lines, stop=stop)
    assert analysis.best is not None
    reason = why_good(
        board, analysis.best, analysis.score, analysis.pv, analysis.move_scores, people=people
    )
    return Hint(board.game, analysis.best, analysis, reason)
