"""A program that speaks the Gomocup protocol: plays the first free point, and cheats if told to."""

from __future__ import annotations

import sys


def main() -> None:
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
            if "cheat" in sys.argv and len(taken) > 6:
                print("99,99", flush=True)
                continue
            free = next((x, y) for y in range(width) for x in range(width) if (x, y) not in taken)
            taken.add(free)
            print(f"{free[0]},{free[1]}", flush=True)


if __name__ == "__main__":
    main()
