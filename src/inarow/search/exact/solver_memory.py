"""The arrays that the exact solver's compiled loops work on."""

from __future__ import annotations

from typing import Any

import numpy as np

from inarow.kernels.compiling import Array
from inarow.kernels.exact import bitboard as gravity
from inarow.kernels.exact import null_window as nullwindow
from inarow.kernels.exact import transposition_table as boundtable
from inarow.kernels.exact.transposition_table import VALUE_BITS
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.rules.shapes import cells_in
from inarow.rules.side import Side

#: What the order of moves is made of, learned by counting nodes; see docs/solver.md.
ORDER_WEIGHTS = (393, 217, 213, 45, -192, -41, 15, -15, 109)

#: The number of buckets in each thread's part of the table for positions near the end, as a power
#: of two, and the number of empty cells below which a position is. Half a megabyte stays cached.
_NEAR_BITS = 15
_NEAR_BELOW = 20

_MEGABYTE = 1 << 20
_ENTRY_BYTES = 8
#: No machine has a table of so many megabytes.
_TOO_LARGE_MB = 1 << 20

_WORD = 64
_UNLIMITED = np.iinfo(np.int64).max


class SolverError(InarowError):
    """The exact solver cannot do what it was asked to."""


def entries_of(megabytes: float) -> int:
    """How many entries a table of so many megabytes has."""
    if not 0 < megabytes < _TOO_LARGE_MB:
        raise SolverError(
            f"a table has more than 0 and less than {_TOO_LARGE_MB} megabytes, not {megabytes:g}"
        )
    return max(1, int(megabytes * _MEGABYTE) // _ENTRY_BYTES)


def patterns_of(game: Game) -> list[list[int]]:
    """What wins, each as distances in bits from its first cell."""
    stride = game.height + 1
    if game.wins.block:
        size = range(game.wins.block)
        return [[x * stride + y for x in size for y in size]]
    length = game.pieces_to_win
    fits_across, fits_up = length <= game.width, length <= game.height
    steps = [1] * fits_up + [stride] * fits_across
    steps += [stride - 1, stride + 1] * (fits_up and fits_across)
    return [[step * i for i in range(length)] for step in steps]


def _shape_of(game: Game) -> int:
    """The kernel's word for what wins; four in a line needs four columns to be shifted along."""
    if game.wins.block:
        return gravity.SQUARE_OF_TWO if game.wins.block == 2 else gravity.PATTERNS
    four = game.wins.run == 4 and game.width >= 4
    return gravity.FOUR_IN_LINE if four else gravity.PATTERNS


def geometry_of(game: Game) -> Array:
    """The game's board and what wins on it, as the kernels take them."""
    stride = game.height + 1
    bottom = sum(1 << x * stride for x in range(game.width))
    column = (1 << game.height) - 1
    followed = sum(bottom << y for y in range(game.height - 1, -1, -2))
    edges = [0, 0, 0]
    for x in range(game.width):
        distance = min(x, game.width - 1 - x)
        for bit in range(3):
            if distance >> bit & 1:
                edges[bit] |= column << x * stride
    geometry = np.zeros(gravity.GEOMETRY, dtype=np.uint64)
    geometry[gravity.STRIDE] = stride
    geometry[gravity.BOTTOM] = bottom
    geometry[gravity.CELLS] = bottom * column
    geometry[gravity.SPARE] = bottom << game.height
    geometry[gravity.FOLLOWED] = followed
    geometry[gravity.WIDTH] = game.width
    geometry[gravity.HEIGHT] = game.height
    geometry[gravity.SHAPE] = _shape_of(game)
    geometry[gravity.EDGE_1 :] = edges
    return geometry


def table_layout(
    game: Game, entries: int, near_bits: int | None = _NEAR_BITS
) -> tuple[int, int, Array]:
    """How a table of about so many entries is laid out, for the kernels.

    Before that the entries of the large part, and those of each small one, where positions near
    the end are kept. With ``near_bits`` None there is no small part.
    """
    key_bits = game.width * (game.height + 1)
    # Entries must tell any two positions apart, so a tiny table for a large board is made
    # a little larger; see the kernel for how an entry is laid out.
    fewest_bits = max(0, key_bits - (_WORD - VALUE_BITS))
    far_bits = max(fewest_bits, (entries // 2).bit_length() - 1, 0)
    far_bits = min(far_bits, key_bits - 1)
    has_near = near_bits is not None
    near_bits = far_bits if near_bits is None else min(far_bits, max(fewest_bits, near_bits))
    tag_bits = key_bits - near_bits
    work_bits = min(boundtable.MOST_WORK_BITS, _WORD - VALUE_BITS - tag_bits)
    second = int(entries > 1 or far_bits > 0)
    layout = np.zeros(boundtable.LAYOUT, dtype=np.uint64)
    layout[boundtable.FAR_SHIFT] = key_bits - far_bits
    layout[boundtable.NEAR_SHIFT] = key_bits - near_bits
    layout[boundtable.TAG_SHIFT] = _WORD - tag_bits
    layout[boundtable.TAG_MASK] = (1 << tag_bits) - 1
    layout[boundtable.MOST_WORK] = (1 << work_bits) - 1
    layout[boundtable.KEY_MASK] = (1 << key_bits) - 1
    layout[boundtable.SECOND] = second
    layout[boundtable.NEAR_BELOW] = _NEAR_BELOW if has_near else 0
    return (1 + second) << far_bits, has_near * (1 + second) << near_bits, layout


class Table:
    """Proved bounds, shared by every thread that works on the same game."""

    def __init__(self, game: Game, entries: int, *, threads: int = 1) -> None:
        self._far, self._near, self._layout = table_layout(game, entries)
        size = self._far + threads * self._near
        try:
            self.entries: Array = np.zeros(size, dtype=np.uint64)
        except MemoryError:
            megabytes = size * _ENTRY_BYTES // _MEGABYTE
            raise SolverError(f"there is no memory for a table of {megabytes} MB") from None
        #: The positions that threads are at now.
        self.busy: Array = np.zeros(nullwindow.BUSY, dtype=np.uint64)

    def clear(self) -> None:
        """Forget everything."""
        self.entries[:] = 0

    def layout_of(self, thread: int) -> Array:
        """The layout as one thread sees it, with its own part for positions near the end."""
        layout: Array = self._layout.copy()
        layout[boundtable.NEAR_START] = self._far + thread * self._near
        return layout


class Memory:
    """One thread's arrays, in the order in which the kernels take them."""

    def __init__(self, game: Game, table: Table, *, thread: int = 0) -> None:
        width = game.width
        frames = game.cells + 2
        self.counts: Array = np.zeros(nullwindow.COUNTS, dtype=np.int64)
        self.counts[nullwindow.BUDGET] = _UNLIMITED
        self.stop: Array = np.zeros(1, dtype=np.uint8)
        self._before_stop: tuple[Any, ...] = (
            geometry_of(game),
            np.array(patterns_of(game), dtype=np.int64),
            table.entries,
            table.layout_of(thread),
            np.array(ORDER_WEIGHTS, dtype=np.int64),
            np.zeros(frames * 5 * (width + 1), dtype=np.uint64),
            np.zeros(frames * (6 + 2 * width), dtype=np.int64),
            self.counts,
            table.busy,
        )

    @property
    def arrays(self) -> tuple[Any, ...]:
        """Every array a search works on."""
        return (*self._before_stop, self.stop)

    @property
    def geometry(self) -> Array:
        """The game, for the kernels."""
        geometry: Array = self._before_stop[0]
        return geometry


def bits_of_board(board: Board) -> tuple[np.uint64, np.uint64]:
    """The stones of the player to move and of the other, a column at a time."""
    return _by_columns(board, board.turn), _by_columns(board, board.turn.other)


def _by_columns(board: Board, side: Side) -> np.uint64:
    game = board.game
    bits = 0
    for cell in cells_in(board.stones(side)):
        x, y = game.xy(cell)
        bits |= 1 << (x * (game.height + 1) + y)
    return np.uint64(bits)
