"""One game of a match: what is to be played, and what came of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from inarow.players.player import PlayerError
from inarow.rules.side import Side
from inarow.search.limit import Limit


class Ending(StrEnum):
    """Why a game was over."""

    PLAYED_OUT = "played out"
    ADJUDICATED = "adjudicated"
    ILLEGAL_MOVE = "illegal move"
    CRASHED = "crashed"
    NO_ANSWER = "no answer"
    OUT_OF_TIME = "out of time"

    @property
    def is_forfeit(self) -> bool:
        """Say whether somebody lost by failing to play rather than on the board."""
        return self not in (Ending.PLAYED_OUT, Ending.ADJUDICATED)


#: A player, whose command may hold an @ of its own in brackets, and perhaps a limit.
_CONTESTANT = re.compile(r"\s*([^@(]+(?:\(.*\))?)\s*(?:@([^@()]*))?\s*")


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player of a match: the label it is listed under, how to make it, and its own limit.

    >>> Contestant.parse("discount(fast=1)@nodes=5000").limit
    Limit(time=None, nodes=5000, depth=None)
    """

    label: str
    player: str
    limit: Limit | None = None

    @classmethod
    def parse(cls, text: str) -> Contestant:
        """Read a player, and after an ``@`` the limit that holds for it instead of the match's."""
        match = _CONTESTANT.fullmatch(text)
        if match is None:
            raise PlayerError(f"{text!r} is not a player")
        limit = None if match[2] is None else Limit.parse(match[2])
        return cls(text.strip(), match[1], limit)


def contestants(texts: list[str]) -> tuple[Contestant, ...]:
    """The players of a match; one that is named twice, as in a control match, gets a number.

    >>> [c.label for c in contestants(["random", "random"])]
    ['random', 'random#2']
    """
    seen: dict[str, int] = {}
    result = []
    for text in texts:
        made = Contestant.parse(text)
        seen[made.label] = count = seen.get(made.label, 0) + 1
        label = made.label if count == 1 else f"{made.label}#{count}"
        result.append(Contestant(label, made.player, made.limit))
    return tuple(result)


@dataclass(frozen=True, slots=True)
class GameSpec:
    """A game to be played. Its number is its identity within a run, whoever plays it when."""

    number: int
    #: Games of the same pair share players and opening, with the sides swapped.
    pair: int
    round: int
    game: str
    x: Contestant
    o: Contestant
    #: Moves that are played before the players begin.
    opening: str
    seed: int

    def contestant(self, side: Side) -> Contestant:
        """Who plays a side."""
        return self.x if side is Side.X else self.o


@dataclass(frozen=True, slots=True)
class Effort:
    """What one side spent on a game."""

    moves: int = 0
    seconds: float = 0.0
    nodes: int = 0

    def plus(self, seconds: float, nodes: int) -> Effort:
        """The same with one more move."""
        return Effort(self.moves + 1, self.seconds + seconds, self.nodes + nodes)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game."""

    spec: GameSpec
    #: All moves, those of the opening first, as text.
    moves: str
    winner: Side | None
    ending: Ending
    #: What happened, where the ending alone does not say it.
    detail: str = ""
    effort: tuple[Effort, Effort] = (Effort(), Effort())

    @property
    def x_score(self) -> float:
        """What the first player scored: 1, one half or 0."""
        return {Side.X: 1.0, Side.O: 0.0, None: 0.5}[self.winner]

    def score_of(self, label: str) -> float:
        """What a contestant of this game scored."""
        return self.x_score if label == self.spec.x.label else 1.0 - self.x_score

    @property
    def winner_label(self) -> str | None:
        """Who won, or None for a draw."""
        return None if self.winner is None else self.spec.contestant(self.winner).label

    def summary(self) -> str:
        """One line for people."""
        result = f"{self.winner_label} won" if self.winner is not None else "draw"
        why = "" if self.ending is Ending.PLAYED_OUT else f", {self.ending}"
        why += f": {self.detail}" if self.detail else ""
        return f"{self.spec.x.label} (X) - {self.spec.o.label} (O): {result}{why}"
