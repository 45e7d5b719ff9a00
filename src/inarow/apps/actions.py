"""Moves as the action numbers of other libraries, which follow how they list the cells.

PettingZoo's environments, OpenSpiel's games and our own over arrays all count rows from the top.
"""

from __future__ import annotations

from inarow.rules.game import Game


def action_count(game: Game) -> int:
    """How many actions a game has: its columns where pieces fall, else its cells."""
    return game.width if game.gravity else game.cells


def action_of(game: Game, move: int) -> int:
    """The action that is a move; the same function leads from an action to its move.

    >>> from inarow.rules.catalogue import game
    >>> action_of(game("connect4"), 3), action_of(game("tictactoe"), 0)
    (3, 6)
    """
    if game.gravity:
        return move
    x, y = game.xy(move)
    return game.cell(x, game.height - 1 - y)
