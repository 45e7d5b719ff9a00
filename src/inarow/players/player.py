"""What it takes to play: choose a move on a board."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from inarow.players.oversight import Oversight
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.rules.side import Side
from inarow.search.analysis import Analysis
from inarow.search.engine import Engine, OnProgress
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal

#: Seconds by which a move may exceed its limit of time: the cost of calling a player.
GRACE = 0.5


class PlayerError(InarowError):
    """There is no such player, or it cannot play this game."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The move that a player chose, its analysis if it has one, and what it overlooked."""

    move: int
    analysis: Analysis | None = None
    #: The most important first.
    oversights: tuple[Oversight, ...] = ()


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
        """Choose a legal move; a :class:`GameOverError` is raised once the game is over.

        A player that thinks keeps to the limit, or to its own if none is given, and when it is
        stopped it chooses the best move it knows of by then.
        """
        ...


def check_plays(player: Player, game: Game) -> None:
    """Raise an error that says why a player cannot play a game, if it cannot."""
    if reason := player.refusal(game):
        raise PlayerError(f"{player.name} cannot play {game}: {reason}")


def play_out(board: Board, first: Player, second: Player) -> Side | None:
    """Let X's player and O's finish the game on a board; return who won."""
    while (outcome := board.outcome()) is None:
        mover = second if board.turn else first
        board.push(mover.choose(board.copy()).move)
    return outcome.winner


@runtime_checkable
class StartedPlayer(Player, Protocol):
    """A player that has something to start before it can play, such as an outside program."""

    def get_ready(self, game: Game) -> None:
        """Start what is needed for a game; no clock runs meanwhile."""
        ...


class Analyst(ABC):
    """A player that asks an engine, and so can say what it thinks of a board without moving."""

    name: str

    @abstractmethod
    def refusal(self, game: Game) -> str | None:
        """Why the player cannot play a game, or None if it can."""

    @abstractmethod
    def engine_for(self, game: Game) -> Engine:
        """The engine that it asks about a game that it can play."""

    def limit_for(self, limit: Limit | None) -> Limit | None:
        """The limit that holds for its engine if this one is asked for."""
        return limit

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
        """What the player's engine finds out about a board within the limit, or its own."""
        check_plays(self, board.game)
        return self.engine_for(board.game).analyse(
            board, self.limit_for(limit), lines=lines, moves=moves, stop=stop,
            on_progress=on_progress,
        )  # fmt: skip

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: OnProgress | None = None,
    ) -> Choice:
        """Play the best move that its engine finds."""
        board.check_goes_on()
        analysis = self.analyse(board, limit, stop=stop, on_progress=on_progress)
        assert analysis.best is not None
        return Choice(analysis.best, analysis)


class RandomPlayer:
    """Every legal move is as likely as any other."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def refusal(self, game: Game) -> str | None:  # noqa: ARG002 -- chance plays everything
        """It plays every game."""
        return None

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,  # noqa: ARG002
        *,
        stop: StopSignal | None = None,  # noqa: ARG002
        on_progress: OnProgress | None = None,  # noqa: ARG002
    ) -> Choice:
        """Choose any legal move."""
        board.check_goes_on()
        return Choice(self._random.choice(list(board.legal_moves)))
