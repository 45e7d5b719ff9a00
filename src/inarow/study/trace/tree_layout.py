"""Where each node of a traced tree goes on the sheet: parents centred above their children."""

from __future__ import annotations

from dataclasses import dataclass, field

from inarow.study.trace.tree import Node, Trace

#: The size of a picture of a board, of a node with it, and of what is left out.
BOARD = 60.0
NODE_WIDTH = 84.0
STUB_WIDTH = 26.0
#: How many pruned moves of a node are drawn, the last one standing for all that are left.
MOST_STUBS = 8
GAP_BETWEEN_LEVELS = 74.0
GAP_BETWEEN_TREES = 60.0
MARGIN = 24.0
#: Room for the value below a board.
VALUE_HEIGHT = 18.0


@dataclass(frozen=True, slots=True)
class Stub:
    """A branch that is not drawn on: pruned, or beyond what the trace or the drawing holds."""

    parent: int
    #: The move, or None where several are left out together.
    move: int | None
    pruned: bool
    x: float
    y: float
    #: How many branches it stands for.
    count: int = 1


@dataclass(slots=True)
class Layout:
    """The places of nodes and stubs, and the size of the sheet."""

    places: dict[int, tuple[float, float]] = field(default_factory=dict)
    stubs: list[Stub] = field(default_factory=list)
    width: float = 0.0
    height: float = 0.0
    board_height: float = BOARD

    @property
    def level_height(self) -> float:
        """From the top of one node to the top of its children."""
        return self.board_height + VALUE_HEIGHT + GAP_BETWEEN_LEVELS


def lay_out(trace: Trace, most: int) -> Layout:
    """Lay out the first ``most`` nodes of a trace."""
    game = trace.board.game
    layout = Layout(board_height=BOARD * game.height / game.width)
    left = MARGIN
    for root in trace.roots:
        if root.number <= most:
            left = _place(trace, root, left, 0, most, layout) + GAP_BETWEEN_TREES
    deepest = max(y for _, y in layout.places.values())
    layout.width = max(left - GAP_BETWEEN_TREES + MARGIN, 360.0)
    layout.height = deepest + layout.level_height + 2 * MARGIN
    return layout


def _pruned(node: Node) -> list[tuple[int | None, int]]:
    """The pruned moves, each on its own, or all that are too many together."""
    if len(node.pruned) <= MOST_STUBS:
        return [(move, 1) for move in node.pruned]
    first = node.pruned[: MOST_STUBS - 1]
    return [*((move, 1) for move in first), (None, len(node.pruned) - len(first))]


def _place(trace: Trace, node: Node, left: float, level: int, most: int, layout: Layout) -> float:
    """Give a node and all below it a place from ``left`` on; return where they end."""
    top = 2 * MARGIN + level * layout.level_height
    below = top + layout.level_height
    right = left
    centres = []
    for child in node.children:
        if child <= most:
            right = _place(trace, trace.node(child), right, level + 1, most, layout)
            centres.append(layout.places[child][0])
    for move, count in _pruned(node):
        centre = right + STUB_WIDTH / 2
        layout.stubs.append(Stub(node.number, move, True, centre, below, count))
        centres.append(centre)
        right += STUB_WIDTH
    hidden = len(node.unrecorded) + sum(child > most for child in node.children)
    if hidden:
        centre = right + STUB_WIDTH
        layout.stubs.append(Stub(node.number, None, False, centre, below, hidden))
        centres.append(centre)
        right += 2 * STUB_WIDTH
    middle = (centres[0] + centres[-1]) / 2 if centres else left + NODE_WIDTH / 2
    layout.places[node.number] = (max(middle, left + NODE_WIDTH / 2), top)
    return max(right, left + NODE_WIDTH)
