"""A board that counts what is tried out on it: the tree that somebody's own search walks."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.rules.board import Board


@dataclass(slots=True)
class _Counts:
    nodes: int = 1
    inner: int = 0


@dataclass(slots=True)
class _Node:
    has_child: bool = False


class CountingBoard(Board):
    """Counts each move that is played on it or on a copy of it as a node of a search.

    >>> board = CountingBoard(Board("connect3"))
    >>> for move in (0, 1):
    ...     board.push(move)
    ...     _ = board.pop()
    >>> board.after(2).nodes, board.leaves
    (4, 3)
    """

    __slots__ = ("_counts", "_path")

    def __init__(self, board: Board) -> None:
        self._take(board)
        self._counts = _Counts()
        self._path = [_Node()]

    def _take(self, board: Board) -> None:
        """Have the same position and history as another board."""
        plain = Board.copy(board)
        for name in Board.__slots__:
            setattr(self, name, getattr(plain, name))

    @property
    def nodes(self) -> int:
        """How many positions were reached, the first one among them."""
        return self._counts.nodes

    @property
    def leaves(self) -> int:
        """How many of them nothing was tried from."""
        return self._counts.nodes - self._counts.inner

    def push_legal(self, move: int) -> None:
        """Play a move, and count the position after it."""
        super().push_legal(move)
        if not self._path[-1].has_child:
            self._path[-1].has_child = True
            self._counts.inner += 1
        self._counts.nodes += 1
        self._path.append(_Node())

    def pop(self) -> int:
        """Take the last move back."""
        move = super().pop()
        # The moves that were there at the start can be taken back too.
        self._path = self._path[:-1] or [_Node(has_child=True)]
        return move

    def copy(self) -> CountingBoard:
        """A board that goes on counting with this one."""
        board = object.__new__(CountingBoard)
        board._take(self)
        board._counts = self._counts
        board._path = list(self._path)
        return board
