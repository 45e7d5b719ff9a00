"""The functions that most programs need."""

from __future__ import annotations

from collections.abc import Iterable

from inarow.players.player import Analyst, PlayerError
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.analysis import Analysis
from inarow.search.engine import Engine, OnProgress
from inarow.search.exact.solution import Solution
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.search.strongest import ENGINES, engine, strongest


def analyse(
    board: Board,
    limit: Limit | None = None,
    *,
    by: str | Engine | Analyst | None = None,
    lines: int = 1,
    moves: Iterable[int] | None = None,
    stop: StopSignal | None = None,
    on_progress: OnProgress | None = None,
) -> Analysis:
    """Find the best lines of a position, within a limit (default: one second).

    Asks the strongest engine for the game, or the one given as ``by``: an engine or its name
    ("tree", "exact", "gomoku"), or a player or its name, which keeps to its own limits.

    >>> print(analyse(Board("connect4", "112233")).score)
    win in 1
    """
    return _analyst(by, board.game).analyse(
        board, limit, lines=lines, moves=moves, stop=stop, on_progress=on_progress
    )


def _analyst(by: str | Engine | Analyst | None, game: Game) -> Engine | Analyst:
    if by is None:
        return strongest(game)
    asked: object = by
    if isinstance(by, str):
        asked = engine(by, game) if by in ENGINES else player(by)
    if not isinstance(asked, Engine | Analyst):
        raise PlayerError(f"{getattr(asked, 'name', asked)} does not search, so it cannot analyse")
    return asked


def solve(
    board: Board, limit: Limit | None = None, *, weak: bool = False, stop: StopSignal | None = None
) -> Solution:
    """Solve a position: its exact score, every best move, and best play to the end.

    With ``weak``, find only who wins. If the limit is reached first, the solution contains the
    bounds that were proved.

    >>> solution = solve(Board("connect4", "112233"))
    >>> print(solution.score, solution.points, solution.best_moves)
    win in 1 18 (3,)
    """
    from inarow.search.exact.solver import shared_solver

    return shared_solver(board.game).solve(board, limit, weak=weak, stop=stop)
