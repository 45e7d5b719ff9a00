"""Doors whose packages are not installed with inarow itself."""

from __future__ import annotations

from importlib.util import find_spec

from inarow.rules.errors import InarowError


class MissingExtraError(InarowError):
    """Packages that a door needs are not installed."""


def require_extra(extra: str, door: str, *packages: str) -> None:
    """Refuse a door with a sentence unless the packages of its extra are there."""
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise MissingExtraError(
            f"{door} needs {', '.join(missing)}; install with: pip install 'inarow[{extra}]'"
        )
