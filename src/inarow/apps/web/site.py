"""The page as a folder of files that any host can serve: the program runs in the visitor's browser.

Every file is named by its content, except the first page and its service worker, so that files of
two versions never mix. ``docs/site.md`` tells how it works.
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import inarow
from inarow.apps.web import course, tab
from inarow.apps.web.packing import zipped
from inarow.apps.web.policy import content_policy
from inarow.apps.web.pyodide import PLAIN_SCRIPT, PYODIDE_FILES, check_pyodide
from inarow.apps.web.rooms import PACKAGE, TAB, WORKBENCH, rooms
from inarow.apps.web.scripts import STATIC, add_scripts, digest
from inarow.rules.catalogue import CATALOGUE
from inarow.rules.errors import InarowError

_FIRST_PAGE, _SERVICE_WORKER = "index.html", "worker/service-worker.js"

#: What is fetched when it is first read: the opening books, the network of who imitates people.
_READ_LATER = ("search/exact/books/*.book", "players/people/*.npz")
_ROOMS, _WORKBENCH = "rooms.zip", "workbench.zip"

Say = Callable[[str], None]


class SiteError(InarowError):
    """The site cannot be built from this."""


def build(folder: Path, pyodide: Path, say: Say = lambda _: None) -> dict[str, int]:
    """Write the site into a folder; return the size of each file that a first visit loads."""
    _check(folder, pyodide)
    folder.mkdir(parents=True, exist_ok=True)
    site = _Site(folder)
    say("the program's Python")
    library, program, workbench = _packed(pyodide, rooms(TAB), rooms(WORKBENCH))
    later = {
        f"inarow/{path.relative_to(PACKAGE).as_posix()}": site.add(path.name, path.read_bytes())
        for pattern in _READ_LATER
        for path in sorted(PACKAGE.glob(pattern))
    }
    say("Pyodide")
    home, stored = _add_pyodide(site, pyodide, library)
    stored.append(_stored(site, "", _ROOMS, program, "application/zip"))
    snapshot = f"snapshot.{digest(json.dumps(stored).encode())}.bin"
    later_rooms = _stored(site, "", _WORKBENCH, workbench, "application/zip")
    say("the course")
    chapters = _add_course(site)
    say("the page")
    description = {
        "version": inarow.__version__, "pyodide": home, "rooms": _ROOMS, "snapshot": snapshot,
        "stored": stored,
        "later": later, "worker": "service-worker.js", "answers": _first_answers(),
        "course": chapters, "sandbox": _sandbox(home, stored, later_rooms["path"]),
    }  # fmt: skip
    about = site.add("site.json", json.dumps(description, sort_keys=True).encode())
    # What joins the page's scripts lies beside Pyodide.
    loaded = _add_page(site, about, pyodide.parent / "esbuild" / "bin" / "esbuild")
    _add_service_worker(site, snapshot)
    first = [_FIRST_PAGE, about, *loaded, *(one["path"] for one in stored)]
    first += [path for path in site.paths if path.startswith(home) and path.endswith(".mjs")]
    return {path: (folder / path).stat().st_size for path in first}


def _check(folder: Path, pyodide: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise SiteError(f"{folder} is not a folder")
    if folder.exists() and any(folder.iterdir()) and not (folder / "service-worker.js").exists():
        raise SiteError(f"{folder} contains other files; a site needs its own folder")
    check_pyodide(pyodide)


class _Site:
    """The folder while it is filled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.paths: list[str] = []

    def add(self, name: str, content: bytes, named_by: bytes = b"") -> str:
        """Write a file under a name that tells its content, or of whatever else it depends on."""
        stem, _, ending = name.rpartition(".")
        return self.put(f"{stem}.{digest(named_by or content)}.{ending}", content)

    def put(self, path: str, content: bytes) -> str:
        """Write a file under its own name."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        self.paths.append(path)
        return path


def _first_answers() -> dict[str, Any]:
    """What everybody asks first, so that the board is there before Python is."""
    asked: list[tuple[str, dict[str, str]]] = [("games", {}), ("searches", {})]
    for name, entry in CATALOGUE.items():
        for text in {name, str(entry.game)}:
            asked += [("players", {"game": text}), ("position", {"game": text})]
    found = {}
    for question, request in asked:
        text = json.dumps(request)
        answer = json.loads(tab.answer(question, text, lambda: False, lambda _: None))
        found[_key(question, request)] = answer["answer"]
    return found


def _key(question: str, request: dict[str, Any]) -> str:
    """Under which name the page looks for an answer; what it does not need to say is left out."""
    given = {name: value for name, value in request.items() if value}
    return f"{question} {json.dumps(given, separators=(',', ':'))}"


def _add_course(site: _Site) -> dict[str, str]:
    """A file of answers for each chapter, and one for what belongs to none, under ""."""
    paths = {}
    for name, asked in course.everything().items():
        answers = {
            _key(question, request): _timeless(tab.plain(answer))
            for question, request, answer in asked
        }
        paths[name] = site.add(f"course/{name or 'contents'}.json", json.dumps(answers).encode())
    return paths


def _timeless(answer: Any) -> Any:
    """An answer that does not say how long it took here, so that every build gives the same."""
    if isinstance(answer, list):
        return [_timeless(one) for one in answer]
    if not isinstance(answer, dict):
        return answer
    return {name: 0.0 if name == "seconds" else _timeless(one) for name, one in answer.items()}


# Pyodide.


def _add_pyodide(site: _Site, pyodide: Path, library: bytes) -> tuple[str, list[dict[str, Any]]]:
    """Copy Pyodide's files into a folder named by their content; say what is fetched as what."""
    contents = {name: (pyodide / name).read_bytes() for name in PYODIDE_FILES}
    contents["python_stdlib.zip"] = library
    # No package is ever installed, so the list of those that could be is not needed.
    lock = json.loads(contents["pyodide-lock.json"])
    contents["pyodide-lock.json"] = json.dumps({**lock, "packages": {}}).encode()
    home = f"pyodide-{digest(b''.join(contents.values()))}/"
    stored = []
    for name, content in contents.items():
        if name.endswith(".mjs"):
            # Scripts are imported, so that they cannot be unpacked on the way.
            site.put(f"{home}{name}", content)
        else:
            stored.append(_stored(site, home, name, content, PYODIDE_FILES[name]))
    site.put(f"{home}{PLAIN_SCRIPT}", (pyodide / PLAIN_SCRIPT).read_bytes())
    return home, stored


def _sandbox(home: str, stored: list[dict[str, Any]], workbench: str) -> dict[str, Any]:
    """What the sandbox of student code is made of; `static/workbench/sandbox.js` reads it."""
    paths = {one["name"].removeprefix(home): one["path"] for one in stored}
    return {
        "files": [
            {"name": name, "path": paths[name], "type": kind}
            for name, kind in PYODIDE_FILES.items() if name in paths
        ],
        "zips": [paths[_ROOMS], workbench],
        "scripts": [f"{home}pyodide.asm.mjs", f"{home}{PLAIN_SCRIPT}"],
        "entry": WORKBENCH,
    }  # fmt: skip


def _stored(site: _Site, home: str, name: str, content: bytes, kind: str) -> dict[str, Any]:
    """Write a file compressed, for many hosts do not compress; say under which name it is asked."""
    packed = gzip.compress(content, 9, mtime=0)
    path = site.put(f"{home}{name}.{digest(content)}.gz", packed)
    return {"name": f"{home}{name}", "path": path, "bytes": len(packed), "type": kind}


def _packed(pyodide: Path, *programs: dict[str, bytes]) -> list[bytes]:
    """Python's library and the programs as zips; small and compiled if Node can run Pyodide."""
    node = shutil.which("node")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "library.zip")
        shutil.copyfile(pyodide / "python_stdlib.zip", library)
        zips = [library]
        for number, program in enumerate(programs):
            zips.append(Path(folder, f"{number}.zip"))
            zips[-1].write_bytes(zipped(program))
        if node is not None:
            here = Path(__file__).parent
            command: list[str | Path] = [
                node,
                here / "compile.mjs",
                pyodide.resolve(),
                here / "packing.py",
                *zips,
            ]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                raise SiteError(f"Pyodide could not compile the program: {done.stderr[-500:]}")
        return [path.read_bytes() for path in zips]


# The page.


def _add_page(site: _Site, about: str, esbuild: Path) -> list[str]:
    """Write the first page, its styles and its scripts; return what it loads."""
    scripts = add_scripts(site.put, esbuild)
    style = site.add("style.css", (STATIC / "style.css").read_bytes())
    icon = site.add("icon.svg", (STATIC / "icon.svg").read_bytes())
    manifest = site.add("manifest.webmanifest", _manifest(icon))
    page = (STATIC / _FIRST_PAGE).read_text("utf-8")
    page = page.replace("<html ", f'<html data-site="{about}" ')
    page = page.replace('"style.css"', f'"{style}"').replace('"icon.svg"', f'"{icon}"')
    page = page.replace('"shell/main.js"', f'"{scripts.entry}"')
    head = "".join(
        f"{line}\n"
        for line in (
            f'<meta http-equiv="Content-Security-Policy" content="{content_policy()}">',
            f'<link rel="manifest" href="{manifest}">',
            f'<link rel="preload" href="{about}" as="fetch" crossorigin>',
            *(f'<link rel="modulepreload" href="{name}">' for name in scripts.at_once),
        )
    )
    page = page.replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{head}')
    site.put(_FIRST_PAGE, page.encode())
    return [style, icon, manifest, *scripts.at_once]


def _manifest(icon: str) -> bytes:
    return json.dumps(
        {
            "name": "inarow", "short_name": "inarow", "start_url": "./", "scope": "./",
            "display": "standalone", "background_color": "#ffffff", "theme_color": "#1d4ed8",
            "icons": [{"src": icon, "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
        }
    ).encode()  # fmt: skip


def _add_service_worker(site: _Site, snapshot: str) -> None:
    """The worker that keeps every file of this version, and clears away those of others."""
    files = json.dumps(["./", *sorted(set(site.paths))])
    text = (STATIC / _SERVICE_WORKER).read_text("utf-8")
    version = digest(files.encode() + (site.folder / _FIRST_PAGE).read_bytes())
    head = f'self.site = {{ version: "{version}", snapshot: "{snapshot}", files: {files} }};\n'
    site.put("service-worker.js", (head + text).encode())
    _remove_others(site)


def _remove_others(site: _Site) -> None:
    """Files of an earlier build that this one does not have."""
    kept: set[Path] = {site.folder / path for path in site.paths}
    for path in sorted(site.folder.rglob("*"), reverse=True):
        if path.is_file() and path not in kept:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()
