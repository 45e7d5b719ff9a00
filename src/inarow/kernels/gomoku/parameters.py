"""The numbers that steer the Gomoku search: margins, reductions and budgets, in one table.

The search reads them from its working space, so a value can be tried without compiling anything;
`inarow lab tune` moves them within their bounds. A feature whose number is 0 is switched off.
Reductions are in sixteenths of a ply, margins in points of the evaluation.
"""

from typing import NamedTuple


class Parameter(NamedTuple):
    """A number of the search, with what it may be."""

    name: str
    default: int
    lowest: int
    highest: int
    about: str


PARAMETERS = (
    Parameter("window", 11, 8, 96, "aspiration window around the last depth's value"),
    Parameter("vcf_nodes", 12, 0, 60, "nodes for a win by fours at a new position"),
    Parameter("scale_early", 256, 128, 512, "evaluation with few stones, in 256ths"),
    Parameter("scale_late", 256, 64, 512, "evaluation from 60 stones on, in 256ths"),
    Parameter("razor_depth", 2, 0, 5, "depths at which a bad evaluation ends the search"),
    Parameter("razor_base", 54, 0, 200, "margin for that"),
    Parameter("razor_step", 15, 0, 100, "margin for that, a ply of depth"),
    Parameter("futility_base", 5, -100, 150, "margin by which a good evaluation suffices"),
    Parameter("futility_step", 77, 15, 150, "margin for that, a ply of depth"),
    Parameter("null_depth", 8, 3, 14, "least depth of a null move"),
    Parameter("null_margin", 252, -100, 500, "how far the evaluation must be above beta for it"),
    Parameter("null_reduction", 4, 2, 7, "plies that a null move costs"),
    Parameter("null_divisor", 9, 3, 20, "one more for each so many plies of depth"),
    Parameter("internal_depth", 5, 2, 12, "least depth of an internal reduction"),
    Parameter("singular_depth", 7, 4, 14, "least depth of a singular extension"),
    Parameter("singular_margin", 22, 0, 96, "sixteenths of a point a ply of depth, below the move"),
    Parameter("late_base", 26, 0, 160, "moves tried before the rest is left out, in sixteenths"),
    Parameter("late_factor", 14, 4, 64, "more of them with depth, in sixteenths"),
    Parameter("late_power", 150, 80, 220, "the power of depth, in hundredths"),
    Parameter("late_falling", 7, 3, 16, "share of them where the evaluation falls, in sixteenths"),
    Parameter("empty_depth", 5, 0, 10, "greatest depth at which moves that make nothing are left"),
    Parameter("futile_depth", 3, 0, 8, "greatest depth at which quiet moves can be futile"),
    Parameter("futile_base", 74, 0, 400, "margin below alpha for that"),
    Parameter("futile_step", 40, 0, 200, "margin for that, a ply of depth"),
    Parameter("reduce_factor", 10, 6, 40, "times log(depth) x log(number of the move)"),
    Parameter("reduce_base", 6, -24, 32, "for every late move"),
    Parameter("reduce_falling", 18, 0, 48, "more where the evaluation falls"),
    Parameter("reduce_empty", 18, 0, 48, "more for a move that makes nothing"),
    Parameter("reduce_shape", 2, 0, 32, "less for a move that makes something"),
    Parameter("reduce_three", 9, 0, 32, "less for a move that makes an open three or more"),
    Parameter("reduce_cut", 30, 0, 64, "more where a cut-off is expected"),
    Parameter("reduce_wide", 17, 0, 48, "less in the principal variation"),
    Parameter("reduce_history", 15, 0, 48, "less by history, in 1024ths"),
    Parameter("reduce_policy", 1, 0, 96, "more by how far the move ranks below the first, 256ths"),
    Parameter("reduce_cutoffs", 6, 0, 48, "more where the next ply was cut off often"),
    Parameter("order_history", 18, 0, 96, "history in a move's rank, in 256ths"),
    Parameter("order_continuation", 34, 0, 96, "history after the last two moves, in 256ths"),
    Parameter("order_killer", 139, 0, 400, "a killer move"),
    Parameter("order_counter", 157, 0, 400, "a counter-move, and the second killer"),
)

(
    WINDOW,
    VCF_NODES,
    SCALE_EARLY,
    SCALE_LATE,
    RAZOR_DEPTH,
    RAZOR_BASE,
    RAZOR_STEP,
    FUTILITY_BASE,
    FUTILITY_STEP,
    NULL_DEPTH,
    NULL_MARGIN,
    NULL_REDUCTION,
    NULL_DIVISOR,
    INTERNAL_DEPTH,
    SINGULAR_DEPTH,
    SINGULAR_MARGIN,
    LATE_BASE,
    LATE_FACTOR,
    LATE_POWER,
    LATE_FALLING,
    EMPTY_DEPTH,
    FUTILE_DEPTH,
    FUTILE_BASE,
    FUTILE_STEP,
    REDUCE_FACTOR,
    REDUCE_BASE,
    REDUCE_FALLING,
    REDUCE_EMPTY,
    REDUCE_SHAPE,
    REDUCE_THREE,
    REDUCE_CUT,
    REDUCE_WIDE,
    REDUCE_HISTORY,
    REDUCE_POLICY,
    REDUCE_CUTOFFS,
    ORDER_HISTORY,
    ORDER_CONTINUATION,
    ORDER_KILLER,
    ORDER_COUNTER,
) = range(len(PARAMETERS))
