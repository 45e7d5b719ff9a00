"""What the sandbox of student code is made of, as a server hands it to its page.

Student code runs in the visitor's browser, under Pyodide, and never in the server. Pyodide is not
part of the package: `scripts/fetch-pyodide` brings it into a checkout, `npm install` to others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

from fastapi import FastAPI
from fastapi.responses import FileResponse, JSONResponse, Response

from inarow.apps.web.packing import zipped
from inarow.apps.web.pyodide import PLAIN_SCRIPT, PYODIDE, PYODIDE_FILES, missing_file
from inarow.apps.web.rooms import PACKAGE, TAB, WORKBENCH, rooms

#: Where `scripts/fetch-pyodide` puts it, seen from a checkout.
_IN_CHECKOUT = PACKAGE.parents[1] / "tools/site/node_modules/pyodide"
_FETCH = PACKAGE.parents[1] / "scripts/fetch-pyodide"
_ZIPS = {"rooms.zip": TAB, "workbench.zip": WORKBENCH}
_NOT_HERE = 404


@dataclass(frozen=True, slots=True)
class SandboxFiles:
    """The files of Python for a page, from a folder of Pyodide."""

    #: Where it was said to be; None for the usual place in a checkout.
    folder: Path | None = None

    def add_to(self, app: FastAPI) -> None:
        """Serve them below ``python/``, or say there what is missing."""

        @app.get("/python/files.json", include_in_schema=False)
        def description() -> Response:
            if missing_file(self._pyodide) is not None:
                return JSONResponse({"error": self._advice()}, _NOT_HERE)
            return JSONResponse(_description())

        @app.get("/python/{name}", include_in_schema=False)
        def file(name: str) -> Response:
            if name in _ZIPS:
                return Response(_zip(_ZIPS[name]), media_type="application/zip")
            if name in (*PYODIDE_FILES, PLAIN_SCRIPT) and missing_file(self._pyodide) is None:
                kind = PYODIDE_FILES.get(name, "text/javascript")
                return FileResponse(self._pyodide / name, media_type=kind)
            return JSONResponse({"error": f"there is no file {name}"}, _NOT_HERE)

    @property
    def _pyodide(self) -> Path:
        return self.folder or _IN_CHECKOUT

    def _advice(self) -> str:
        if self.folder is None and _FETCH.exists():
            return (
                f"your code runs in the browser, which needs Pyodide; run {_FETCH}, then try again"
            )
        return (
            "your code runs in the browser, which needs Pyodide; run: npm install "
            f"pyodide@{PYODIDE}, then: inarow web --pyodide node_modules/pyodide"
        )


def _description() -> dict[str, object]:
    """What `static/workbench/sandbox.js` reads."""
    files = [
        {"name": name, "path": f"python/{name}", "type": kind}
        for name, kind in PYODIDE_FILES.items() if not name.endswith(".mjs")
    ]  # fmt: skip
    return {
        "files": files,
        "zips": [f"python/{name}" for name in _ZIPS],
        "scripts": ["python/pyodide.asm.mjs", f"python/{PLAIN_SCRIPT}"],
        "entry": WORKBENCH,
    }


#: Python 3.11 cannot read the imports of two modules in two threads at the same time.
_ONE_AT_A_TIME = Lock()


def _zip(entry: str) -> bytes:
    with _ONE_AT_A_TIME:
        return _zipped_rooms(entry)


@cache
def _zipped_rooms(entry: str) -> bytes:
    return zipped(rooms(entry))
