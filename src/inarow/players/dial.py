"""A dial of strength: from a child who has just learned the game to nearly the best player.

Every place on the dial is a people-like player. Its settings lie between those of the two nearest
stops, so that a small turn makes a small difference: first less and less is overlooked and more is
thought about; then it looks a second time before it moves; at last it finds the best move more and
more often. Where the levels of each game are on it is found by played games.
"""

from __future__ import annotations

from dataclasses import dataclass

from inarow.players.people.choices import PersonOptions
from inarow.players.player import PlayerError


@dataclass(frozen=True, slots=True)
class DialStop:
    """A place on the dial whose settings are given."""

    positions: float
    overlook: float
    lapse: float = 0.0
    careful: float = 0.0
    best: float = 0.0

    def towards(self, stronger: DialStop, part: float) -> PersonOptions:
        """The settings a part of the way to a stronger stop."""

        def mixed(name: str) -> float:
            weaker, more = getattr(self, name), getattr(stronger, name)
            return float(round(weaker + (more - weaker) * part, 3))

        # Twice the positions make about the same difference everywhere.
        positions = round(self.positions ** (1 - part) * stronger.positions**part, 1)
        return PersonOptions(
            positions=positions, overlook=mixed("overlook"), lapse=mixed("lapse"),
            careful=mixed("careful"), best=mixed("best"),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Dial:
    """A path of settings through some stops, the weakest first."""

    stops: tuple[DialStop, ...]

    def at(self, turn: float) -> PersonOptions:
        """The settings at a turn from 0, the weakest, to 1.

        >>> Dial((DialStop(1, 0.8), DialStop(100, 0.2))).at(0.5).positions
        10.0
        """
        if not 0 <= turn <= 1:
            raise PlayerError(f"a dial turns from 0 to 1, not to {turn}")
        place = turn * (len(self.stops) - 1)
        number = min(int(place), len(self.stops) - 2)
        return self.stops[number].towards(self.stops[number + 1], place - number)


#: A move without any thought is rare even at the lowest end: what makes the difference is what is
#: overlooked. In the middle is the average person, so that levels err as people of their strength
#: do.
DIAL = Dial((
    DialStop(1, 0.98, lapse=0.1),
    DialStop(1, 0.88, lapse=0.08),
    DialStop(3, 0.78, lapse=0.06),
    DialStop(8, 0.66, lapse=0.05),
    DialStop(20, 0.53, lapse=0.04),
    DialStop(50, 0.4, lapse=0.03),
    DialStop(100, 0.29, lapse=0.022),
    DialStop(145, 0.21, lapse=0.017),
    DialStop(250, 0.14, lapse=0.011),
    DialStop(500, 0.08, lapse=0.006, careful=0.3),
    DialStop(1000, 0.03, careful=0.7),
    DialStop(2000, 0.0, careful=1.0),
    DialStop(2000, 0.0, careful=1.0, best=0.25),
    DialStop(2000, 0.0, careful=1.0, best=0.5),
    DialStop(2000, 0.0, careful=1.0, best=0.75),
    DialStop(2000, 0.0, careful=1.0, best=0.95),
))  # fmt: skip
