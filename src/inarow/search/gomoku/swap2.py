"""The swap2 opening of Gomoku: three stones that are fair, and the choice of a colour."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal

if TYPE_CHECKING:
    # Not at run time: the first to import it may have to wait until it is compiled.
    from inarow.search.gomoku.engine import GomokuEngine

#: As fair as this, and a colour is not worth choosing: two more stones pass the choice on.
_FAIR = 0.02
#: Cells around a corner, as (x, y) from it, in the order black, white, black. Far from the middle
#: the first player's advantage shrinks.
_PROPOSALS = (
    ((1, 1), (2, 3), (4, 1)),
    ((0, 2), (3, 2), (2, 5)),
    ((2, 1), (4, 3), (1, 4)),
    ((1, 0), (3, 3), (4, 1)),
)


def propose(board: Board) -> tuple[int, ...]:
    """Return the stones to open with, as far as they are not there yet: black, white, black.

    They stand in a corner taken by chance, or where the first of them already are.

    >>> propose(Board("gomoku", "b2 c4"))
    (19,)
    """
    openings = [
        tuple(_cell(board.game, x, y, flip_x, flip_y) for x, y in proposal)
        for proposal in _PROPOSALS
        for flip_x in (False, True)
        for flip_y in (False, True)
    ]
    there = board.moves
    begun = [stones for stones in openings if stones[: len(there)] == there]
    # Somebody else may have put the first stones.
    free = [stones for stones in openings if not set(stones) & set(there)]
    return random.choice(begun or free)[len(there) :]


def _cell(game: Game, x: int, y: int, flip_x: bool, flip_y: bool) -> int:
    """A cell by its distance from a corner."""
    x, y = min(x, game.width - 1), min(y, game.height - 1)
    return game.cell(game.width - 1 - x if flip_x else x, game.height - 1 - y if flip_y else y)


def choose_colour(
    engine: GomokuEngine, board: Board, limit: Limit, *, stop: StopSignal | None = None
) -> tuple[int, ...]:
    """Return the moves to answer with, or none to swap; white is to move.

    After three stones one may also add two, one of each colour, and let the other side choose:
    that is done when the position is fair either way.
    """
    if limit.time is not None:
        limit = replace(limit, time=limit.time / 2)
    analysis = engine.analyse(board, limit, stop=stop)
    assert analysis.best is not None
    chance = analysis.score.win_probability
    if board.ply == 3 and abs(chance - 0.5) < _FAIR:
        after = board.copy()
        after.push(analysis.best)
        reply = engine.analyse(after, limit, stop=stop)
        assert reply.best is not None
        return analysis.best, reply.best
    return (analysis.best,) if chance >= 0.5 else ()
