"""Which boards and lines the tables of the Gomoku engine hold. Plain Python, quick to import."""

LONGEST_SIDE = 20
SHORTEST_LINE = 3
LONGEST_STRIP = 13  # 4**12 entries; a line of 7, or of exactly 6


def strip_length(connect: int, exact: bool) -> int:
    """Return how many cells, the middle one included, decide the pattern at a cell.

    A line of k through a cell reaches k - 1 cells either way; where only exactly k wins, the
    cell beyond each end matters too.
    """
    return 2 * (connect if exact else connect - 1) + 1


def longest_line(exact: bool) -> int:
    """Return the longest line whose strip the tables hold."""
    lengths = range(SHORTEST_LINE, LONGEST_SIDE + 1)
    return max(length for length in lengths if strip_length(length, exact) <= LONGEST_STRIP)


def supported(width: int, height: int, connect: int, exact: bool) -> bool:
    """Return whether boards of this shape and rule fit the tables."""
    return (
        1 <= width <= LONGEST_SIDE
        and 1 <= height <= LONGEST_SIDE
        and SHORTEST_LINE <= connect <= longest_line(exact)
    )
