"""One sentence about what is wrong with a request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def validation_sentence(problems: Sequence[Any]) -> str:
    """The first problem that was found, with the name of the field.

    >>> validation_sentence([{"loc": ("body", "moves"), "msg": "Input should be a valid string"}])
    'moves: Input should be a valid string'
    """
    if not problems:
        return "the request cannot be read"
    if problems[0].get("type") == "json_invalid":
        return "the request is not JSON"
    where = ".".join(str(part) for part in problems[0]["loc"] if part not in ("body", "query"))
    what = str(problems[0]["msg"])[:200]
    return f"{where[:80]}: {what}" if where else what
