"""The numbers in the chapters: ``{{ nodes("minimax", "connect4", "444", 5) }}`` is worked out.

Only these functions can be called, and only with numbers and texts that stand in the chapter.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from inarow.evaluate.discount import DiscountedRuns
from inarow.learn.heuristic import CourseCount, evaluate
from inarow.learn.markdown import MarkdownError
from inarow.learn.orders import at_random, edges_first, nodes_with
from inarow.match.elo import Z95, elo_of_score, expected_score
from inarow.rules.board import Board
from inarow.rules.catalogue import game as game_of
from inarow.rules.errors import InarowError
from inarow.search.limit import Limit
from inarow.search.tree import documented
from inarow.search.tree.ordering import centre_first, in_order
from inarow.study.trace.compare import BEST_ORDER, Comparison, compare, smallest_tree
from inarow.study.trace.words import number_text

_DEPTHS = {
    "000": documented.MINIMAX_DEPTH,
    "001": documented.BRANCH_AND_BOUND_DEPTH,
    "002": documented.DISCOUNT_DEPTH,
    "003": documented.SQUARE_LEVELS[-1],
    "004": documented.SHAPES_DEPTH,
}
#: Enough for the positions of the chapters; nodes, so that no busy machine gives another answer.
_THREAT_NODES = 2_000_000


@lru_cache(maxsize=256)
def _row(search: str, game: str, moves: str, depth: int) -> Comparison:
    return next(compare(Board(game, moves), [depth], [search]))


def nodes(search: str, game: str, moves: str, depth: int) -> str:
    """How many positions a search looks at.

    >>> nodes("minimax", "connect3", "", 2)
    '31'
    """
    return f"{_row(search, game, moves, depth).nodes:,}"


def times(search: str, other: str, game: str, moves: str, depth: int) -> str:
    """How many times as many positions a search looks at as another."""
    ratio = _row(search, game, moves, depth).nodes / _row(other, game, moves, depth).nodes
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}"


def branching(search: str, game: str, moves: str, depth: int) -> str:
    """The branching of the even tree that has as many nodes."""
    return f"{_row(search, game, moves, depth).effective_branching:.1f}"


@lru_cache(maxsize=32)
def ordered(order: str, game: str, moves: str, depth: int) -> str:
    """How many positions alpha-beta looks at with the moves in an order."""
    board = Board(game, moves)
    if order == "best":
        return f"{next(compare(board, [depth], [BEST_ORDER], heuristic=CourseCount())).nodes:,}"
    orders = {
        "left": in_order, "middle": centre_first, "edges": edges_first, "random": at_random(),
    }  # fmt: skip
    return f"{nodes_with(orders[order], board, depth):,}"


def smallest(moves: int, depth: int) -> str:
    """The fewest ends of lines that alpha-beta can get by with, with so many moves everywhere."""
    return f"{smallest_tree(moves, depth):,}"


def power(base: int, exponent: int) -> str:
    """A power, rounded where it is long.

    >>> power(7, 4), power(3, 42)
    ('2,401', '1.09e20')
    """
    number = base**exponent
    return f"{number:,}" if number < 10**9 else f"{number:.3g}".replace("e+", "e")


def size(game: str, what: str) -> str:
    """How many columns, rows, cells or winning groups a game has."""
    rules = game_of(game)
    known = {
        "columns": rules.width, "rows": rules.height, "cells": rules.cells,
        "groups": len(rules.groups),
    }  # fmt: skip
    return str(known[what])


def value(game: str, moves: str) -> str:
    """What the course's heuristic says of a position, to the side to move."""
    board = Board(game, moves)
    return number_text(evaluate(board, board.turn))


def depth(document: str) -> str:
    """How many moves ahead a document's program looks."""
    return str(_DEPTHS[document])


def points(what: str) -> str:
    """What document 002's heuristic gives for something."""
    return number_text(float(getattr(DiscountedRuns(), what)))


def exact(game: str, moves: str) -> str:
    """The proved result of a position: ``win in 13``."""
    return str(_solved(game, moves)[0])


def exact_nodes(game: str, moves: str) -> str:
    """How many positions the exact solver looks at."""
    return f"{_solved(game, moves)[1]:,}"


@lru_cache(maxsize=32)
def _solved(game: str, moves: str) -> tuple[str, int]:
    from inarow.search.exact.solver import Solver

    # A solver of its own: what another has proved before would make the count too small.
    found = Solver(game_of(game)).solve(Board(game, moves), best_moves=False, line=False)
    return str(found.score), found.nodes


@lru_cache(maxsize=16)
def sound_moves(game: str, moves: str) -> str:
    """How many of the legal moves keep the best result that there is."""
    from inarow.search.exact.solver import Solver

    board = Board(game, moves)
    found = Solver(board.game).solve(board, weak=True, line=False)
    return f"{len(found.best_moves)} of {len(board.legal_moves)}"


@lru_cache(maxsize=16)
def threats(moves: str) -> str:
    """Whether the mover wins by threats in Gomoku, in a sentence."""
    from inarow.study.threats import ThreatProver

    board = Board("gomoku", moves)
    return ThreatProver(board).ask(board, Limit(nodes=_THREAT_NODES)).text()


def margin(games: int) -> str:
    """The error bar in Elo of an even match of so many games without draws."""
    return f"{elo_of_score(0.5 + Z95 * 0.5 / math.sqrt(games)):.0f}"


def luck(games: int, wins: int) -> str:
    r"""How often one of two equal players wins at least so many of so many games without draws.

    >>> luck(10, 7)
    '17\xa0%'
    """
    enough = sum(math.comb(games, count) for count in range(wins, games + 1))
    return f"{enough / 2**games:.0%}".replace("%", "\u00a0%")


def expected(elo: int) -> str:
    """The score that a difference in Elo promises."""
    return f"{expected_score(elo):.0%}".replace("%", "\u00a0%")


_FUNCTIONS: dict[str, Callable[..., str]] = {
    one.__name__: one
    for one in (
        nodes, times, branching, ordered, smallest, power, size, value, depth, points, exact,
        exact_nodes, sound_moves, threats, margin, luck, expected,
    )
}  # fmt: skip


def worked_out(expression: str) -> str:
    """What stands between the braces, as text."""
    try:
        name, arguments = _call(expression)
        return _FUNCTIONS[name](*arguments)
    except (SyntaxError, KeyError, TypeError, ValueError, InarowError) as error:
        raise MarkdownError(f"cannot work out {{{{ {expression} }}}}: {error}") from None


def _call(expression: str) -> tuple[str, list[Any]]:
    call = ast.parse(expression, mode="eval").body
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.keywords:
        raise MarkdownError("write function(argument, ...)")
    return call.func.id, [ast.literal_eval(argument) for argument in call.args]
