"""Win by continuous fours (VCF): each move makes a four, each answer is forced.

The attacker plays only fours, so the defender has exactly one answer each time and the search is
a walk, not a game tree; it goes as deep as the fours do. Positions found to hold no such win are
stored in a table of keys, never those given up for lack of nodes.

A quick search leaves out fours that make nothing else: the next four can hardly build on them. It
is what the many positions of the main search can afford; where a proof is wanted every four counts.
"""

from inarow.kernels.arrays import np
from inarow.kernels.bits import lowest_index
from inarow.kernels.compiling import Array, Int, Record, compiled
from inarow.kernels.gomoku.patterns import (
    GROUP_FIVE,
    GROUP_FOUR,
    GROUP_FOUR_PLUS,
    GROUP_OPEN_FOUR,
)
from inarow.kernels.gomoku.records import NO_CELL
from inarow.kernels.gomoku.state import place, take_back
from inarow.kernels.gomoku.threats import first_cell, position_key
from inarow.kernels.listening import listen

_ONE = np.uint64(1)
#: What a quick search has refuted says nothing of a thorough one.
_QUICK_KEY = np.uint64(0xD1B54A32D192ED03)


@compiled("boolean(GomokuState, int64, int64)")
def has_fours(state: Record, side: Int, lowest: Int) -> bool:
    """Return whether `side` can make a four of a group from `lowest` to the open four."""
    fours = 0
    for group in range(lowest, GROUP_OPEN_FOUR + 1):
        fours += state.counts[side, group]
    return fours > 0


@compiled(
    "boolean(GomokuState, GomokuGeometry, uint8[::1], GomokuSearch, uint64[::1], int64, int64)"
)
def win_by_fours(
    state: Record,
    geometry: Record,
    patterns: Array,
    search: Record,
    refuted: Array,
    side: Int,
    ply: Int,
) -> bool:
    """Return whether `side`, to move, wins by continuous fours; never True without a proof.

    The line is left in `search.vcf_line[: search.vcf_length]`, ending with the five. False means
    that there is no such win, unless `search.vcf_nodes` reached the limit, `search.stop` was set or
    the search is a quick one.
    """
    search.vcf_nodes += 1
    other = 1 - side
    line = search.vcf_line
    if state.counts[side, GROUP_FIVE] > 0:
        line[ply] = first_cell(state, side, GROUP_FIVE)
        search.vcf_length = ply + 1
        return True
    block = first_cell(state, other, GROUP_FIVE)
    if state.counts[other, GROUP_FIVE] > 1:
        return False
    if block == NO_CELL and state.counts[side, GROUP_OPEN_FOUR] > 0:
        # Two cells complete the open four: the answer to the first is shown, the second wins.
        line[ply] = first_cell(state, side, GROUP_OPEN_FOUR)
        place(state, geometry, patterns, np.int64(line[ply]), side)
        line[ply + 1] = first_cell(state, side, GROUP_FIVE)
        place(state, geometry, patterns, np.int64(line[ply + 1]), other)
        line[ply + 2] = first_cell(state, side, GROUP_FIVE)
        take_back(state, geometry)
        take_back(state, geometry)
        search.vcf_length = ply + 3
        return True
    listen(1)
    if search.stop != 0 or search.vcf_nodes >= search.vcf_limit:
        return False
    lowest = GROUP_FOUR_PLUS if search.vcf_quick and block == NO_CELL else GROUP_FOUR
    if not has_fours(state, side, lowest):
        return False
    key = position_key(state.hash, side)
    if search.vcf_quick:
        key ^= _QUICK_KEY
    slot = key & np.uint64(refuted.size - 1)
    if refuted[slot] == key:
        return False
    for group in range(GROUP_OPEN_FOUR, lowest - 1, -1):
        for word in range(geometry.words):
            left = state.sets[side, group, word]
            while left:
                cell = np.int64(word * 64) + lowest_index(left)
                left &= left - _ONE
                if block not in (NO_CELL, cell):
                    continue
                place(state, geometry, patterns, cell, side)
                answer = first_cell(state, side, GROUP_FIVE)
                place(state, geometry, patterns, answer, other)
                won = win_by_fours(state, geometry, patterns, search, refuted, side, ply + 2)
                take_back(state, geometry)
                take_back(state, geometry)
                if won:
                    line[ply] = cell
                    line[ply + 1] = answer
                    return True
                if search.stop != 0 or search.vcf_nodes >= search.vcf_limit:
                    return False
    refuted[slot] = key
    return False
