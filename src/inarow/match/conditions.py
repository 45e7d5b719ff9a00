"""What applies to every game of a run: limits, clock, adjudication and patience."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inarow.match.clock import TimeControl
from inarow.players.player import GRACE, Analyst
from inarow.players.roster import player
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.search.limit import Limit


class MatchError(InarowError):
    """A match cannot be played as described."""


def judge(name: str, game: Game, task: str) -> Analyst:
    """A player that says what positions of a game are worth, or an error that says why not."""
    try:
        made = player(name)
    except InarowError as error:
        raise MatchError(f"cannot {task}: {error}") from None
    if not isinstance(made, Analyst):
        raise MatchError(f"{name} does not search, so it cannot {task}")
    if reason := made.refusal(game):
        raise MatchError(f"{name} cannot {task} of {game}: {reason}")
    return made


#: The most seconds that a player is waited for.
_LONGEST = 1_000_000.0

#: What the judge of a game is asked for.
ADJUDICATE = "adjudicate games"

_ADJUDICATION = Limit(nodes=2_000_000)


@dataclass(frozen=True, slots=True)
class Conditions:
    """The rules of a match, besides those of the game."""

    limit: Limit | None = None
    clock: TimeControl | None = None
    #: From this many pieces on the board the adjudicator is asked; None never asks it.
    adjudicate_from: int | None = None
    #: The player whose exact score ends a game.
    adjudicator: str = "perfect"
    #: What the adjudicator may spend on one position.
    adjudicator_limit: Limit = _ADJUDICATION
    #: Seconds beyond its limit after which a player that has not moved is given up on.
    patience: float = 120.0
    #: Seconds by which a move may exceed its limit of time.
    grace: float = GRACE

    def __post_init__(self) -> None:
        if self.clock is not None and self.limit is not None and self.limit.time is not None:
            raise MatchError("use a clock or a time per move, not both")
        if not (0 < self.patience <= _LONGEST and 0 <= self.grace <= _LONGEST):
            raise MatchError(
                f"patience must be above 0 seconds, grace at least 0, and both at most {_LONGEST:g}"
            )

    def to_json(self) -> dict[str, Any]:
        """The conditions as plain data; equal data means that games can be compared."""
        return {
            "limit": None if self.limit is None else str(self.limit),
            "clock": None if self.clock is None else str(self.clock),
            "adjudicate_from": self.adjudicate_from,
            "adjudicator": None if self.adjudicate_from is None else self.adjudicator,
            "adjudicator_limit": (
                None if self.adjudicate_from is None else str(self.adjudicator_limit)
            ),
            "patience": self.patience,
            "grace": self.grace,
        }
