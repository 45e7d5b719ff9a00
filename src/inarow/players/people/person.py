"""Players that err as people err: one that thinks like a person, one that imitates people."""

from __future__ import annotations

import random
from functools import cached_property
from typing import TYPE_CHECKING

from inarow.players.people.choices import ImitatorOptions, PersonOptions
from inarow.players.people.games import refusal
from inarow.players.player import Choice
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.engine import OnProgress
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal

if TYPE_CHECKING:
    # What computes is loaded when a move is asked for, not when the players are listed.
    from inarow.kernels.compiling import Record
    from inarow.players.people.thought import Thought


class Person:
    """Thinks like a person: looks at some lines, overlooks some things, and can say which."""

    def __init__(self, name: str, options: PersonOptions, seed: int | None = None) -> None:
        self.name = name
        self._mind = options.mind()
        self._seed = seed
        #: What came to mind for the last move.
        self.thought: Thought | None = None

    def refusal(self, game: Game) -> str | None:
        """It plays every game that has no rule about moves."""
        return refusal(game)

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,  # noqa: ARG002 -- it never takes long
        on_progress: OnProgress | None = None,  # noqa: ARG002
    ) -> Choice:
        """Think and choose; with a limit of nodes, think about no more positions than that."""
        from inarow.players.people.thought import think_about

        nodes = None if limit is None else limit.nodes
        move, self.thought = think_about(board, self._mind, self._record, nodes)
        return Choice(move, self.thought.analysis if self.thought.has_thought else None)

    @cached_property
    def _record(self) -> Record:
        """What it thinks with, with a seed of its own if none was given."""
        return self._mind.record(random.Random(self._seed).getrandbits(64))


class Imitator:
    """Plays each move as often as the learned model says that people do."""

    def __init__(self, name: str, options: ImitatorOptions, seed: int | None = None) -> None:
        self.name = name
        self._strength = options.strength
        self._random = random.Random(seed)

    def refusal(self, game: Game) -> str | None:
        """It plays every game that has no rule about moves."""
        return refusal(game)

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,  # noqa: ARG002 -- it never takes long
        *,
        stop: StopSignal | None = None,  # noqa: ARG002
        on_progress: OnProgress | None = None,  # noqa: ARG002
    ) -> Choice:
        """Choose by chance, each move as likely as people are thought to play it."""
        from inarow.players.people.describing import features_of
        from inarow.players.people.network import shipped_network

        cells, rows = features_of(board)
        likely = shipped_network().probabilities(rows.reshape(1, *rows.shape), self._strength)[0]
        cell = self._random.choices(cells.tolist(), likely.tolist())[0]
        return Choice(cell % board.game.width if board.game.gravity else cell)
