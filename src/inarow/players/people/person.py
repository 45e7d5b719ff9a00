"""Players that err as people err: one that thinks like a person, one that imitates people."""

from __future__ import annotations

import random
from functools import cached_property
from typing import TYPE_CHECKING

from inarow.players.best import BestPlayer, repeatable
from inarow.players.people.care import careful_move
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


#: Of all that was not seen, so much is told.
_KEPT = 12


class Person:
    """Thinks like a person: looks at some lines, overlooks some things, and can say which."""

    def __init__(self, name: str, options: PersonOptions, seed: int | None = None) -> None:
        self.name = name
        self._options = options
        self._mind = options.thinking()
        # A seed of its own if none is given.
        self._random = random.Random(seed)
        self._best = BestPlayer()
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
        stop: StopSignal | None = None,
        on_progress: OnProgress | None = None,
    ) -> Choice:
        """Think and choose; with a limit of nodes, think about no more positions than that."""
        board.check_goes_on()
        if self._happens(self._options.best):
            self.thought = None
            steady = repeatable(board.game, limit)
            return self._best.choose(board, steady, stop=stop, on_progress=on_progress)
        choice = self._think(board, limit)
        if self._happens(self._options.careful):
            move = careful_move(board, choice, self._random)
            if move != choice.move:
                # What was overlooked has been seen after all.
                self.thought = None
                return Choice(move)
        return choice

    def _happens(self, share: float) -> bool:
        return share > 0 and self._random.random() < share

    def _think(self, board: Board, limit: Limit | None) -> Choice:
        from inarow.players.people.thought import think_about

        nodes = None if limit is None else limit.nodes
        move, thought = think_about(board, self._mind, self._record, nodes)
        self.thought = thought
        analysis = thought.analysis if thought.has_thought else None
        return Choice(move, analysis, thought.oversights[:_KEPT])

    @cached_property
    def _record(self) -> Record:
        """What it thinks with."""
        return self._mind.record(self._random.getrandbits(64))


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

        board.check_goes_on()
        cells, rows = features_of(board)
        likely = shipped_network().probabilities(rows.reshape(1, *rows.shape), self._strength)[0]
        cell = self._random.choices(cells.tolist(), likely.tolist())[0]
        return Choice(cell % board.game.width if board.game.gravity else cell)
