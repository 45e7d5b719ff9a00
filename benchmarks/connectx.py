"""Exported ConnectX agents as players, to measure what is lost by leaving the compiled code.

inarow match level-7 benchmarks.connectx:level_7 --games 100
"""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

from inarow.apps.connectx.export import agent_text, cells_of
from inarow.players.player import Choice
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.catalogue import game as make_game
from inarow.rules.game import Game
from inarow.search.engine import OnProgress
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal

#: What ConnectX gives for a move.
_SECONDS = 2.0


class ExportedPlayer:
    """Asks an agent's file as ConnectX would."""

    def __init__(self, level: str, seed: int | None) -> None:
        self.name = f"exported {level}"
        self._names: dict[str, Any] = {}
        exec(agent_text(player(level), make_game("connect4"), seed), self._names)
        # What else runs on this machine shall not count.
        self._names["time"] = SimpleNamespace(perf_counter=time.process_time)

    def refusal(self, game: Game) -> str | None:
        """It plays what ConnectX is."""
        return None if game.gravity and game.wins.run else "ConnectX is won by lines that fall"

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,  # noqa: ARG002 -- an agent cannot be stopped
        on_progress: OnProgress | None = None,  # noqa: ARG002 -- nor does it tell
    ) -> Choice:
        """The agent's column."""
        game = board.game
        observation = SimpleNamespace(board=cells_of(board), mark=board.turn + 1)
        seconds = limit.time if limit and limit.time else _SECONDS
        configuration = SimpleNamespace(
            columns=game.width, rows=game.height, inarow=game.pieces_to_win, actTimeout=seconds
        )
        return Choice(self._names["agent"](observation, configuration))


def level_7(*, seed: int | None = None) -> ExportedPlayer:
    """The file of level 7."""
    return ExportedPlayer("level-7", seed)


def level_10(*, seed: int | None = None) -> ExportedPlayer:
    """The file of level 10."""
    return ExportedPlayer("level-10", seed)
