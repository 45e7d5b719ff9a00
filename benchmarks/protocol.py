"""Many fast games between two processes that speak the Gomocup protocol, judged from outside.

The judge knows the rules by itself: it shares no code with the engine. Exit status 1 if a process
crashed, a move was illegal, a turn took too long or memory went over the limit.
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

Stones = dict[tuple[int, int], int]


class Program:
    """One `inarow gomocup` process."""

    def __init__(self, size: int, turn_ms: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "inarow", "gomocup"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.ask(f"INFO timeout_turn {turn_ms}\nSTART {size}", expected="OK")

    def ask(self, text: str, expected: str | None = None) -> str:
        """Send lines, return the answer to the last of them."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(text + "\n")
        self._process.stdin.flush()
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
    faults: list[str] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    peak_memory_kb: int = 0

    def add(self, other: Tally) -> None:
        """Take over what another tally holds."""
        self.results += other.results
        self.faults += other.faults
        self.turns += other.turns
        self.peak_memory_kb = max(self.peak_memory_kb, other.peak_memory_kb)


def wins(stones: Stones, cell: tuple[int, int]) -> bool:
    """Say whether the stone on the cell is part of five in a row, by walking from it."""
    for dx, dy in _DIRECTIONS:
        count = 1
        for sign in (1, -1):
            x, y = cell[0] + sign * dx, cell[1] + sign * dy
            while stones.get((x, y)) == stones[cell]:
                count, x, y = count + 1, x + sign * dx, y + sign * dy
        if count >= 5:
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


def play(programs: list[Program], size: int, turn_ms: int, seed: str, tally: Tally) -> None:
    """Play one game and note what happened."""
    stones = opening(random.Random(seed), size)
    for program in programs:
        program.ask("RESTART", expected="OK")
    text, known = "", [False, False]
    for ply in range(size * size - len(stones)):
        side = ply % 2
        request = text if known[side] else board_lines(stones, side)
        known[side] = True
        asked = time.perf_counter()
        answer = programs[side].ask(request)
        seconds = time.perf_counter() - asked
        tally.turns.append(seconds)
        if seconds > turn_ms / 1000:
            tally.faults.append(f"game {seed}, move {ply}: {1000 * seconds:.1f} ms")
        pair = re.fullmatch(r"(\d+),(\d+)", answer)
        cell = (int(pair[1]), int(pair[2])) if pair else (-1, -1)
        if cell in stones or not (0 <= cell[0] < size and 0 <= cell[1] < size):
            tally.faults.append(f"game {seed}, move {ply}: {answer!r} is no legal move")
            return
        stones[cell] = side
        if wins(stones, cell):
            tally.results["first" if side == 0 else "second"] += 1
            return
        text = f"TURN {cell[0]},{cell[1]}"
    tally.results["draw"] += 1


def play_many(games: range, size: int, turn_ms: int) -> Tally:
    """Play games between two fresh processes."""
    tally = Tally()
    programs = [Program(size, turn_ms), Program(size, turn_ms)]
    for number in games:
        play(programs, size, turn_ms, str(number), tally)
        if (done := sum(tally.results.values())) % 50 == 0:
            print(f"{done} of {len(games)}, {len(tally.faults)} faults", file=sys.stderr)
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
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--pairs", type=int, default=1, help="pairs of processes at once")
    options = parser.parse_args()
    parts = [range(i, options.games, options.pairs) for i in range(options.pairs)]
    tally = Tally()
    with ThreadPoolExecutor(options.pairs) as pool:
        for part in pool.map(lambda games: play_many(games, options.size, options.turn_ms), parts):
            tally.add(part)
    if tally.peak_memory_kb > _MEMORY_LIMIT_KB:
        tally.faults.append(f"{tally.peak_memory_kb} kB of memory")
    turns = sorted(1000 * seconds for seconds in tally.turns)
    print(f"{sum(tally.results.values())} games, {len(turns):,} moves: {dict(tally.results)}")
    print(
        f"turns of {options.turn_ms} ms: median {turns[len(turns) // 2]:.1f}, 99.9 % within "
        f"{turns[int(len(turns) * 0.999)]:.1f}, slowest {turns[-1]:.1f} ms; "
        f"most memory {tally.peak_memory_kb / 1024:.0f} MB"
    )
    print(f"{len(tally.faults)} faults", *tally.faults[:20], sep="\n")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
