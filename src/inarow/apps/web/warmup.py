"""Compile or load the searches before the first visitor needs them."""

from __future__ import annotations

import asyncio
import logging
import threading

from inarow.apps.web import reports
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal

_log = logging.getLogger(__name__)

#: The games whose searches are prepared, in order: documented ones, the solver, the engine.
_GAMES = ("tictactoe", "connect4", "gomoku")


class Warmup:
    """Runs a tiny search of each kind in a thread; until then the page says what is going on."""

    def __init__(self) -> None:
        self._done = {game: asyncio.Event() for game in _GAMES}
        self._stop = StopSignal()

    def start(self) -> None:
        """Begin, without waiting; a thread that compiles does not keep the server from ending."""
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._run, args=(loop,), name="inarow-warmup", daemon=True).start()

    def close(self) -> None:
        """Let what runs end; what is being compiled has to be finished."""
        self._stop.set()

    async def wait_for(self, game: Game) -> None:
        """Wait until a search of this game can start at once."""
        await self._done[_like(game)].wait()

    @property
    def ready(self) -> bool:
        """Say whether a search of any game can start at once."""
        return all(done.is_set() for done in self._done.values())

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        for game, done in self._done.items():
            try:
                reports.report(Board(game), Limit(nodes=1000), self._stop)
            except Exception:
                # A request for that search will then fail and say why; the others work.
                _log.exception("the search for %s could not be prepared", game)
            if self._stop.is_set():
                return
            loop.call_soon_threadsafe(done.set)


def _like(game: Game) -> str:
    """The game whose searches this game uses too."""
    if game.gravity:
        return "connect4"
    return "gomoku" if reports.analyst_name(game) == "five" else "tictactoe"
