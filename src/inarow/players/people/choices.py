"""What can be chosen about players that play like people."""

from __future__ import annotations

from dataclasses import dataclass, replace

from inarow.players.options import option
from inarow.players.people.mind import STRENGTHS, Mind, fitted_mind
from inarow.players.player import PlayerError


@dataclass(frozen=True, slots=True)
class ImitatorOptions:
    """What can be changed about a player that imitates people."""

    strength: float = option(0.0, "0 is an average person, 1 stronger than five in six, -1 weaker")

    def __post_init__(self) -> None:
        least, most = STRENGTHS
        if not least <= self.strength <= most:
            raise PlayerError(f"strength is from {least:g} to {most:g}, not {self.strength:g}")


@dataclass(frozen=True, slots=True)
class PersonOptions(ImitatorOptions):
    """What can be changed about a player that thinks like a person."""

    positions: float | None = option(None, "think about this many positions")
    overlook: float | None = option(None, "how likely each feature is overlooked, from 0 to 1")
    lapse: float | None = option(None, "how likely any move at all is played, from 0 to 1")
    prune: float | None = option(None, "how far below the best a move may look and be followed")

    def __post_init__(self) -> None:
        ImitatorOptions.__post_init__(self)
        self.mind()

    def mind(self) -> Mind:
        """How a person with these options thinks."""
        changes = {
            name: value
            for name in ("positions", "lapse", "prune")
            if (value := getattr(self, name)) is not None
        }
        if self.overlook is not None:
            names = ("overlook_across", "overlook_up", "overlook_diagonal")
            changes |= dict.fromkeys(names, self.overlook)
        return replace(fitted_mind().at(self.strength), **changes)
