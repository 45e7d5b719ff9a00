"""The computer thinks: it says so when it has to compile, and in a thread it can be stopped."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from inarow.apps.cli.output.exits import INTERRUPTED
from inarow.players.entrants import entrant
from inarow.players.levels import LevelPlayer
from inarow.players.pacing import PacedPlayer
from inarow.players.player import Analyst, Player
from inarow.players.slipping import SlippingPlayer
from inarow.rules.board import Board
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal

if TYPE_CHECKING:
    from inarow.study.explain.hint import Hint
    from inarow.study.records.record import Record
    from inarow.study.review.review import Review

Answer = TypeVar("Answer")

#: Hears the name of a function that is about to be compiled.
OnCompiling = Callable[[str], None]

COMPILING_NOTICE = "Compiling the search for this machine, once. This takes a few seconds."

#: How often a waiting thread listens for Ctrl-C on systems that need waking.
_LISTEN_SECONDS = 0.1
#: How long a search may take to end after it was told to; only a compilation takes longer.
_PATIENCE_SECONDS = 1.0

#: Who searches with compiled code, and so may have to wait for it.
_COMPILED = (Analyst, LevelPlayer, SlippingPlayer, PacedPlayer)

#: A hint must come while one still remembers having asked for it.
HINT_LIMIT = Limit(time=1.0)


class Work:
    """Something the computer does in a thread of its own, which can be asked to end at once.

    ``work`` gets the signal to listen to. ``done`` hears this object and what came out, the error
    if one was raised, and ``on_compiling`` of what has to be compiled first; they are called in the
    thread, so they had better only pass the word on.
    """

    def __init__(
        self,
        work: Callable[[StopSignal], object],
        done: Callable[[Work, object], None],
        on_compiling: OnCompiling,
    ) -> None:
        self._signal = StopSignal()
        self._on_compiling = on_compiling
        self._started = time.monotonic()
        # Not Thread.join: up to Python 3.12 one that Ctrl-C interrupts takes the thread for ended.
        self._ended = threading.Event()
        # A daemon, so that a compilation, which cannot be stopped, does not hold up the exit.
        threading.Thread(
            target=self._run, args=(work, done), name="inarow-thinking", daemon=True
        ).start()

    def _run(
        self, work: Callable[[StopSignal], object], done: Callable[[Work, object], None]
    ) -> None:
        from inarow.kernels.compiling import telling_of_compilation

        try:
            with telling_of_compilation(self._on_compiling):
                found = work(self._signal)
        except Exception as error:
            found = error
        try:
            done(self, found)
        finally:
            self._ended.set()

    @property
    def seconds(self) -> float:
        """How long it has been going on."""
        return time.monotonic() - self._started

    def stop(self) -> None:
        """Ask it to end now."""
        self._signal.set()

    def ends_within(self, seconds: float) -> bool:
        """Wait for the thread to end, and say whether it did."""
        return self._ended.wait(seconds)


def wait_for(work: Callable[[StopSignal], Answer], on_compiling: OnCompiling) -> Answer:
    """Do some work in a thread and wait for it; Ctrl-C stops it and interrupts, whatever it does.

    Without the thread an interrupt can get lost: while a library is being loaded or compiled it
    may arrive inside a callback, where Python can only ignore it.
    """
    results: list[object] = []
    thread = Work(work, lambda _, found: results.append(found), on_compiling)
    try:
        while not thread.ends_within(_LISTEN_SECONDS):
            pass
    except KeyboardInterrupt:
        thread.stop()
        end_program_if_busy([thread], INTERRUPTED)
        raise
    if isinstance(results[0], Exception):
        raise results[0]
    return cast("Answer", results[0])


def end_program_if_busy(threads: list[Work], status: int) -> None:
    """End the program with a status if any of these threads, although stopped, does not end.

    A search ends when it is told to, but the compiler cannot be interrupted, and Python would
    crash or wait if it ended in the ordinary way while it runs.
    """
    if not all(thread.ends_within(_PATIENCE_SECONDS) for thread in threads):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def hint(board: Board, players: tuple[str, str], stop: StopSignal) -> Hint:
    """The best move that can be found soon enough, and why it is."""
    from inarow.study.explain.hint import hint as find_hint
    from inarow.study.explain.phrases import People

    return find_hint(board, HINT_LIMIT, stop=stop, people=People(players))


def review(record: Record, stop: StopSignal) -> Review:
    """What every move of a game was worth, and what decided it."""
    from inarow.study.review.review import review as review_record
    from inarow.study.review.review import usual_limit

    return review_record(record, usual_limit(record), stop=stop)


def choose_colour(board: Board, stop: StopSignal) -> tuple[int, ...]:
    """What a computer answers to the stones of a swap2 opening, see ``search.gomoku.swap2``."""
    from inarow.search.gomoku.engine import GomokuEngine
    from inarow.search.gomoku.swap2 import choose_colour as answer

    return answer(GomokuEngine(board.game), board, HINT_LIMIT, stop=stop)


def proposed_stones(board: Board) -> list[int]:
    """The stones with which a computer opens by swap2, as far as they are missing."""
    from inarow.search.gomoku.swap2 import propose

    return list(propose(board))


def warm_up(thinkers: tuple[Player | None, ...], board: Board) -> None:
    """Load, and if need be compile, what the players need, before anyone waits for it."""
    if board.outcome() is not None:
        return
    at_once = StopSignal()
    at_once.set()
    for name in {thinker.name for thinker in thinkers if isinstance(thinker, _COMPILED)}:
        # Another player of the same name, because choosing moves a player's own chances on.
        entrant(name).choose(board, stop=at_once)
