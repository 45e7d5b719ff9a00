"""A process that plays games: the other end of the pipe, and this end.

A game runs in a process of its own because a player may crash, hang or take all the memory. The
process says whose move it waits for before each move, so that whoever watches it can tell which
player failed.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait

from inarow.match.conditions import Conditions, MatchError
from inarow.match.records import Ending, GameRecord, GameSpec
from inarow.match.referee import Turn, play_game

_SPAWN = multiprocessing.get_context("spawn")

#: How long a process may take to start and to load a player before its first turn.
_STARTING_SECONDS = 120.0

#: How long a process that has let go of its pipe may take to be gone.
_ENDING_SECONDS = 5.0

#: A game whose process was killed from outside is played again this often before a player is held
#: to have brought it about, say by taking all the memory.
REPLAYS = 2

#: How long we wait at most until we look at the clock, and how late we may do so on a busy machine.
_LONGEST_WAIT = 1.0
_LATE_SECONDS = 1.0


def serve(pipe: Connection, conditions: Conditions) -> None:
    """Play the games that come through a pipe until it is closed or our parent is gone."""
    # A group of its own: the programs that players start belong to it and end with it.
    os.setpgrp()
    threading.Thread(target=_die_with_parent, daemon=True).start()
    # A player that prints must not scribble over the match's display.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while (spec := pipe.recv()) is not None:
            pipe.send(play_game(spec, conditions, watch=pipe.send))


def _die_with_parent() -> None:
    """A player that hangs would otherwise outlive a match that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os.killpg(os.getpgrp(), signal.SIGKILL)


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Start processes that never hear of Ctrl-C, which is for the match; it hears of it after this.

    Python's own helper process is started first, because doing so ends the deafness.
    """
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Failure(Exception):  # noqa: N818 -- what became of a process, not an error of ours
    """The process died through no fault of a player; the game can be played again."""


class GameProcess:
    """One such process, seen from the match: give it a game, poll it, and hear the result."""

    def __init__(self, conditions: Conditions) -> None:
        self._conditions = conditions
        self._pipe, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=serve, args=(theirs, conditions), daemon=True)
        with _deaf_to_interrupts():
            self._process.start()
        theirs.close()
        self.spec: GameSpec | None = None
        self._turn: Turn | None = None
        self._deadline = 0.0

    @property
    def pipe(self) -> Connection:
        """What to wait on: ready when the process has something to say or has died."""
        return self._pipe

    @property
    def pid(self) -> int | None:
        """The process's number."""
        return self._process.pid

    @property
    def seconds_left(self) -> float:
        """How long until our patience with the current move ends."""
        return max(self._deadline - time.monotonic(), 0.0)

    def start(self, spec: GameSpec) -> None:
        """Begin a game."""
        self.spec = spec
        self._turn = None
        self._deadline = time.monotonic() + _STARTING_SECONDS + self._conditions.patience
        # A process that died between two games is noticed when the answer is read.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self._pipe.send(spec)

    def poll(self) -> GameRecord | None:
        """The game's record if it is over; raises :class:`Failure` if it must be played again."""
        assert self.spec is not None
        try:
            while self._pipe.poll():
                message = self._pipe.recv()
                if isinstance(message, GameRecord):
                    self.spec = None
                    return message
                self._note_turn(message)
        except (EOFError, ConnectionResetError):
            return self._died()
        if self.seconds_left == 0.0:
            return self._hung()
        return None

    def grant(self, seconds: float) -> None:
        """Be patient for longer."""
        self._deadline += seconds

    def close(self) -> None:
        """End the process and the programs it started, in the middle of a game if need be."""
        if self._pipe.closed:
            return
        assert self._process.pid is not None
        # Before it has a group, a process has started no program.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def _note_turn(self, turn: Turn) -> None:
        self._turn = turn
        self._deadline = time.monotonic() + turn.seconds + self._conditions.patience

    def _died(self) -> GameRecord:
        # It must have ended by itself, or its status would only say that we ended it.
        wait([self._process.sentinel], timeout=_ENDING_SECONDS)
        self.close()
        code = self._process.exitcode
        if self._turn is None:
            raise Failure(f"the process exited with {_exit_text(code)} before the first move")
        if code == -signal.SIGKILL:
            raise Failure("the process was killed from outside")
        return self._forfeit(Ending.CRASHED, f"the process exited with {_exit_text(code)}")

    def _hung(self) -> GameRecord:
        self.close()
        if self._turn is None:
            raise Failure("the process did not start")
        return self._forfeit(
            Ending.NO_ANSWER,
            f"no move within {self._turn.seconds + self._conditions.patience:g} s",
        )

    def blame(self, detail: str) -> GameRecord:
        """The record of a game that is lost for whoever was to move when the process failed.

        Before the first turn no player has been called, so that nobody is to blame but ourselves.
        """
        if self._turn is None:
            raise MatchError(f"games cannot be played here: {detail}")
        return self._forfeit(Ending.CRASHED, detail)

    def _forfeit(self, ending: Ending, detail: str) -> GameRecord:
        assert self.spec is not None
        assert self._turn is not None
        return GameRecord(self.spec, self._turn.moves, self._turn.side.other, ending, detail)


def wait_for_news(processes: Sequence[GameProcess]) -> list[GameProcess]:
    """Wait a while; those processes that have something to say, or that took too long.

    Where we ourselves were stopped meanwhile, as by Ctrl-Z, perhaps the players were too: nobody is
    held to the time that passed.
    """
    seconds = min(_LONGEST_WAIT, *(process.seconds_left for process in processes))
    began = time.monotonic()
    ready: set[object] = set(wait([process.pipe for process in processes], timeout=seconds))
    overslept = time.monotonic() - began - seconds
    if overslept > _LATE_SECONDS:
        for process in processes:
            process.grant(overslept)
    return [
        process for process in processes if process.pipe in ready or process.seconds_left == 0.0
    ]


def _exit_text(code: int | None) -> str:
    if code is not None and code < 0:
        with contextlib.suppress(ValueError):
            return signal.Signals(-code).name
    return f"status {code}"
