"""The numbers in the chapters: ``{{ nodes("minimax", "connect4", "444", 5) }}`` is worked out.

Only these functions can be called, and only with numbers and texts that stand in the chapter.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from inarow.learn.markdown import MarkdownError
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.study.trace.compare import Row, compare


@lru_cache(maxsize=256)
def _row(search: str, game: str, moves: str, depth: int) -> Row:
    return next(compare(Board(game, moves), [depth], [search]))


def nodes(search: str, game: str, moves: str, depth: int) -> str:
    """How many positions a search looks at.

    >>> nodes("minimax", "connect3", "", 2)
    '31'
    """
    return f"{_row(search, game, moves, depth).nodes:,}"


_FUNCTIONS: dict[str, Callable[..., str]] = {one.__name__: one for one in (nodes,)}


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
