"""What an engine is: it analyses boards, within a limit, until it is stopped.

There are three: the tree searches of the documents, the exact solver, and the Gomoku engine. They
do not know each other; :func:`inarow.search.strongest.strongest` chooses between them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit, check_limit
from inarow.search.stopping import StopSignal

#: What an analysis may take if nothing is said about it.
DEFAULT_LIMIT = Limit(time=1.0)

#: Hears what is known so far.
OnProgress = Callable[[Analysis], None]


class EngineError(InarowError):
    """The engine does not play this game, or was asked for something that makes no sense."""


@dataclass(frozen=True, slots=True)
class Question:
    """What an engine is asked about a board whose game goes on."""

    board: Board
    limit: Limit
    #: How many lines are wanted.
    lines: int = 1
    #: The only moves to look at; None for all.
    moves: tuple[int, ...] | None = None
    stop: StopSignal | None = None
    on_progress: OnProgress | None = None

    @property
    def is_for_the_best_move(self) -> bool:
        """Say whether one line is wanted, of whatever move is best."""
        return self.lines == 1 and self.moves is None

    def tell(self, found: Analysis) -> None:
        """Let who asked hear what is known so far."""
        if self.on_progress is not None:
            self.on_progress(found)


class Engine(ABC):
    """Analyses boards. It never prints, and any thread may stop it."""

    #: Which engine it is: "tree", "exact" or "gomoku".
    name: str

    @abstractmethod
    def refusal(self, game: Game) -> str | None:
        """Why the engine cannot analyse a game, or None if it can."""

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
        if reason := self.refusal(board.game):
            raise EngineError(f"the {self.name} engine cannot analyse {board.game}: {reason}")
        check_limit(limit)
        if lines < 1:
            raise EngineError(f"an analysis must have at least 1 line, not {lines}")
        wanted = None if moves is None else _checked_moves(board, moves)
        if board.outcome() is not None:
            return Analysis.of_game_over(board, self.name)
        limit = self.limit_for(limit)
        return self.answer(Question(board, limit, lines, wanted, stop, on_progress))

    def limit_for(self, limit: Limit | None) -> Limit:
        """The limit that holds if this one is asked for."""
        return DEFAULT_LIMIT if limit is None else limit

    @abstractmethod
    def answer(self, question: Question) -> Analysis:
        """Find what is asked for."""


def _checked_moves(board: Board, moves: Iterable[int]) -> tuple[int, ...]:
    """The moves that an analysis was asked for, each once; an error if that makes no sense."""
    position = board.copy()
    wanted: dict[int, None] = {}
    for move in moves:
        position.push(move)
        wanted[position.pop()] = None
    if not wanted and board.legal_moves:
        raise EngineError("there are no moves to analyse")
    return tuple(wanted)
