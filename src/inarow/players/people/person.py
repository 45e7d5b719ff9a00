"""Players that err as people err: one that thinks like a person, one that imitates people."""

from __future__ import annotations

import random
import time

from inarow.kernels.arrays import np
from inarow.kernels.people.thinking import think
from inarow.kernels.people.values import KINDS
from inarow.players.people.choices import ImitatorOptions, PersonOptions
from inarow.players.people.describing import features_of
from inarow.players.people.network import shipped_network
from inarow.players.people.seeing import board_record, memory_of, people_game, refusal
from inarow.players.people.thought import Thought, thought_of
from inarow.players.player import Choice
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.engine import OnProgress
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal


class Person:
    """Thinks like a person: looks at some lines, overlooks some things, and can say which."""

    def __init__(self, name: str, options: PersonOptions, seed: int | None = None) -> None:
        self.name = name
        self._mind = options.mind()
        # A seed of one's own if none is given.
        self._record = self._mind.record(random.Random(seed).getrandbits(64))
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
        began = time.perf_counter()
        overlooked = np.zeros((len(board.game.groups), KINDS), dtype=np.uint8)
        self._mind.put(self._record)
        self._record.last[:] = memory_of(board, 2)
        if limit is not None and limit.nodes is not None:
            self._record.expansions = max(min(self._record.expansions, limit.nodes), 1)
        cell = think(
            people_game(board.game), board_record(board), self._record, int(board.turn),
            self._mind.weights(), overlooked,
        )  # fmt: skip
        self.thought = thought_of(board, self._record, overlooked, time.perf_counter() - began)
        move = cell % board.game.width if board.game.gravity else cell
        return Choice(move, self.thought.analysis if self.thought.has_thought else None)


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
        cells, rows = features_of(board)
        likely = shipped_network().probabilities(rows.reshape(1, *rows.shape), self._strength)[0]
        cell = self._random.choices(cells.tolist(), likely.tolist())[0]
        return Choice(cell % board.game.width if board.game.gravity else cell)
