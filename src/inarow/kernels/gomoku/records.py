"""The records that the Gomoku kernels work on, laid out as C structs: one pointer each."""

from inarow.kernels.compiling import record
from inarow.kernels.gomoku.bounds import LONGEST_SIDE
from inarow.kernels.gomoku.parameters import PARAMETERS
from inarow.kernels.gomoku.patterns import CLASSES, GROUPS, MULTISETS

CELLS = LONGEST_SIDE * LONGEST_SIDE
NO_CELL = -1
MAX_PLY = 128  # plies below the root at most
REDUCED = 64  # depths and moves that the table of reductions tells apart

# Parts of the search that can be left out to measure what they are worth: bits of `without`.
KILLERS = 1
FUTILITY = 2
NULL_MOVE = 4
SINGULAR = 8
LATE_MOVES = 16
REDUCTIONS = 32
FAR_MOVES = 64

# The network of the evaluation, see `evaluation.py`.
COUNTED = CLASSES - 1  # classes whose cells are counted: all but those that make nothing
MOST_COUNTED = 8  # more cells of a class count as so many
STONE_STAGES = 16  # stages of the game, by the number of stones
UNITS = 16  # of the hidden layer
KINDS = 16  # the classes, and as many more as make copying them quick

_WORDS = (CELLS + 63) // 64
_LINES = 2 * LONGEST_SIDE - 1
#: The changes that all moves together make: each at most 12 cells in each of 4 directions.
_CHANGES = 48 * CELLS
#: The threat search's stack of children. Each node on its path lists some of the empty cells, and
#: each ply fills one, so the stack cannot overflow.
_CHILDREN = CELLS * (CELLS + 1) // 2

#: What depends on the game alone: no move changes it.
GEOMETRY = record(
    "GomokuGeometry",
    [
        ("cells", "i8"),
        ("words", "i8"),
        ("connect", "i8"),  # stones in a line that win
        ("half", "i8"),
        ("low_mask", "u8"),
        ("high_mask", "u8"),
        ("step", "i8", (4,)),
        ("line", "i2", (CELLS, 4)),
        ("place", "i2", (CELLS, 4)),
        ("before", "i2", (CELLS, 4)),
        ("after", "i2", (CELLS, 4)),
        ("edges", "u8", (4, _LINES)),
        ("near", "u8", (CELLS, _WORDS)),
        ("zobrist", "u8", (2, CELLS)),
        # What a cell's four patterns come to: a code's multiset, and what is known of each. Kept
        # apart because codes are many and multisets few, so that these stay in the fast cache.
        ("multisets", "u2", (65536,)),
        ("classes", "u1", (MULTISETS,)),
        ("groups", "u1", (MULTISETS,)),
        ("order", "i2", (MULTISETS,)),  # to rank moves
        ("worths", "i8", (MULTISETS,)),  # in the evaluation, see `worths.py`
        # The network of the evaluation, see `evaluation.py`.
        ("count_weights", "i2", (2 * COUNTED, MOST_COUNTED + 1, UNITS)),
        ("stage_weights", "i2", (STONE_STAGES, UNITS)),
        ("sum_weights", "i2", (UNITS,)),
        ("surplus", "i8"),  # of the sum over the cells on this board's size, see `evaluation.py`
        ("output_weights", "i2", (UNITS + 1,)),  # the last is added as it is
    ],
)

#: What a move changes.
STATE = record(
    "GomokuState",
    [
        ("hash", "u8"),
        ("stones", "i8"),
        ("top", "i8"),
        ("board", "u1", (CELLS,)),
        ("keys", "u8", (4, _LINES)),
        ("codes", "u4", (CELLS,)),
        ("sets", "u8", (2, GROUPS, _WORDS)),
        ("counts", "i8", (2, GROUPS)),
        ("kinds", "i2", (2, KINDS)),  # empty cells of each class
        ("old_kinds", "i2", (CELLS + 1, 2, KINDS)),  # the same before each move
        ("sums", "i8", (2,)),  # of the empty cells' worths to either side
        ("old_sums", "i8", (CELLS + 1, 2)),  # the same before each move
        ("moves", "i2", (CELLS,)),
        ("marks", "i4", (CELLS + 1,)),
        ("near", "u8", (CELLS + 1, _WORDS)),
        ("answers", "u8", (CELLS + 1, _WORDS)),
        ("spoil", "u8", (_WORDS,)),
        ("changed_cell", "i2", (_CHANGES,)),
        ("changed_code", "u4", (_CHANGES,)),
        # The cells that moved from one set to another, see `regroup`.
        ("regrouped", "u8", (2 * _CHANGES,)),
        ("regrouped_top", "i8"),
        ("regrouped_marks", "i4", (CELLS + 1,)),
    ],
)

#: The working space of one searching thread.
SEARCH = record(
    "GomokuSearch",
    [
        ("stop", "i8"),  # set from outside to end at once
        ("stopped", "i8"),  # set by the search when it was cut short
        ("nodes", "i8"),  # searched so far, those of wins by fours included
        ("leaf_nodes", "i8"),  # those of wins by fours alone
        ("limit", "i8"),  # the search is cut short when `nodes` reaches it
        ("visits", "i8"),  # nodes of the principal variation search, its roots included
        ("age", "i8"),
        ("without", "i8"),  # the parts that are left out
        ("parameters", "i8", (len(PARAMETERS),)),
        ("scales", "i8", (CELLS + 1,)),  # of the evaluation by the number of stones, in 256ths
        # Principal variation search, by ply.
        ("pv", "i2", (MAX_PLY + 2, MAX_PLY + 2)),
        ("pv_end", "i8", (MAX_PLY + 2,)),
        ("evaluations", "i4", (MAX_PLY + 2,)),
        ("moves", "i2", (MAX_PLY + 2, CELLS)),
        ("ranks", "i4", (MAX_PLY + 2, CELLS)),
        ("killers", "i2", (MAX_PLY + 2, 2)),
        ("excluded", "i2", (MAX_PLY + 2,)),  # the move left out to see how good the others are
        ("null_move", "i2", (MAX_PLY + 2,)),  # 1 where the last move was a null move
        ("cutoffs", "i4", (MAX_PLY + 2,)),  # at this ply, below one node two plies up
        # Principal variation search, by side and cell or by depth.
        ("countermoves", "i2", (2, CELLS)),
        ("history", "i4", (2, CELLS)),
        ("continuation", "i2", (2, 2, CELLS, CELLS)),  # after the last move, after the one before
        ("late_moves", "i2", (MAX_PLY,)),  # after so many moves the rest is left out
        ("reductions", "i2", (REDUCED, REDUCED)),  # by depth and number of the move, in sixteenths
        # Win by fours (VCF).
        ("vcf_nodes", "i8"),
        ("vcf_limit", "i8"),
        ("vcf_quick", "i8"),  # 1 where fours that build nothing are left out
        ("vcf_leaf_limit", "i8"),  # nodes at a new position of the principal variation search
        ("vcf_length", "i8"),
        ("vcf_line", "i2", (CELLS + 2,)),  # the winning line
        # Win by threats (VCT).
        ("vct_nodes", "i8"),
        ("vct_limit", "i8"),
        ("vct_leaf_limit", "i8"),  # nodes for a win by fours at a new position
        ("vct_quiet", "i8"),  # 1 where quiet moves that threaten a win by fours count as threats
        ("vct_stones", "i8"),  # on the board where the search began
        ("vct_top", "i8"),
        ("vct_children", "i2", (_CHILDREN,)),
        ("vct_proofs", "i4", (_CHILDREN,)),
        ("vct_disproofs", "i4", (_CHILDREN,)),
        ("vct_lengths", "i2", (_CHILDREN,)),
    ],
)

#: What the threat search knows of a position.
PROOF = record(
    "GomokuProof",
    [
        ("key", "u8"),
        ("proof", "i4"),
        ("disproof", "i4"),
        ("move", "i2"),  # the attacker's winning move, where proved
        ("length", "i2"),  # plies to the five at most, where proved
        ("work", "i4"),  # nodes spent below, to decide what to overwrite
    ],
)
