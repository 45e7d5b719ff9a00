"""The strongest analyst there is for a game: what hints, reviews and puzzles ask.

An analyst scores moves, not only positions. Where an exact solver can answer, it is asked; else
the engine made for the game; else the documented player that fits, with every extra.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Protocol

from inarow.players.five import FivePlayer
from inarow.players.perfect import PerfectPlayer
from inarow.players.player import Analyst
from inarow.players.roster import default_name, player
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.score import Score
from inarow.search.stopping import StopSignal
from inarow.study.exact import ExactAnalyst

#: Boards up to this many cells are searched to the end at once, and every move of them is scored.
_SMALL = 16

#: What a move may cost unless told otherwise.
USUAL_LIMIT = Limit(time=1.0)


class MoveAnalyst(Protocol):
    """Scores the moves of a board."""

    @property
    def name(self) -> str:
        """Who it is."""
        ...

    @property
    def scale(self) -> float:
        """The heuristic value at which the odds of winning are e to 1."""
        ...

    def analyse(self, board: Board, limit: Limit, stop: StopSignal | None = None) -> Analysis:
        """Find the best move of a board whose game goes on, its score and its line."""
        ...

    def score_moves(
        self,
        board: Board,
        limit: Limit,
        moves: Iterable[int] | None = None,
        stop: StopSignal | None = None,
    ) -> Analysis:
        """Analyse, and score each of ``moves`` (all legal ones unless given)."""
        ...


def strongest(game: Game) -> MoveAnalyst:
    """The strongest analyst for a game.

    >>> strongest(Board("connect4").game).name, strongest(Board("square(5x5,free)").game).name
    ('perfect', 'square-4(fast=1)')
    """
    for make in _MAKERS:
        analyst = make(game)
        if analyst is not None:
            return analyst
    raise AssertionError("the last maker always makes an analyst")


def has_few_moves(game: Game) -> bool:
    """Say whether every move of a position can be scored within a short time."""
    return game.gravity or game.cells <= _SMALL


class _ByPlayer:
    """Asks a player that analyses positions, and scores a move by the position after it."""

    def __init__(self, analyst: Analyst, scale: float) -> None:
        self._analyst = analyst
        self.name = analyst.name
        self.scale = scale

    def analyse(self, board: Board, limit: Limit, stop: StopSignal | None = None) -> Analysis:
        return self._analyst.analyse(board, limit, stop=stop)

    def score_moves(
        self,
        board: Board,
        limit: Limit,
        moves: Iterable[int] | None = None,
        stop: StopSignal | None = None,
    ) -> Analysis:
        return best_of_moves(self, board, limit, moves, stop)


def best_of_moves(
    analyst: MoveAnalyst,
    board: Board,
    limit: Limit,
    moves: Iterable[int] | None,
    stop: StopSignal | None,
) -> Analysis:
    """Score moves one by one, each by an analysis of the position after it.

    The best of all moves is that of the plain analysis, unless a scored move proves better. Half
    of the time goes into the plain analysis, and the moves share the rest.
    """
    listed = list(board.legal_moves if moves is None else moves)
    whole = analyst.analyse(board, _part(limit, 2), stop)
    assert whole.best is not None
    scores = {whole.best: whole.score}
    lines = {whole.best: whole.line}
    nodes, seconds = whole.nodes, whole.time
    for move in listed:
        if move == whole.best or (stop is not None and stop.is_set()):
            continue
        after = board.copy()
        after.push(move)
        reply = analyse_any(analyst, after, _part(limit, 2 * len(listed)), stop)
        scores[move] = reply.score.after_move()
        lines[move] = (move, *reply.line)
        nodes, seconds = nodes + reply.nodes, seconds + reply.time
    # The estimates of other moves come from shorter searches, so only a proof counts against it.
    proved = [move for move in scores if scores[move].is_exact or move == whole.best]
    best = max(proved, key=lambda move: (scores[move], move == whole.best))
    return replace(
        whole,
        best=best,
        score=scores[best],
        line=lines[best],
        move_scores=scores,
        nodes=nodes,
        time=seconds,
    )


def _part(limit: Limit, shares: int) -> Limit:
    """One of several equal shares of a limit of time."""
    return limit if limit.time is None else replace(limit, time=limit.time / shares)


def analyse_any(
    analyst: MoveAnalyst, board: Board, limit: Limit, stop: StopSignal | None = None
) -> Analysis:
    """Analyse a board whose game may be over."""
    outcome = board.outcome()
    if outcome is None:
        return analyst.analyse(board, limit, stop)
    return Analysis(board.game, None, Score.draw() if outcome.is_draw else Score.loss(0))


#: The values at which the documented heuristics mean odds of e to 1, fitted to exact results, see
#: docs/study.md. In the square game open positions are nearly all drawn, so its values say little.
_SCALES = {"discount": 280.0, "minimax": 180.0, "square-4": 1000.0}


@lru_cache(maxsize=16)
def _documented(game: Game) -> MoveAnalyst:
    name = default_name(game)
    analyst = player(f"{name}(fast=1)")
    assert isinstance(analyst, Analyst)
    return _ByPlayer(analyst, _SCALES[name])


@lru_cache(maxsize=16)
def _exact(game: Game) -> MoveAnalyst | None:
    return ExactAnalyst(_documented(game)) if PerfectPlayer().refusal(game) is None else None


def _engine(game: Game) -> MoveAnalyst | None:
    """An engine of its own for every caller: its memory serves one search at a time."""
    player_of_lines = FivePlayer("five")
    # On the smallest boards a plain search to the end proves more.
    is_small = game.cells <= _SMALL and default_name(game) in _SCALES
    if player_of_lines.refusal(game) is not None or is_small:
        return None
    from inarow.search.gomoku.scores import WIN_SCALE

    return _ByPlayer(player_of_lines, WIN_SCALE)


#: Who is asked, the strongest first; each makes an analyst for the games it knows.
_MAKERS: list[Callable[[Game], MoveAnalyst | None]] = [_exact, _engine, _documented]
