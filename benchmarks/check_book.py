"""Compare a layer of a book, or scores saved by gpu.py, with bitbully, entry by entry.

With --database the whole layer of 12 plies is compared with bitbully's file of it instead: every
entry of that file must be in our book with the same score, and every position of ours in the file.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import bitbully
import numpy as np

from inarow.kernels.compiling import Array
from inarow.rules.catalogue import game
from inarow.search.exact.book import Book, load_book, shipped_book
from inarow.search.exact.positions import PositionArrays

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


#: How the file of 12 plies is written: an entry's position, then 100 less the plies to a win.
_ENTRY = np.dtype([("position", ">u4"), ("value", "i1")])
_PLIES = 12
_SYMBOLS = _PLIES + _WIDTH
_END_OF_COLUMN = 1
_PIECE = 2


def _decoded(positions: Array) -> Array:
    """The rows of positions in bitbully's code: 0 ends a column, 10 and 11 are pieces, upwards."""
    bit = np.full(len(positions), 31, dtype=np.uint32)
    cell = np.zeros(len(positions), dtype=np.uint64)
    column = np.zeros(len(positions), dtype=np.uint64)
    stones = np.zeros((len(positions), 2), dtype=np.uint64)
    for _ in range(_SYMBOLS):
        is_piece = (positions >> bit) & 1 == 1
        is_second = is_piece & ((positions >> (bit - 1)) & 1 == 1)
        here = np.uint64(1) << (column * np.uint64(_HEIGHT + 1) + cell)
        for side, is_side in enumerate((is_piece & ~is_second, is_second)):
            stones[is_side, side] |= here[is_side]
        cell = np.where(is_piece, cell + np.uint64(1), np.uint64(0))
        column += (~is_piece).astype(np.uint64)
        bit -= np.where(is_piece, _PIECE, _END_OF_COLUMN).astype(np.uint32)
    return stones


def _points(values: Array) -> Array:
    """Bitbully's values after 12 plies as points: a sooner end is worth more."""
    values = values.astype(np.int32)
    plies = 100 - np.abs(values)
    points: Array = np.sign(values) * ((_WIDTH * _HEIGHT + 2 - _PLIES - plies) // 2)
    return points


def compare_with_database(book: Book) -> None:
    """Compare the layer of 12 plies with bitbully's file and print the number of differences."""
    import bitbully_databases

    path = bitbully_databases.BitBullyDatabases.get_database_path("12-ply-dist")
    entries = np.fromfile(path, dtype=_ENTRY)
    rows = _decoded(entries["position"].astype(np.uint32))
    arrays = PositionArrays(book.game)
    scores, known = book.scores(rows, _PLIES)
    different = int((known & (scores != _points(entries["value"]))).sum())
    theirs, (ours, _) = np.unique(arrays.keys(rows)), book.layer(_PLIES)
    print(
        f"{len(entries):,} entries of bitbully's, {len(theirs):,} different positions:"
        f" {int((~known).sum())} unknown to our book, {different} with another score;"
        f" {len(np.setdiff1d(ours, theirs))} of our {len(ours):,} positions not in the file"
    )


def main() -> None:
    """Compare and print the number of differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", help="a book or .npz file (the package's book)")
    parser.add_argument("--ply", type=int, default=8, help="which layer of the book (8)")
    parser.add_argument("--every", type=int, default=1, help="compare each n-th entry only")
    parser.add_argument("--database", action="store_true", help="all 12-ply entries of bitbully's")
    options = parser.parse_args()
    rules = game("connect4")
    if options.file and options.file.endswith(".npz"):
        stored = np.load(options.file)
        rows, scores = stored["rows"], stored["scores"]
    else:
        book = load_book(Path(options.file)) if options.file else shipped_book(rules)
        assert book is not None
        if options.database:
            compare_with_database(book)
            return
        keys, scores = book.layer(options.ply)
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
