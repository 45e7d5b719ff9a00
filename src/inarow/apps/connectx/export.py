"""Write a level as one file for Kaggle's ConnectX: ``agent.py`` beside this, filled in."""

from __future__ import annotations

import re
from pathlib import Path

import inarow
from inarow.players.levels import LevelPlayer
from inarow.players.options import changed_options
from inarow.players.player import Player, PlayerError
from inarow.players.slipping import SlippingPlayer
from inarow.players.slipping_table import Slips
from inarow.rules.board import Board
from inarow.rules.game import Game

_AGENT = Path(__file__).with_name("agent.py")
#: Best moves of openings, made by ``tools/connectx/openings.py``.
OPENINGS_FILE: Path = Path(__file__).with_name("openings.txt")

#: What a level can be made of that the file's search does not know.
_NOT_IN_A_FILE = ("near", "tie_aversion")


def agent_text(player: Player, game: Game, seed: int | None = None) -> str:
    """The file that plays as a level plays a game, or an error that says why there is none."""
    name = player.name
    if isinstance(player, LevelPlayer):
        # A file holds a search, and not how a person thinks.
        player = SlippingPlayer(level=player.level)
    if not isinstance(player, SlippingPlayer):
        raise PlayerError(
            f"{player.name} cannot be exported; the levels can: level-1 to level-10, or one of"
            " your own such as level(depth=4,slips=0.1)"
        )
    if not game.gravity or game.wins.run is None or game.wins.exact:
        raise PlayerError(f"ConnectX is for lines of falling pieces, not for {game}")
    settings = player.settings(game)
    _check(settings)
    text = _AGENT.read_text("utf-8")
    about = f"{name} of inarow {inarow.__version__}"
    text = text.replace("An agent for Kaggle's ConnectX, by inarow", f"{about} for ConnectX", 1)
    text = _filled_in(text, "SETTINGS", changed_options(settings))
    if settings.best:
        text = _filled_in(text, "OPENINGS", repr(OPENINGS_FILE.read_text("utf-8").strip()))
    return _filled_in(text, "SEED", seed)


def cells_of(board: Board) -> list[int]:
    """A board as ConnectX tells it: from the top left, 1 and 2 for the sides."""
    game = board.game
    rows = reversed(range(game.height))
    pieces = [board.piece_at(game.cell(x, y)) for y in rows for x in range(game.width)]
    return [0 if piece is None else piece + 1 for piece in pieces]


def _check(settings: Slips) -> None:
    """Refuse what the file would leave out."""
    for name in _NOT_IN_A_FILE:
        if getattr(settings, name):
            raise PlayerError(f"a file for ConnectX cannot hold a level's {name}")


def _filled_in(text: str, name: str, value: object) -> str:
    """The text with another value for a constant."""
    filled, count = re.subn(rf"(?m)^({name}: .*? = ).*$", lambda found: f"{found[1]}{value}", text)
    assert count == 1, name
    return filled
