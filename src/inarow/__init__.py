"""Play, solve and explain every in-a-row game.

>>> import inarow
>>> board = inarow.Board("connect4", "112233")
>>> inarow.analyse(board).best
3
"""

from typing import TYPE_CHECKING, Any

from inarow.api import analyse, solve
from inarow.evaluate.evaluation import Evaluation
from inarow.players.player import Choice, Player, PlayerError
from inarow.players.roster import player
from inarow.rules.board import Board, LegalMoves, Outcome
from inarow.rules.catalogue import game
from inarow.rules.errors import GameError, InarowError, MoveError, PositionError
from inarow.rules.game import Game
from inarow.rules.shapes import Line, Square
from inarow.rules.side import Side
from inarow.search.analysis import Analysis
from inarow.search.engine import Engine, EngineError
from inarow.search.exact.solution import Solution
from inarow.search.limit import Limit, LimitError
from inarow.search.score import Score
from inarow.search.stopping import StopSignal
from inarow.search.strongest import engine, strongest

if TYPE_CHECKING:
    # Not in __all__: it has no place where the program runs in a browser.
    from inarow.match.one_call import play_match as play_match
    from inarow.search.exact.solver import Solver

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Board",
    "Choice",
    "Engine",
    "EngineError",
    "Evaluation",
    "Game",
    "GameError",
    "InarowError",
    "LegalMoves",
    "Limit",
    "LimitError",
    "Line",
    "MoveError",
    "Outcome",
    "Player",
    "PlayerError",
    "PositionError",
    "Score",
    "Side",
    "Solution",
    "Solver",
    "Square",
    "StopSignal",
    "analyse",
    "engine",
    "game",
    "player",
    "solve",
    "strongest",
]


def __getattr__(name: str) -> Any:
    """Load the solver and matches when they are first asked for: most programs need neither."""
    if name == "Solver":
        from inarow.search.exact.solver import Solver

        return Solver
    if name == "play_match":
        from inarow.match.one_call import play_match

        return play_match
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
