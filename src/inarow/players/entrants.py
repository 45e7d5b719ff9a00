"""Whoever may enter a match: the roster, a Python class of one's own, an outside program.

The last two run code that the text names, so this is for texts that the user of this machine wrote,
as on the command line, and never for what comes in from a network.
"""

from __future__ import annotations

import re

from inarow.players.outside import OutsidePlayer
from inarow.players.own import is_own, own_player
from inarow.players.player import Player
from inarow.players.roster import player

_OUTSIDE = re.compile(r"\s*outside\((.+)\)\s*", re.IGNORECASE)


def entrant(text: str, *, seed: int | None = None) -> Player:
    """Make a player from a name, from ``module:name`` or from ``outside(command)``.

    >>> entrant("level-3").name
    'level-3'
    >>> entrant("outside(pbrain-mine --quick)").name
    'outside(pbrain-mine --quick)'
    """
    if is_own(text):
        return own_player(text, seed=seed)
    if match := _OUTSIDE.fullmatch(text):
        return OutsidePlayer(match[1].strip())
    return player(text, seed=seed)
