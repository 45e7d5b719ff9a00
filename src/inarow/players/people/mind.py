"""How a person of some strength thinks: the numbers of the cognitive model.

Each number is the average person's, and changes with strength: 0 is the average of the people it
was fitted to, 1 is a standard deviation above. There are three: ``erring.json``, with which levels
and simulated people think, since it misses what people miss; ``published.json``, the medians of the
published fits; and ``likeliest.json``, which predicts people's moves best. What can be asked of a
player is checked here, so nothing that computes is loaded before it plays.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inarow.players.player import PlayerError

if TYPE_CHECKING:
    from inarow.kernels.compiling import Array, Record

ERRING = Path(__file__).with_name("erring.json")
PUBLISHED = Path(__file__).with_name("published.json")
LIKELIEST = Path(__file__).with_name("likeliest.json")

#: Beyond these nobody has been seen, and the numbers mean nothing.
STRENGTHS = (-4.0, 4.0)

#: More positions than this a person does not think about, so that a move never takes long.
MOST_POSITIONS = 2000


#: The numbers that are parts of a whole, from 0 to 1.
_SHARES = ("stop", "overlook_across", "overlook_up", "overlook_diagonal", "lapse")

#: What happens less often than this never happens.
_NEVER = 1e-6


def _unchanged(value: float) -> float:
    return value


def logistic(value: float) -> float:
    """From any number to a share between 0 and 1."""
    return 1 / (1 + math.exp(-value))


@dataclass(frozen=True, slots=True)
class Mind:
    """The numbers of the cognitive model for one person."""

    #: How many positions are thought about at most, and how likely thinking ends after each once
    #: an answer to the best move has been thought of.
    positions: float
    stop: float
    #: Moves so far below the best are not followed.
    prune: float
    #: How likely a feature is overlooked, by the direction of its group.
    overlook_across: float
    overlook_up: float
    overlook_diagonal: float
    #: How many times that the odds are for a full group, and for one that lacks one.
    overlook_full: float
    overlook_one: float
    #: How many times that they are for such a group if it is diagonal.
    overlook_slant: float
    #: By how many times itself the odds of overlooking anything grow until the board is full.
    crowding: float
    #: How likely any move at all is played.
    lapse: float
    #: What the weights of the side that waits are multiplied by.
    waiting: float
    #: The deviation of what changes a move's value at the moment of choosing.
    waver: float
    #: 1 if a win that is seen ends a line at once, and what looked best at first is played where
    #: every move seems to lose; else 0.
    alert: float
    #: How much nearness to the other side's last move, and to one's own, draws a move.
    recall_other: float
    recall_own: float
    #: What groups are worth: full, lacking one, two, two apart, three; and nearness to the middle.
    full: float
    lacks_one: float
    lacks_two: float
    lacks_two_apart: float
    lacks_three: float
    nearness: float

    def __post_init__(self) -> None:
        if not 1 <= self.positions <= MOST_POSITIONS:
            raise PlayerError(
                f"a person thinks about 1 to {MOST_POSITIONS} positions, not {self.positions:g}"
            )
        if self.crowding < 0:
            raise PlayerError(f"crowding is not below 0, as {self.crowding:g} is")
        for name in _SHARES:
            if not 0 <= (share := getattr(self, name)) <= 1:
                raise PlayerError(f"{name.replace('_', ' ')} is from 0 to 1, not {share:g}")

    @classmethod
    def of_numbers(cls, numbers: Iterable[float]) -> Mind:
        """From numbers without bounds, as a fit varies them."""
        values = [
            _BOUNDED[one.name](float(number))
            for one, number in zip(fields(cls), numbers, strict=True)
        ]
        return cls(*values)

    def weights(self) -> Array:
        """The weights as the kernels take them."""
        from inarow.kernels.arrays import np

        return np.array([
            self.full, self.lacks_one, self.lacks_two, self.lacks_two_apart, self.lacks_three,
            self.nearness,
        ])  # fmt: skip

    def record(self, seed: int, last: Sequence[int] = (-1, -1)) -> Record:
        """The record that thinks like this, with the cells of the last two moves in mind."""
        from inarow.kernels.arrays import np
        from inarow.kernels.people.records import PEOPLE_MIND

        record = np.zeros(1, dtype=PEOPLE_MIND)[0]
        self.put(record)
        record.last[:] = last
        record.random = seed & 0xFFFF_FFFF_FFFF_FFFF
        return record

    def put(self, record: Record) -> None:
        """Make a record think like this; its random numbers go on."""
        from inarow.kernels.people.records import DIAGONAL, KINDS
        from inarow.kernels.people.values import FULL, LACKS_ONE

        record.lapse, record.prune, record.waiting = self.lapse, self.prune, self.waiting
        shares = self.overlook_across, self.overlook_up, self.overlook_diagonal
        odds = {FULL: self.overlook_full, LACKS_ONE: self.overlook_one}
        for kind in range(KINDS):
            times = [odds.get(kind, 1.0)] * len(shares)
            if kind in odds:
                times[DIAGONAL] *= self.overlook_slant
            ways = list(map(_times_the_odds, shares, times))
            # The fits are of a game won by lines, so they say nothing of other groups.
            record.overlook[kind] = [*ways, sum(ways) / len(ways)]
        record.crowding = self.crowding
        record.stop = self.stop if self.stop >= _NEVER else 0.0
        record.waver, record.alert = self.waver, round(self.alert)
        record.expansions = round(self.positions)
        record.recall[:] = self.recall_other, self.recall_own


def _times_the_odds(share: float, times: float) -> float:
    return share * times / (1 - share + share * times)


def _positions(value: float) -> float:
    return min(max(math.exp(min(value, 20.0)), 1.0), MOST_POSITIONS)


#: From any number to one that makes sense.
_BOUNDED = {
    **{one.name: _unchanged for one in fields(Mind)},
    "positions": _positions,
    "crowding": lambda value: max(value, 0.0),
    **dict.fromkeys(("overlook_full", "overlook_one", "overlook_slant", "waver"), math.exp),
    **dict.fromkeys(_SHARES, logistic),
}


#: What the published model does not have: thinking never stops before its time, diagonals that are
#: nearly full are like other groups, a full board hides nothing, and a win is a feature like others
#: until a line ends there.
_WITHOUT = {
    "stop": (-40.0, 0.0), "overlook_slant": (0.0, 0.0), "crowding": (0.0, 0.0), "alert": (0.0, 0.0),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class FittedMind:
    """The average person's numbers, and how they change with strength."""

    middle: tuple[float, ...]
    slope: tuple[float, ...]

    def at(self, strength: float) -> Mind:
        """How a person of a strength thinks."""
        least, most = STRENGTHS
        if not least <= strength <= most:
            raise PlayerError(f"strength is from {least:g} to {most:g}, not {strength:g}")
        numbers = zip(self.middle, self.slope, strict=True)
        return Mind.of_numbers(middle + strength * slope for middle, slope in numbers)

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        names = [one.name for one in fields(Mind)]
        rows = zip(names, self.middle, self.slope, strict=True)
        return {name: [round(middle, 4), round(slope, 4)] for name, middle, slope in rows}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> FittedMind:
        """From plain data."""
        pairs = [{**_WITHOUT, **data}[one.name] for one in fields(Mind)]
        return cls(tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs))


@lru_cache(maxsize=1)
def erring_mind() -> FittedMind:
    """The numbers with which wins, blocks and threats are missed about as often as by people.

    Levels and simulated people think with them.
    """
    return _read(ERRING)


@lru_cache(maxsize=1)
def published_mind() -> FittedMind:
    """The medians of published fits."""
    return _read(PUBLISHED)


@lru_cache(maxsize=1)
def likeliest_mind() -> FittedMind:
    """The numbers under which people's moves are likeliest, by ``inarow lab people --fit``.

    Whoever thinks with them sees the board after each move and looks no further.
    """
    return _read(LIKELIEST)


def _read(path: Path) -> FittedMind:
    return FittedMind.from_json(json.loads(path.read_text(encoding="utf-8")))
