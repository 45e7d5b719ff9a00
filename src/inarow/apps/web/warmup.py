"""Compile or load the searches before the first visitor needs them."""

from __future__ import annotations

import asyncio
import logging

from inarow.apps.web import reports
from inarow.rules.board import Board
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal

_log = logging.getLogger(__name__)

#: One game for each kind of search.
_GAMES = ("connect4", "square", "gomoku")


class Warmup:
    """Runs a tiny search of each kind in a thread; until then the page says what is going on."""

    def __init__(self) -> None:
        self._done = asyncio.Event()
        self._stop = StopSignal()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, without waiting."""
        self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        """Let what runs end; what is being compiled has to be finished."""
        self._stop.set()

    async def wait(self) -> None:
        """Wait until a search can start at once."""
        await self._done.wait()

    @property
    def ready(self) -> bool:
        """Say whether a search can start at once."""
        return self._done.is_set()

    async def _run(self) -> None:
        try:
            await asyncio.to_thread(self._search_a_little)
        except Exception:
            # A request for that search will then fail and say why; the others work.
            _log.exception("a search could not be prepared")
        finally:
            self._done.set()

    def _search_a_little(self) -> None:
        for game in _GAMES:
            if not self._stop.is_set():
                reports.report(Board(game), Limit(depth=2), self._stop)
