"""Boards that follow what is tried out on them: the tree that somebody's own search walks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from inarow.rules.board import Board


class FollowedBoard(Board):
    """A board whose copies share what is written down, each with its own path from the start."""

    __slots__ = ("_path", "_shared")

    def __init__(self, board: Board, shared: Any) -> None:
        plain = Board.copy(board)
        for name in Board.__slots__:
            setattr(self, name, getattr(plain, name))
        self._shared = shared
        self._path: list[Any] = []

    def copy(self) -> Self:
        """A board that goes on with the same notes."""
        board = object.__new__(type(self))
        FollowedBoard.__init__(board, self, self._shared)
        board._path = list(self._path)
        return board


@dataclass(slots=True)
class _Counts:
    nodes: int = 1
    inner: int = 0


@dataclass(slots=True)
class _Node:
    has_child: bool = False


class CountingBoard(FollowedBoard):
    """Counts each move that is played on it or on a copy of it as a node of a search.

    >>> board = CountingBoard(Board("connect3"))
    >>> for move in (0, 1):
    ...     board.push(move)
    ...     _ = board.pop()
    >>> board.after(2).nodes, board.leaves
    (4, 3)
    """

    __slots__ = ()
    _shared: _Counts

    def __init__(self, board: Board) -> None:
        super().__init__(board, _Counts())
        self._path = [_Node()]

    @property
    def nodes(self) -> int:
        """How many positions were reached, the first one among them."""
        return self._shared.nodes

    @property
    def leaves(self) -> int:
        """How many of them nothing was tried from."""
        return self._shared.nodes - self._shared.inner

    def push_legal(self, move: int) -> None:
        """Play a move, and count the position after it."""
        super().push_legal(move)
        if not self._path[-1].has_child:
            self._path[-1].has_child = True
            self._shared.inner += 1
        self._shared.nodes += 1
        self._path.append(_Node())

    def pop(self) -> int:
        """Take the last move back."""
        move = super().pop()
        # The moves that were there at the start can be taken back too.
        self._path = self._path[:-1] or [_Node(has_child=True)]
        return move
