"""Which games the records about people hold. Plain Python, quick to import."""

#: The longest side of a board, and the cells of the largest one.
SIDE = 20
CELLS = SIDE * SIDE

#: Room for the winning groups of a game and for their cells.
GROUPS = 1 << 13
GROUP_CELLS = 1 << 15


def supported(groups: int, group_size: int) -> bool:
    """Return whether so many ways to win, of so many cells each, fit the records."""
    return groups <= GROUPS and groups * group_size <= GROUP_CELLS
