"""What an engine is: it analyses boards, within a limit, until it is stopped.

There are three: the tree searches of the documents, the exact solver, and the Gomoku engine. They
do not know each other; :func:`inarow.search.strongest.strongest` chooses between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal

#: What an analysis may take if nothing is said about it.
DEFAULT_LIMIT = Limit(time=1.0)

#: Hears what is known so far.
OnProgress = Callable[[Analysis], None]


class EngineError(InarowError):
    """The engine does not play this game, or was asked for something that makes no sense."""


class Engine(Protocol):
    """Analyses boards. It never prints, and any thread may stop it."""

    @property
    def name(self) -> str:
        """Which engine it is: "tree", "exact" or "gomoku"."""
        ...

    def refusal(self, game: Game) -> str | None:
        """Why the engine cannot analyse a game, or None if it can."""
        ...

    def analyse(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        moves: Iterable[int] | None = None,
        stop: StopSignal | None = None,
        on_progress: OnProgress | None = None,
    ) -> Analysis:
        """Find the best lines of a board, as many as are wanted or as there are moves.

        With ``moves`` only these are looked at. Without a limit it is :data:`DEFAULT_LIMIT`, and
        ``Limit()`` is none at all. ``on_progress`` hears each step. If it is stopped it returns
        what it knows by then, and there is a line wherever there is a move.
        """
        ...


def moves_to_analyse(
    engine: Engine, board: Board, lines: int, moves: Iterable[int] | None
) -> tuple[int, ...] | None:
    """The moves that an analysis was asked for, None for all; an error if it makes no sense."""
    if reason := engine.refusal(board.game):
        raise EngineError(f"the {engine.name} engine cannot analyse {board.game}: {reason}")
    if lines < 1:
        raise EngineError(f"an analysis has at least 1 line, not {lines}")
    if moves is None:
        return None
    wanted = tuple(dict.fromkeys(int(move) for move in moves))
    if not wanted and board.legal_moves:
        raise EngineError("there are no moves to analyse")
    for move in wanted:
        board.copy().push(move)
    return wanted
