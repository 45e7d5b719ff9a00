"""How much a search may spend: time, nodes, depth, or any of them together."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from inarow.rules.errors import InarowError
from inarow.rules.whole import whole_number


class LimitError(InarowError):
    """No search can keep to this limit."""


#: How a limit that limits nothing is written.
_NONE = "none"
#: More than any search counts, and less than what its counters hold.
_LARGEST = 10**18 - 1
_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0}


@dataclass(frozen=True, slots=True)
class Limit:
    """Limits of a search, which ends at the first one it reaches; without any, when it is done.

    >>> Limit.parse("2s"), Limit.parse("depth=8,nodes=1000000")
    (Limit(time=2.0, nodes=None, depth=None), Limit(time=None, nodes=1000000, depth=8))
    """

    #: Seconds.
    time: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name in ("time", "nodes", "depth"):
            if isinstance(value := getattr(self, name), str):
                raise LimitError(
                    f"{name} is a number, not {value!r}: Limit.parse({value!r}) reads text"
                )
        if self.time is not None:
            _check_time(self.time)
        for name, what in (("nodes", "node"), ("depth", "depth")):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, _checked_count(name, what, value))

    @classmethod
    def parse(cls, text: str) -> Limit:
        """Read a limit such as ``2s``, ``500ms``, ``depth=8``, ``time=1s,nodes=9`` or ``none``."""
        if text.strip().lower() == _NONE:
            return cls()
        values: dict[str, Any] = {}
        for part in filter(None, (word.strip().lower() for word in text.split(","))):
            name, equals, amount = part.partition("=")
            name, amount = (name.strip(), amount.strip()) if equals else ("time", part)
            if name in values:
                raise LimitError(f"{name} is given twice in {text!r}")
            values[name] = _seconds(amount) if name == "time" else _count(name, amount)
        if not values:
            raise LimitError("the limit is empty: try 2s, depth=8 or nodes=100000")
        return cls(**values)

    def __str__(self) -> str:
        parts = {
            "time": None if self.time is None else f"{number_text(self.time)}s",
            "nodes": self.nodes,
            "depth": self.depth,
        }
        given = [f"{name}={value}" for name, value in parts.items() if value is not None]
        return ",".join(given) or _NONE


def check_limit(limit: object) -> None:
    """Raise an error that says how a limit is written, unless it is one or None."""
    if not isinstance(limit, Limit | None):
        raise LimitError(f"{limit!r} is not a limit: write Limit(time={limit!r}), for example")


def number_text(number: float) -> str:
    """A number with all its digits, so that it is read back as it was.

    >>> number_text(2.0), number_text(0.1)
    ('2', '0.1')
    """
    return repr(float(number)).removesuffix(".0")


def _check_time(seconds: Any) -> None:
    try:
        fits = 0 < float(seconds) < float("inf")
    except (TypeError, ValueError, OverflowError):
        raise LimitError(f"time must be a number of seconds, not {seconds!r}") from None
    if not fits:
        raise LimitError(f"a time limit must be more than 0 seconds, not {seconds}")


def _checked_count(name: str, what: str, value: Any) -> int:
    # A million is often written as 1e6.
    count = whole_number(int(value) if isinstance(value, float) and value.is_integer() else value)
    if count is None:
        raise LimitError(f"{name} must be a whole number, not {value!r}")
    if not 1 <= count <= _LARGEST:
        raise LimitError(
            f"a {what} limit must be at least 1 and have at most 18 digits, not {count}"
        )
    return count


def _seconds(amount: str) -> float:
    match = re.fullmatch(r"((?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)", amount, re.ASCII)
    if match is None or (match[2] or "s") not in _UNITS:
        raise LimitError(f"{amount!r} is not a time: try 2s, 500ms or 1.5")
    return float(match[1]) * _UNITS[match[2] or "s"]


def _count(name: str, amount: str) -> int:
    if name not in ("nodes", "depth"):
        raise LimitError(f"a limit is a time, nodes or depth, not {name!r}")
    if re.fullmatch(r"\d{1,18}", amount, re.ASCII):
        return int(amount)
    # Older stores hold a million and more as 2e+06.
    if re.fullmatch(r"\d(?:\.\d{1,5})?e\+(?:0[6-9]|1[0-7])", amount, re.ASCII):
        return int(float(amount))
    raise LimitError(f"{name} must be a whole number, not {amount[:20]!r}")
