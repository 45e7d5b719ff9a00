"""A traced search tree as one SVG: boards at the nodes, the window on the edges, cuts greyed."""

from __future__ import annotations

import math
from html import escape

from inarow.rules.board import Board
from inarow.rules.notation import move_text
from inarow.rules.shapes import cells_in
from inarow.rules.side import Side
from inarow.study.trace.tree import Node, Trace
from inarow.study.trace.tree_layout import BOARD, MARGIN, VALUE_HEIGHT, Layout, Stub, lay_out
from inarow.study.trace.visits import End

#: How many nodes are drawn unless told otherwise; more are hard to look at.
USUAL_NODES = 400

_CSS = """
.tree { font: 10px sans-serif; fill: #1d2433; }
.tree .board { fill: #e8eef8; stroke: #2456a6; stroke-width: 1.5; }
.tree .cut .board { stroke: #b3261e; stroke-dasharray: 4 2; }
.tree .leaf .board { stroke: #9aa4b5; }
.tree .table .board { stroke: #7b2cbf; stroke-width: 2.5; }
.tree .X { fill: #d7263d; } .tree .O { fill: #f6c028; stroke: #6b5200; stroke-width: .6; }
.tree .edge { fill: none; stroke: #5b6b85; stroke-width: 1.2; }
.tree .best { stroke: #11823b; stroke-width: 3; }
.tree .pruned { stroke: #c4c9d2; stroke-dasharray: 3 3; }
.tree .grey { fill: #9aa4b5; } .tree .value { font-weight: bold; font-size: 12px; }
.tree .move { font-weight: bold; } .tree text { text-anchor: middle; }
.tree .title { text-anchor: start; font-size: 14px; }
"""


def tree_svg(trace: Trace, most: int = USUAL_NODES) -> str:
    """The first ``most`` nodes of a trace as SVG text."""
    layout = lay_out(trace, most)
    shown = [node for node in trace.nodes if node.number <= most]
    best = _best_line(trace)
    edges = [_edge(trace, node, layout, node.number in best) for node in shown]
    stubs = [_stub(trace, stub, layout) for stub in layout.stubs]
    nodes = [_node(trace, node, layout) for node in shown]
    width, height = round(layout.width), round(layout.height)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="tree" role="img" '
            f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
            f"<title>{escape(caption(trace))}</title>",
            f"<style>{_CSS}</style>",
            f'<rect width="{width}" height="{height}" fill="#fff"/>',
            f'<text class="title" x="{MARGIN}" y="{MARGIN}">{escape(caption(trace))}</text>',
            *edges,
            *stubs,
            *nodes,
            "</svg>",
        ]
    )


def caption(trace: Trace) -> str:
    """One line on what is shown: the search, and what it counted."""
    found = trace.analysis
    whole = "" if trace.whole else f", the first {len(trace.nodes):,} of them here"
    counts = f", {found.evaluations:,} evaluations, {found.cutoffs:,} cut-offs"
    # The exact solver goes to the end and so evaluates nothing.
    return f"{trace.about}: {found.nodes:,} nodes{whole}{counts if found.evaluations else ''}"


def number_text(value: float) -> str:
    """A value or bound in as few signs as it takes.

    >>> number_text(float("inf")), number_text(-12.5), number_text(1e14)
    ('∞', '-12.5', '1e14')
    """
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:g}".replace("e+", "e")


def value_text(node: Node) -> str:
    """A node's value with what it means: 5, ≥5, ≤5."""
    sign = {"at least": "≥", "at most": "≤"}.get(node.meaning, "")
    return "?" if node.meaning == "unknown" else sign + number_text(node.value)


def _best_line(trace: Trace) -> set[int]:
    """The nodes that the last search's best move and the replies to it lead through."""
    node: Node | None = trace.roots[-1]
    line = set()
    while node is not None:
        line.add(node.number)
        children = [trace.node(child) for child in node.children]
        wanted = node.value
        node = next((c for c in children if _seen_from(c, node) == wanted), None)
    return line


def _seen_from(child: Node, parent: Node) -> float:
    return child.value if child.view is parent.view else -child.value


def _edge(trace: Trace, node: Node, layout: Layout, on_best_line: bool) -> str:
    if node.parent is None:
        x, y = layout.places[node.number]
        window = "" if math.isinf(node.alpha) else f", {_window(node)}"
        return f'<text x="{x:.0f}" y="{y - 6:.0f}">depth {node.depth}{window}</text>'
    x, y = layout.places[node.number]
    kind = "edge best" if on_best_line else "edge"
    move = escape(step_text(trace, node))
    return (
        f'<g class="e" data-n="{node.number}">{_curve(layout, node.parent, x, y, kind)}'
        f'<text class="move" x="{x:.0f}" y="{y - 16:.0f}">{move}</text>'
        f'<text x="{x:.0f}" y="{y - 5:.0f}">{_window(node)}</text></g>'
    )


def _window(node: Node) -> str:
    return f"α {number_text(node.alpha)}  β {number_text(node.beta)}"  # noqa: RUF001


def step_text(trace: Trace, node: Node) -> str:
    """The move into a node, and those that were forced after it."""
    return " ".join(move_text(trace.board.game, move) for move in node.step)


def _curve(layout: Layout, parent: int, x: float, y: float, kind: str) -> str:
    """From below a parent to above a child."""
    px, py = layout.places[parent]
    start = py + layout.board_height + VALUE_HEIGHT
    end = y - 28
    bend = (start + end) / 2
    path = f"M{px:.0f} {start:.0f}C{px:.0f} {bend:.0f} {x:.0f} {bend:.0f} {x:.0f} {end:.0f}"
    return f'<path class="{kind}" d="{path}"/>'


def _stub(trace: Trace, stub: Stub, layout: Layout) -> str:
    kind = "edge pruned" if stub.pruned else "edge"
    curve = _curve(layout, stub.parent, stub.x, stub.y, kind)
    if stub.pruned:
        moves = "" if stub.move is None else escape(move_text(trace.board.game, stub.move))
        label = f"{moves or stub.count} ✂"
        about = trace.node(stub.parent).pruned_by
    else:
        label, about = f"+{stub.count}", f"{stub.count} more branches, not shown"
    return (
        f'<g class="e" data-n="{stub.parent}"><title>{about}</title>{curve}'
        f'<text class="grey" x="{stub.x:.0f}" y="{stub.y - 16:.0f}">{label}</text></g>'
    )


_CLASSES = {
    End.CUT_OFF: "node cut",
    End.LEAF: "node leaf",
    End.SETTLED: "node leaf",
    End.FROM_TABLE: "node table",
}


def _node(trace: Trace, node: Node, layout: Layout) -> str:
    x, y = layout.places[node.number]
    left = x - BOARD / 2
    mark = "▲" if node.maximising else "▼"
    ending = f" cut by {node.cut_by}" if node.cut_by else ""
    if node.end is End.FROM_TABLE:
        ending = " table"
    below = y + layout.board_height + 13
    return (
        f'<g class="{_CLASSES.get(node.end, "node")}" data-n="{node.number}">'
        f"<title>{escape(describe(trace, node))}</title>"
        f"{_small_board(trace.board_at(node), left, y)}"
        f'<text x="{x:.0f}" y="{below:.0f}">{mark} <tspan class="value">'
        f"{value_text(node)}</tspan>{ending}</text></g>"
    )


def describe(trace: Trace, node: Node) -> str:
    """A sentence or two about a node, for a tooltip or a terminal."""
    game = trace.board.game
    moves = " ".join(move_text(game, move) for move in node.moves) or "the position itself"
    parts = [
        f"node {node.number}: {moves}; {node.turn} to move, depth {node.depth} to go; "
        f"window {number_text(node.alpha)} to {number_text(node.beta)}, "
        f"value {value_text(node)} for {node.view} ({node.end.value})"
    ]
    if node.pruned:
        names = " ".join(move_text(game, move) for move in node.pruned)
        why = f"the value reached {node.cut_by}" if node.cut_by else node.pruned_by
        parts.append(f"{names} never tried: {why}")
    return "; ".join(parts)


def _small_board(board: Board, left: float, top: float) -> str:
    """Frame and pieces in three elements: squares for X, discs for O."""
    game = board.game
    size = BOARD / game.width
    height = size * game.height
    parts = [
        f'<rect class="board" x="{left:.1f}" y="{top:.1f}" width="{BOARD:.1f}" '
        f'height="{height:.1f}" rx="3"/>'
    ]
    for side in Side:
        path = []
        for cell in cells_in(board.stones(side)):
            x, y = game.xy(cell)
            path.append(_piece(side, left + x * size, top + (game.height - 1 - y) * size, size))
        if path:
            parts.append(f'<path class="{side}" d="{"".join(path)}"/>')
    return "".join(parts)


def _piece(side: Side, x: float, y: float, size: float) -> str:
    inset = size * 0.14
    inner = size - 2 * inset
    if side is Side.X:
        return f"M{x + inset:.1f} {y + inset:.1f}h{inner:.1f}v{inner:.1f}h-{inner:.1f}z"
    radius = inner / 2
    arc = f"a{radius:.1f} {radius:.1f} 0 1 0"
    return f"M{x + inset:.1f} {y + size / 2:.1f}{arc} {inner:.1f} 0{arc} -{inner:.1f} 0z"
