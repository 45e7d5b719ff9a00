"""The question how many leaves a tree has."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from inarow.learn.checks.asking import Case
from inarow.learn.heuristic import CourseCount
from inarow.learn.student import Student
from inarow.learn.watching import check_unchanged
from inarow.rules.board import Board
from inarow.search.tree.readable import search_readably
from inarow.search.tree.recipe import Algorithm, Recipe


@dataclass(frozen=True, slots=True)
class LeavesQuestion:
    """Asks how many leaves the tree below a position has."""

    case: Case

    @property
    def board(self) -> Board:
        """The position."""
        return self.case.board

    def ask(self, student: Student) -> object:
        """The function's count."""
        board = self.board
        count = student.call(board, self.case.depth)
        check_unchanged(student.entry, board, self.board)
        return count

    def wrong(self, answer: Any) -> str | None:
        """Compare with how often minimax evaluates: once for each leaf."""
        right = _leaves(self.case)
        if answer == right:
            return None
        return f"{self.case}, to depth {self.case.depth}: you count {answer!r}, there are {right}."


@lru_cache(maxsize=16)
def _leaves(case: Case) -> int:
    recipe = Recipe(CourseCount(), Algorithm.MINIMAX)
    return search_readably(case.board, recipe, case.depth).evaluations
