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
        return "it plays games whose pieces do not fall"
    if wins.run is None:
        return "it plays games that are won by a line"
    if game.rule is not None:
        return "it plays games without rules about moves"
    if not supported(game.width, game.height, wins.run, wins.exact):
        return f"it plays games won by a line of {SHORTEST_LINE} to {longest_line(wins.exact)}"
    return None


def can_swap2(game: Game) -> bool:
    """Say whether a game can be opened by swap2: five in a row on a large open board."""
    return refusal(game) is None and game.wins.run == 5 and game.cells >= _SWAP2_CELLS
