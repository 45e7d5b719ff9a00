"""What the code of a chapter prints, where nobody can run it: in a terminal's text and in print."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from functools import lru_cache

from inarow.learn.markdown import Code

#: The code that is run; anything else is only shown.
_LANGUAGE = "python"


def output_of(code: Code) -> str:
    """What a block of a chapter's code prints."""
    return _printed(code.source) if code.language == _LANGUAGE else ""


@lru_cache(maxsize=64)
def _printed(source: str) -> str:
    written = io.StringIO()
    with redirect_stdout(written):
        exec(compile(source, "chapter", "exec"), {"__name__": "chapter"})
    return written.getvalue()
