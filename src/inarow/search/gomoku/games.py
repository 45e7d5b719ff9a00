"""Which games the Gomoku engine plays. Known without loading it, so that asking takes no time."""

from __future__ import annotations

from inarow.kernels.gomoku.bounds import SHORTEST_LINE, longest_line, supported
from inarow.rules.game import Game

#: A board that has room for a fair proposal.
_SWAP2_CELLS = 100


def refusal(game: Game) -> str | None:
    """Say why the engine does not play a game; None if it does."""
    wins = game.wins
    if game.gravity:
        return "pieces must go anywhere"
    if wins.run is None:
        return "a line must win"
    if game.rule is not None:
        return "any move on an empty point must be legal"
    if not supported(game.width, game.height, wins.run, wins.exact):
        return f"a line of {SHORTEST_LINE} to {longest_line(wins.exact)} must win"
    return None


def can_swap2(game: Game) -> bool:
    """Say whether a game can be opened by swap2: five in a row on a large open board."""
    return refusal(game) is None and game.wins.run == 5 and game.cells >= _SWAP2_CELLS
