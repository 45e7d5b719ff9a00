"""Why a file could not be read or written, in words for people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from inarow.rules.errors import InarowError


@contextmanager
def trouble_as(kind: type[InarowError], what: str) -> Iterator[None]:
    """While inside, trouble with a file becomes an error of ours: what cannot be done, and why."""
    try:
        yield
    except (OSError, UnicodeDecodeError) as error:
        raise kind(f"{what}: {reason(error)}") from None


def reason(error: Exception) -> str:
    """What the system says, without a number and without the name of the file once more.

    >>> reason(FileNotFoundError(2, "No such file or directory", "moves.csv"))
    'no such file or directory'
    """
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start} is not text in UTF-8"
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return said[:1].lower() + said[1:]
