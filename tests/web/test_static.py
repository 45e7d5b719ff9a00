"""The page's files: how much is loaded, and nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

_STATIC = Path(__file__).parents[2] / "src/inarow/apps/web/static"


def _loaded_with(path: Path, known: set[Path]) -> set[Path]:
    """A file of the page and all that it names or imports at its top, and these, and so on."""
    known.add(path)
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    named = r'(?:href|src)="([\w./-]+)"'
    imported = r'^(?:import|export)\b[^;]*?"([\w./-]+\.js)"'
    for target in re.findall(named if path.suffix == ".html" else imported, text, re.MULTILINE):
        other = (path.parent / target).resolve()
        if other.is_file() and other not in known:
            _loaded_with(other, known)
    return known


def test_the_page_is_small_and_needs_nobody_else() -> None:
    files = [path for path in _STATIC.rglob("*") if path.is_file()]
    first = _loaded_with(_STATIC / "index.html", set())
    course = {path for path in files if path.parent.name in ("course", "workbench")}
    tree = {path for path in files if path.parent.name == "tree"} | {_STATIC / "modes/explorer.js"}
    # What a mode has to be, in comments alone: nothing loads it.
    contract = {_STATIC / "modes/mode.js"}
    rest = set(files) - first - course - tree - contract
    assert len(first) > 40 and first <= set(files) and not first & (course | tree | contract)
    # What opens the page, what the site's workers and the page about the API need, and Learn, which
    # is loaded when it is opened: the course and the search tree.
    for some, most in ((first, 225_000), (rest, 20_000), (course, 470_000), (tree, 21_000)):
        assert sum(path.stat().st_size for path in some) < most
    for path in files:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        if path.name == "editor.js":
            # Made of other people's sources; where they tell of themselves nothing is loaded.
            assert not re.search(r"(import|fetch|src|href)\W{0,3}https?://", text)
            continue
        assert "http://" not in text and "https://" not in text, path
        assert "<script>" not in text or path.name == "sandbox.html", path
        assert " style=" not in text, path
