"""The board of a free-placement line game, kept up to date move by move.

Each line of the board in each of the four directions is one 64-bit word, two bits a cell; the
window around a cell is a shift of it, and the window's patterns a table look-up. A move touches
only the cells within reach on its four lines; taking it back pops the changes from a stack.
"""

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array, Int, Record, compiled
from inarow.kernels.gomoku.records import KINDS, STATE

_ONE = np.uint64(1)
_LOW = np.uint32(0xFFFF)
_HIGH = np.uint32(16)
# Where a note of a cell that moved between sets holds what.
_SIDE = np.uint64(16)
_OLD = np.uint64(24)
_NEW = np.uint64(32)


def new_state(geometry: Record, patterns: Array) -> Record:
    """Return the state of the empty board."""
    state = np.zeros(1, dtype=STATE)[0]
    clear(state, geometry, patterns)
    return state


@compiled("void(GomokuState, GomokuGeometry, int64, int64, uint32, int64)")
def count_groups(
    state: Record, geometry: Record, cell: Int, side: Int, code: np.uint32, sign: Int
) -> None:
    """Put an empty cell into the set where its patterns belong (sign 1), or take it out (-1)."""
    group = geometry.groups[geometry.multisets[(code >> np.uint32(16 * side)) & _LOW]]
    state.sets[side, group, cell >> 6] ^= _ONE << np.uint64(cell & 63)
    state.counts[side, group] += sign


@compiled("void(GomokuState, GomokuGeometry, int64, uint32, int64)")
def count_cell(state: Record, geometry: Record, cell: Int, code: np.uint32, sign: Int) -> None:
    """Add an empty cell's patterns to the sums and sets (sign 1), or take them out (sign -1)."""
    for side in range(2):
        multiset = geometry.multisets[(code >> np.uint32(16 * side)) & _LOW]
        state.sums[side] += sign * geometry.worths[multiset]
        state.kinds[side, geometry.classes[multiset]] += sign
        count_groups(state, geometry, cell, side, code, sign)


@compiled("void(GomokuState, uint64, int64, int64, int64)")
def move_between_sets(state: Record, cell: np.uint64, side: Int, old: Int, new: Int) -> None:
    """Take a cell out of one set of a side and put it into another."""
    word = cell >> np.uint64(6)
    bit = _ONE << (cell & np.uint64(63))
    state.sets[side, old, word] ^= bit
    state.counts[side, old] -= 1
    state.sets[side, new, word] ^= bit
    state.counts[side, new] += 1


@compiled("void(GomokuState, uint64, int64, uint8, uint8)")
def regroup(state: Record, cell: np.uint64, side: Int, old: np.uint8, new: np.uint8) -> None:
    """Move a cell to the set of its new patterns, and note it on the stack."""
    move_between_sets(state, cell, side, np.int64(old), np.int64(new))
    top = np.uint64(state.regrouped_top)
    state.regrouped[top] = (
        cell | (np.uint64(side) << _SIDE) | (np.uint64(old) << _OLD) | (np.uint64(new) << _NEW)
    )
    state.regrouped_top += 1


@compiled("void(GomokuState, uint64)")
def regroup_back(state: Record, noted: np.uint64) -> None:
    """Move a cell back to the set that it was in."""
    cell = noted & np.uint64(0xFFFF)
    side = np.int64((noted >> _SIDE) & _ONE)
    old = np.int64((noted >> _OLD) & np.uint64(0xFF))
    new = np.int64(noted >> _NEW)
    move_between_sets(state, cell, side, new, old)


@compiled("void(GomokuState, GomokuGeometry, uint8[::1])")
def clear(state: Record, geometry: Record, patterns: Array) -> None:
    """Set the empty board up."""
    state.hash = 0
    state.stones = 0
    state.top = 0
    state.regrouped_top = 0
    state.sums[:] = 0
    state.sets[:] = 0
    state.counts[:] = 0
    state.kinds[:] = 0
    state.board[:] = 0
    state.near[0, :] = 0
    for direction in range(4):
        for line in range(geometry.edges.shape[1]):
            state.keys[direction, line] = geometry.edges[direction, line]
    for cell in range(geometry.cells):
        code = np.uint32(0)
        for direction in range(4):
            key = state.keys[direction, geometry.line[cell, direction]]
            window = key >> np.uint64(2 * geometry.place[cell, direction])
            index = (window & geometry.low_mask) | ((window >> np.uint64(2)) & geometry.high_mask)
            both = np.uint32(patterns[index])
            shift = np.uint32(4 * direction)
            code |= (both & np.uint32(15)) << shift
            code |= (both >> np.uint32(4)) << (shift + np.uint32(16))
        state.codes[cell] = code
        count_cell(state, geometry, cell, code, 1)


@compiled("void(GomokuState, GomokuGeometry, uint8[::1], int64, int64)")
def place(state: Record, geometry: Record, patterns: Array, cell: Int, side: Int) -> None:
    """Put a stone of `side` (0 or 1) on an empty cell and bring everything up to date."""
    state.hash ^= geometry.zobrist[side, cell]
    state.board[cell] = side + 1
    # Unsigned indices need no check for negative ones, here and below.
    stones = np.uint64(state.stones)
    sums = state.old_sums[stones]
    kinds = state.old_kinds[stones]
    for owner in range(2):
        sums[owner] = state.sums[owner]
        for kind in range(KINDS):
            kinds[owner, kind] = state.kinds[owner, kind]
    count_cell(state, geometry, cell, state.codes[cell], -1)
    state.moves[stones] = cell
    state.marks[stones] = state.top
    state.regrouped_marks[stones] = state.regrouped_top
    near = state.near[stones]
    near_after = state.near[stones + _ONE]
    for word in range(geometry.words):
        near_after[word] = near[word] | geometry.near[cell, word]
    state.stones += 1
    half = geometry.half
    low_mask = geometry.low_mask
    high_mask = geometry.high_mask
    middle = np.uint64(2 * half)
    top = np.uint64(state.top)
    multisets = geometry.multisets
    worths = geometry.worths
    classes = geometry.classes
    groups = geometry.groups
    # The sums' changes: kept apart, they need no memory.
    gain_first = gain_second = np.int64(0)
    for direction in range(4):
        line = geometry.line[cell, direction]
        spot = np.int64(geometry.place[cell, direction])
        key = state.keys[direction, line] | (np.uint64(side + 1) << np.uint64(2 * (spot + half)))
        state.keys[direction, line] = key
        shift = np.uint32(4 * direction)
        keep = ~(np.uint32(0x000F000F) << shift)
        step = np.uint64(geometry.step[direction])
        back = np.int64(geometry.before[cell, direction])
        neighbour = np.uint64(cell - back * geometry.step[direction])
        window = key >> np.uint64(2 * (spot - back))
        for _ in range(back + geometry.after[cell, direction] + 1):
            if (window >> middle) & np.uint64(3) == 0:
                index = (window & low_mask) | ((window >> np.uint64(2)) & high_mask)
                both = np.uint32(patterns[index])
                fresh = (both & np.uint32(15)) | ((both & np.uint32(0xF0)) << np.uint32(12))
                old = state.codes[neighbour]
                new = (old & keep) | (fresh << shift)
                if new != old:
                    state.codes[neighbour] = new
                    # Both sides' patterns, even if only one's are others now: to ask would take
                    # longer, since nobody could foresee the answer.
                    before = multisets[old & _LOW]
                    after = multisets[new & _LOW]
                    gain_first += worths[after] - worths[before]
                    state.kinds[0, classes[before]] -= 1
                    state.kinds[0, classes[after]] += 1
                    if groups[before] != groups[after]:
                        regroup(state, neighbour, 0, groups[before], groups[after])
                    before = multisets[old >> _HIGH]
                    after = multisets[new >> _HIGH]
                    gain_second += worths[after] - worths[before]
                    state.kinds[1, classes[before]] -= 1
                    state.kinds[1, classes[after]] += 1
                    if groups[before] != groups[after]:
                        regroup(state, neighbour, 1, groups[before], groups[after])
                    state.changed_cell[top] = neighbour
                    state.changed_code[top] = old
                    top += _ONE
            neighbour += step
            window >>= np.uint64(2)
    state.sums[0] += gain_first
    state.sums[1] += gain_second
    state.top = np.int64(top)


@compiled("void(GomokuState, GomokuGeometry)")
def take_back(state: Record, geometry: Record) -> None:
    """Take the last stone back."""
    state.stones -= 1
    stones = np.uint64(state.stones)
    cell = np.int64(state.moves[stones])
    side = np.int64(state.board[cell]) - 1
    mark = np.uint64(state.marks[stones])
    top = np.uint64(state.top)
    while top > mark:
        top -= _ONE
        state.codes[np.uint64(state.changed_cell[top])] = state.changed_code[top]
    state.top = np.int64(top)
    mark = np.uint64(state.regrouped_marks[stones])
    top = np.uint64(state.regrouped_top)
    while top > mark:
        top -= _ONE
        regroup_back(state, state.regrouped[top])
    state.regrouped_top = np.int64(top)
    stone = np.uint64(side + 1)
    for direction in range(4):
        line = geometry.line[cell, direction]
        spot = np.uint64(2 * (np.int64(geometry.place[cell, direction]) + geometry.half))
        state.keys[direction, line] ^= stone << spot
    state.board[cell] = 0
    state.hash ^= geometry.zobrist[side, cell]
    sums = state.old_sums[stones]
    kinds = state.old_kinds[stones]
    for owner in range(2):
        count_groups(state, geometry, cell, owner, state.codes[cell], 1)
        state.sums[owner] = sums[owner]
        for kind in range(KINDS):
            state.kinds[owner, kind] = kinds[owner, kind]
