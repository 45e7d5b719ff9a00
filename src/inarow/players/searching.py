"""A player that searches by a recipe to a depth: the shape of every documented player."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace

from inarow.evaluate.evaluation import Decision
from inarow.players.options import option
from inarow.players.player import Analyst, Choice, PlayerError
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.threats import winning_moves
from inarow.search.analysis import Analysis
from inarow.search.engine import OnProgress
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.search.tree.engine import TreeEngine
from inarow.search.tree.recipe import Recipe
from inarow.search.tree.scoring import decision_of


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What can be changed about a player that searches by a recipe."""

    depth: int | None = option(None, "look this many moves ahead")
    tie_aversion: float = option(0.0, "score a draw this far below zero, and set traps to avoid it")
    fast: bool = option(False, "search with transposition table, killers, history and null windows")

    def __post_init__(self) -> None:
        if self.depth is not None and self.depth < 1:
            raise PlayerError(f"a search must look at least 1 move ahead, not {self.depth}")
        if not 0 <= self.tie_aversion < math.inf:
            raise PlayerError(f"tie_aversion must be a number from 0 up, not {self.tie_aversion}")


#: Who is averse to ties has this part of its time for the search, and the rest for traps.
_TIME_TO_SEARCH = 0.75


class SearchingPlayer(Analyst):
    """Plays the best move that its search finds.

    Where several moves are worth the same to its search, a win at once goes before a win later,
    and in a position that is lost within its horizon it still stops the loss that comes next.
    """

    def __init__(
        self,
        name: str,
        recipe: Recipe,
        depth: int,
        *,
        random_first_choice: bool = False,
        seed: int | None = None,
    ) -> None:
        self.name = name
        self.recipe = recipe
        self.depth = depth
        self._random_first_choice = random_first_choice
        self._random = random.Random(seed)

    def refusal(self, game: Game) -> str | None:
        """What its engine cannot search it cannot play."""
        return self.engine_for(game).refusal(game)

    def engine_for(self, game: Game) -> TreeEngine:  # noqa: ARG002 -- one for all games
        """Its search.

        The player's own depth holds unless another is given, or unless its search deepens and
        time or nodes are its limit.
        """
        first_choice = self._random_move if self._random_first_choice else None
        return TreeEngine(self.recipe, self.depth, first_choice)

    def _random_move(self, board: Board) -> int:
        return self._random.choice(list(board.legal_moves))

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: OnProgress | None = None,
    ) -> Choice:
        """Search the board and play what comes out."""
        board.check_goes_on()
        averse = self.recipe.draw_value < 0
        searching = limit
        if averse and limit is not None and limit.time is not None:
            searching = replace(limit, time=_TIME_TO_SEARCH * limit.time)
        analysis = self.analyse(board, searching, stop=stop, on_progress=on_progress)
        if averse and analysis.depth and decision_of(analysis.score) is Decision.OPEN:
            return Choice(self._trap(board, analysis, limit, stop), analysis)
        return Choice(self._move(board, analysis), analysis)

    def _move(self, board: Board, analysis: Analysis) -> int:
        """The search's move, or one of the same worth that ends or saves the game at once."""
        assert analysis.best is not None
        match decision_of(analysis.score):
            case Decision.WON:
                urgent = winning_moves(board)
            case Decision.LOST if analysis.depth >= 2:
                urgent = winning_moves(board, board.turn.other)
            case _:
                urgent = []
        return analysis.best if not urgent or analysis.best in urgent else urgent[0]

    def _trap(
        self, board: Board, analysis: Analysis, limit: Limit | None, stop: StopSignal | None
    ) -> int:
        """Where nothing is decided, the move after which the opponent is likeliest to err."""
        from inarow.players.traps import move_with_most_traps

        assert analysis.best is not None
        left = None if limit is None or limit.time is None else limit.time - analysis.time
        if left is not None and left <= 0:
            return analysis.best
        move = move_with_most_traps(board, self.recipe, analysis.depth, Limit(time=left), stop=stop)
        return analysis.best if move is None else move
