"""The checks of a search with a transposition table: the right values, with fewer positions."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, ClassVar

from inarow.learn.checks.asking import Attempt, Case
from inarow.learn.checks.mistakes import fault
from inarow.learn.checks.readable import searched
from inarow.learn.checks.search import number_of
from inarow.learn.feedback import Feedback
from inarow.learn.student import Student
from inarow.learn.watching import WatchedBoard, check_unchanged
from inarow.study.trace.words import number_text

#: How many times alpha-beta's positions a search may look at before it is ended.
_PATIENCE = 20


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """What a search that deepens gave at each depth, and the positions it looked at in all."""

    values: tuple[float, ...]
    nodes: int


@dataclass(frozen=True, slots=True)
class TableChecks:
    """Alpha-beta that deepens and remembers must save a share of alpha-beta's positions."""

    plays: ClassVar[bool] = True
    cases: tuple[Case, ...]
    #: The share of alpha-beta's positions that it may look at.
    most: float

    def feedback(self, attempt: Attempt) -> Feedback:
        """Deepen in every position with one table; the first that differs is told."""
        told = ""
        for case in self.cases:
            yours, ours = remembered(attempt.student, case), without_table(case)
            wrong = _wrong_value(case, yours, ours) or self._too_many(case, yours, ours)
            if wrong:
                named = fault(attempt, remembered, self.cases, case)
                return Feedback(False, f"{named} {wrong}".strip(), None, case.board)
            told = f"{case}, to depth {case.depth}: {_saved(yours, ours)}."
        return Feedback(True, f"{len(self.cases)} positions, every value is right. {told}")

    def _too_many(self, case: Case, yours: TableAnswer, ours: TableAnswer) -> str | None:
        if yours.nodes <= self.most * ours.nodes:
            return None
        return (
            f"{case}, to depth {case.depth}: every value is right, but {_saved(yours, ours)}; at "
            f"most {math.floor(self.most * ours.nodes):,} pass."
        )


def _saved(yours: TableAnswer, ours: TableAnswer) -> str:
    return f"you look at {yours.nodes:,} positions, and alpha-beta alone looks at {ours.nodes:,}"


def _wrong_value(case: Case, yours: TableAnswer, ours: TableAnswer) -> str | None:
    for depth, (value, right) in enumerate(zip(yours.values, ours.values, strict=True), 1):
        if value != right:
            return (
                f"{case}, at depth {depth}: your value is {number_text(value)}, it should be "
                f"{number_text(right)}."
            )
    return None


def remembered(student: Student, case: Case) -> TableAnswer:
    """Ask a student's search for depth 1, 2 and so on, with a table that is kept between them."""
    table: dict[Hashable, Any] = {}
    most = _PATIENCE * without_table(case).nodes
    values, nodes = [], 0
    for depth in range(1, case.depth + 1):
        board = WatchedBoard(case.board, depth, most)
        value = student.call(board, depth, -math.inf, math.inf, table)
        check_unchanged(student.entry, board, case.board)
        values.append(number_of(student.entry, value))
        nodes += len(board.nodes)
    return TableAnswer(tuple(values), nodes)


def without_table(case: Case) -> TableAnswer:
    """The same depths by alpha-beta alone."""
    found = [searched(case, depth) for depth in range(1, case.depth + 1)]
    return TableAnswer(tuple(value for value, _ in found), sum(nodes for _, nodes in found))
