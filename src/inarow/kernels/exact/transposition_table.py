"""The transposition table: proved bounds, eight bytes a position, shared by threads without a lock.

An entry holds, from the lowest bit: how far the lower bound lies above the worst score (6 bits),
how far the upper bound lies below the best score (6 bits), how much work it was (the bits left
over), and the tag in the topmost bits. An entry of zero therefore claims nothing. One read or
write moves a whole entry, so no thread ever sees half of one.

A position's key is hashed by a multiplication that loses nothing; its topmost bits choose a
bucket of two entries and all others are in the tag, so that two positions are never confused.
Positions with few empty cells have a small part of the table to themselves, each thread its own:
they are most of all probes, are met again soon or never, and this way stay in the processor's
cache. To choose a bucket there fewer bits are needed, and the tag holds all bits but those. The
parts must not overlap: a bucket's number means other bits of the key in each.
"""

from __future__ import annotations

from inarow.kernels.arrays import np
from inarow.kernels.bits import ONE, ZERO, Bits, Number
from inarow.kernels.compiling import Array, Record, compiled, record

#: How a table is laid out: shifts that turn a hash into a bucket, for the large part and for the
#: small one; the tag's shift and mask; the largest work an entry can state; the key's mask; 1 if a
#: bucket has a second entry; the number of empty cells below which the small part is used, and
#: where it starts.
LAYOUT_FIELDS = (
    "far_shift", "near_shift", "tag_shift", "tag_mask", "most_work", "key_mask", "second",
    "near_below", "near_start",
)  # fmt: skip
TABLE_LAYOUT = record("TableLayout", [(name, np.uint64) for name in LAYOUT_FIELDS])

#: While it is in use, the layout is a tuple of these: it stays in registers.
(
    FAR_SHIFT, NEAR_SHIFT, TAG_SHIFT, TAG_MASK, MOST_WORK, KEY_MASK, SECOND, NEAR_BELOW, NEAR_START,
) = range(9)  # fmt: skip
LAYOUT = "UniTuple(uint64, 9)"

#: Bits of an entry that are not the tag: two bounds; work takes what is left, up to five.
BOUND_BITS = 6
VALUE_BITS = 2 * BOUND_BITS
MOST_WORK_BITS = 5

_BOUND_MASK: Bits = np.uint64((1 << BOUND_BITS) - 1)
_BOUND_SHIFT: Bits = np.uint64(BOUND_BITS)
_WORK_SHIFT: Bits = np.uint64(VALUE_BITS)
_HASH_FACTOR: Bits = np.uint64(0x9E37_79B9_7F4A_7C15)


@compiled(f"{LAYOUT}(TableLayout)", inline=True)
def unpacked_layout(layout: Record) -> tuple[Bits, ...]:
    """The layout as a tuple, which the compiler keeps in registers."""
    return (
        layout.far_shift, layout.near_shift, layout.tag_shift, layout.tag_mask, layout.most_work,
        layout.key_mask, layout.second, layout.near_below, layout.near_start,
    )  # fmt: skip


@compiled(f"uint64(uint64, {LAYOUT})", inline=True)
def hashed(key: Bits, layout: tuple[Bits, ...]) -> Bits:
    """The key with its topmost bits depending on all others; an odd factor loses nothing."""
    return (key * _HASH_FACTOR) & layout[KEY_MASK]


@compiled(f"uint64(uint64, int64, {LAYOUT})", inline=True)
def bucket_of(hashed_key: Bits, empties: int, layout: tuple[Bits, ...]) -> Bits:
    """The index of the first entry of a position's bucket."""
    if np.uint64(empties) < layout[NEAR_BELOW]:
        return ((hashed_key >> layout[NEAR_SHIFT]) << ONE) + layout[NEAR_START]
    return (hashed_key >> layout[FAR_SHIFT]) << ONE


@compiled(f"uint64(uint64[::1], uint64, uint64, {LAYOUT})", inline=True)
def probe(table: Array, bucket: Bits, hashed_key: Bits, layout: tuple[Bits, ...]) -> Bits:
    """The position's entry, or zero."""
    tag = hashed_key & layout[TAG_MASK]
    entry = table[bucket]
    if (entry >> layout[TAG_SHIFT]) == tag:
        return entry
    entry = table[bucket + layout[SECOND]]
    if (entry >> layout[TAG_SHIFT]) == tag:
        return entry
    return ZERO


@compiled("int64(uint64, int64)", inline=True)
def lower_bound(entry: Bits, cells: int) -> int:
    """The lower bound that an entry holds, for a board with this many cells."""
    return Number(entry & _BOUND_MASK) - (cells >> 1)


@compiled("int64(uint64, int64)", inline=True)
def upper_bound(entry: Bits, cells: int) -> int:
    """The upper bound that an entry holds."""
    return ((cells + 1) >> 1) - Number((entry >> _BOUND_SHIFT) & _BOUND_MASK)


@compiled(f"uint64(uint64, {LAYOUT})", inline=True)
def _work_in(entry: Bits, layout: tuple[Bits, ...]) -> Bits:
    return (entry >> _WORK_SHIFT) & layout[MOST_WORK]


@compiled(f"uint64(int64, {LAYOUT})", inline=True)
def _stated_work(nodes: int, layout: tuple[Bits, ...]) -> Bits:
    """The number of nodes on a scale of powers of four."""
    work = ZERO
    while nodes > 3:
        nodes >>= 2
        work += ONE
    return min(work, layout[MOST_WORK])


@compiled(f"void(uint64[::1], uint64, uint64, int64, boolean, int64, int64, {LAYOUT})", inline=True)
def store(
    table: Array,
    bucket: Bits,
    hashed_key: Bits,
    score: int,
    is_lower: bool,
    nodes: int,
    cells: int,
    layout: tuple[Bits, ...],
) -> None:
    """Add a bound to the position's entry, in place of the one that was least work if it is new."""
    tag_shift = layout[TAG_SHIFT]
    tag = hashed_key & layout[TAG_MASK]
    first, second = table[bucket], table[bucket + layout[SECOND]]
    known = ZERO
    if (first >> tag_shift) == tag:
        known = first
    elif (second >> tag_shift) == tag:
        known = second
        bucket += layout[SECOND]
    elif _work_in(second, layout) < _work_in(first, layout):
        bucket += layout[SECOND]
    lower = known & _BOUND_MASK
    upper = (known >> _BOUND_SHIFT) & _BOUND_MASK
    if is_lower:
        lower = max(lower, np.uint64(score + (cells >> 1)))
    else:
        upper = max(upper, np.uint64(((cells + 1) >> 1) - score))
    table[bucket] = (
        (tag << tag_shift)
        | (_stated_work(nodes, layout) << _WORK_SHIFT)
        | (upper << _BOUND_SHIFT)
        | lower
    )
