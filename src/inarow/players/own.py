"""A player of one's own, by the place where Python finds it: ``my_module:MyPlayer``."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path

from inarow.players.player import Player, PlayerError

_TEXT = re.compile(r"\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)\s*")


def is_own(text: str) -> bool:
    """Say whether a text names a player by its module.

    >>> is_own("my_players:Best"), is_own("discount(depth=4)")
    (True, False)
    """
    return _TEXT.fullmatch(text) is not None


def own_player(text: str, *, seed: int | None = None) -> Player:
    """Import a class or function and call it with ``seed=`` to make a player.

    It is looked for in the current directory as well, as ``python -m`` would.
    """
    match = _TEXT.fullmatch(text)
    if match is None:
        raise PlayerError(f"{text!r} is not a player of one's own: write module:name")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        make = getattr(import_module(match[1]), match[2])
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
