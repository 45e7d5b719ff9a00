"""The short ways in: what most programs that use inarow need."""

from __future__ import annotations

from collections.abc import Callable

from inarow.players.player import Analyst, PlayerError
from inarow.players.roster import default_name, player
from inarow.rules.board import Board
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal


def analyse(
    board: Board,
    limit: Limit | None = None,
    *,
    by: str | None = None,
    stop: StopSignal | None = None,
    on_progress: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """Analyse a board within a limit, the way a player of the roster searches.

    Without ``by`` it is the documented player that fits the game, with every extra that makes it
    faster; without a limit it looks as deep as that player does.

    >>> print(analyse(Board("connect4", "112233")).score)
    win in 1
    """
    analyst = player(by or f"{default_name(board.game)}(fast=1)")
    if not isinstance(analyst, Analyst):
        raise PlayerError(f"{analyst.name} does not search, so it cannot analyse")
    if reason := analyst.refusal(board.game):
        raise PlayerError(f"{analyst.name} cannot analyse {board.game}: {reason}")
    return analyst.analyse(board, limit, stop=stop, on_progress=on_progress)
