"""What it takes to play: choose a move on a board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.search.analysis import Analysis
from inarow.search.engine import OnProgress
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal

#: Seconds by which a move may exceed its limit of time: the cost of calling a player.
GRACE = 0.5


class PlayerError(InarowError):
    """There is no such player, or it cannot play this game."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The move a player chose, and what it thought, if it thinks."""

    move: int
    analysis: Analysis | None = None


class Player(Protocol):
    """Chooses moves. One player plays one game at a time."""

    @property
    def name(self) -> str:
        """How the player is called, in the form from which it can be made again."""
        ...

    def refusal(self, game: Game) -> str | None:
        """Why the player cannot play a game, or None if it can."""
        ...

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: OnProgress | None = None,
    ) -> Choice:
        """Choose a legal move on a board whose game is not over.

        A player that thinks keeps to the limit, or to its own if none is given, and when it is
        stopped it chooses the best move it knows of by then.
        """
        ...


@runtime_checkable
class StartedPlayer(Player, Protocol):
    """A player that has something to start before it can play, such as an outside program."""

    def get_ready(self, game: Game) -> None:
        """Start what is needed for a game; no clock runs meanwhile."""
        ...


@runtime_checkable
class Analyst(Player, Protocol):
    """A player that can also say what it thinks of a board without moving."""

    def analyse(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        moves: Iterable[int] | None = None,
        stop: StopSignal | None = None,
        on_progress: OnProgress | None = None,
    ) -> Analysis:
        """What the player finds out about a board within a limit."""
        ...
