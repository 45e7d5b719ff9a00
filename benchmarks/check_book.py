"""Compare a book's last layer, or scores saved by gpu.py, with bitbully, entry by entry."""

from __future__ import annotations

import argparse
from pathlib import Path

import bitbully
import numpy as np

from inarow.rules.catalogue import game
from inarow.search.arrays import Array
from inarow.search.book import load_book, shipped_book
from inarow.search.positionarrays import PositionArrays

_WIDTH, _HEIGHT = 7, 6


def _board(row: Array) -> bitbully.Board:
    """A row of stones as bitbully's board; the player with more stones, or as many, began."""
    mover, other = int(row[0]), int(row[1])
    first, second = (mover, other) if mover.bit_count() == other.bit_count() else (other, mover)
    cells = [[0] * _HEIGHT for _ in range(_WIDTH)]
    for x in range(_WIDTH):
        for y in range(_HEIGHT):
            bit = 1 << (x * (_HEIGHT + 1) + y)
            cells[x][y] = 1 if first & bit else 2 if second & bit else 0
    return bitbully.Board(cells)


def main() -> None:
    """Compare and print the number of differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", help="a book or .npz file (the package's book)")
    parser.add_argument("--every", type=int, default=1, help="compare each n-th entry only")
    options = parser.parse_args()
    rules = game("connect4")
    if options.file and options.file.endswith(".npz"):
        stored = np.load(options.file)
        rows, scores = stored["rows"], stored["scores"]
    else:
        book = load_book(Path(options.file)) if options.file else shipped_book(rules)
        assert book is not None
        keys, scores = book.layer(book.plies[-1])
        rows = PositionArrays(rules).of_keys(keys)
    other = bitbully.BitBully(opening_book="12-ply-dist")
    rows, scores = rows[:: options.every], scores[:: options.every]
    different = 0
    for i, row in enumerate(rows):
        different += other.mtdf(_board(row)) != int(scores[i])
        if (i + 1) % 10_000 == 0:
            print(f"{i + 1:,} compared, {different} differences", flush=True)
    print(f"{len(rows):,} compared, {different} differences")


if __name__ == "__main__":
    main()
