"""Which games the records about people hold. Plain Python, quick to import."""

#: The longest side of a board, and the cells of the largest one.
SIDE = 20
CELLS = SIDE * SIDE

#: On open boards of more cells than this, people think of cells this near to a piece alone; there
#: are so many around a piece at most.
LARGE = 64
REACH = 2
AROUND = (2 * REACH + 1) ** 2 - 1

#: Room for the winning groups of a game and for their cells, all of them and those of one.
GROUPS = 1 << 13
GROUP_CELLS = 1 << 15
GROUP_SIZE = 63


def supported(groups: int, group_size: int) -> bool:
    """Return whether so many ways to win, of so many cells each, fit the records."""
    return groups <= GROUPS and groups * group_size <= GROUP_CELLS
