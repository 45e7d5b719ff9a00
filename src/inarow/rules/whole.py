"""Whole numbers of any type."""

from __future__ import annotations

from operator import index


def whole_number(value: object) -> int | None:
    """A whole number of any type, such as NumPy's, as an integer; None for anything else.

    >>> whole_number(3), whole_number(3.0), whole_number(True)
    (3, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
