"""A traced search tree as a drawing: boards at the nodes, the window on the edges, cuts greyed."""

from __future__ import annotations

import math

from inarow.draw.canvas import Drawing
from inarow.draw.tree import Look, TreeNode, tree_drawing
from inarow.rules.notation import move_text
from inarow.study.trace.tree import Node, Trace
from inarow.study.trace.visits import End
from inarow.study.trace.words import caption, describe, step_text, value_text, window_text

#: How many nodes are drawn unless told otherwise; more are hard to look at.
USUAL_NODES = 400

_LOOKS = {
    End.CUT_OFF: Look.CUT,
    End.LEAF: Look.LEAF,
    End.SETTLED: Look.LEAF,
    End.FROM_TABLE: Look.FROM_TABLE,
}


def tree_svg(trace: Trace, most: int = USUAL_NODES) -> str:
    """The first ``most`` nodes of a trace as SVG text."""
    return drawing_of(trace, most).svg()


def drawing_of(trace: Trace, most: int = USUAL_NODES) -> Drawing:
    """The first ``most`` nodes of a trace as a drawing."""
    return tree_drawing(drawn_nodes(trace, most), caption(trace))


def drawn_nodes(trace: Trace, most: int) -> list[TreeNode]:
    """The roots of the first ``most`` nodes, as they are drawn with all below them."""
    best = trace.best_line()
    drawn: dict[int, TreeNode] = {}
    roots = []
    for node in trace.nodes[:most]:
        drawn[node.number] = _drawn(trace, node, node.number in best)
        if node.parent is None:
            roots.append(drawn[node.number])
        else:
            drawn[node.parent].children.append(drawn[node.number])
    for number, one in drawn.items():
        node = trace.node(number)
        one.hidden = len(node.unrecorded) + len(node.children) - len(one.children)
    return roots


def _drawn(trace: Trace, node: Node, best: bool) -> TreeNode:
    window = window_text(node)
    if node.parent is None:
        window = f"depth {node.depth}" + ("" if math.isinf(node.alpha) else f", {window}")
    note = f"cut by {node.cut_by}" if node.cut_by else ""
    return TreeNode(
        number=node.number,
        board=trace.board_at(node),
        move=step_text(trace, node),
        window=window,
        value=f"{'▲' if node.maximising else '▼'} {value_text(node)}",
        note="table" if node.end is End.FROM_TABLE else note,
        about=describe(trace, node),
        look=_LOOKS.get(node.end, Look.PLAIN),
        best=best,
        pruned=tuple(move_text(trace.board.game, move) for move in node.pruned),
        pruned_by=node.pruned_by,
    )
