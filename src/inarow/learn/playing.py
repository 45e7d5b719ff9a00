"""What a student wrote as a player: ``choose`` as it is; a heuristic or a search gets one.

The source with what is added is a whole file: `inarow match my_player.py:choose discount` takes it.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import Any

from inarow.evaluate.plain import PlainHeuristic
from inarow.learn.checks.heuristic import LADDER_DEPTH
from inarow.learn.student import CodeError, Student, run_source
from inarow.learn.watching import Call, watched_search
from inarow.players.own import OwnPlayer
from inarow.rules.board import Board
from inarow.search.tree.recipe import Algorithm, Recipe
from inarow.study.trace.tree import Trace, trace

CHOOSE = "choose"
#: How far a player that is made of a search looks ahead, so that a game in a browser takes seconds;
#: one that is made of a heuristic looks as far as on the ladder.
DEPTH = 3
#: The names that a search's arguments after the board go by.
_ARGUMENTS = ("depth", "alpha", "beta", "player", "table")
#: The most nodes of a student's tree that are kept.
_MOST_NODES = 20_000

_BY_HEURISTIC = '''

def choose(board):
    """The move that an alpha-beta search likes best, {depth} moves ahead, by {entry}."""
    from inarow.evaluate.plain import PlainHeuristic
    from inarow.players.own import heuristic_player

    return heuristic_player("{entry}", PlainHeuristic({entry}), {depth}).choose(board)
'''
_BY_SEARCH = '''

def choose(board):
    """The move that {entry} likes best, {depth} moves ahead."""
    return max(board.legal_moves, key=lambda move: {call})
'''


def player_source(source: str) -> str:
    """The source with a function ``choose``, if there is none in it.

    >>> print(player_source("def negamax(board, depth): return 0").split("key=")[1].strip())
    lambda move: -negamax(board.after(move), 2))
    """
    entry, function = _played(source)
    if entry == CHOOSE:
        return source
    body = source.rstrip("\n") + "\n"
    if (call := search_call(function)) is None:
        return body + _BY_HEURISTIC.format(entry=entry, depth=LADDER_DEPTH)
    return body + _BY_SEARCH.format(entry=entry, depth=DEPTH, call=_after_move(entry, call))


def student_player(source: str) -> OwnPlayer:
    """A player that does what the source says."""
    return OwnPlayer("your player", _Watchful(Student(player_source(source), CHOOSE)))


def student_tree(source: str, board: Board, depth: int) -> Trace:
    """The tree that the source's search, or a search by its heuristic, walks on a board."""
    entry, function = _played(source)
    student = Student(source, entry)
    if (call := search_call(function)) is not None:
        return watched_search(student, call, board, depth, _MOST_NODES)[1]
    if entry == CHOOSE:
        found = watched_search(student, Call(()), board, depth, _MOST_NODES)[1]
        # What it returns is a move, not what the position is worth.
        found.nodes[0].value = math.nan
        return found
    recipe = Recipe(PlainHeuristic(student.call), Algorithm.ALPHA_BETA)
    return trace(board, recipe, depth, compiled=False, rows=_MOST_NODES)


def search_call(function: Callable[..., Any]) -> Call | None:
    """How a search is called, by the names of its arguments; None if it is not a search."""
    board, *names = inspect.signature(function).parameters
    known = tuple(name for name in names if name in _ARGUMENTS)
    return Call(known) if board and "depth" in known and len(known) == len(names) else None


def _played(source: str) -> tuple[str, Callable[..., Any]]:
    """The name of the function that makes a player, and the function."""
    module = run_source(source)
    own = {
        name: thing for name, thing in vars(module).items()
        if inspect.isfunction(thing) and thing.__module__ == module.__name__
    }  # fmt: skip
    for name in (CHOOSE, "evaluate"):
        if name in own:
            return name, own[name]
    for name, function in own.items():
        if inspect.signature(function).parameters and search_call(function) is not None:
            return name, function
    raise CodeError(
        "there is nothing here that can play: write def choose(board), def evaluate(board, side), "
        "or a search with board and depth"
    )


def _after_move(entry: str, call: Call) -> str:
    """What a move is worth to the side that makes it, as code."""
    values = {
        "depth": str(DEPTH - 1), "alpha": 'float("-inf")', "beta": 'float("inf")',
        "player": "board.turn", "table": "{}",
    }  # fmt: skip
    given = ", ".join(["board.after(move)", *(values[name] for name in call.arguments)])
    # Without a player a value is seen from the side to move, which is the other one after the move.
    return f"{'' if 'player' in call.arguments else '-'}{entry}({given})"


class _Watchful:
    """Asks a student's ``choose``, and says at which line it fails or that its move is none."""

    def __init__(self, student: Student) -> None:
        self._student = student

    def choose(self, board: Board) -> int:
        """A legal move."""
        move = self._student.call(board.copy())
        move = getattr(move, "move", move)
        if isinstance(move, bool) or not isinstance(move, int) or move not in board.legal_moves:
            legal = ", ".join(map(str, board.legal_moves))
            raise CodeError(f"choose returned {move!r}, which is not a legal move here: {legal}")
        return move
