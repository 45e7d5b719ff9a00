"""Which game of the catalogue a game is like, so that what was measured there holds for it too."""

from __future__ import annotations

from inarow.rules.game import Game


def kin_of(game: Game) -> str:
    """The game of the catalogue that is played most like a game.

    >>> from inarow.rules.catalogue import game
    >>> kin_of(game("connect4(8x7)")), kin_of(game("mnk(19,19,6)"))
    ('connect4', 'gomoku')
    """
    if game.wins.block:
        return "square"
    length = game.pieces_to_win
    if game.gravity:
        return "connect3" if length < 4 else "connect4" if length == 4 else "connect5"
    if length < 5:
        return "tictactoe" if length < 4 else "four"
    return "gomoku-standard" if game.wins.exact else "gomoku"
