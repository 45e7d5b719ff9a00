"""The highest level: the best move that there is in any game, or that can be found in time."""

from __future__ import annotations

import time
from dataclasses import replace

from inarow.players.kin import kin_of
from inarow.players.people.games import refusal as people_refusal
from inarow.players.perfect import PerfectPlayer
from inarow.players.player import Choice
from inarow.players.searching import SearchingPlayer
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.analysis import Analysis
from inarow.search.engine import Engine, OnProgress, Question
from inarow.search.exact.engine import ExactEngine
from inarow.search.limit import Limit
from inarow.search.score import Kind
from inarow.search.stopping import StopSignal
from inarow.search.strongest import strongest
from inarow.search.tree import documented
from inarow.search.tree.engine import TreeEngine
from inarow.search.tree.recipe import ALL_EXTRAS, Recipe

#: What it may spend on a move unless another limit is given.
_USUAL_LIMIT = Limit(time=2.0)

#: What it may spend where its moves have to be the same on every machine, by kind of game; well
#: under a second.
_REPEATABLE_NODES = {
    "gomoku": 20_000, "gomoku-standard": 20_000, "four": 20_000, "tictactoe": 5_000,
    "connect5": 50_000, "square": 50_000,
}  # fmt: skip
_USUAL_NODES = 200_000

#: What is left to the search at least when the solver took longer than its half of the time.
_LEAST_SECONDS = 0.01

#: How averse to ties it is in the game of squares, in its heuristic's points.
_AVERSION = 1000.0

#: What the solver may spend to see that a move does not give a tie away.
_TO_CHECK_A_TIE = Limit(nodes=50_000)


def repeatable(game: Game, limit: Limit | None = None) -> Limit:
    """A limit under which the best player's moves are the same on every machine."""
    most = _REPEATABLE_NODES.get(kin_of(game), _USUAL_NODES)
    given = limit or Limit()
    return replace(given, nodes=min(given.nodes or most, most))


def refusal(game: Game) -> str | None:
    """Why no search plays a game, or None if one does: where no other fits, plain minimax does."""
    return TreeEngine(documented.recipe_for(game)).refusal(game)


class BestPlayer:
    """The strongest engine's move; of several perfect ones the hardest to answer."""

    def __init__(self, name: str = "level-10") -> None:
        self.name: str = name
        #: A game and its strongest engine.
        self._strongest: tuple[Game, Engine] | None = None

    def refusal(self, game: Game) -> str | None:
        """It plays whatever can be searched."""
        return refusal(game)

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: OnProgress | None = None,
    ) -> Choice:
        """Choose the best move that is found within the limit.

        In the game of squares ties are frequent: only who sets traps wins against those who see
        much, so where no win is known, people's mistakes are looked for.
        """
        board.check_goes_on()
        limit = limit or _USUAL_LIMIT
        question = Question(board, limit, stop=stop, on_progress=on_progress)
        is_square = board.game.wins.block is not None
        began = time.perf_counter()
        searching = limit
        if is_square and limit.time is not None:
            searching = replace(limit, time=limit.time / 2)
        analysis = self.engine_for(board.game).answer(replace(question, limit=searching))
        assert analysis.best is not None
        is_solved = analysis.by == ExactEngine.name and analysis.score.is_exact
        if is_square and (not is_solved or analysis.score.kind is Kind.DRAW):
            left = None if limit.time is None else limit.time - (time.perf_counter() - began)
            left = left if left is None else max(left, _LEAST_SECONDS)
            return _with_traps(replace(question, limit=replace(limit, time=left)), analysis)
        if is_solved:
            # The solver knows the answer by now, so this takes no time.
            return PerfectPlayer().choose(board, limit, stop=stop)
        return Choice(analysis.best, analysis)

    def engine_for(self, game: Game) -> Engine:
        """The strongest engine of a game; the same one for the whole game."""
        if self._strongest is None or self._strongest[0] != game:
            # An engine that does not refuse another game need not be the strongest for it.
            self._strongest = game, strongest(game)
        return self._strongest[1]


def _with_traps(question: Question, known: Analysis) -> Choice:
    """A move that sets traps and, as far as the solver soon sees, gives nothing away.

    Where a tie is known, that means that it is seen to keep it.
    """
    # Listing the players needs nothing that thinks.
    from inarow.players.people.luring import most_luring

    board, limit, stop = question.board, question.limit, question.stop
    found = averse_to_ties(question, documented.SQUARE_BOTH_SIDES, _AVERSION, board.game.cells)
    doubtful = not known.score.is_exact

    def is_sound(move: int) -> bool:
        return _keeps_the_tie(board, move, stop, in_doubt=doubtful)

    assert known.best is not None
    careful = found.move if doubtful or is_sound(found.move) else known.best
    move = careful
    if people_refusal(board.game) is None:
        sound = filter(is_sound, (move for move in board.legal_moves if move != careful))
        move = most_luring(board, [careful, *sound], seconds=limit.time, stop=stop)
    if move != careful:
        return Choice(move)
    return found if careful == found.move else Choice(careful, known)


def averse_to_ties(question: Question, recipe: Recipe, aversion: float, depth: int) -> Choice:
    """The move of a player who would rather set traps than tie."""
    averse = replace(recipe, extras=ALL_EXTRAS, draw_value=-aversion)
    return SearchingPlayer("averse to ties", averse, depth).choose(
        question.board, question.limit, stop=question.stop, on_progress=question.on_progress
    )


def _keeps_the_tie(board: Board, move: int, stop: StopSignal | None, *, in_doubt: bool) -> bool:
    """Whether the solver soon sees that the opponent cannot win after a move, or is in doubt."""
    after = board.after(move)
    if after.outcome() is not None:
        return True
    score = ExactEngine().analyse(after, _TO_CHECK_A_TIE, stop=stop).score
    return score.kind is not Kind.WIN if score.is_exact else in_doubt
