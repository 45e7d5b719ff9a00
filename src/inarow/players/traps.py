"""Aversion to ties: a move is worth more if the opponent can go wrong after it.

To a player that is averse to ties a tie is worth less than nothing, by so many points. Against an
opponent without fault nothing can be done about it. Others err, and the more of their replies lose,
the likelier it is that the game is no tie. So a move counts what the search finds it worth, less
the aversion as far as the opponent's replies are sound.

Only replies count that somebody would think of who sees what is right in front of them: they block
what must be blocked, and do not let the other side win at once.
"""

from __future__ import annotations

import math
from dataclasses import replace

from inarow.rules.board import Board
from inarow.rules.threats import winning_moves
from inarow.search.compiled import search_compiled
from inarow.search.evaluation import Verdict
from inarow.search.limit import Limit
from inarow.search.recipe import Recipe
from inarow.search.score import Kind
from inarow.search.stopping import Deadline, StopSignal, run_stoppable
from inarow.search.verdicts import verdict_of

#: Traps are looked for at most this deep; a deeper one is as likely to be found later.
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

    None if there is nothing to choose: every move is seen to lose, or pieces go anywhere, where
    moves and replies are too many to look at each, or time is up.
    """
    if not board.game.gravity:
        return None
    signal = StopSignal()
    finder = _TrapFinder(board, recipe, depth, signal)
    with signal.also_on(stop), Deadline(signal, None if limit is None else limit.time):
        return run_stoppable(finder.best, signal)


class _TrapFinder:
    """The search for one move."""

    def __init__(self, board: Board, recipe: Recipe, depth: int, stop: StopSignal) -> None:
        self._board = board
        self._full_depth = depth
        self._depth = min(depth, _DEEPEST)
        self._stop = stop
        self._aversion = -recipe.draw_value
        self._own = recipe
        # To the opponent, whose eyes the search sees with, a tie is worth the opposite.
        self._theirs = replace(recipe, draw_value=self._aversion)

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
        best, most = -1, -math.inf
        for move in sorted(values, key=lambda move: -values[move]):
            # Even if every reply were wrong, this move and those after it would be worth less.
            if best >= 0 and values[move] <= most:
                break
            sound_replies = 1.0 - self._share_of_wrong_replies(move)
            if (worth := values[move] - self._aversion * sound_replies) > most:
                best, most = move, worth
        return best

    def _value(self, move: int, depth: int) -> float | None:
        """What a move is worth to who makes it; None if it is seen to lose."""
        after = _after(self._board, move)
        limit = Limit(depth=max(depth - 1, 1))
        score = search_compiled(after, self._theirs, limit, stop=self._stop).score
        if score.kind is Kind.DRAW:
            return -self._aversion
        match verdict_of(score, self._own.evaluation):
            case Verdict.WON:
                return None
            case Verdict.LOST:
                return math.inf
            case Verdict.OPEN:
                return -score.value

    def _share_of_wrong_replies(self, move: int) -> float:
        """After how many of the opponent's sensible replies the search sees a win."""
        after = _after(self._board, move)
        if after.outcome() is not None:
            return 0.0
        replies = sensible_moves(after)
        return sum(self._wins_after(after, reply) for reply in replies) / len(replies)

    def _wins_after(self, board: Board, reply: int) -> bool:
        after = _after(board, reply)
        if after.outcome() is not None:
            return False
        score = search_compiled(after, self._own, Limit(depth=self._depth), stop=self._stop).score
        return verdict_of(score, self._own.evaluation) is Verdict.WON


def sensible_moves(board: Board) -> list[int]:
    """The moves that win or block at once if any does, and do not let the other side win at once.

    All moves where every one of them loses.
    """
    moves = list(board.legal_moves)
    urgent = winning_moves(board) or winning_moves(board, board.turn.other) or moves
    return [move for move in urgent if not winning_moves(_after(board, move))] or moves


def _after(board: Board, move: int) -> Board:
    after = board.copy()
    after.push_legal(move)
    return after
