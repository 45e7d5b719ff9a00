"""What can be chosen about players that play like people."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from inarow.players.options import option
from inarow.players.people.mind import STRENGTHS, Mind, erring_mind, logistic, published_mind
from inarow.players.player import PlayerError


@dataclass(frozen=True, slots=True)
class ImitatorOptions:
    """What can be changed about a player that imitates people."""

    strength: float = option(0.0, "0 is an average person, 1 stronger than five in six, -1 weaker")

    def __post_init__(self) -> None:
        least, most = STRENGTHS
        if not least <= self.strength <= most:
            raise PlayerError(f"strength is from {least:g} to {most:g}, not {self.strength:g}")


#: How somebody may think, by name.
_MINDS = {"erring": erring_mind, "published": published_mind}


@dataclass(frozen=True, slots=True)
class PersonOptions(ImitatorOptions):
    """What can be changed about a player that thinks like a person."""

    positions: float | None = option(None, "think about this many positions")
    overlook: float | None = option(None, "how likely each feature is overlooked, from 0 to 1")
    lapse: float | None = option(None, "how likely any move at all is played, from 0 to 1")
    prune: float | None = option(None, "how far below the best a move may look and be followed")
    careful: float = option(0.0, "how often to make sure that no win is missed or let pass")
    best: float = option(0.0, "how often to find the best move that there is")
    mind: str = option(
        "erring", "make the mistakes of people (erring), or use published numbers (published)"
    )

    def __post_init__(self) -> None:
        ImitatorOptions.__post_init__(self)
        if self.mind not in _MINDS:
            raise PlayerError(f"mind is {' or '.join(_MINDS)}, not {self.mind!r}")
        for name in ("overlook", "careful", "best"):
            value = getattr(self, name)
            if value is not None and not 0 <= value <= 1:
                raise PlayerError(f"{name} is from 0 to 1, not {value:g}")
        self.thinking()

    def thinking(self) -> Mind:
        """How a person with these options thinks."""
        changes = {
            name: value
            for name in ("positions", "lapse", "prune")
            if (value := getattr(self, name)) is not None
        }
        usual = _MINDS[self.mind]().at(self.strength)
        if self.positions is not None:
            # Whoever thinks about more positions at most also stops later by chance.
            changes["stop"] = min(usual.stop * usual.positions / max(self.positions, 1.0), 1.0)
        if self.overlook is not None:
            changes |= _overlooking(usual, self.overlook)
        return replace(usual, **changes)


def _overlooking(usual: Mind, share: float) -> dict[str, float]:
    """The shares of each direction, so that their odds stay as far apart as people's are."""
    names = ("overlook_across", "overlook_up", "overlook_diagonal")
    if share in (0.0, 1.0):
        return dict.fromkeys(names, share)
    odds = [_log_odds(getattr(usual, name)) for name in names]
    shift = _log_odds(share) - sum(odds) / len(odds)
    return {name: logistic(one + shift) for name, one in zip(names, odds, strict=True)}


def _log_odds(share: float) -> float:
    return math.log(share / (1 - share))
