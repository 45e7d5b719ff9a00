"""The tree engine: a recipe's search of a board, or of every move on its own."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.analysis import Analysis, Line
from inarow.search.engine import DEFAULT_LIMIT, Engine, Question
from inarow.search.limit import Limit, LimitError
from inarow.search.score import Score
from inarow.search.stopping import StopSignal, run_stoppable, stopped_after
from inarow.search.tree.ordering import move_lister
from inarow.search.tree.recipe import Recipe


class TreeEngine(Engine):
    """Searches by a recipe, to its own depth unless a limit says otherwise.

    ``first_choice`` gives the best move if no move turns out strictly better than the worst there
    is; without it that is the first one.
    """

    name = "tree"

    def __init__(
        self,
        recipe: Recipe,
        depth: int | None = None,
        first_choice: Callable[[Board], int] | None = None,
    ) -> None:
        if depth is not None and depth < 1:
            raise LimitError(f"a search must look at least 1 move ahead, not {depth}")
        self.recipe = recipe
        self.depth = depth
        self._first_choice = first_choice

    def refusal(self, game: Game) -> str | None:
        """It searches what its heuristic evaluates, by the plain rules about legal moves."""
        if game.rule is not None:
            return "it does not support this game's rule about legal moves"
        if self.recipe.extras.any and not self.recipe.evaluation.is_compiled:
            return "its heuristic is plain Python, which searches with extras cannot use"
        return self.recipe.evaluation.refusal(game)

    def limit_for(self, limit: Limit | None) -> Limit:
        """Its own depth holds too, unless it deepens for a time or some nodes."""
        if limit is None:
            limit = DEFAULT_LIMIT if self.depth is None else Limit()
        deepens = self.recipe.extras.deepening and (limit.time or limit.nodes)
        return limit if limit.depth or deepens else replace(limit, depth=self.depth)

    def answer(self, question: Question) -> Analysis:
        """Search the board, or each move on its own if several lines are wanted."""
        board, limit = question.board, question.limit
        if question.is_for_the_best_move:
            return _search_for(self.recipe)(
                board, self.recipe, limit, stop=question.stop, on_progress=question.on_progress,
                first_choice=self._first_choice and self._first_choice(board),
            )  # fmt: skip
        with stopped_after(limit.time, question.stop) as signal:
            # Once for the many short searches, instead of once for each.
            return run_stoppable(_MoveByMove(self.recipe, question, signal).run, signal)


class _MoveByMove:
    """Searches the position after every move to the same depth, then deepens."""

    def __init__(self, recipe: Recipe, question: Question, stop: StopSignal) -> None:
        if question.limit.depth is None and not recipe.extras.deepening:
            raise LimitError("a search without iterative deepening needs a depth limit")
        self._started = time.perf_counter()
        self._recipe = recipe
        self._question = question
        self._board = board = question.board
        self._limit = question.limit
        self._stop = stop
        self._spent = Analysis(board.game, Score.draw(), (), by=TreeEngine.name)
        moves = question.moves or _in_order(board, recipe)
        self._lines = {move: self._seen(move) for move in moves}

    def run(self) -> Analysis:
        """Deepen until every move is proved, or to the limit."""
        empties = self._board.game.cells - self._board.ply
        deepest = min(self._limit.depth or empties, empties)
        for depth in range(1 if self._recipe.extras.deepening else deepest, deepest + 1):
            if not self._search_all(depth):
                return self._found(complete=False)
            self._spent = replace(self._spent, depth=depth)
            self._question.tell(self._found(complete=False))
            if all(line.score.is_exact for line in self._lines.values()):
                break
        return self._found(complete=True)

    def _search_all(self, depth: int) -> bool:
        """Search each open move to a depth; say whether all of it could be done."""
        found: dict[int, Line] = {}
        for move, known in self._lines.items():
            if known.score.is_exact or depth == 1:
                continue
            line = self._search(move, depth)
            if line is None:
                return False
            found[move] = line
        self._lines.update(found)
        return True

    def _search(self, move: int, depth: int) -> Line | None:
        """What a move is worth, or None if there is no more time or there are no more nodes."""
        nodes = None if self._limit.nodes is None else self._limit.nodes - self._spent.nodes
        if self._stop.is_set() or (nodes is not None and nodes < 1):
            return None
        limit = Limit(depth=depth - 1, nodes=nodes)
        search = _search_for(self._recipe)
        reply = search(self._board.after(move), self._recipe, limit, stop=self._stop)
        self._spend(reply)
        return Line(reply.score.after_move(), (move, *reply.pv)) if reply.complete else None

    def _seen(self, move: int) -> Line:
        """What a move looks like right after it."""
        after = self._board.after(move)
        if after.outcome() is not None:
            return Line(Analysis.of_game_over(after).score.after_move(), (move,))
        evaluation = self._recipe.evaluation
        if evaluation.is_compiled:
            from inarow.search.tree.compiled import evaluate_compiled

            value = evaluate_compiled(after, evaluation, self._board.turn)
        else:
            value = evaluation.value(after, self._board.turn)
        self._spent = replace(self._spent, nodes=self._spent.nodes + 1)
        return Line(Score.heuristic(value, evaluation.scale), (move,))

    def _spend(self, reply: Analysis) -> None:
        spent = self._spent
        self._spent = replace(
            spent,
            nodes=spent.nodes + reply.nodes,
            evaluations=spent.evaluations + reply.evaluations,
            cutoffs=spent.cutoffs + reply.cutoffs,
        )

    def _found(self, *, complete: bool) -> Analysis:
        lines = Line.best_first(self._lines.values())[: self._question.lines]
        taken = time.perf_counter() - self._started
        return replace(
            self._spent, score=lines[0].score, lines=lines, time=taken, complete=complete
        )


def _search_for(recipe: Recipe) -> Callable[..., Analysis]:
    """The compiled search, or the readable one for a heuristic that has no compiled twin."""
    if recipe.evaluation.is_compiled:
        from inarow.search.tree.compiled import search_compiled

        return search_compiled
    from inarow.search.tree.readable import search_readably_within

    return search_readably_within


def _in_order(board: Board, recipe: Recipe) -> list[int]:
    """Every legal move, those first that the recipe would look at first."""
    return list(dict.fromkeys([*move_lister(recipe.ordering)(board), *board.legal_moves]))
