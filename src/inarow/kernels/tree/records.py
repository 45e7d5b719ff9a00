"""The records that the compiled tree searches work on, each one pointer to compiled code.

A ``TreeGame`` holds the game and how to search it, and is shared by all searches of that kind; a
``TreeSearch`` holds one position and one search of it; the transposition table is an array of
``TreeEntry``. A piece is 1 for X and 2 for O, and cell ``y * width + x`` holds 0 while it is empty.
"""

from __future__ import annotations

from inarow.kernels.compiling import record

#: The longest side of a board, and the cells of the largest one.
SIDE = 20
CELLS = SIDE * SIDE

#: Room for the cells of all winning groups of a game: the largest squares need 12,100.
GROUP_CELLS = 1 << 15

#: Room for the weights of a heuristic.
WEIGHTS = 1024

#: The shapes that one side can have at most, one for each stone in each direction, and the words
#: of 64 bits that hold a set of cells.
SHAPES = 4 * CELLS
WORDS = (CELLS + 63) // 64

#: How a win is recognised: along lines, in squares, or for any other shape in the list of groups.
BY_LINE, BY_SQUARE, BY_GROUP = range(3)

TREE_GAME = record(
    "TreeGame",
    [
        ("width", "i8"),
        ("height", "i8"),
        ("cells", "i8"),
        ("gravity", "i8"),
        # How a win is recognised, the length of a line or side of a square, and whether a longer
        # line does not count.
        ("wins", "i8"),
        ("length", "i8"),
        ("exact", "i8"),
        # Every set of cells that wins, one after the other.
        ("group_count", "i8"),
        ("group_size", "i8"),
        ("groups", "u2", (GROUP_CELLS,)),
        # The up to eight cells around each cell, filled up with -1.
        ("neighbours", "i2", (CELLS, 8)),
        # All moves, in the order to try them.
        ("move_count", "i8"),
        ("order", "u2", (CELLS,)),
        # A random number for every piece on every cell, to hash positions with.
        ("zobrist", "u8", (2, CELLS)),
        # By which heuristic, in which order of moves and with which extras to search.
        ("kind", "i8"),
        ("weights", "f8", (WEIGHTS,)),
        ("draw_value", "f8"),
        ("fixed_view", "i8"),
        ("fail_soft", "i8"),
        ("prunes", "i8"),
        ("near_last", "i8"),
        ("with_table", "i8"),
        ("with_killers", "i8"),
        ("with_history", "i8"),
        ("with_null_windows", "i8"),
    ],
)

TREE_SEARCH = record(
    "TreeSearch",
    [
        # The position.
        ("cells", "i1", (CELLS,)),
        ("heights", "i8", (SIDE,)),
        # Who searches.
        ("player", "i8"),
        # How far, and when to end; ``stop`` is set from outside.
        ("root_depth", "i8"),
        ("node_limit", "i8"),
        ("stop", "i8"),
        ("stopped", "i8"),
        # What was found and what it cost.
        ("best", "i8"),
        ("nodes", "i8"),
        ("evaluations", "i8"),
        ("cutoffs", "i8"),
        # Which entries of the table are this search's own.
        ("generation", "i8"),
        # The moves of each node on the path, and how early each of the last node should be tried.
        ("moves", "i8", (CELLS + 1, CELLS)),
        ("priorities", "i8", (CELLS,)),
        # Two killer moves a ply, and how much each side's moves have cut off.
        ("killers", "i8", (CELLS + 1, 2)),
        ("history", "i8", (2, CELLS)),
        # The principal variation from each ply on, ended by -1.
        ("variations", "i2", (CELLS + 2, CELLS + 2)),
        # Where the shape scores of one side are worked out.
        ("letters", "i8", (11,)),
        ("in_shape", "u1", (CELLS,)),
        ("shape_cells", "u8", (SHAPES, WORDS)),
        ("shape_scores", "i8", (SHAPES,)),
        ("shape_directions", "i8", (SHAPES,)),
    ],
)

TREE_ENTRY = record(
    "TreeEntry",
    [
        ("key", "u8"),
        ("value", "f8"),
        ("generation", "i2"),
        ("depth", "i2"),
        ("bound", "i2"),
        ("move", "i2"),
    ],
)
