"""The records that the kernels about people work on, each one pointer to compiled code.

A ``PeopleGame`` holds what is fixed in a game, a ``PeopleBoard`` a position with its groups
counted, and a ``PeopleMind`` how somebody thinks and the tree of positions that came to mind. A
side is 0 for X and 1 for O; a cell holds 0 while it is empty, 1 for X and 2 for O.
"""

from __future__ import annotations

from inarow.kernels.compiling import record
from inarow.kernels.people.bounds import AROUND, CELLS, GROUP_CELLS, GROUPS

#: How many winning cells of a side are told apart at most, and how deep a search for a win by
#: threats may go, in moves of the attacker.
MOST_FOUND = 4
DEEPEST_THREATS = 8

#: How many moves a look ahead follows in each position, and how far it goes.
BEAM = 4
DEEPEST_LOOK = 4

#: Which way a group runs; one that is no straight line counts as ``ACROSS``, and its ends are
#: ``NO_LINE`` in place of the cells before and after it.
ACROSS, UP, DIAGONAL = range(3)
NO_LINE = -2

#: The kinds of features that are told apart; and the ways in which they may be overlooked: one for
#: each direction, and one for a group that is no line.
KINDS = 5
NO_WAY, WAYS = 3, 4

PEOPLE_GAME = record(
    "PeopleGame",
    [
        ("width", "i8"),
        ("height", "i8"),
        ("cells", "i8"),
        ("gravity", "i8"),
        # Whether a group does not win as part of a longer line.
        ("exact", "i8"),
        # Every set of cells that wins, one after the other; which way it runs; and the cells before
        # and after a line, -1 where the board ends.
        ("group_count", "i8"),
        ("group_size", "i8"),
        ("groups", "i2", (GROUP_CELLS,)),
        ("directions", "i1", (GROUPS,)),
        ("ends", "i2", (GROUPS, 2)),
        # The groups through cell c are ``through[starts[c]:starts[c + 1]]``.
        ("starts", "i4", (CELLS + 1,)),
        ("through", "i2", (GROUP_CELLS,)),
        # The cell's place in each of these, as a bit.
        ("places", "u8", (GROUP_CELLS,)),
        # How many places further on a group has the cell on top of another; 0 if it has none.
        ("rises", "i1", (GROUPS,)),
        # Whether only cells near the pieces come to mind; those around cell c are then
        # ``around[around_starts[c]:around_starts[c + 1]]``.
        ("large", "i8"),
        ("around_starts", "i4", (CELLS + 1,)),
        ("around", "i2", (CELLS * AROUND,)),
        # How near to the middle each cell is: one over the distance in cells.
        ("nearness", "f8", (CELLS,)),
    ],
)

PEOPLE_BOARD = record(
    "PeopleBoard",
    [
        ("cells", "i1", (CELLS,)),
        # How many pieces each side has in each group.
        ("counts", "i1", (2, GROUPS)),
        # And on which places, as bits.
        ("filled", "u8", (2, GROUPS)),
        # On a large board, how many pieces there are, and how many around each cell.
        ("pieces", "i8"),
        ("near", "i1", (CELLS,)),
        # Cells that a look at the board has found, a row for each level of a search.
        ("found", "i2", (DEEPEST_THREATS + 4, MOST_FOUND)),
        # The most promising moves of each level of a look ahead, and what they gain.
        ("beam", "i2", (DEEPEST_LOOK, BEAM)),
        ("gains", "f8", (DEEPEST_LOOK, BEAM)),
        # How many positions a search for a win by threats may still look at.
        ("budget", "i8"),
    ],
)

#: Room for the positions that come to mind for one move.
NODES = 1 << 15

PEOPLE_MIND = record(
    "PeopleMind",
    [
        # The random numbers' state.
        ("random", "u8"),
        # How likely any move at all is played, and a feature overlooked, by its kind and by the
        # group's way; and by how much the odds of that are greater on a full board.
        ("lapse", "f8"),
        ("overlook", "f8", (KINDS, WAYS)),
        ("crowding", "f8"),
        # Moves so far below the best are not followed; how many positions are thought about at
        # most, and how likely thinking ends when the best move's answer has been thought of.
        ("prune", "f8"),
        ("expansions", "i8"),
        ("stop", "f8"),
        # The weights of the side that waits are multiplied by this.
        ("waiting", "f8"),
        # The deviation of what changes a move's value at the moment of choosing.
        ("waver", "f8"),
        # Whether a win that is seen ends a line at once, and the move that looked best at first is
        # played where each seems to lose.
        ("alert", "i8"),
        # How much nearness to the other side's last move and to one's own draws a first move, and
        # the cells of those moves, or -1.
        ("recall", "f8", (2,)),
        ("last", "i8", (2,)),
        # Who thinks.
        ("side", "i8"),
        # The tree. Node 0 is the position itself; a node's children follow each other.
        ("node_count", "i8"),
        ("expanded", "i8"),
        ("parents", "i4", (NODES,)),
        ("first", "i4", (NODES,)),
        ("children", "i2", (NODES,)),
        ("cells", "i2", (NODES,)),
        # What a node is worth to who thinks, and whether the game has ended there.
        ("values", "f8", (NODES,)),
        ("ended", "i1", (NODES,)),
        # What the moves of the position at hand are worth, and the way to it from the root.
        ("scores", "f8", (CELLS,)),
        # What the first moves were worth at first sight.
        ("glance", "f8", (CELLS,)),
        ("path", "i2", (CELLS,)),
        # What each side has there.
        ("has", "f8", (2,)),
    ],
)
