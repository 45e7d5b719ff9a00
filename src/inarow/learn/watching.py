"""Watching a student's search: the tree that it walks on a board, with windows and values."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from inarow.learn.student import CodeError, Student
from inarow.rules.board import Board
from inarow.rules.side import Side
from inarow.search.analysis import Analysis
from inarow.search.score import Score
from inarow.study.trace.counting import FollowedBoard
from inarow.study.trace.tree import Node, Trace, add_node
from inarow.study.trace.visits import End, Visit


@dataclass(slots=True)
class _Log:
    """The nodes in the order in which they were reached, for a board and all its copies."""

    most: int
    nodes: list[Node] = field(default_factory=list)


class WatchedBoard(FollowedBoard):
    """A board that writes down each move that is played on it, or on a copy of it.

    >>> board = WatchedBoard(Board("connect3"), depth=2, most=100)
    >>> board.push(0)
    >>> board.push(1)
    >>> board.pop(), board.after(2).here.moves, [node.moves for node in board.nodes]
    (1, (0, 2), [(), (0,), (0, 1), (0, 2)])
    """

    __slots__ = ()
    _shared: _Log
    _path: list[Node]

    def __init__(self, board: Board, depth: int, most: int) -> None:
        super().__init__(board, _Log(most))
        self._enter((), depth)

    @property
    def nodes(self) -> list[Node]:
        """Every position that was reached, the first one among them."""
        return self._shared.nodes

    @property
    def here(self) -> Node:
        """The node of the position on the board."""
        return self._path[-1]

    def push_legal(self, move: int) -> None:
        """Play a move, and write down the position after it."""
        super().push_legal(move)
        self._enter((*self.here.moves, move), self.here.depth - 1)

    def _enter(self, moves: tuple[int, ...], depth: int) -> None:
        if len(self.nodes) == self._shared.most:
            raise CodeError(
                f"it has looked at {self._shared.most:,} positions and is still not done, far more "
                "than this depth needs. Does each call go one move less deep?"
            )
        visit = Visit(depth, self.last_cell(), -math.inf, math.inf, math.nan)
        add_node(self.nodes, self._path, visit, moves, self.turn)

    def pop(self) -> int:
        """Take the last move back."""
        move = super().pop()
        # The moves that were there at the start can be taken back too, by mistake.
        self._path = self._path[:-1] or self._path
        return move


@dataclass(frozen=True, slots=True)
class Call:
    """How a search is called: what follows the board, and from whose side its value is seen."""

    #: The names of the arguments, of depth, alpha, beta, player and table.
    arguments: tuple[str, ...]

    def values(self, board: Board, depth: int) -> tuple[Any, ...]:
        """The arguments at the root."""
        known = {
            "depth": depth, "alpha": -math.inf, "beta": math.inf, "player": board.turn, "table": {},
        }  # fmt: skip
        return tuple(known[name] for name in self.arguments)


def watched_search(
    student: Student, call: Call, board: Board, depth: int, most: int
) -> tuple[Any, Trace]:
    """Run a student's search on a board; return what it gave, and the tree that it walked."""
    watched = WatchedBoard(board, depth, most)
    original = student.functions
    student.replace(
        {
            name: _writing_down(function, names)
            for name, function in original.items()
            if (names := _search_names(student, name, call))
        }
    )
    try:
        value = student.call(watched, *call.values(board, depth))
    finally:
        student.replace(original)
    check_unchanged(student.entry, watched, board)
    nodes = watched.nodes
    analysis = Analysis(
        board.game, Score.heuristic(0.0), (), depth=depth, nodes=len(nodes),
        evaluations=sum(not node.children for node in nodes),
    )  # fmt: skip
    return value, Trace(board.copy(), student.entry, f"your {student.entry}", analysis, nodes)


def check_unchanged(entry: str, board: Board, before: Board) -> None:
    """Raise an error if a search has left another position on the board than it found."""
    if board.key() != before.key():
        raise CodeError(
            f"{entry} leaves another position on the board than it found: every push needs a pop, "
            "also where the search breaks off"
        )


def first_nodes(tree: Trace, most: int) -> Trace:
    """The first nodes of a tree; moves that lead to later ones are named at their parents."""
    if len(tree.nodes) <= most:
        return tree
    nodes = []
    for node in tree.nodes[:most]:
        later = tuple(tree.node(number).moves[-1] for number in node.children if number > most)
        children = [number for number in node.children if number <= most]
        nodes.append(replace(node, children=children, unrecorded=later))
    return replace(tree, nodes=nodes)


def _search_names(student: Student, name: str, call: Call) -> tuple[str, ...]:
    """The names of a function's arguments if it is a part of the search; none if it is not.

    The function that is asked for may call them what it likes; another one, such as the half of a
    minimax that takes the minimum, is known by its depth. What takes nothing but a board chooses a
    move, which is not a value.
    """
    if name == student.entry:
        return ("board", *call.arguments) if call.arguments else ()
    names = tuple(inspect.signature(student.functions[name]).parameters)
    return names if "depth" in names else ()


def _writing_down(function: Callable[..., Any], names: tuple[str, ...]) -> Callable[..., Any]:
    """The same function, which writes window and value of each call beside its node."""

    def search(*arguments: Any, **named: Any) -> Any:
        board = arguments[0] if arguments else None
        if not isinstance(board, WatchedBoard):
            return function(*arguments, **named)
        node = board.here
        _write_window(node, {**dict(zip(names, arguments, strict=False)), **named})
        value = function(*arguments, **named)
        if isinstance(value, int | float):
            node.value = float(value)
            node.end = End.ALL_TRIED if node.children else End.LEAF
            _name_untried(board, node)
        return value

    return search


def _write_window(node: Node, given: dict[str, Any]) -> None:
    for name in ("alpha", "beta"):
        if isinstance(bound := given.get(name), int | float):
            setattr(node, name, float(bound))
    if isinstance(player := given.get("player"), Side):
        node.view = player


def _name_untried(board: WatchedBoard, node: Node) -> None:
    """A node some of whose moves were not tried was cut off."""
    tried = {board.nodes[number - 1].move for number in node.children}
    untried = tuple(move for move in board.legal_moves if move not in tried)
    if tried and untried:
        node.end, node.pruned = End.CUT_OFF, untried
