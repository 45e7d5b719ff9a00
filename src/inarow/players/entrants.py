"""A player from text: one of the roster, one of your own in Python, or an outside program.

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
    """Make a player from a name, ``my_player.py:choose``, ``module:name`` or ``outside(command)``.

    ``heuristic(my_file.py:evaluate,depth=4)`` searches with a heuristic of one's own.

    >>> entrant("level-3").name
    'level-3'
    >>> entrant("outside(pbrain-mine --quick)").name
    'outside(pbrain-mine --quick)'
    """
    if match := _OUTSIDE.fullmatch(text):
        return OutsidePlayer(match[1].strip())
    return own_player(text, seed=seed) if is_own(text) else player(text, seed=seed)
