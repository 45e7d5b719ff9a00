"""Pyodide, the Python that runs in a browser: which version, and which of its files are used."""

from __future__ import annotations

from pathlib import Path

from inarow.rules.errors import InarowError

#: The version that the kernels and the site were tried with.
PYODIDE = "314.0.7"
#: What a worker loads, and of which type it is.
PYODIDE_FILES = {
    "pyodide.mjs": "text/javascript",
    "pyodide.asm.mjs": "text/javascript",
    "pyodide.asm.wasm": "application/wasm",
    "pyodide-lock.json": "application/json",
    "python_stdlib.zip": "application/zip",
}
#: The script for the sandbox of student code, where nothing can be imported.
PLAIN_SCRIPT = "pyodide.js"


class PyodideError(InarowError):
    """There is no Pyodide where it was said to be."""


def missing_file(folder: Path) -> str | None:
    """The first file that a folder of Pyodide should hold and does not."""
    names = (*PYODIDE_FILES, PLAIN_SCRIPT)
    return next((name for name in names if not (folder / name).exists()), None)


def check_pyodide(folder: Path) -> None:
    """Raise an error that says what to do, unless the folder holds Pyodide."""
    if (missing := missing_file(folder)) is not None:
        raise PyodideError(
            f"{folder} is not a folder of Pyodide: it lacks {missing}; `npm install "
            f"pyodide@{PYODIDE}` puts one into node_modules/pyodide"
        )
