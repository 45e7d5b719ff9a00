"""The checks of a search: the readable search's value, and the same positions looked at."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from inarow.learn.checks.asking import Attempt, Case
from inarow.learn.checks.mistakes import fault
from inarow.learn.feedback import Feedback
from inarow.learn.heuristic import CourseCount
from inarow.learn.student import CodeError, Student
from inarow.learn.watching import Call, first_nodes, watched_search
from inarow.rules.game import Game
from inarow.rules.notation import moves_text
from inarow.search.tree.recipe import Algorithm, Recipe
from inarow.study.trace.tree import Meaning, Node, Trace, trace
from inarow.study.trace.words import number_text

#: How many times the positions that are needed a search may look at before it is ended.
_PATIENCE = 50
#: The most nodes of a wrong tree that are shown; more cannot be told apart.
_SHOWN = 1000


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What a search gave for a case, and the tree that it walked."""

    case: Case
    value: float
    tree: Trace


@dataclass(frozen=True, slots=True)
class SearchChecks:
    """A search must give the readable search's value and look at the same positions."""

    plays: ClassVar[bool] = True
    algorithm: Algorithm
    call: Call
    cases: tuple[Case, ...]

    def feedback(self, attempt: Attempt) -> Feedback:
        """Run every case; the first that differs is told."""
        looked = 0
        for case in self.cases:
            ours = self.wanted(case)
            yours = self.given(attempt.student, case, _PATIENCE * len(ours.nodes))
            difference = first_difference(yours, ours)
            if difference is not None:
                named = fault(attempt, self._does, self.cases, case)
                shown = first_nodes(yours.tree, _SHOWN)
                text = f"{named} {difference}".strip()
                return Feedback(False, text, None, case.board, shown, ours)
            looked += len(ours.nodes)
        return Feedback(True, f"{len(self.cases)} positions, {looked:,} nodes: all correct.")

    def wanted(self, case: Case) -> Trace:
        """The tree of the readable search."""
        return _wanted(self.algorithm, case)

    def given(self, student: Student, case: Case, most: int) -> SearchAnswer:
        """What a student's search gives."""
        value, tree = watched_search(student, self.call, case.board, case.depth, most)
        return SearchAnswer(case, number_of(student.entry, value), tree)

    def _does(self, student: Student, case: Case) -> object:
        """A search's value and count for a case."""
        answer = self.given(student, case, _PATIENCE * len(self.wanted(case).nodes))
        return answer.value, len(answer.tree.nodes)


@lru_cache(maxsize=64)
def _wanted(algorithm: Algorithm, case: Case) -> Trace:
    return trace(case.board, Recipe(CourseCount(), algorithm), case.depth, compiled=False)


def number_of(entry: str, value: Any) -> float:
    """The value that a search returned, or an error that says what it is instead."""
    if isinstance(value, int | float) and not math.isnan(value):
        return float(value)
    what = "nothing (None)" if value is None else f"{value!r}"
    raise CodeError(f"{entry} must return one number, the value, and returned {what}")


def first_difference(yours: SearchAnswer, ours: Trace) -> str | None:
    """Where a search differs from the one it should be, in words; None where it does not."""
    right = ours.roots[0].value
    nodes = (len(yours.tree.nodes), len(ours.nodes))
    if yours.value == right and nodes[0] == nodes[1]:
        return None
    case = yours.case
    where = f"{case}, searched to depth {case.depth}"
    if yours.value != right:
        told = (
            f"{where}: your value is {number_text(yours.value)}, it should be {number_text(right)}."
        )
    else:
        told = f"{where}: the value {number_text(right)} is right, but you looked at {nodes[0]:,} "
        told += f"positions, and it takes {nodes[1]:,}."
    return " ".join(filter(None, (told, _first_node(yours.tree, ours))))


def _first_node(yours: Trace, ours: Trace) -> str:
    """The first node that only one of the two has, or whose value differs."""
    game = ours.board.game
    if deep := next((node for node in yours.nodes if node.depth < 0), None):
        return (
            f"Your search goes deeper than that: it looks at {_after(game, deep)}. Does every call "
            "go one move less deep?"
        )
    for mine, right in zip(yours.nodes, ours.nodes, strict=False):
        if mine.moves != right.moves:
            return _parted(mine, right, yours, ours)
    if len(yours.nodes) > len(ours.nodes):
        return f"The first position too many is after {_after(game, yours.nodes[len(ours.nodes)])}."
    if len(yours.nodes) < len(ours.nodes):
        return f"The first one missing is after {_after(game, ours.nodes[len(yours.nodes)])}."
    wrong = [
        (mine, right)
        for mine, right in zip(yours.nodes, ours.nodes, strict=True)
        if right.meaning is Meaning.EXACT and not _agree(mine, right)
    ]
    # The deepest of them is where it starts.
    if not wrong:
        return ""
    mine, right = max(wrong, key=lambda pair: len(pair[0].moves))
    if not mine.moves:
        return "Below the root all is right: it is how the values of the moves are put together."
    value = right.value if mine.view is right.view else -right.value
    return (
        f"It starts after {_after(game, mine)}: you have {number_text(mine.value)}, "
        f"it is worth {number_text(value)} to {mine.view}."
    )


def _agree(mine: Node, right: Node) -> bool:
    value = mine.value if mine.view is right.view else -mine.value
    return math.isnan(mine.value) or value == right.value


def _parted(mine: Node, right: Node, yours: Trace, ours: Trace) -> str:
    """What is different where the two trees first part."""
    game = ours.board.game
    if any(node.moves == mine.moves for node in ours.nodes):
        if any(node.moves == right.moves for node in yours.nodes):
            return (
                f"You try the moves in another order, {_after(game, mine)} before "
                f"{_after(game, right)}: take that of board.legal_moves."
            )
        return f"The first one missing is after {_after(game, right)}."
    parent = next((node for node in ours.nodes if node.moves == mine.moves[:-1]), None)
    if parent is not None and parent.cut_by:
        return (
            f"The first position too many is after {_after(game, mine)}: what came before it was "
            f"worth {number_text(parent.value)}, which already reaches {parent.cut_by} "
            f"{number_text(parent.beta if parent.cut_by == 'beta' else parent.alpha)}."
        )
    return f"The first position that is not needed is after {_after(game, mine)}."


def _after(game: Game, node: Node) -> str:
    return moves_text(game, node.moves)
