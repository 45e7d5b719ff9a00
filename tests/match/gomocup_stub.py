"""A program that speaks the Gomocup protocol: plays the first free point, or does what it is told.

Told `cheat` it plays off the board in mid-game, `nap=2` makes it think so many seconds over its
first move, and `spin=FILE` makes it write its process's number to a file and think for five
minutes.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path


def think(first: bool) -> None:
    for word in sys.argv[1:]:
        how, _, what = word.partition("=")
        if how == "nap" and first:
            time.sleep(float(what))
        if how == "spin":
            Path(what).write_text(f"{os.getpid()}\n")
            until = time.monotonic() + 300
            while time.monotonic() < until:
                pass


def main() -> None:
    moved = False
    taken: set[tuple[int, int]] = set()
    width = 15
    reading_board = False
    for line in sys.stdin:
        words = line.strip().replace(",", " ").split()
        if not words:
            continue
        command = words[0].upper()
        if reading_board and command != "DONE":
            taken.add((int(words[0]), int(words[1])))
            continue
        if command in ("START", "RESTART"):
            width = int(words[1]) if len(words) > 1 else width
            taken.clear()
            print("OK", flush=True)
        elif command == "BOARD":
            taken.clear()
            reading_board = True
        elif command == "END":
            return
        elif command in ("BEGIN", "TURN", "DONE"):
            reading_board = False
            if command == "TURN":
                taken.add((int(words[1]), int(words[2])))
            think(first=not moved)
            moved = True
            if "cheat" in sys.argv and len(taken) > 6:
                print("99,99", flush=True)
                continue
            free = next((x, y) for y in range(width) for x in range(width) if (x, y) not in taken)
            taken.add(free)
            print(f"{free[0]},{free[1]}", flush=True)


if __name__ == "__main__":
    main()
