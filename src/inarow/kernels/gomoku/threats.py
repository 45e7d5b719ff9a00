"""Sets of cells: reading them, and the complete answers to a threat.

`answer_threats` is what makes a claimed win a proof. When a side threatens an open four (or two
fours at once), the other side must make a four of its own or play a cell that spoils the threat;
any third kind of move loses to the threat. So those cells, and no others, have to be searched.
`answer_fours` does the same where a win by fours is threatened.
"""

from inarow.kernels.arrays import np
from inarow.kernels.bits import lowest_index
from inarow.kernels.compiling import Array, Int, Record, compiled
from inarow.kernels.gomoku.patterns import (
    FOUR,
    GROUP_FOUR,
    GROUP_FOUR_PLUS,
    GROUP_FOUR_THREE,
    GROUP_OPEN_FOUR,
)
from inarow.kernels.gomoku.records import NO_CELL

_ONE = np.uint64(1)
_MOVER_KEY = np.uint64(0x9E3779B97F4A7C15)


@compiled("int64(GomokuState, int64, int64)")
def first_cell(state: Record, side: Int, group: Int) -> Int:
    """Return the first cell of a set, or NO_CELL when it is empty."""
    cells = state.sets[side, group]
    for word in range(cells.size):
        if cells[word]:
            return np.int64(word * 64) + lowest_index(cells[word])
    return NO_CELL


@compiled("uint64(uint64, int64)")
def position_key(stones: np.uint64, mover: Int) -> np.uint64:
    """Return the key of a position: the hash of its stones, and the side to move."""
    return stones ^ _MOVER_KEY if mover else stones


@compiled("uint64(GomokuState, int64, int64)")
def four_cells(state: Record, side: Int, word: Int) -> np.uint64:
    """Return one word of the set of cells where `side` makes a four or better, not a five."""
    sets = state.sets
    return (
        sets[side, GROUP_FOUR, word]
        | sets[side, GROUP_FOUR_PLUS, word]
        | sets[side, GROUP_FOUR_THREE, word]
        | sets[side, GROUP_OPEN_FOUR, word]
    )


@compiled("void(GomokuState, GomokuGeometry, uint8[::1], int64, int64)")
def spoilers(state: Record, geometry: Record, patterns: Array, attacker: Int, cell: Int) -> None:
    """Set in `state.spoil` the cells where a stone of the other side keeps `cell` from being a win.

    `cell` is one where `attacker` would make an open four or two fours. Only its directions that
    hold a four count, and a stone on such a line changes that direction alone.
    """
    spoil = state.spoil
    spoil[:] = 0
    spoil[cell >> 6] |= _ONE << np.uint64(cell & 63)
    shift = np.uint32(16 * attacker)
    code = (state.codes[cell] >> shift) & np.uint32(0xFFFF)
    stone = np.uint64(2 - attacker)
    half = geometry.half
    for direction in range(4):
        turn = np.uint32(4 * direction)
        if (code >> turn) & np.uint32(15) < FOUR:
            continue
        key = state.keys[direction, geometry.line[cell, direction]]
        window = key >> np.uint64(2 * geometry.place[cell, direction])
        index = (window & geometry.low_mask) | ((window >> np.uint64(2)) & geometry.high_mask)
        rest = code & ~(np.uint32(15) << turn)
        step = geometry.step[direction]
        for offset in range(-geometry.before[cell, direction], geometry.after[cell, direction] + 1):
            other = cell + offset * step
            if offset == 0 or state.board[other] != 0:
                continue
            slot = offset + half if offset < 0 else offset + half - 1
            both = np.uint32(patterns[index | (stone << np.uint64(2 * slot))])
            own = (both >> np.uint32(4 * attacker)) & np.uint32(15)
            multiset = geometry.multisets[rest | (own << turn)]
            if geometry.groups[multiset] != GROUP_OPEN_FOUR:
                spoil[other >> 6] |= _ONE << np.uint64(other & 63)


@compiled("void(GomokuState, GomokuGeometry, uint8[::1], int64)")
def answer_threats(state: Record, geometry: Record, patterns: Array, attacker: Int) -> None:
    """Set `state.answers[state.stones]` to every move that may save the side under threat.

    `attacker` threatens an open four and has no five; the other side is to move. The answers are
    the cells that spoil every such threat at once, and its own fours.
    """
    answers = state.answers[state.stones]
    answers[:] = ~np.uint64(0)
    for word in range(geometry.words):
        left = state.sets[attacker, GROUP_OPEN_FOUR, word]
        while left:
            cell = np.int64(word * 64) + lowest_index(left)
            left &= left - _ONE
            spoilers(state, geometry, patterns, attacker, cell)
            for i in range(geometry.words):
                answers[i] &= state.spoil[i]
    for word in range(geometry.words):
        answers[word] |= four_cells(state, 1 - attacker, word)


@compiled("boolean(GomokuState, int64)")
def is_marked(state: Record, cell: Int) -> bool:
    """Return whether `state.spoil` holds a cell."""
    return (state.spoil[cell >> 6] >> np.uint64(cell & 63)) & _ONE != 0


@compiled("void(GomokuState, GomokuGeometry, int64, int64)")
def helpers(state: Record, geometry: Record, attacker: Int, reply: Int) -> None:
    """Add to `state.answers[state.stones]` the cells that may make a four together with `reply`.

    `state.spoil` holds all forced answers.
    """
    answers = state.answers[state.stones]
    size = geometry.connect
    for direction in range(4):
        step = geometry.step[direction]
        before = min(np.int64(geometry.before[reply, direction]), size - 1)
        after = min(np.int64(geometry.after[reply, direction]), size - 1)
        for start in range(-before, after - size + 2):
            stones = 0
            for place in range(start, start + size):
                cell = reply + place * step
                if state.board[cell] == 1 + attacker:
                    stones = -size
                elif state.board[cell] != 0 or is_marked(state, cell):
                    stones += 1
            if stones < size - 2:
                continue
            for place in range(start, start + size):
                cell = reply + place * step
                if state.board[cell] == 0:
                    answers[cell >> 6] |= _ONE << np.uint64(cell & 63)


@compiled("void(GomokuState, GomokuGeometry, GomokuSearch, int64)")
def answer_fours(state: Record, geometry: Record, search: Record, attacker: Int) -> None:
    """Set `state.answers[state.stones]` to every move that may stop the win by fours just found.

    The line is in `search.vcf_line`, the attacker's fours and the forced answers by turns. It can
    be stopped on its own cells, by a four, and by a stone that makes a four together with forced
    answers: of all other stones the line takes no notice.
    """
    answers = state.answers[state.stones]
    replies = state.spoil
    replies[:] = 0
    for word in range(geometry.words):
        answers[word] = four_cells(state, 1 - attacker, word)
    for i in range(search.vcf_length):
        cell = np.int64(search.vcf_line[i])
        bit = _ONE << np.uint64(cell & 63)
        answers[cell >> 6] |= bit
        if i & 1:
            replies[cell >> 6] |= bit
    for i in range(1, search.vcf_length, 2):
        helpers(state, geometry, attacker, np.int64(search.vcf_line[i]))
