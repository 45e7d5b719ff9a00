"""A traced search tree: every node with its window, value and order, and what was pruned."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.side import Side
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.stopping import StoppedError, StopSignal, is_stopped
from inarow.search.tree.recipe import Algorithm, Recipe
from inarow.study.trace.visits import (
    End,
    OnStart,
    Visit,
    compiled_visits,
    move_into,
    readable_visits,
)

#: How many nodes a trace keeps unless told otherwise.
USUAL_ROWS = 2000
#: How many it can keep: on the largest board these take some hundred megabytes.
MOST_ROWS = 100_000
#: What a traced search may look at unless told otherwise: some ten seconds of work.
MOST_READABLE_NODES = 200_000
MOST_COMPILED_NODES = 20_000_000


class TraceError(InarowError):
    """This search cannot be traced."""


class Meaning(Enum):
    """What a node's value says about the true one: the same, a lower or an upper bound."""

    EXACT = "exact"
    LOWER = "lower"
    UPPER = "upper"
    UNKNOWN = "unknown"


@dataclass(slots=True)
class Node:
    """One node of the tree. Window and value are seen from the side of ``view``."""

    #: Its number in the order of the search, from 1.
    number: int
    parent: int | None
    #: The moves from the traced position to here.
    moves: tuple[int, ...]
    depth: int
    turn: Side
    view: Side
    alpha: float
    beta: float
    value: float
    end: End
    children: list[int] = field(default_factory=list)
    #: Moves that were never tried because the node was cut off, in the order they stood.
    pruned: tuple[int, ...] = ()
    #: Moves that were tried after the trace was full, or not yet when the search was stopped.
    unrecorded: tuple[int, ...] = ()
    #: How many moves lead here from the parent: more than one where the others were forced.
    plies: int = 1

    @property
    def step(self) -> tuple[int, ...]:
        """The moves that lead here from the parent; none at a root."""
        return self.moves[-self.plies :]

    @property
    def move(self) -> int | None:
        """The move that leads here; None at a root."""
        return self.step[0] if self.moves else None

    @property
    def maximising(self) -> bool:
        """Say whether the side to move wants a large value here."""
        return self.turn is self.view

    @property
    def cut_by(self) -> Literal["alpha", "beta"] | None:
        """The bound that cut the node off."""
        if self.end is not End.CUT_OFF:
            return None
        return "beta" if self.maximising else "alpha"

    @property
    def pruned_by(self) -> str:
        """Why some moves were never tried."""
        return f"pruned by {self.cut_by}" if self.cut_by else "left out as unpromising"

    @property
    def meaning(self) -> Meaning:
        """What the value says about the true one."""
        if self.end is End.UNFINISHED:
            return Meaning.UNKNOWN
        if self.end is End.LEAF or self.alpha < self.value < self.beta:
            return Meaning.EXACT
        if self.value >= self.beta and not math.isinf(self.beta):
            return Meaning.LOWER
        return Meaning.EXACT if math.isinf(self.alpha) else Meaning.UPPER


@dataclass(frozen=True, slots=True)
class Trace:
    """The first nodes of one search of a position, and what the whole search found."""

    board: Board
    #: The name of the search, and a word or two more about it.
    algorithm: str
    about: str
    analysis: Analysis
    nodes: list[Node]

    @property
    def roots(self) -> list[Node]:
        """The root of each search: one, or one a depth for iterative deepening."""
        return [node for node in self.nodes if node.parent is None]

    @property
    def whole(self) -> bool:
        """Say whether the trace holds every node of the search."""
        return len(self.nodes) == self.analysis.nodes

    def node(self, number: int) -> Node:
        """The node of a number."""
        return self.nodes[number - 1]

    def board_at(self, node: Node) -> Board:
        """The position of a node."""
        board = self.board.copy()
        board.play(node.moves)
        return board

    def best_line(self) -> set[int]:
        """The nodes along which the value of the last root came up."""
        node: Node | None = self.roots[-1]
        line = set()
        while node is not None:
            line.add(node.number)
            wanted, view = node.value, node.view
            children = (self.node(number) for number in node.children)
            node = next(
                (c for c in children if (c.value if c.view is view else -c.value) == wanted), None
            )
        return line

    def _repr_svg_(self) -> str:
        """Show the tree in a notebook."""
        from inarow.study.trace.tree_svg import tree_svg

        return tree_svg(self)


def trace(
    board: Board,
    recipe: Recipe,
    depth: int,
    *,
    rows: int = USUAL_ROWS,
    compiled: bool | None = None,
    most_nodes: int | None = None,
    stop: StopSignal | None = None,
    on_start: OnStart | None = None,
) -> Trace:
    """Search a board to a depth and keep what happened at the first ``rows`` nodes.

    The readable search is traced unless the recipe has extras, which only the compiled one
    knows, or unless ``compiled`` says which. A search of more than ``most_nodes`` is given up, with
    an error that says how deep it can go. ``on_start`` is given what counts the nodes.
    """
    if board.outcome() is not None:
        raise TraceError(f"there is nothing to search: {board.outcome()}")
    if depth < 1:
        raise TraceError("a trace needs a depth of at least 1")
    check_rows(rows)
    if compiled is None:
        compiled = recipe.extras.any
    if not compiled and recipe.extras.any:
        raise TraceError("the readable searches have no extras; trace the compiled one")
    if compiled and not recipe.evaluation.is_compiled:
        raise TraceError("a heuristic in plain Python works only with the readable searches")
    visits = compiled_visits if compiled else readable_visits
    # The usual bound is for a person who waits; the compiled searches get further in that time.
    most_nodes = most_nodes or (MOST_COMPILED_NODES if compiled else MOST_READABLE_NODES)
    try:
        found = visits(board, recipe, Limit(None, most_nodes, depth), rows, stop, on_start)
    except StoppedError:
        if is_stopped(stop):
            raise TraceError("the search was stopped") from None
        raise _too_large(board, recipe, depth, most_nodes) from None
    name = recipe.algorithm.value
    about = f"{name}{' with extras' if recipe.extras.any else ''}, depth {found.analysis.depth}"
    nodes = _nodes(board, recipe, found.visits)
    return Trace(board.copy(), name, about, found.analysis, nodes)


def _too_large(board: Board, recipe: Recipe, depth: int, most_nodes: int) -> TraceError:
    """Say how deep a search gets that was too large."""
    possible = 0
    while possible + 1 < depth and _fits(board, recipe, possible + 1, most_nodes):
        possible += 1
    advice = f"depth {possible} is possible" if possible else "not even depth 1 is possible"
    return TraceError(
        f"this search to depth {depth} takes more than {most_nodes:,} nodes: {advice}"
    )


def _fits(board: Board, recipe: Recipe, depth: int, most_nodes: int) -> bool:
    """Say whether a search to a depth needs no more nodes; the compiled one needs as many."""
    limit = Limit(depth=depth, nodes=most_nodes)
    if recipe.evaluation.is_compiled:
        from inarow.search.tree.compiled import search_compiled

        return search_compiled(board, recipe, limit).complete
    try:
        readable_visits(board, recipe, limit, rows=1)
    except StoppedError:
        return False
    return True


def check_rows(rows: int) -> None:
    """Refuse to keep so many nodes if that cannot be."""
    if not 1 <= rows <= MOST_ROWS:
        raise TraceError(f"a trace keeps from 1 to {MOST_ROWS:,} nodes, not {rows:,}")


def _nodes(board: Board, recipe: Recipe, visits: list[Visit]) -> list[Node]:
    """Put visits together into a tree: a node's parent is the last one a ply above it."""
    has_fixed_view = recipe.algorithm is not Algorithm.NEGAMAX and not recipe.extras.any
    nodes: list[Node] = []
    path: list[Node] = []
    for visit in visits:
        while path and path[-1].depth != visit.depth + 1:
            path.pop()
        moves: tuple[int, ...] = ()
        if path:
            assert visit.cell is not None
            moves = (*path[-1].moves, move_into(board.game, visit.cell))
        node = add_node(nodes, path, visit, moves, Side((board.turn + len(moves)) % 2))
        if has_fixed_view:
            node.view = board.turn
    name_missing(nodes, visits)
    return nodes


def add_node(
    nodes: list[Node], path: list[Node], visit: Visit, moves: tuple[int, ...], turn: Side
) -> Node:
    """Add a node to a tree, below the last one of a path, and make it the path's last."""
    node = Node(
        number=len(nodes) + 1,
        parent=path[-1].number if path else None,
        moves=moves,
        depth=visit.depth,
        turn=turn,
        view=turn,
        alpha=visit.alpha,
        beta=visit.beta,
        value=visit.value,
        end=visit.end,
    )
    if path:
        path[-1].children.append(node.number)
    nodes.append(node)
    path.append(node)
    return node


def name_missing(nodes: list[Node], visits: list[Visit]) -> None:
    """Name the moves that were pruned at each node, and those that were tried but are not kept."""
    for node, visit in zip(nodes, visits, strict=True):
        seen = {nodes[child - 1].move for child in node.children}
        node.unrecorded = tuple(move for move in visit.moves[: visit.tried] if move not in seen)
        left = visit.moves[visit.tried :]
        if node.end is End.UNFINISHED:
            node.unrecorded += left
        else:
            node.pruned = left
