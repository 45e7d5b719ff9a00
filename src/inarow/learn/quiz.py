"""A question about a search, with the answer worked out and explained by the search itself."""

from __future__ import annotations

import random
from dataclasses import dataclass

from inarow.learn.heuristic import CourseCount
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.notation import move_text, spaced_moves
from inarow.search.tree.recipe import Algorithm, Recipe
from inarow.study.trace.tree import Node, Trace, trace
from inarow.study.trace.words import number_text

_MOST_CHOICES = 5
#: A move and its answer: what can be worked out on paper.
_DEPTH = 2


class QuizError(InarowError):
    """There is nothing to ask about this position."""


@dataclass(frozen=True, slots=True)
class Quiz:
    """A question, what can be answered, which of that is right, and why."""

    question: str
    choices: tuple[str, ...]
    answer: int
    why: str
    #: The search that shows it.
    trace: Trace
    #: What there is to know: for each move, what its answers leave.
    table: list[list[str]]


def value_quiz(board: Board) -> Quiz:
    """Ask what the position is worth; the values of its moves are offered."""
    found = _searched(board, Algorithm.MINIMAX)
    root = found.roots[0]
    children = [found.node(number) for number in root.children]
    right = number_text(root.value)
    choices = _choices(right, {number_text(child.value) for child in children}, board)
    listed = ", ".join(f"{_name(found, child)}: {number_text(child.value)}" for child in children)
    return Quiz(
        f"{board.turn} is to move, and then {board.turn.other} answers. What is the position worth "
        f"to {board.turn}?",
        choices,
        choices.index(right),
        f"Each move is worth what the opponent's best answer leaves: {listed}. It is "
        f"{board.turn}'s turn, so the largest counts: {right}.",
        found,
        _leaves(board),
    )


def cut_quiz(board: Board) -> Quiz:
    """Ask below which move alpha-beta skips something for the first time."""
    found = _searched(board, Algorithm.ALPHA_BETA)
    root = found.roots[0]
    children = [found.node(number) for number in root.children]
    cut = next((child for child in children if child.cut_by is not None), None)
    if cut is None:
        raise QuizError(f"alpha-beta cuts nothing off below the moves of {board!r}")
    choices = tuple(_name(found, child) for child in children)
    return Quiz(
        f"{board.turn} is to move, and then {board.turn.other} answers. Alpha-beta goes through "
        "moves and answers in this order. After which move does it, for the first time, not look "
        "at every answer?",
        choices,
        choices.index(_name(found, cut)),
        _why_cut(found, cut),
        found,
        _leaves(board),
    )


def _searched(board: Board, algorithm: Algorithm) -> Trace:
    return trace(board, Recipe(CourseCount(), algorithm), _DEPTH, compiled=False)


def _leaves(board: Board) -> list[list[str]]:
    """What each answer to each move leaves: all that is needed to work the question out."""
    found = _searched(board, Algorithm.MINIMAX)
    lines = [["move", f"what its answers leave {board.turn}"]]
    for child in map(found.node, found.roots[0].children):
        ends = [found.node(number) for number in child.children] or [child]
        values = ", ".join(number_text(end.value) for end in ends)
        lines.append([_name(found, child), values])
    return lines


def _why_cut(found: Trace, cut: Node) -> str:
    refuting = found.node(cut.children[-1])
    left = spaced_moves(found.board.game, cut.pruned)
    return (
        f"After {_name(found, cut)} the answer {_name(found, refuting)} leaves only "
        f"{number_text(cut.value)}, and {found.board.turn} already has {number_text(cut.alpha)} "
        f"from an earlier move. So {_name(found, cut)} will not be played, however good the other "
        f"answers ({left}) are for {found.board.turn}: they are never looked at."
    )


def _name(found: Trace, node: Node) -> str:
    return move_text(found.board.game, node.moves[-1])


def _choices(right: str, others: set[str], board: Board) -> tuple[str, ...]:
    """The right answer among others, in an order that is always the same and says nothing."""
    others = others - {right}
    chosen = sorted(others)[: _MOST_CHOICES - 1]
    if not chosen:
        raise QuizError(f"every move of {board!r} is worth the same")
    mixed = [right, *chosen]
    random.Random(board.text()).shuffle(mixed)
    return tuple(mixed)
