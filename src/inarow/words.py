"""English for the codes that engines, studies and files use; any room may look a word up here.

The page has its own table, ``apps/web/static/shell/words.js``.
"""

from __future__ import annotations

#: What a move did to a proved result.
CHANGES = {
    "keeps-win": "keeps the win",
    "delays-win": "delays the win",
    "win-to-draw": "throws the win to a draw",
    "win-to-loss": "throws the win away and loses",
    "keeps-draw": "keeps the draw",
    "draw-to-loss": "loses",
    "holds-out": "is lost, but holds out longest",
    "shortens-loss": "is lost, and sooner",
}

#: Why a search left a node.
ENDS = {
    "unfinished": "not finished",
    "leaf": "leaf",
    "all-tried": "all tried",
    "cut-off": "cut off",
    "from-table": "from the table",
    "settled": "settled",
}

#: The sign before a value that is only a bound.
BOUNDS = {"exact": "", "lower": "≥", "upper": "≤"}

#: The games of the catalogue.
GAMES = {
    "connect4": "Connect Four",
    "square": "Connect 4 in a Square",
    "gomoku": "Gomoku",
    "gomoku-standard": "Gomoku, exactly five",
    "tictactoe": "Tic-tac-toe",
    "connect3": "Connect Three",
    "connect5": "Connect Five",
    "four": "Four on paper",
}
OWN_GAME = "A game of your own"

_PLAYERS = {"perfect": "Perfect", "five": "Engine"}


def player_title(name: str) -> str:
    """A player's name for people.

    >>> player_title("branch-and-bound"), player_title("level-3")
    ('Branch and bound', 'Level 3')
    """
    return _PLAYERS.get(name) or name.replace("-", " ").capitalize()
