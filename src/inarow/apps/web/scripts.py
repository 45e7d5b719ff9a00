"""The page's scripts in a site: joined into a few files by esbuild, or, without it, one by one.

Every file is named by its content. A browser asks for tens of modules in a row, so that a page in
few files is there sooner. Files that scripts name by ``new URL("./x", import.meta.url)``, such as
workers, stay files of their own.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inarow.rules.errors import InarowError

STATIC = Path(__file__).parent / "static"
_ENTRY = "shell/main.js"
#: Chooses who answers, a server or the page's workers, and is not asked where scripts are joined.
_BACKEND, _SERVER = "backend/backend.js", "backend/server.js"
_NO_SERVER = 'export * as backend from "./workers.js";'
#: What is loaded when the course or the workbench is opened.
_LATER = ("course/", "workbench/", "worker/")
_NAMED = re.compile(r'"(\.\.?/[\w/.-]+\.(?:js|html|css))"')
_OWN_FILE = re.compile(r'new URL\("(\.\.?/[\w/.-]+)", import\.meta\.url\)')
#: Where joined scripts lie, so that a way that begins with ``../`` leads to the site's folder.
_JOINED = "page"

#: Writes a file into the site.
Put = Callable[[str, bytes], str]


@dataclass(frozen=True)
class Scripts:
    """What was written: the first script, and all that the page loads at once."""

    entry: str
    at_once: list[str]


def add_scripts(put: Put, esbuild: Path) -> Scripts:
    """Write the page's scripts, and what they name."""
    texts = dict(_named_from(_ENTRY))
    return _add_joined(put, texts, esbuild) if esbuild.exists() else _add_each(put, texts)


def digest(content: bytes) -> str:
    """What a file of some content is named by."""
    return hashlib.sha256(content).hexdigest()[:12]


def _add_each(put: Put, texts: dict[str, str]) -> Scripts:
    names = {path: _name(path, texts) for path in texts}
    for path, text in texts.items():
        put(names[path], _renamed(path, text, names).encode())
    own_files = _own_files(texts)
    at_once = [
        name for path, name in names.items()
        if path not in own_files and path != _SERVER and not path.startswith(_LATER)
    ]  # fmt: skip
    return Scripts(names[_ENTRY], at_once)


def _add_joined(put: Put, texts: dict[str, str], esbuild: Path) -> Scripts:
    names = {path: _name(path, texts) for path in _own_files(texts)}
    with tempfile.TemporaryDirectory() as temporary:
        sources, made = Path(temporary, "sources"), Path(temporary, "made")
        for path, text in texts.items():
            target = sources / path
            target.parent.mkdir(parents=True, exist_ok=True)
            text = _NO_SERVER if path == _BACKEND else text
            target.write_text(_with_own_files_from(_JOINED, path, text, names), "utf-8")
        for path, name in names.items():
            imports = _NAMED.search(_without_comments(texts[path]))
            put(name, _as_one(esbuild, sources, path) if imports else texts[path].encode())
        outputs = _joined(esbuild, sources, made)
        for path in outputs:
            put(path, (made / path).read_bytes())
    entry = next(path for path, about in outputs.items() if about.get("entryPoint") == _ENTRY)
    # Browsers ask for a few files at a time, in this order: large ones first.
    at_once = sorted(set(_imported(entry, outputs)), key=lambda path: -outputs[path]["bytes"])
    return Scripts(entry, at_once)


def _as_one(esbuild: Path, sources: Path, path: str) -> bytes:
    """A script and all that it imports, in one file."""
    return _run(esbuild, sources, path).encode()


def _joined(esbuild: Path, sources: Path, made: Path) -> dict[str, Any]:
    """Have esbuild join the scripts; return what it says of each file that it wrote."""
    _run(
        esbuild, sources, _ENTRY, "--splitting", f"--outdir={made}",
        f"--entry-names={_JOINED}/[name].[hash]", f"--chunk-names={_JOINED}/[name].[hash]",
        f"--metafile={made}/about.json",
    )  # fmt: skip
    outputs = json.loads((made / "about.json").read_text("utf-8"))["outputs"]
    prefix = made.name

    def place(path: str) -> str:
        return path[path.rindex(f"{prefix}/") + len(prefix) + 1 :]

    return {
        place(path): {**about, "imports": [{**one, "path": place(one["path"])}
                                           for one in about["imports"]]}
        for path, about in outputs.items()
    }  # fmt: skip


def _run(esbuild: Path, sources: Path, entry: str, *options: str) -> str:
    command = [
        str(esbuild.resolve()), entry, "--bundle", "--format=esm", "--minify", "--charset=utf8",
        "--legal-comments=none", "--log-level=warning", *options,
    ]  # fmt: skip
    done = subprocess.run(command, cwd=sources, capture_output=True, encoding="utf-8")
    if done.returncode:
        raise InarowError(f"esbuild could not join the page's scripts: {done.stderr[-500:]}")
    return done.stdout


def _imported(path: str, outputs: dict[str, Any]) -> Iterator[str]:
    """A joined file and all that it imports at once."""
    yield path
    for one in outputs[path]["imports"]:
        if one["kind"] == "import-statement":
            yield from _imported(one["path"], outputs)


def _named_from(entry: str) -> Iterator[tuple[str, str]]:
    """A file and all that it names, each once, by its path under the page."""
    waiting, seen = [entry], set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        text = (STATIC / path).read_text("utf-8")
        yield path, text
        waiting += (_resolved(path, name) for name in _NAMED.findall(_without_comments(text)))


def _name(path: str, texts: dict[str, str]) -> str:
    """A name that tells a file's own text and those of all that it names."""
    together = "".join(texts[other] for other in sorted(dict(_named_from(path))))
    stem, _, ending = path.rpartition(".")
    return f"{stem}.{digest(together.encode())}.{ending}"


def _own_files(texts: dict[str, str]) -> set[str]:
    return {
        _resolved(path, name) for path, text in texts.items() for name in _OWN_FILE.findall(text)
    }


def _without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def _resolved(path: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def _renamed(path: str, text: str, names: dict[str, str]) -> str:
    def new_name(found: re.Match[str]) -> str:
        target = _resolved(path, found[1])
        if target not in names:
            return found[0]
        folder = found[1].rpartition("/")[0]
        return f'"{folder}/{names[target].rpartition("/")[2]}"'

    return _NAMED.sub(new_name, text)


def _with_own_files_from(folder: str, path: str, text: str, names: dict[str, str]) -> str:
    """A script that names its files from a folder of the site, where it will lie."""
    up = "../" * len(Path(folder).parts)

    def new_address(found: re.Match[str]) -> str:
        return f'new URL("{up}{names[_resolved(path, found[1])]}", import.meta.url)'

    return _OWN_FILE.sub(new_address, text)
