"""What the page's files may do, said to the browser: nothing but what the page needs."""

from __future__ import annotations

_SOURCES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "worker-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}


#: Where there is no server, WebAssembly is compiled; nothing else is made into code.
WITH_WASM = "'self' 'wasm-unsafe-eval'"


def content_policy(**more: str) -> str:
    """The content security policy as a header or the page itself gives it."""
    every = _SOURCES | {name.replace("_", "-"): value for name, value in more.items()}
    return "; ".join(f"{name} {value}" for name, value in every.items())
