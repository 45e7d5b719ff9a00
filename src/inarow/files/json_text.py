"""Reading JSON that anybody may have written."""

from __future__ import annotations

import json
from typing import Any

from inarow.rules.errors import InarowError


class JsonError(InarowError):
    """This text is not JSON, or holds what cannot be written as JSON again."""


def read_json(text: str) -> Any:
    """The data that a text holds; a :class:`JsonError` says what is wrong and where."""
    try:
        data = json.loads(text)
        # Python reads numbers without end and halves of characters, but nobody can write them.
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if "\n" in text else ""
        raise JsonError(f"this is not JSON: {error.msg} in {line}column {error.colno}") from None
    except RecursionError:
        raise JsonError("this cannot be read: its brackets nest too deeply") from None
    except UnicodeEncodeError:
        raise JsonError(
            "this cannot be read: a string in it contains an invalid character"
        ) from None
    except ValueError:
        raise JsonError("this cannot be read: a number in it is too large or not finite") from None
    return data
