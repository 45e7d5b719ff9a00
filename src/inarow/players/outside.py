"""An outside program as a player: any engine that speaks the Gomocup protocol.

What the program does wrong (it falls silent, ends, answers nonsense, takes too long) becomes a
`ForfeitError` that says so, which whoever runs the game counts as a loss.
"""

from __future__ import annotations

import contextlib
import queue
import re
import shlex
import subprocess
import threading
import time
from enum import Enum, auto

from inarow.files.trouble import reason
from inarow.players.player import GRACE, Choice, PlayerError, check_plays
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.rules.shapes import cells_in
from inarow.search.engine import OnProgress
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal, is_stopped

#: A turn's time where the limit gives none, in seconds.
DEFAULT_TURN = 5.0
#: How long a program may take to get ready, and to end.
START_SECONDS = 30.0
_END_SECONDS = 1.0
_POLL_SECONDS = 0.05
#: How long a program is left alone after an answer: some throw away what reaches them while
#: the thread that thought is still ending.
_BREATH_SECONDS = 0.02

_MOVE = re.compile(r"\s*(\d{1,2})\s*,\s*(\d{1,2})\s*", re.ASCII)
_OK = re.compile(r"OK\b.*", re.IGNORECASE)


class Misdeed(Enum):
    """The kinds of things by which a program loses its game."""

    #: It ended, says that it cannot go on, or cannot be asked.
    FAILED = auto()
    LATE = auto()
    ILLEGAL = auto()


class ForfeitError(InarowError):
    """A player has lost its game by something other than the moves; the text says what."""

    def __init__(self, text: str, misdeed: Misdeed = Misdeed.FAILED) -> None:
        super().__init__(text)
        self.misdeed = misdeed


class GomocupProcess:
    """A running engine: lines to it, lines from it, always with a time limit."""

    def __init__(self, command: str) -> None:
        self.command = command
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except (OSError, ValueError, IndexError) as error:
            raise PlayerError(f"cannot run {command!r}: {reason(error)}") from None
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._listens_from = 0.0
        self._reader = threading.Thread(target=self._read, name="inarow-outside", daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError), self._process.stdout as lines:
            for line in lines:
                self._lines.put(line.strip())
        self._lines.put(None)

    def send(self, *lines: str) -> None:
        """Write lines to the program."""
        assert self._process.stdin is not None
        time.sleep(max(0.0, self._listens_from - time.perf_counter()))
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines))
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise ForfeitError(self._ending()) from None

    def answer(
        self, wanted: re.Pattern[str], seconds: float, stop: StopSignal | None = None
    ) -> re.Match[str]:
        """Return the program's next line of the wanted form; other lines but ERROR are chatter."""
        until = time.perf_counter() + seconds
        chatter = ""
        while True:
            left = until - time.perf_counter()
            if left <= 0:
                said = f" except for {chatter[:60]!r}" if chatter else ""
                silence = f"{self.command} was silent for {seconds:.2f} s{said}"
                raise ForfeitError(silence, Misdeed.LATE)
            if is_stopped(stop):
                raise ForfeitError(f"{self.command} was stopped")
            try:
                line = self._lines.get(timeout=min(left, _POLL_SECONDS))
            except queue.Empty:
                continue
            if line is None:
                raise ForfeitError(self._ending())
            if line.upper().startswith("ERROR"):
                raise ForfeitError(f"{self.command} answered {line[:80]!r}")
            if match := wanted.fullmatch(line):
                self._listens_from = time.perf_counter() + _BREATH_SECONDS
                return match
            chatter = line or chatter

    def _ending(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_SECONDS)
        return f"{self.command} ended with status {self._process.poll()}"

    def close(self) -> None:
        """End the program: ask first, then make it."""
        with contextlib.suppress(ForfeitError):
            self.send("END")
        with contextlib.suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        # It closes the pipe; a program that the program started may hold the other end.
        self._reader.join(_END_SECONDS)


#: What a program may use, as in Gomocup's tournaments.
_MEGABYTES = 350


class OutsidePlayer:
    """Plays what a Gomocup program answers."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.name: str = f"outside({command})"
        #: How much longer than its time a program may take before it has lost; under a clock,
        #: whoever runs the game says here how much more is left.
        self.grace = GRACE
        self._process: GomocupProcess | None = None
        self._game: Game | None = None
        self._seen: tuple[int, ...] | None = None

    def close(self) -> None:
        """End the program, if it runs."""
        if self._process is not None:
            self._process.close()
        self._process = self._game = self._seen = None

    def refusal(self, game: Game) -> str | None:
        """The protocol knows five in a row on free boards only."""
        if game.gravity or game.wins.run != 5 or game.rule:
            return "Gomocup programs play five in a row without gravity"
        return None

    def get_ready(self, game: Game) -> None:
        """Start the program and set it to a game; raise an error if it does not answer."""
        check_plays(self, game)
        try:
            self._start(game)
        except ForfeitError:
            self.close()
            raise

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: OnProgress | None = None,  # noqa: ARG002 -- it shows none
    ) -> Choice:
        """Ask the program for its move; raise `ForfeitError` if no good answer comes in time."""
        board.check_goes_on()
        self.get_ready(board.game)
        process = self._process
        assert process is not None
        turn = DEFAULT_TURN if limit is None or limit.time is None else limit.time
        try:
            process.send(f"INFO timeout_turn {round(turn * 1000)}", *self._question(board))
            asked = time.perf_counter()
            answer = process.answer(_MOVE, turn + self.grace, stop)
            taken = time.perf_counter() - asked
            if taken > turn + self.grace:
                late = f"{self.command} took {taken:.2f} s of {turn:.2f} s"
                raise ForfeitError(late, Misdeed.LATE)
            move = self._checked_move(board, int(answer[1]), int(answer[2]))
        except ForfeitError:
            self.close()
            raise
        self._seen = (*board.moves, move)
        return Choice(move)

    def _start(self, game: Game) -> None:
        if self._process is None:
            self._process = GomocupProcess(self.command)
        if self._game != game:
            start = f"START {game.width}"
            if not game.is_square_board:
                start = f"RECTSTART {game.width},{game.height}"
            self._process.send(
                f"INFO rule {int(game.wins.exact)}",
                f"INFO max_memory {_MEGABYTES << 20}",
                "INFO game_type 1",
                "INFO timeout_match 0",
                start,
            )
            self._process.answer(_OK, START_SECONDS)
            self._process.send(f"INFO rule {int(game.wins.exact)}")
            self._game = game
            self._seen = None

    def _question(self, board: Board) -> list[str]:
        """What to send: the one new move, or the whole board if more is new."""
        assert self._process is not None
        game = board.game
        if self._seen is not None and board.moves[:-1] == self._seen and board.moves:
            x, y = game.xy(board.moves[-1])
            return [f"TURN {x},{y}"]
        if self._seen is not None:
            self._process.send("RESTART")
            self._process.answer(_OK, START_SECONDS)
        if board.ply == 0:
            return ["BEGIN"]
        lines = []
        for cell in (*cells_in(board.start().occupied), *board.moves):
            x, y = game.xy(cell)
            lines.append(f"{x},{y},{1 if board.piece_at(cell) is board.turn else 2}")
        return ["BOARD", *lines, "DONE"]

    def _checked_move(self, board: Board, x: int, y: int) -> int:
        game = board.game
        if x >= game.width or y >= game.height or game.cell(x, y) not in board.legal_moves:
            illegal = f"{self.command} played {x},{y}, which is not legal"
            raise ForfeitError(illegal, Misdeed.ILLEGAL)
        return game.cell(x, y)
