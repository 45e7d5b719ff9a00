"""Many fast games between two processes that speak the Gomocup protocol, judged from outside.

The judge knows the rules by itself: it shares no code with the engine. The games take turns at
freestyle and exactly five and at the sizes asked for, begin with BEGIN or with BOARD, and in some
of them moves are taken back. Exit status 1 if a process crashed, an answer was wrong, a move was
illegal, a turn took too long or memory went over the limit.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

_MEMORY_LIMIT_KB = 350 * 1024
_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
_SILENCE = 60.0
#: How lines begin that a manager only shows.
_TALK = ("MESSAGE", "DEBUG")

#: How often the last moves are taken back before a turn.
_TAKE_BACK_CHANCE = 0.03

Cell = tuple[int, int]
#: Who has a stone where, in the order of the moves.
Stones = dict[Cell, int]


@dataclass(frozen=True)
class Setting:
    """What is played in one game."""

    size: int
    exact: bool
    #: From the empty board, not from some stones.
    empty: bool


class Program:
    """One `inarow gomocup` process."""

    def __init__(self, turn_ms: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "inarow", "gomocup"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._turn_ms = turn_ms
        self._size = 0

    def begin(self, setting: Setting) -> None:
        """Make it ready for a game: START where the size is new, else RESTART."""
        command = "RESTART" if setting.size == self._size else f"START {setting.size}"
        self._size = setting.size
        infos = f"INFO timeout_turn {self._turn_ms}\nINFO rule {int(setting.exact)}"
        self.ask(f"{infos}\n{command}", expected="OK")

    def take_back(self, cell: Cell) -> None:
        """Take one move back."""
        self.ask(f"TAKEBACK {cell[0]},{cell[1]}", expected="OK")

    def ask(self, text: str, expected: str | None = None) -> str:
        """Send lines, return the answer to the last of them: what is not talk."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(text + "\n")
        self._process.stdin.flush()
        answer = "MESSAGE"
        while answer.startswith(_TALK):
            answer = self._process.stdout.readline().strip()
        if expected is not None and answer != expected:
            raise RuntimeError(f"{text!r} was answered by {answer!r}")
        return answer

    def peak_memory_kb(self) -> int:
        """Most memory so far, or 0 where the system does not say."""
        status = Path(f"/proc/{self._process.pid}/status")
        found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text()) if status.exists() else None
        return int(found[1]) if found else 0

    def end(self) -> int:
        """Send END and return the exit status."""
        assert self._process.stdin is not None
        self._process.stdin.write("END\n")
        self._process.stdin.close()
        return self._process.wait(_SILENCE)


@dataclass
class Tally:
    """What happened in some games."""

    results: Counter[str] = field(default_factory=Counter)
    settings: Counter[str] = field(default_factory=Counter)
    taken_back: int = 0
    #: Turns over time: a fault, but of the machine if that has other work to do.
    late: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    peak_memory_kb: int = 0

    def add(self, other: Tally) -> None:
        """Take over what another tally holds."""
        self.results += other.results
        self.settings += other.settings
        self.taken_back += other.taken_back
        self.late += other.late
        self.faults += other.faults
        self.turns += other.turns
        self.peak_memory_kb = max(self.peak_memory_kb, other.peak_memory_kb)


def wins(stones: Stones, cell: Cell, exact: bool) -> bool:
    """Say whether the stone on the cell is part of a winning line, by walking from it."""
    for dx, dy in _DIRECTIONS:
        count = 1
        for sign in (1, -1):
            x, y = cell[0] + sign * dx, cell[1] + sign * dy
            while stones.get((x, y)) == stones[cell]:
                count, x, y = count + 1, x + sign * dx, y + sign * dy
        if count == 5 or (count > 5 and not exact):
            return True
    return False


def opening(chance: random.Random, size: int) -> Stones:
    """Some scattered stones near the middle, as many of each side."""
    near = range(size // 2 - 3, size // 2 + 4)
    cells = chance.sample([(x, y) for x in near for y in near], 4)
    return {cell: i % 2 for i, cell in enumerate(cells)}


def board_lines(stones: Stones, side: int) -> str:
    """The position as BOARD gives it to one side."""
    lines = [f"{x},{y},{1 if owner == side else 2}" for (x, y), owner in stones.items()]
    return "\n".join(["BOARD", *lines, "DONE"])


def setting_of(number: int, sizes: list[int]) -> Setting:
    """What a game of this number plays: each combination comes equally often."""
    return Setting(sizes[number // 2 % len(sizes)], bool(number % 2), number % 8 == 0)


class PlayedGame:
    """One game while it is played: the stones, and what each program knows of them."""

    def __init__(
        self, programs: list[Program], setting: Setting, number: int, tally: Tally
    ) -> None:
        self._programs = programs
        self._setting = setting
        self._chance = random.Random(number)
        self._name = f"game {number} ({setting})"
        self._tally = tally
        self._stones = {} if setting.empty else opening(self._chance, setting.size)
        #: The stones that were there before the first move.
        self._given = len(self._stones)
        self._told = [False, False]

    def play(self, turn_ms: int) -> None:
        """Play it to its end, or to a fault."""
        for program in self._programs:
            program.begin(self._setting)
        while len(self._stones) < self._setting.size**2:
            if self._may_take_back() and self._chance.random() < _TAKE_BACK_CHANCE:
                self._take_back()
            side = len(self._stones) % 2
            cell = self._answer(side, turn_ms)
            if cell is None:
                return
            self._stones[cell] = side
            if wins(self._stones, cell, self._setting.exact):
                self._tally.results["first" if side == 0 else "second"] += 1
                return
        self._tally.results["draw"] += 1

    def _answer(self, side: int, turn_ms: int) -> Cell | None:
        """Ask a side for its move; return it, or None if it is not legal."""
        request = self._request(side)
        asked = time.perf_counter()
        answer = self._programs[side].ask(request)
        seconds = time.perf_counter() - asked
        self._told[side] = True
        self._tally.turns.append(seconds)
        where = f"{self._name}, stone {len(self._stones)}"
        if seconds > turn_ms / 1000:
            self._tally.late.append(f"{where}: {1000 * seconds:.1f} ms")
        pair = re.fullmatch(r"(\d+),(\d+)", answer)
        cell = (int(pair[1]), int(pair[2])) if pair else (-1, -1)
        if cell in self._stones or max(cell) >= self._setting.size or min(cell) < 0:
            self._tally.faults.append(f"{where}: {answer!r} is no legal move")
            return None
        return cell

    def _request(self, side: int) -> str:
        if not self._stones:
            return "BEGIN"
        if not self._told[side] and self._given:
            return board_lines(self._stones, side)
        x, y = list(self._stones)[-1]
        return f"TURN {x},{y}"

    def _may_take_back(self) -> bool:
        """Say whether three moves can be taken back, and both sides know of them."""
        return len(self._stones) >= self._given + 4 and all(self._told)

    def _take_back(self) -> None:
        """Let the side to move choose its last move again.

        It takes back that and the one before, which it is told once more; the other side its answer
        and what it answered.
        """
        side = len(self._stones) % 2
        before, again, answer = list(self._stones)[-3:]
        for program, cells in ((side, (again, before)), (1 - side, (answer, again))):
            for cell in cells:
                self._programs[program].take_back(cell)
        for cell in (answer, again):
            del self._stones[cell]
        self._tally.taken_back += 1


def play_many(games: range, sizes: list[int], turn_ms: int) -> Tally:
    """Play games between two fresh processes."""
    tally = Tally()
    programs = [Program(turn_ms), Program(turn_ms)]
    for number in games:
        setting = setting_of(number, sizes)
        rule = "exactly five" if setting.exact else "freestyle"
        tally.settings[f"{rule} {setting.size}x{setting.size}"] += 1
        PlayedGame(programs, setting, number, tally).play(turn_ms)
        if (done := sum(tally.settings.values())) % 50 == 0:
            faults = f"{len(tally.faults)} faults, {len(tally.late)} late turns"
            print(f"{done} of {len(games)}, {faults}", file=sys.stderr)
    for program in programs:
        tally.peak_memory_kb = max(tally.peak_memory_kb, program.peak_memory_kb())
        if status := program.end():
            tally.faults.append(f"exit status {status}")
    return tally


def main() -> int:
    """Play, print the figures and the first faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--turn-ms", type=int, default=100)
    parser.add_argument("--sizes", type=int, nargs="+", default=[15, 20])
    parser.add_argument("--pairs", type=int, default=1, help="pairs of processes at once")
    options = parser.parse_args()
    parts = [range(i, options.games, options.pairs) for i in range(options.pairs)]
    tally = Tally()
    with ThreadPoolExecutor(options.pairs) as pool:
        for part in pool.map(lambda games: play_many(games, options.sizes, options.turn_ms), parts):
            tally.add(part)
    if tally.peak_memory_kb > _MEMORY_LIMIT_KB:
        tally.faults.append(f"{tally.peak_memory_kb} kB of memory")
    turns = sorted(1000 * seconds for seconds in tally.turns)
    print(f"{sum(tally.settings.values())} games: {dict(tally.settings)}")
    print(f"{len(turns):,} moves, taken back {tally.taken_back} times: {dict(tally.results)}")
    print(
        f"turns of {options.turn_ms} ms: median {turns[len(turns) // 2]:.1f}, 99.9 % within "
        f"{turns[int(len(turns) * 0.999)]:.1f}, slowest {turns[-1]:.1f} ms; "
        f"most memory {tally.peak_memory_kb / 1024:.0f} MB"
    )
    print(f"{len(tally.faults)} faults", *tally.faults[:20], sep="\n")
    print(f"{len(tally.late)} late turns", *tally.late[:20], sep="\n")
    return 1 if tally.faults or tally.late else 0


if __name__ == "__main__":
    sys.exit(main())
