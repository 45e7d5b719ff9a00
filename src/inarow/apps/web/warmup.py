"""Make the searches ready before the first visitor needs them."""

from __future__ import annotations

import asyncio
import logging
import threading

from inarow.apps.web import reports
from inarow.apps.web.compiling import Compiler, NotCompiledError, load, prepare
from inarow.rules.game import Game
from inarow.search.stopping import StopSignal

_log = logging.getLogger(__name__)

#: The games whose searches are prepared, in order: documented ones, the solver, the engine.
_GAMES = ("tictactoe", "connect4", "gomoku")


class Warmup:
    """Loads the searches in a thread; what is not compiled yet, another process compiles first."""

    def __init__(self) -> None:
        self._done = {game: asyncio.Event() for game in _GAMES}
        self._stop = StopSignal()
        self._compiler = Compiler()
        self._compiling = False

    def start(self) -> None:
        """Begin, without waiting."""
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._run, args=(loop,), name="inarow-warmup", daemon=True).start()

    def close(self) -> None:
        """End it, the process that compiles included."""
        self._stop.set()
        self._compiler.close()

    async def wait_for(self, game: Game) -> None:
        """Wait until a search of this game can start at once."""
        await self._done[_like(game)].wait()

    @property
    def ready(self) -> bool:
        """Say whether a search of any game can start at once."""
        return all(done.is_set() for done in self._done.values())

    @property
    def note(self) -> str:
        """What a visitor who has to wait should know; loading takes too short a time to tell."""
        if self.ready or not self._compiling:
            return ""
        parts = sum(done.is_set() for done in self._done.values())
        return (
            f"The searches are being compiled, once after installation: {parts} of {len(_GAMES)} "
            "parts are ready. A computer's first move or an analysis may have to wait for it."
        )

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        for game, done in self._done.items():
            try:
                self._make_ready(game)
            except Exception:
                # A request for that search will then fail and say why; the others work.
                _log.exception("the search for %s could not be prepared", game)
            if self._stop.is_set():
                return
            loop.call_soon_threadsafe(done.set)

    def _make_ready(self, game: str) -> None:
        try:
            load(game, self._stop)
        except NotCompiledError:
            self._compiling = True
            if not self._compiler.compile(game) and not self._stop.is_set():
                _log.warning("the searches for %s are compiled by the server itself", game)
            if not self._stop.is_set():
                prepare(game, self._stop)


def _like(game: Game) -> str:
    """The game whose searches this game uses too."""
    if game.gravity:
        return "connect4"
    return "gomoku" if reports.analyst_name(game) == "five" else "tictactoe"
