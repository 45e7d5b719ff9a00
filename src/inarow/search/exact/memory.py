"""What the exact solver's searches work on: the transposition table, and each thread's record."""

from __future__ import annotations

from typing import Any

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array
from inarow.kernels.exact.null_window import EXACT_SEARCH, SEARCHING
from inarow.kernels.exact.transposition_table import MOST_WORK_BITS, TABLE_LAYOUT, VALUE_BITS
from inarow.kernels.log import FIRST_MOVE
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.search.exact.positions import bitboard_of

#: The number of buckets in each thread's part of the table for positions near the end, as a power
#: of two, and the number of empty cells below which a position is. Half a megabyte stays cached.
_NEAR_BITS = 15
_NEAR_BELOW = 20

_MEGABYTE = 1 << 20
_ENTRY_BYTES = 8
#: No machine has a table of so many megabytes.
_TOO_LARGE_MB = 1 << 20

_WORD = 64
UNLIMITED = np.iinfo(np.int64).max


class SolverError(InarowError):
    """The exact solver cannot do what it was asked to."""


def entries_of(megabytes: float) -> int:
    """How many entries a table of so many megabytes has."""
    if not 0 < megabytes < _TOO_LARGE_MB:
        raise SolverError(
            f"a table must have more than 0 and less than {_TOO_LARGE_MB} megabytes, not "
            f"{megabytes:g}"
        )
    return max(1, int(megabytes * _MEGABYTE) // _ENTRY_BYTES)


def table_layout(
    game: Game, entries: int, near_bits: int | None = _NEAR_BITS
) -> tuple[int, int, Any]:
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
    work_bits = min(MOST_WORK_BITS, _WORD - VALUE_BITS - tag_bits)
    second = int(entries > 1 or far_bits > 0)
    layout = np.zeros(1, dtype=TABLE_LAYOUT)[0]
    layout["far_shift"] = key_bits - far_bits
    layout["near_shift"] = key_bits - near_bits
    layout["tag_shift"] = _WORD - tag_bits
    layout["tag_mask"] = (1 << tag_bits) - 1
    layout["most_work"] = (1 << work_bits) - 1
    layout["key_mask"] = (1 << key_bits) - 1
    layout["second"] = second
    layout["near_below"] = _NEAR_BELOW if has_near else 0
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
            raise SolverError(f"there is not enough memory for a table of {megabytes} MB") from None
        #: The keys of the positions that threads are at now.
        self.searching: Array = np.zeros(SEARCHING, dtype=np.uint64)

    def clear(self) -> None:
        """Forget everything."""
        self.entries[:] = 0

    def layout_of(self, thread: int) -> Any:
        """The layout as one thread sees it, with its own part for positions near the end."""
        layout = self._layout.copy()
        layout["near_start"] = self._far + thread * self._near
        return layout


class Memory:
    """What one thread's searches work on; ``log_rows`` nodes are logged at first."""

    def __init__(self, game: Game, table: Table, *, thread: int = 0, log_rows: int = 0) -> None:
        self.table = table
        self.search: Any = np.zeros(1, dtype=EXACT_SEARCH)[0]
        self.search["board"] = bitboard_of(game)
        self.search["layout"] = table.layout_of(thread)
        self.search["budget"] = UNLIMITED
        self.stop: Array = np.zeros(1, dtype=np.uint8)
        self.log: Array = np.zeros((log_rows, FIRST_MOVE + game.width), dtype=np.float64)

    @property
    def arrays(self) -> tuple[Any, ...]:
        """The arguments that every search takes, in the order in which the kernels take them."""
        return self.search, self.table.entries, self.table.searching, self.stop, self.log
