"""What the page's files may do, said to the browser: nothing but what the page needs."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

_SOURCES = {
    "default-src": "'none'",
    "worker-src": "'self' blob:",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
_SANDBOX = Path(__file__).parent / "static" / "workbench" / "sandbox.html"


def content_policy(**more: str) -> str:
    """The content security policy as a header or the page itself gives it."""
    every = (
        _SOURCES
        | {"script-src": _scripts()}
        | {name.replace("_", "-"): value for name, value in more.items()}
    )
    return "; ".join(f"{name} {value}" for name, value in every.items())


def _scripts() -> str:
    """The page's own scripts, WebAssembly for Python, and the one script of the sandbox's frame.

    A frame made of a text has its page's policy, so that its script is allowed here, by its digest.
    """
    found = re.search("<script>(.*)</script>", _SANDBOX.read_text("utf-8"), re.DOTALL)
    assert found is not None
    digest = base64.b64encode(hashlib.sha256(found[1].encode()).digest()).decode()
    return f"'self' 'wasm-unsafe-eval' 'sha256-{digest}'"
