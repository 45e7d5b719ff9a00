"""The player that plays at random."""

from __future__ import annotations

import random

from inarow.players.player import Choice
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.engine import OnProgress
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal


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
        return Choice(self._random.choice(list(board.legal_moves)))
