"""Line patterns and cell classes: what a stone on an empty cell would make.

A *pattern* describes one direction: the strip of cells around an empty cell, as far as a line of
k through it can reach, once the side in question has a stone there. A *class* combines the four
directions. Both are found once, here, and looked up ever after.

The definition is a recursion over the strip, so it holds for every line length and for both
rules: a strip is a "five" when it holds a complete line, a "four" when one more stone makes a
five, an "open four" when two different cells do, an "open three" when one more stone makes an
open four, and so on down. (The names are those of five in a row; with lines of k, a five is k.)
"""

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array, Int, compiled
from inarow.kernels.gomoku.bounds import strip_length

DEAD = 0  # no line of k can ever pass through this cell in this direction
BLOCKED_ONE = 1
OPEN_ONE = 2
BLOCKED_TWO = 3
OPEN_TWO = 4  # one or two cells make it an open three
OPEN_TWO_WIDE = 5  # three or more cells do
BLOCKED_THREE = 6
BLOCKED_THREE_WIDE = 7  # three or more cells make it a four
OPEN_THREE = 8  # one cell makes it an open four
OPEN_THREE_WIDE = 9  # two or more cells do
FOUR = 10  # one cell completes it
OPEN_FOUR = 11  # two or more cells complete it
FIVE = 12
PATTERNS = 13
#: The ways to choose four patterns, whatever their order.
MULTISETS = PATTERNS * (PATTERNS + 1) * (PATTERNS + 2) * (PATTERNS + 3) // 24

CLASS_NONE = 0
CLASS_TWO = 1  # an open two
CLASS_BLOCKED_THREE = 2
CLASS_TWO_TWO = 3
CLASS_BLOCKED_THREE_PLUS = 4
CLASS_THREE = 5
CLASS_THREE_PLUS = 6
CLASS_THREE_THREE = 7
CLASS_FOUR = 8
CLASS_FOUR_PLUS = 9
CLASS_FOUR_THREE = 10
CLASS_OPEN_FOUR = 11  # an open four, or two fours: two cells complete a five
CLASS_FIVE = 12
CLASSES = 13

# Cells are also kept in sets by what the search asks for.
GROUP_THREE = 0
GROUP_FOUR = 1  # a four and nothing else
GROUP_FOUR_PLUS = 2  # a four with something that the next four may build on
GROUP_FOUR_THREE = 3
GROUP_OPEN_FOUR = 4
GROUP_FIVE = 5
GROUP_NONE = 6  # less than an open three
GROUPS = 7
#: The set of each class; the others are in `GROUP_NONE`.
GROUP_OF_CLASS = {
    CLASS_THREE: GROUP_THREE,
    CLASS_THREE_PLUS: GROUP_THREE,
    CLASS_THREE_THREE: GROUP_THREE,
    CLASS_FOUR: GROUP_FOUR,
    CLASS_FOUR_PLUS: GROUP_FOUR_PLUS,
    CLASS_FOUR_THREE: GROUP_FOUR_THREE,
    CLASS_OPEN_FOUR: GROUP_OPEN_FOUR,
    CLASS_FIVE: GROUP_FIVE,
}

EMPTY_CELL = 0
OWN_CELL = 1
BLOCKED_CELL = 2


def new_pattern_table(connect: int, exact: bool) -> Array:
    """Return both sides' patterns for every neighbourhood of an empty cell in one direction."""
    length = strip_length(connect, exact)
    strips = np.zeros(3**length, dtype=np.uint8)
    strip = np.zeros(length, dtype=np.int8)
    fill_strip_patterns(strips, strip, np.zeros(PATTERNS, dtype=np.int64), connect, exact)
    table = np.zeros(4 ** (length - 1), dtype=np.uint8)
    fill_pattern_table(table, strips, length)
    return table


@compiled("boolean(int8[::1], int64, boolean)")
def holds_line(strip: Array, connect: Int, exact: bool) -> bool:
    """Return whether the strip holds a line of `connect` own stones through its middle."""
    middle = strip.size // 2
    first = middle
    while first > 0 and strip[first - 1] == OWN_CELL:
        first -= 1
    last = middle
    while last < strip.size - 1 and strip[last + 1] == OWN_CELL:
        last += 1
    run = last - first + 1
    if strip[middle] != OWN_CELL:
        return False
    return run == connect if exact else run >= connect


@compiled("int64(int64[::1])")
def pattern_from_counts(after: Array) -> Int:
    """Return a strip's pattern from how often each pattern follows from one more own stone."""
    if after[FIVE] >= 1:
        return OPEN_FOUR if after[FIVE] >= 2 else FOUR
    if after[OPEN_FOUR] >= 1:
        return OPEN_THREE_WIDE if after[OPEN_FOUR] >= 2 else OPEN_THREE
    if after[FOUR] >= 1:
        return BLOCKED_THREE_WIDE if after[FOUR] >= 3 else BLOCKED_THREE
    open_threes = after[OPEN_THREE] + after[OPEN_THREE_WIDE]
    if open_threes >= 1:
        return OPEN_TWO_WIDE if open_threes >= 3 else OPEN_TWO
    if after[BLOCKED_THREE] + after[BLOCKED_THREE_WIDE] >= 1:
        return BLOCKED_TWO
    if after[OPEN_TWO] + after[OPEN_TWO_WIDE] >= 1:
        return OPEN_ONE
    return BLOCKED_ONE


@compiled("boolean(int8[::1], int64, boolean)")
def line_possible(strip: Array, connect: Int, exact: bool) -> bool:
    """Return whether own stones on empty cells could still complete a line through the middle."""
    middle = strip.size // 2
    for first in range(max(0, middle - connect + 1), middle + 1):
        if first + connect > strip.size:
            break
        fits = True
        for i in range(first, first + connect):
            if strip[i] == BLOCKED_CELL:
                fits = False
        if exact and fits:
            fits = strip[first - 1] != OWN_CELL and strip[first + connect] != OWN_CELL
        if fits:
            return True
    return False


@compiled("void(uint8[::1], int8[::1], int64[::1], int64, boolean)")
def fill_strip_patterns(
    strips: Array, strip: Array, after: Array, connect: Int, exact: bool
) -> None:
    """Fill in the pattern of every strip, by its code in base three (middle own).

    Digits are 0 empty, 1 own, 2 blocked, so one more own stone gives a higher code, and going
    through the codes downwards meets every successor before its predecessors. `strip` and
    `after` are scratch space: the strip at hand, and a count for each pattern.
    """
    for code in range(strips.size - 1, -1, -1):
        rest = code
        for i in range(strip.size):
            strip[i] = rest % 3
            rest //= 3
        if strip[strip.size // 2] != OWN_CELL:
            continue
        if holds_line(strip, connect, exact):
            strips[code] = FIVE
            continue
        if not line_possible(strip, connect, exact):
            continue
        after[:] = 0
        weight = 1
        for i in range(strip.size):
            if strip[i] == EMPTY_CELL:
                after[strips[code + weight]] += 1
            weight *= 3
        strips[code] = pattern_from_counts(after)


@compiled("void(uint8[::1], uint8[::1], int64)")
def fill_pattern_table(table: Array, strips: Array, length: Int) -> None:
    """Fill in both sides' patterns for every neighbourhood of an empty cell in one direction.

    The index holds two bits a cell, middle left out, lowest first: 0 empty, 1 first side,
    2 second side, 3 off the board. The entry's low half is the first side's pattern, its high
    half the second's.
    """
    middle = length // 2
    for index in range(table.size):
        first = 0
        second = 0
        weight = 1
        rest = index
        for i in range(length):
            if i == middle:
                first += OWN_CELL * weight
                second += OWN_CELL * weight
            else:
                cell = rest & 3
                rest >>= 2
                if cell == 1:
                    first += OWN_CELL * weight
                    second += BLOCKED_CELL * weight
                elif cell == 2:
                    first += BLOCKED_CELL * weight
                    second += OWN_CELL * weight
                elif cell == 3:
                    first += BLOCKED_CELL * weight
                    second += BLOCKED_CELL * weight
            weight *= 3
        table[index] = strips[first] | (strips[second] << 4)


@compiled("int64(int64[::1])")
def class_from_counts(count: Array) -> Int:
    """Return the class of a cell from how many of its directions show each pattern."""
    twos = count[OPEN_TWO] + count[OPEN_TWO_WIDE]
    blocked_threes = count[BLOCKED_THREE] + count[BLOCKED_THREE_WIDE]
    threes = count[OPEN_THREE] + count[OPEN_THREE_WIDE]
    if count[FIVE] >= 1:
        return CLASS_FIVE
    if count[OPEN_FOUR] >= 1 or count[FOUR] >= 2:
        return CLASS_OPEN_FOUR
    if count[FOUR] == 1:
        if threes >= 1:
            return CLASS_FOUR_THREE
        return CLASS_FOUR_PLUS if blocked_threes + twos >= 1 else CLASS_FOUR
    if threes >= 2:
        return CLASS_THREE_THREE
    if threes == 1:
        return CLASS_THREE_PLUS if blocked_threes + twos >= 1 else CLASS_THREE
    if blocked_threes >= 2 or (blocked_threes == 1 and twos >= 1):
        return CLASS_BLOCKED_THREE_PLUS
    if twos >= 2:
        return CLASS_TWO_TWO
    if blocked_threes == 1:
        return CLASS_BLOCKED_THREE
    return CLASS_TWO if twos == 1 else CLASS_NONE


@compiled("int64(int64[::1])")
def multiset_from_counts(count: Array) -> Int:
    """Return the number of a cell's four patterns, whatever their order, among all such multisets.

    They are numbered like `itertools.combinations_with_replacement(range(PATTERNS), 4)`.
    """
    number = 0
    lowest = 0
    missing = 4
    for pattern in range(PATTERNS):
        for _ in range(count[pattern]):
            missing -= 1
            for lower in range(lowest, pattern):
                # The multisets that have a lower pattern in this place: any of the `kinds` from
                # it on in the places that are still missing.
                kinds = PATTERNS - lower
                if missing == 3:
                    number += kinds * (kinds + 1) * (kinds + 2) // 6
                elif missing == 2:
                    number += kinds * (kinds + 1) // 2
                elif missing == 1:
                    number += kinds
                else:
                    number += 1
            lowest = pattern
    return number


@compiled("void(int32[::1], int64[::1], uint16[::1], uint8[::1], int16[::1])")
def fill_cell_tables(
    weights: Array, count: Array, multisets: Array, classes: Array, order: Array
) -> None:
    """Fill in the multiset of every four-direction code, and the class and order of each multiset.

    A code holds four patterns of four bits each. `weights` has a number for each pattern, then one
    for each class, whose sum ranks moves. `count` is scratch space for 16 numbers.
    """
    for code in range(65536):
        count[:] = 0
        for direction in range(4):
            count[(code >> (4 * direction)) & 15] += 1
        if count[13] + count[14] + count[15] > 0:
            continue
        multiset = multiset_from_counts(count)
        multisets[code] = multiset
        kind = class_from_counts(count)
        classes[multiset] = kind
        rank = weights[PATTERNS + kind]
        for pattern in range(PATTERNS):
            rank += count[pattern] * weights[pattern]
        order[multiset] = min(rank, 32000)
