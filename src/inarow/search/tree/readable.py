"""What the readable searches share: what to ask a position, and what to count.

The readable searches are the specification. Each stands in a file of its own, on one screen:
:mod:`~inarow.search.tree.minimax`, :mod:`~inarow.search.tree.alphabeta`,
:mod:`~inarow.search.tree.negamax`.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from functools import lru_cache

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.shapes import bits_of
from inarow.rules.side import Side
from inarow.search.analysis import Analysis, Line
from inarow.search.engine import OnProgress
from inarow.search.limit import Limit
from inarow.search.score import Score
from inarow.search.stopping import StoppedError, StopSignal, is_stopped, stopped_after
from inarow.search.tree.ordering import move_lister
from inarow.search.tree.recipe import Algorithm, Recipe
from inarow.search.tree.scoring import SOUND_SELECTIVE_DEPTH, needs_proof, score_of


@dataclass(slots=True)
class Search:
    """One search while it runs. Who wants to watch it overrides what it is told at each node."""

    recipe: Recipe
    #: Whose search it is.
    player: Side
    nodes: int = 0
    evaluations: int = 0
    cutoffs: int = 0

    def enter(self, board: Board, depth: int, alpha: float, beta: float) -> None:  # noqa: ARG002
        """Hear that a node is entered, and count it."""
        self.nodes += 1

    def cut(self) -> None:
        """Hear that the rest of a node's moves need not be tried, and count it."""
        self.cutoffs += 1

    def leave(self, value: float) -> float:
        """Hear what a node is worth, and pass it on."""
        return value

    def moves(self, board: Board) -> list[int]:
        """The moves to look at, in order."""
        return move_lister(self.recipe.ordering)(board)

    def evaluate(self, board: Board, side: Side) -> float:
        """What the board is worth to ``side``, with the searching player's view of draws."""
        self.evaluations += 1
        draw_value = self.recipe.draw_value if side is self.player else -self.recipe.draw_value
        outcome = board.outcome()
        if outcome is not None and outcome.is_draw:
            return draw_value
        value = self.recipe.evaluation.value(board, side)
        if draw_value and outcome is None:
            value += draw_value * _dead_groups(board) / len(board.game.groups)
        return value


@dataclass(slots=True)
class BoundedSearch(Search):
    """The readable search, which ends at a signal or when it has looked at so many nodes."""

    stop: StopSignal | None = None
    most_nodes: int | None = None

    def enter(self, board: Board, depth: int, alpha: float, beta: float) -> None:
        """Stop at the signal, or when the nodes are used up."""
        if self.nodes == self.most_nodes or is_stopped(self.stop):
            raise StoppedError
        Search.enter(self, board, depth, alpha, beta)


def _dead_groups(board: Board) -> int:
    """How many groups of cells nobody can fill any more: all of them once a game is drawn."""
    x, o = board.stones(Side.X), board.stones(Side.O)
    return sum(bool(x & group) and bool(o & group) for group in _group_bits(board.game))


@lru_cache(maxsize=64)
def _group_bits(game: Game) -> tuple[int, ...]:
    return tuple(bits_of(group) for group in game.groups)


def search_readably(
    board: Board,
    recipe: Recipe,
    depth: int,
    first_choice: int | None = None,
    search: Search | None = None,
) -> Analysis:
    """Search a board to ``depth`` with the readable searches; extras are not for them.

    ``first_choice`` is played if no move turns out strictly better than the worst there is.
    ``search`` is what the search asks and tells at each node, if not the plain :class:`Search`.
    """
    from inarow.search.tree.alphabeta import alpha_beta
    from inarow.search.tree.minimax import minimax
    from inarow.search.tree.negamax import negamax

    started = time.perf_counter()
    position = board.copy()
    search = search or Search(recipe, board.turn)
    depth = min(depth, board.game.cells - board.ply)
    match recipe.algorithm:
        case Algorithm.MINIMAX:
            value, move = minimax(position, depth, board.turn, search)
        case Algorithm.ALPHA_BETA:
            value, move = alpha_beta(position, depth, -math.inf, math.inf, board.turn, search)
        case Algorithm.NEGAMAX:
            value, move = negamax(position, depth, -math.inf, math.inf, search)
    if move is None and board.legal_moves:
        move = first_choice if first_choice is not None else search.moves(board)[0]
    score = score_of(board, recipe, value, depth)
    lines: tuple[Line, ...] = () if move is None else (Line(score, (move,)),)
    if needs_proof(recipe, score):
        proof = search_readably(board, recipe, SOUND_SELECTIVE_DEPTH, first_choice)
        if proof.score.is_exact:
            score, lines = proof.score, proof.lines
    return Analysis(
        board.game,
        score,
        lines,
        by="tree",
        depth=depth,
        nodes=search.nodes,
        evaluations=search.evaluations,
        cutoffs=search.cutoffs,
        time=time.perf_counter() - started,
    )


def search_readably_within(
    board: Board,
    recipe: Recipe,
    limit: Limit,
    *,
    stop: StopSignal | None = None,
    first_choice: int | None = None,
    on_progress: OnProgress | None = None,
) -> Analysis:
    """Search readably within a limit, as the compiled searches do.

    To a depth it is one search. Within a time or some nodes it deepens, so that there is always a
    move from the last depth that was finished.
    """
    if board.outcome() is not None:
        return Analysis.of_game_over(board, by="tree")
    started = time.perf_counter()
    empties = board.game.cells - board.ply
    deepest = min(limit.depth or empties, empties)
    deepens = limit.time is not None or limit.nodes is not None
    move = Search(recipe, board.turn).moves(board)[0] if first_choice is None else first_choice
    unknown = Line(Score.heuristic(0.0, recipe.evaluation.scale), (move,))
    best = Analysis(board.game, unknown.score, (unknown,), by="tree", complete=False)
    nodes = 0
    with stopped_after(limit.time, stop) as signal:
        for depth in range(1 if deepens else deepest, deepest + 1):
            left = None if limit.nodes is None else limit.nodes - nodes
            search = BoundedSearch(recipe, board.turn, stop=signal, most_nodes=left)
            try:
                best = search_readably(board, recipe, depth, first_choice, search)
            except StoppedError:
                best = replace(best, complete=False)
                break
            finally:
                nodes += search.nodes
            if on_progress is not None:
                on_progress(replace(best, nodes=nodes))
            if best.score.is_exact:
                break
    return replace(best, nodes=nodes, time=time.perf_counter() - started)
