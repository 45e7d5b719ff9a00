"""Which games the exact solver solves; asked often, so it does not load the solver."""

from __future__ import annotations

from inarow.rules.game import Game
from inarow.rules.shapes import Square

#: A board with a spare cell on top of each column is one integer of so many bits.
_BITS = 64


def refusal(game: Game) -> str | None:
    """Why the exact solver cannot solve a game, or None if it can."""
    if not game.gravity:
        return "the solver solves games where pieces fall"
    if game.width * (game.height + 1) > _BITS:
        return "the board does not fit into 64 bits: width x (height + 1) is at most 64"
    if not isinstance(game.wins, Square) and game.wins.exact:
        longest = max(game.width, game.height)
        if longest > game.wins.length:
            return "the solver does not know lines that may not be longer"
    return None
