"""Players that fail in every way a player can, for the tests; named ``match.bad_players:X``."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

import numpy as np

from inarow.players.player import Choice, RandomPlayer
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal


class _Failing(RandomPlayer):
    """Plays at random, but fails on its second move."""

    name = "failing"

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self._turns = 0

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Choice:
        self._turns += 1
        if self._turns == 2:
            return self.fail(board)
        return super().choose(board, limit, stop=stop, on_progress=on_progress)

    def fail(self, board: Board) -> Choice:
        raise NotImplementedError


class Raiser(_Failing):
    def fail(self, board: Board) -> Choice:  # noqa: ARG002
        raise ZeroDivisionError("the player's own mistake")


class Quitter(_Failing):
    """Takes the whole process with it."""

    def fail(self, board: Board) -> Choice:  # noqa: ARG002
        os._exit(3)


class Crasher(_Failing):
    """Dies as bad compiled code does."""

    def fail(self, board: Board) -> Choice:  # noqa: ARG002
        os.kill(os.getpid(), signal.SIGSEGV)
        raise AssertionError("still alive")


class Killed(_Failing):
    """Dies as a process that took all the memory does."""

    def fail(self, board: Board) -> Choice:  # noqa: ARG002
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("still alive")


class Sleeper(_Failing):
    """Never answers."""

    def fail(self, board: Board) -> Choice:  # noqa: ARG002
        time.sleep(3600)
        raise AssertionError("woke up")


class Cheater(_Failing):
    """Plays off the board."""

    def fail(self, board: Board) -> Choice:
        return Choice(board.game.cells + 7)


class Overstayer(_Failing):
    """Takes longer than it may."""

    def fail(self, board: Board) -> Choice:
        time.sleep(1.0)
        return Choice(next(iter(board.legal_moves)))


class Muddled(_Failing):
    """Answers with no move at all."""

    def fail(self, board: Board) -> Choice:  # noqa: ARG002
        return "the middle"  # type: ignore[return-value]


class Numeric(RandomPlayer):
    """Moves as programs do that compute with NumPy."""

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Choice:
        choice = super().choose(board, limit, stop=stop, on_progress=on_progress)
        return Choice(np.int64(choice.move))  # type: ignore[arg-type]


class Starter(RandomPlayer):
    """Plays only once it has got ready."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self._ready_for: Game | None = None

    def get_ready(self, game: Game) -> None:
        self._ready_for = game

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Choice:
        assert self._ready_for == board.game
        return super().choose(board, limit, stop=stop, on_progress=on_progress)


class Absent(RandomPlayer):
    """Cannot even be made, though it can be loaded."""

    def __init__(self, seed: int | None = None) -> None:
        if seed is not None:
            raise OSError("no such engine")
        super().__init__(seed)


class Chatty(RandomPlayer):
    """Prints while it plays, and takes its time."""

    name = "chatty"

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Choice:
        print("thinking aloud")
        time.sleep(0.01)
        return super().choose(board, limit, stop=stop, on_progress=on_progress)
