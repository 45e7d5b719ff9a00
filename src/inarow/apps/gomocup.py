"""The Gomocup ("piskvork") protocol: a manager's lines in, the engine's answers out.

`Brain` turns one line into its answers and does no input or output of its own; `serve` connects
it to two streams. Coordinates count from 0, x first.
"""

from __future__ import annotations

import os
import queue
import re
import sys
import threading
import time
from collections.abc import Iterable
from concurrent.futures import Future, wait
from contextlib import suppress
from functools import lru_cache
from itertools import chain, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import inarow
from inarow.rules import catalogue
from inarow.rules.board import Board
from inarow.rules.errors import GameOverError, InarowError
from inarow.rules.game import Game
from inarow.search.gomoku.stand_in import stand_in
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.search.time_management import Clock

if TYPE_CHECKING:
    from inarow.search.gomoku.engine import GomokuEngine

SMALLEST, LARGEST = 5, 20
#: The whole process stays below this unless the manager says otherwise.
DEFAULT_MEMORY = 350 * 2**20
#: Left for what the interpreter allocates while it plays.
_RESERVED_MEMORY = 24 * 2**20
_MOST_TABLE_MEGABYTES = 1024.0
_LEAST_TABLE_MEGABYTES = 1.0
#: What the process has before it makes tables, where the system does not say.
_USUAL_MEMORY = 160 * 2**20
#: A manager that gives no time wants a move at once.
_AT_ONCE = 0.02
_DEFAULT_TURN = 30.0
#: START waits so long for the engine. Where its code must be compiled first, that goes on while
#: the manager and the opponent take their time.
_START_SECONDS = 1.5
#: Kept of a turn's time for the move that stands in for the engine's.
_STAND_IN_SECONDS = 0.1
#: The longest line read; no command comes near it.
_LONGEST_LINE = 1 << 16

RULE_EXACT, RULE_RENJU, RULE_CARO = 1, 4, 8
OWN, OPPONENT = 1, 2

_PAIR = re.compile(r"\s*(\d{1,4})\s*,\s*(\d{1,4})\s*", re.ASCII)
_TRIPLE = re.compile(r"\s*(\d{1,4})\s*,\s*(\d{1,4})\s*,\s*(\d)\s*", re.ASCII)


class ProtocolError(Exception):
    """What a manager asked for cannot be done; the text says why."""


class Brain:
    """One engine in a manager's hands: its settings, its board, and the answers it gives."""

    def __init__(self, *, threads: int = 1) -> None:
        self._threads = threads
        self._size: tuple[int, int] | None = None
        #: The owner of each stone, in the order in which they were put there.
        self._stones: dict[int, int] = {}
        #: The lines of BOARD or SWAP2BOARD while they are being read, up to DONE.
        self._block: list[str] | None = None
        self._block_name = ""
        self._info: dict[str, int] = {}
        #: The game that an engine was ordered for, and the engine once it is made.
        self._engine: tuple[Game, Future[GomokuEngine]] | None = None
        self._making = threading.Lock()
        self._asked_at = 0.0
        self.stop: StopSignal = StopSignal()
        self.ended: bool = False

    def answer(self, line: str, asked_at: float | None = None) -> list[str]:
        """Return the answers to one line; `asked_at` is when it came, by `time.perf_counter`."""
        self._asked_at = time.perf_counter() if asked_at is None else asked_at
        text = line.strip()
        try:
            if self._block is not None:
                return self._read_block(text)
            return self._command(text)
        except (ProtocolError, InarowError) as error:
            return [f"ERROR {error}"]

    def _command(self, text: str) -> list[str]:
        word, *others = text.split(maxsplit=1)[:2] or [""]
        word, rest = word.upper(), others[0] if others else ""
        match word:
            case "":
                return []
            case "START":
                return self._start(rest)
            case "RECTSTART":
                return self._rectangle(rest)
            case "RESTART":
                self._game()
                return self._new_game()
            case "BEGIN":
                return self._begin()
            case "TURN":
                return self._move(self._put(self._cell(rest), OPPONENT))
            case "PLAY":
                self._put(cell := self._cell(rest), OWN)
                return [self._text(cell)]
            case "TAKEBACK":
                return self._take_back(rest)
            case "BOARD" | "SWAP2BOARD":
                self._game()
                self._block, self._block_name = [], word
                return []
            case "INFO":
                self._set_info(rest)
                return []
            case "ABOUT":
                return [
                    f'name="inarow", version="{inarow.__version__}", '
                    'author="The inarow developers", country="International"'
                ]
            case "END":
                self.ended = True
                return []
            case _:
                return [f"UNKNOWN {_printable(word[:40])}"]

    def _start(self, rest: str) -> list[str]:
        if not re.fullmatch(r"\d{1,4}", rest, re.ASCII):
            raise ProtocolError("START takes one size, as in START 15")
        self._size = None
        return self._open(int(rest), int(rest))

    def _rectangle(self, rest: str) -> list[str]:
        pair = _PAIR.fullmatch(rest)
        if pair is None:
            raise ProtocolError("RECTSTART takes a width and a height, as in RECTSTART 20,15")
        self._size = None
        return self._open(int(pair[1]), int(pair[2]))

    def _open(self, width: int, height: int) -> list[str]:
        if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
            raise ProtocolError(f"a board is {SMALLEST} to {LARGEST} cells wide and high")
        self._size = width, height
        return self._new_game()

    def _new_game(self) -> list[str]:
        self._stones.clear()
        engine = self._order_engine()
        if _is_made(engine):
            engine.result().forget()
        wait((engine,), timeout=_START_SECONDS)
        if not engine.done():
            return ["MESSAGE compiling the engine; until it is ready, simple moves stand in", "OK"]
        if error := engine.exception():
            # The next game tries again.
            self._engine = None
            raise ProtocolError(f"cannot make the engine: {str(error) or type(error).__name__}")
        return ["OK"]

    def _game(self) -> Game:
        """The game that size and rule make, or an error that says why there is none."""
        if self._size is None:
            raise ProtocolError("no game has been started")
        rule = self._info.get("rule", 0)
        for flag, name in ((RULE_RENJU, "renju"), (RULE_CARO, "caro")):
            if rule & flag:
                raise ProtocolError(f"the rule {name} is not supported")
        return _game_of(*self._size, bool(rule & RULE_EXACT))

    def _order_engine(self) -> Future[GomokuEngine]:
        """The engine for the present game, perhaps still in the making."""
        game = self._game()
        if self._engine is None or self._engine[0] != game:
            # The old tables go before the new ones come: both at once might be too much.
            self._engine = game, Future()
            threading.Thread(target=self._make_engine, name="inarow-engine").start()
        return self._engine[1]

    def _make_engine(self) -> None:
        with self._making:
            ordered = self._engine
            if ordered is None or ordered[1].done():
                return
            game, engine = ordered
            try:
                from inarow.search.gomoku.engine import GomokuEngine

                megabytes = self._table_megabytes()
                engine.set_result(GomokuEngine(game, megabytes=megabytes, threads=self._threads))
            except BaseException as error:
                engine.set_exception(error)

    def _memory_allowed(self) -> int:
        return self._info.get("max_memory", 0) or DEFAULT_MEMORY

    def _table_megabytes(self) -> float:
        """What the memory limit leaves for tables."""
        left = (self._memory_allowed() - _memory_in_use() - _RESERVED_MEMORY) / 2**20
        return max(min(left, _MOST_TABLE_MEGABYTES), _LEAST_TABLE_MEGABYTES)

    def _begin(self) -> list[str]:
        if self._stones:
            raise ProtocolError("the board is not empty")
        return self._move(self._board(next_owner=OWN))

    def _take_back(self, rest: str) -> list[str]:
        cell = self._cell(rest)
        if self._stones.pop(cell, None) is None:
            raise ProtocolError(f"there is no stone on {self._text(cell)}")
        return ["OK"]

    def _cell(self, text: str) -> int:
        game = self._game()
        pair = _PAIR.fullmatch(text)
        if pair is None:
            raise ProtocolError("coordinates are two numbers, as in 7,7")
        return self._checked_cell(game, int(pair[1]), int(pair[2]))

    def _checked_cell(self, game: Game, x: int, y: int) -> int:
        if x >= game.width or y >= game.height:
            raise ProtocolError(f"{x},{y} is off the board")
        return game.cell(x, y)

    def _put(self, cell: int, owner: int) -> Board:
        if cell in self._stones:
            raise ProtocolError(f"{self._text(cell)} is taken")
        self._stones[cell] = owner
        try:
            return self._board(next_owner=OPPONENT if owner == OWN else OWN)
        except InarowError:
            del self._stones[cell]
            raise

    def _text(self, cell: int) -> str:
        x, y = self._game().xy(cell)
        return f"{x},{y}"

    def _board(self, next_owner: int) -> Board:
        """The position as a board; the side whose turn it is follows from the stones.

        Each side's stones come in the order in which they were put there, so that the last move
        is the one that was played last.
        """
        cells: dict[int, list[int]] = {OWN: [], OPPONENT: []}
        for cell, owner in self._stones.items():
            cells[owner].append(cell)
        first = next_owner if len(self._stones) % 2 == 0 else OWN + OPPONENT - next_owner
        x_cells, o_cells = cells[first], cells[OWN + OPPONENT - first]
        game = self._game()
        if len(x_cells) - len(o_cells) in (0, 1):
            pairs = chain.from_iterable(zip_longest(x_cells, o_cells))
            with suppress(GameOverError):
                return Board(game, [cell for cell in pairs if cell is not None])
        # The stones were not played in this order; perhaps they never were.
        return Board.from_stones(
            game, *(sum(1 << cell for cell in one) for one in (x_cells, o_cells))
        )

    def _move(self, board: Board) -> list[str]:
        """Choose a move, put it on the board and return it."""
        if board.outcome() is not None:
            raise ProtocolError("the game is over")
        move = self._best_move(board)
        self._stones[move] = OWN
        return [self._text(move)]

    def _best_move(self, board: Board) -> int:
        """The engine's move; a simple one where the engine is not ready in time."""
        engine = self._engine_in_time(board)
        if engine is None:
            return stand_in(board)
        best = engine.analyse(board, Limit(time=self._seconds(board)), stop=self.stop).best
        assert best is not None
        return best

    def _engine_in_time(self, board: Board) -> GomokuEngine | None:
        """The engine, or None where it is not ready before this turn must end, or never will be."""
        engine = self._order_engine()
        wait((engine,), timeout=max(self._seconds(board) - _STAND_IN_SECONDS, 0))
        return engine.result() if _is_made(engine) else None

    def _seconds(self, board: Board) -> float:
        """How long this turn may think from now on."""
        turn = self._info.get("timeout_turn")
        match = self._info.get("time_left")
        if match is None and self._info.get("timeout_match"):
            match = self._info["timeout_match"]
        clock = Clock(
            turn=_DEFAULT_TURN if turn is None else turn / 1000,
            left=None if match is None else max(match, 0) / 1000,
        )
        if turn == 0:
            return _AT_ONCE
        budget = clock.budget(board.game.cells - board.ply)
        assert budget is not None
        left = max(budget - (time.perf_counter() - self._asked_at), _AT_ONCE / 2)
        return min(left, threading.TIMEOUT_MAX)

    def _set_info(self, rest: str) -> None:
        key, _, value = rest.partition(" ")
        if not re.fullmatch(r"-?\d{1,18}", value.strip(), re.ASCII):
            return
        memory = self._memory_allowed()
        self._info[key.lower()] = int(value)
        if self._engine is not None and self._memory_allowed() != memory:
            # New tables are made here, not in the time of a turn.
            self._engine = None
            with suppress(ProtocolError):
                self._order_engine()

    def _read_block(self, text: str) -> list[str]:
        """Collect the lines of BOARD or SWAP2BOARD; act on DONE."""
        assert self._block is not None
        if text.upper() != "DONE":
            if text and len(self._block) <= LARGEST * LARGEST:
                self._block.append(text)
            return []
        lines, self._block = self._block, None
        return self._set_board(lines) if self._block_name == "BOARD" else self._swap(lines)

    def _set_board(self, lines: Iterable[str]) -> list[str]:
        game = self._game()
        stones: dict[int, int] = {}
        for line in lines:
            triple = _TRIPLE.fullmatch(line)
            if triple is None or int(triple[3]) not in (OWN, OPPONENT):
                raise ProtocolError(f"{line[:40]!r} is not a stone: give x,y,1 or x,y,2")
            cell = self._checked_cell(game, int(triple[1]), int(triple[2]))
            if cell in stones:
                raise ProtocolError(f"two stones on {self._text(cell)}")
            stones[cell] = int(triple[3])
        before, self._stones = self._stones, stones
        try:
            return self._move(self._board(next_owner=OWN))
        except (ProtocolError, InarowError):
            self._stones = before
            raise

    def _swap(self, lines: list[str]) -> list[str]:
        """Take part in the swap2 opening: propose, or choose a colour."""
        from inarow.search.gomoku.swap2 import choose_colour, propose

        game = self._game()
        cells = [self._cell(line) for line in lines]
        if len(set(cells)) != len(cells):
            raise ProtocolError("two stones on one cell")
        if len(cells) not in (0, 3, 5):
            raise ProtocolError(f"swap2 has 0, 3 or 5 stones on the board, not {len(cells)}")
        if not cells:
            return [" ".join(self._text(cell) for cell in propose(Board(game)))]
        board = Board(game, cells)
        if board.outcome() is not None:
            raise ProtocolError("the game is over")
        engine = self._engine_in_time(board)
        if engine is None:
            # Nobody can say yet who stands better: to swap is always allowed.
            return ["SWAP"]
        limit = Limit(time=self._seconds(board) * 0.9)
        choice = choose_colour(engine, board, limit, stop=self.stop)
        return [" ".join(self._text(cell) for cell in choice) if choice else "SWAP"]


def serve(source: TextIO, sink: TextIO, *, threads: int = 1) -> int:
    """Answer a manager's lines until END or the end of the input; return the exit status."""
    brain = Brain(threads=threads)
    lines: queue.SimpleQueue[tuple[str, float] | None] = queue.SimpleQueue()

    def read() -> None:
        # Reading goes on while the engine thinks, so that END ends it at once.
        while line := source.readline(_LONGEST_LINE):
            lines.put((line, time.perf_counter()))
            if line.split()[:1] and line.split()[0].upper() == "END":
                break
        brain.stop.set()
        lines.put(None)

    threading.Thread(target=read, name="inarow-reader", daemon=True).start()
    while not brain.ended and (item := lines.get()) is not None:
        for answer in brain.answer(*item):
            print(answer, file=sink, flush=True)
    return 0


def _is_made(engine: Future[GomokuEngine]) -> bool:
    return engine.done() and engine.exception() is None


@lru_cache(maxsize=8)
def _game_of(width: int, height: int, exact: bool) -> Game:
    return catalogue.game("gomoku-standard" if exact else "gomoku", width=width, height=height)


def _printable(text: str) -> str:
    """The text with anything replaced that might break a line in two."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _memory_in_use() -> int:
    """The memory that the process has, in bytes; where only the most so far is known, that."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return _most_memory_used()
    return pages * os.sysconf("SC_PAGE_SIZE")


def _most_memory_used() -> int:
    """The most memory that the process had so far, in bytes; a guess where nobody counts it."""
    try:
        import resource
    except ImportError:
        return _USUAL_MEMORY
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
