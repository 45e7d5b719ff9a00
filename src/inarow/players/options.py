"""Options of players: each kind of player declares its own as the fields of a dataclass.

From that one declaration come reading (``depth=7,fast=1``), writing, checking and the help text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, get_args, get_type_hints

from inarow.players.player import PlayerError
from inarow.search.limit import number_text


def option(default: Any, about: str) -> Any:
    """A field of an options class, with a line of help."""
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a player that takes none."""


def parse_options(kind: type[Any], text: str, name: str) -> tuple[Any, int | None]:
    """Read ``option=value, ...`` for the player ``name``: its options, and the seed if given."""
    types = {**_types_of(kind), "seed": int}
    values: dict[str, Any] = {}
    for word in filter(None, (part.strip() for part in text.split(","))):
        key, _, value = (part.strip() for part in word.partition("="))
        key = key.replace("-", "_")
        if key not in types:
            raise PlayerError(f"{name} has no option {key!r}; it takes {', '.join(types)}")
        try:
            values[key] = _READERS[types[key]](value)
        except (ValueError, OverflowError):
            raise PlayerError(f"{value!r} is not a value for {name}'s option {key!r}") from None
    seed = values.pop("seed", None)
    return kind(**values), seed


def changed_options(options: Any) -> dict[str, Any]:
    """The options that differ from their defaults."""
    values = ((one, getattr(options, one.name)) for one in fields(options))
    return {one.name: value for one, value in values if value != one.default}


def options_text(options: Any) -> str:
    """The options that differ from their defaults, in the form in which they are read."""
    return ",".join(
        f"{name}={number_text(value) if isinstance(value, float | bool) else value}"
        for name, value in changed_options(options).items()
    )


def help_lines(kind: type[Any]) -> Iterator[tuple[str, str]]:
    """Each option with its default, if it has one, and what it does."""
    for one in fields(kind):
        yield f"{one.name}{_default_text(one.default)}", one.metadata["about"]


def _default_text(default: Any) -> str:
    if default in (None, "", MISSING):
        return ""
    return f"={default}" if isinstance(default, str) else f"={default:g}"


def _types_of(kind: type[Any]) -> dict[str, type]:
    """The type of each option; one that may be None counts as the other type."""
    return {
        name: next((one for one in get_args(hint) if one is not type(None)), hint)
        for name, hint in get_type_hints(kind).items()
    }


def _read_whole(text: str) -> int:
    number = float(text)
    if number != int(number):
        raise ValueError(f"{text} is not a whole number")
    return int(number)


_READERS: dict[type, Any] = {
    int: _read_whole,
    float: float,
    bool: lambda text: bool(int(text)),
    str: str,
}
