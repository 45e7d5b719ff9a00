"""Whoever may enter a match: the roster, a Python class of one's own, an outside program.

The last two run code that the text names, so this is for texts that the user of this machine wrote,
as on the command line, and never for what comes in from a network.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path

from inarow.players.outside import OutsidePlayer
from inarow.players.player import Player, PlayerError
from inarow.players.roster import player

_OWN = re.compile(r"\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)\s*")
_OUTSIDE = re.compile(r"\s*outside\((.+)\)\s*", re.IGNORECASE)


def entrant(text: str, *, seed: int | None = None) -> Player:
    """Make a player from a name, from ``module:name`` or from ``outside(command)``.

    >>> entrant("level-3").name
    'level-3'
    >>> entrant("outside(pbrain-mine --quick)").name
    'outside(pbrain-mine --quick)'
    """
    if match := _OWN.fullmatch(text):
        return _own_player(text, match[1], match[2], seed)
    if match := _OUTSIDE.fullmatch(text):
        return OutsidePlayer(match[1].strip())
    return player(text, seed=seed)


def _own_player(text: str, module: str, name: str, seed: int | None) -> Player:
    """Import a class or function and call it with ``seed=`` to make a player.

    It is looked for in the current directory as well, as ``python -m`` would.
    """
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        make = getattr(import_module(module), name)
    except Exception as error:
        raise PlayerError(f"cannot load the player {text!r}: {_named(error)}") from None
    try:
        made: Player = make(seed=seed)
    except Exception as error:
        raise PlayerError(f"cannot make the player {text!r} with seed=: {_named(error)}") from None
    if not (callable(getattr(made, "choose", None)) and callable(getattr(made, "refusal", None))):
        raise PlayerError(f"{text!r} makes no player: it needs name, refusal and choose")
    return made


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
