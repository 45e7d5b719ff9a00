"""Aversion to ties: a move is worth more if the opponent can go wrong after it.

To a player that is averse to ties, a tie is worth less than nothing: minus the aversion, in points.
A perfect opponent cannot be kept from it, but others make mistakes, and the likelier they are to
lose by one, the less likely is a tie. So a move counts as what the search finds it worth, less the
aversion times the chance that such an opponent survives the next few moves.
"""

from __future__ import annotations

import math
from dataclasses import replace

from inarow.evaluate.evaluation import Decision
from inarow.kernels.arrays import np
from inarow.kernels.exact.fallible import winning_chance
from inarow.rules.board import Board
from inarow.search.exact.positions import bitboard_of, bits_of_board
from inarow.search.exact.solvable import refusal
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal, run_stoppable, stopped_after
from inarow.search.tree.compiled import search_compiled
from inarow.search.tree.recipe import Recipe
from inarow.search.tree.scoring import decision_of

#: How often the opponent is thought to overlook a win that is right in front of it, and for how
#: many moves after the next one its chances to go wrong are counted.
_BLIND = 0.2
_MOVES = 2

#: All moves are compared at most this deep; the one that is chosen is looked at in full.
_DEEPEST = 6


def move_with_most_traps(
    board: Board,
    recipe: Recipe,
    depth: int,
    limit: Limit | None = None,
    *,
    stop: StopSignal | None = None,
) -> int | None:
    """The move that is worth most by the search to a depth and by the traps that it sets.

    None if there is nothing to choose: every move is seen to lose, or time is up, or it is a game
    where the chances of an opponent who errs are not known (pieces must fall, as in the solver).
    """
    if refusal(board.game) is not None:
        return None
    with stopped_after(None if limit is None else limit.time, stop) as signal:
        return run_stoppable(_TrapFinder(board, recipe, depth, signal).best, signal)


class _TrapFinder:
    """The search for one move."""

    def __init__(self, board: Board, recipe: Recipe, depth: int, stop: StopSignal) -> None:
        self._board = board
        self._full_depth = depth
        self._depth = min(depth, _DEEPEST)
        self._stop = stop
        self._aversion = -recipe.draw_value
        self._rules = bitboard_of(board.game)
        # The aversion counts once, by the chance of a tie, and not in the search as well.
        self._recipe = replace(recipe, draw_value=0.0)

    def best(self) -> int | None:
        values = {move: self._value(move, self._depth) for move in self._board.legal_moves}
        sound = {move: value for move, value in values.items() if value is not None}
        while sound:
            move = self._worth_most(sound)
            if self._stop.is_set():
                break
            # What the traps' depth finds sound may be seen to lose by the whole search.
            if self._depth == self._full_depth or self._value(move, self._full_depth) is not None:
                return move
            del sound[move]
        return None

    def _worth_most(self, values: dict[int, float]) -> int:
        return max(
            values,
            key=lambda move: values[move] - self._aversion * (1.0 - self._winning_chance(move)),
        )

    def _value(self, move: int, depth: int) -> float | None:
        """What a move is worth to who makes it; None if it is seen to lose."""
        after = self._board.after(move)
        limit = Limit(depth=max(depth - 1, 1))
        score = search_compiled(after, self._recipe, limit, stop=self._stop).score
        match decision_of(score):
            case Decision.WON:
                return None
            case Decision.LOST:
                return math.inf
            case Decision.OPEN:
                return -score.value

    def _winning_chance(self, move: int) -> float:
        """How likely an opponent that errs loses soon after a move."""
        game = self._board.game
        x, y = game.xy(self._board.landing_cell(move))
        cell = np.uint64(1 << (x * (game.height + 1) + y))
        return float(winning_chance(*bits_of_board(self._board), cell, _MOVES, _BLIND, self._rules))
