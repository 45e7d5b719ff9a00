"""A tree of positions: small boards, parents centred above their children, what was cut greyed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from inarow.draw import colours
from inarow.draw.canvas import Curve, Dots, Drawing, Group, Mark, Rectangle, Text
from inarow.rules.board import Board
from inarow.rules.shapes import cells_in
from inarow.rules.side import Side

#: The width of a board, of a node with it, and of a branch that is not drawn on.
BOARD = 60.0
NODE_WIDTH = 84.0
STUB_WIDTH = 30.0
#: How many pruned branches of a node are drawn, the last one standing for all that are left.
MOST_STUBS = 8
_GAP_BETWEEN_LEVELS = 74.0
_GAP_BETWEEN_TREES = 60.0
_MARGIN = 24.0
#: Room for the value below a board.
_VALUE_HEIGHT = 18.0
_LEAST_WIDTH = 360.0


class Look(Enum):
    """How a node's frame shows why the search left it: its class, colour and line width."""

    PLAIN = ("node", colours.FRAME, 1.5)
    CUT = ("node cut", colours.CUT, 1.5)
    LEAF = ("node leaf", colours.GREY, 1.5)
    FROM_TABLE = ("node table", colours.MARKED, 2.5)


@dataclass(slots=True)
class TreeNode:
    """One node, as it is to be drawn."""

    number: int
    board: Board
    #: What leads here: the move, and the window below it; a root has no move.
    move: str
    window: str
    value: str
    #: What follows the value, and what the mouse finds out.
    note: str = ""
    about: str = ""
    look: Look = Look.PLAIN
    #: Whether it is on the principal variation.
    best: bool = False
    children: list[TreeNode] = field(default_factory=list)
    #: The moves that were never tried, and why.
    pruned: tuple[str, ...] = ()
    pruned_by: str = ""
    #: How many more children there are than those here.
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class Stub:
    """A branch that is not drawn on: pruned, or left out of the drawing."""

    parent: TreeNode
    #: The move, or nothing where several are left out together.
    move: str
    pruned: bool
    x: float
    y: float
    #: How many branches it stands for.
    count: int = 1


@dataclass(slots=True)
class Layout:
    """The places of nodes and stubs, and the size of the sheet."""

    board_height: float
    #: For each node by its number the middle of its board's upper edge.
    places: dict[int, tuple[float, float]] = field(default_factory=dict)
    stubs: list[Stub] = field(default_factory=list)
    width: float = 0.0
    height: float = 0.0

    @property
    def level_height(self) -> float:
        """From the top of one node to the top of its children."""
        return self.board_height + _VALUE_HEIGHT + _GAP_BETWEEN_LEVELS


def lay_out(roots: Sequence[TreeNode]) -> Layout:
    """Give every node of some trees a place, the trees side by side."""
    game = roots[0].board.game
    layout = Layout(BOARD * game.height / game.width)
    left = _MARGIN
    for root in roots:
        left = _place(root, left, 0, layout) + _GAP_BETWEEN_TREES
    deepest = max(y for _, y in layout.places.values())
    layout.width = max(left - _GAP_BETWEEN_TREES + _MARGIN, _LEAST_WIDTH)
    layout.height = deepest + layout.level_height + 2 * _MARGIN
    return layout


def _place(node: TreeNode, left: float, level: int, layout: Layout) -> float:
    """Give a node and all below it a place from ``left`` on; return where they end."""
    top = 2 * _MARGIN + level * layout.level_height
    below = top + layout.level_height
    right = left
    centres = []
    for child in node.children:
        right = _place(child, right, level + 1, layout)
        centres.append(layout.places[child.number][0])
    for move, pruned, count in _stubs(node):
        centres.append(right + STUB_WIDTH / 2)
        layout.stubs.append(Stub(node, move, pruned, centres[-1], below, count))
        right += STUB_WIDTH
    middle = (centres[0] + centres[-1]) / 2 if centres else 0.0
    layout.places[node.number] = (max(middle, left + NODE_WIDTH / 2), top)
    return max(right, left + NODE_WIDTH)


def _stubs(node: TreeNode) -> Iterator[tuple[str, bool, int]]:
    """The pruned moves, each on its own or too many together, and then what is left out."""
    alone = node.pruned if len(node.pruned) <= MOST_STUBS else node.pruned[: MOST_STUBS - 1]
    yield from ((move, True, 1) for move in alone)
    if len(node.pruned) > len(alone):
        yield ("", True, len(node.pruned) - len(alone))
    if node.hidden:
        yield ("", False, node.hidden)


def tree_drawing(roots: Sequence[TreeNode], title: str) -> Drawing:
    """Some trees side by side under a title."""
    layout = lay_out(roots)
    nodes = list(_all_nodes(roots))
    sheet = Drawing(round(layout.width), round(layout.height), title)
    sheet.add(Rectangle(0, 0, sheet.width, sheet.height, "#ffffff"))
    sheet.add(Text(_MARGIN, _MARGIN, title, 14, colours.INK, "start"))
    sheet.add(*(_headline(root, layout) for root in roots))
    for parent in nodes:
        sheet.add(*(_edge(parent, child, layout) for child in parent.children))
    sheet.add(*(_stub(stub, layout) for stub in layout.stubs))
    sheet.add(*(_node(node, layout) for node in nodes))
    return sheet


def _all_nodes(roots: Sequence[TreeNode]) -> Iterator[TreeNode]:
    for root in roots:
        yield root
        yield from _all_nodes(root.children)


def _headline(root: TreeNode, layout: Layout) -> Mark:
    x, y = layout.places[root.number]
    return Text(x, y - 6, root.window, 10, colours.INK)


def _edge(parent: TreeNode, child: TreeNode, layout: Layout) -> Mark:
    x, y = layout.places[child.number]
    style = (colours.BEST, 3.0) if child.best else (colours.SLATE, 1.2)
    labels = (
        Text(x, y - 16, child.move, 10, colours.INK, bold=True),
        Text(x, y - 5, child.window, 10, colours.INK),
    )
    curve = Curve(_foot(parent, layout), (x, y - 28), *style)
    return Group((curve, *labels), "edge", child.number)


def _foot(node: TreeNode, layout: Layout) -> tuple[float, float]:
    """Where the branches of a node begin."""
    x, y = layout.places[node.number]
    return x, y + layout.board_height + _VALUE_HEIGHT


def _stub(stub: Stub, layout: Layout) -> Mark:
    if stub.pruned:
        label, about = f"{stub.move or stub.count} ✂", stub.parent.pruned_by
    else:
        label, about = f"+{stub.count}", f"{stub.count} more branches, not shown"
    curve = Curve(
        _foot(stub.parent, layout), (stub.x, stub.y - 28), colours.GREY, dashed=stub.pruned
    )
    text = Text(stub.x, stub.y - 16, label, 10, colours.GREY)
    return Group((curve, text), "edge", stub.parent.number, about)


def _node(node: TreeNode, layout: Layout) -> Mark:
    x, y = layout.places[node.number]
    below = y + layout.board_height + 13
    value = Text(x, below, node.value, 12, colours.INK, bold=True, note=node.note)
    css, stroke, width = node.look.value
    frame = Rectangle(
        x - BOARD / 2, y, BOARD, layout.board_height, colours.HOLE, 3, stroke, width,
        dashed=node.look is Look.CUT, css="board",
    )  # fmt: skip
    pieces = _pieces(node.board, x - BOARD / 2, y)
    return Group((frame, *pieces, value), css, node.number, node.about)


def _pieces(board: Board, left: float, top: float) -> Iterator[Mark]:
    """Squares for X, discs for O."""
    game = board.game
    size = BOARD / game.width
    for side in Side:
        places = [game.xy(cell) for cell in cells_in(board.stones(side))]
        points = tuple(
            (left + (x + 0.5) * size, top + (game.height - y - 0.5) * size) for x, y in places
        )
        if points:
            outline = None if side is Side.X else colours.GRID
            square = side is Side.X
            yield Dots(points, 0.36 * size, colours.PIECES[side], square, outline, 0.6)
