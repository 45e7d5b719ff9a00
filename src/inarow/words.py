"""English for the codes that engines, studies and files use; any room may look a word up here.

The page has its own table, ``apps/web/static/shell/words.js``.
"""

from __future__ import annotations

#: What a move did to a proved result.
CHANGES = {
    "keeps-win": "keeps the win",
    "delays-win": "wins later",
    "win-to-draw": "turns a win into a draw",
    "win-to-loss": "turns a win into a loss",
    "keeps-draw": "keeps the draw",
    "draw-to-loss": "turns a draw into a loss",
    "holds-out": "holds out longest",
    "shortens-loss": "loses sooner",
    "loses-at-once": "loses at once",
}

#: The grades of moves, of one move and of several.
GRADES = {
    "best": ("best", "best"),
    "good": ("good", "good"),
    "inaccuracy": ("inaccuracy", "inaccuracies"),
    "mistake": ("mistake", "mistakes"),
    "blunder": ("blunder", "blunders"),
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

#: How strong the levels are, for people, on one scale in every game; and the one that a newcomer
#: meets, which a beginner can beat with some care.
USUAL_LEVEL = 4
LEVELS = {
    1: "a child who has just learned the rules",
    2: "a beginner who overlooks a lot",
    3: "a beginner who pays attention",
    4: "plays now and then",
    5: "plays often",
    6: "a good player",
    7: "a strong player",
    8: "hard to beat",
    9: "punishes every slip",
    10: "perfect, or the strongest there is",
}

#: Who plays at each level.
NAMES = {
    1: "Pip",
    2: "Lotte",
    3: "Ben",
    4: "Nina",
    5: "Omar",
    6: "Kira",
    7: "Hugo",
    8: "Amara",
    9: "Viktor",
    10: "Master",
}

#: Players whose name for people is not just their name; see also ``players.roster.player_title``.
PLAYERS = {
    "perfect": "Perfect",
    "five": "Engine",
    **{f"level-{level}": name for level, name in NAMES.items()},
}

#: What a person may answer to "How strong are you?", and the level that is an even match.
STRENGTHS = {
    "I have just learned it": 2,
    "I play now and then": 4,
    "I play often": 5,
    "I play in a club": 7,
    "I hardly ever lose": 9,
}


def level_title(level: int) -> str:
    """A level's name and number.

    >>> level_title(4)
    'Nina (level 4)'
    """
    return f"{NAMES[level]} (level {level})"
