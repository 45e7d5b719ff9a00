"""Play, solve and explain every in-a-row game.

>>> import inarow
>>> board = inarow.Board("connect4", "112233")
>>> inarow.analyse(board).best
3
"""

from inarow.api import analyse
from inarow.players.roster import player
from inarow.rules.board import Board, LegalMoves, Outcome
from inarow.rules.catalogue import game
from inarow.rules.errors import GameError, InarowError, MoveError, PositionError
from inarow.rules.game import Game
from inarow.rules.shapes import Line, Square
from inarow.rules.side import Side
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.score import Score

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Board",
    "Game",
    "GameError",
    "InarowError",
    "LegalMoves",
    "Limit",
    "Line",
    "MoveError",
    "Outcome",
    "PositionError",
    "Score",
    "Side",
    "Square",
    "analyse",
    "game",
    "player",
]
