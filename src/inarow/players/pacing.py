"""Opponents that take their time as people do: longer where several moves are close."""

from __future__ import annotations

import random
import time

from inarow.players.player import Choice, Player
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.engine import OnProgress
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal, is_stopped

#: Nobody wants to wait as long as some people think.
MOST_SECONDS = 4.0

#: How often somebody who waits is asked whether that is still wanted.
_LISTEN_SECONDS = 0.05


def natural_seconds(board: Board, chance: random.Random) -> float:
    """How long a person might think about a board, within reason."""
    from inarow.players.people.pace import thinking_time

    return min(thinking_time(board, chance), MOST_SECONDS)


class PacedPlayer:
    """A player who does not answer sooner than a person might."""

    def __init__(self, player: Player, *, seed: int | None = None) -> None:
        self._player = player
        self._random = random.Random(seed)
        self.name: str = player.name

    def refusal(self, game: Game) -> str | None:
        """It plays what the player plays."""
        return self._player.refusal(game)

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: OnProgress | None = None,
    ) -> Choice:
        """Choose, and wait for the rest of the time unless told to stop."""
        ends = time.monotonic() + natural_seconds(board, self._random)
        choice = self._player.choose(board, limit, stop=stop, on_progress=on_progress)
        while (left := ends - time.monotonic()) > 0 and not is_stopped(stop):
            time.sleep(min(left, _LISTEN_SECONDS))
        return choice
