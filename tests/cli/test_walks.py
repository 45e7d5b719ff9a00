"""What docs/architecture.md says: its walks lead through what exists, a name means one thing."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "inarow"
#: Where paths in the walks begin, beside the folder of the file that was named before.
PLACES = (PACKAGE, PACKAGE / "apps" / "web")
MOST_HOPS = 12

_FILE = re.compile(r"([\w/]+\.(?:py|js))(?:: ([\w.]+))?")
_NAME = re.compile(r"[A-Za-z_]\w*(?:\.\w+)?")


def walks() -> list[tuple[str, list[str]]]:
    """Each walk's title and hops."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    section = page.partition("walks through the rooms\n")[2].partition("\n## ")[0]
    found = []
    for walk in section.split("\n**")[1:]:
        title, *hops = re.split(r"^\d+\. ", walk, flags=re.MULTILINE)
        found.append((title.partition("**")[0], hops))
    return found


@cache
def defined_in(path: Path) -> set[str]:
    """The functions and classes of a file, and the methods as ``Class.method``."""
    text = path.read_text("utf-8")
    if path.suffix == ".js":
        return set(re.findall(r"(?:function|const|class) (\w+)", text))
    names = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{part.name}" for part in node.body
                      if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)}  # fmt: skip
    return names


@cache
def defined() -> set[str]:
    """What all files of the package define."""
    return set().union(*(defined_in(path) for path in PACKAGE.rglob("*.py")))


def test_a_class_name_has_one_meaning() -> None:
    """The words of the table among them; ``Line`` stands there with whose it is."""
    found: dict[str, list[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        # What is exported as a file of its own meets none of the others.
        if path.parent.name == "connectx":
            continue
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(str(path.relative_to(PACKAGE)))
    several = {name: sorted(paths) for name, paths in found.items() if len(paths) > 1}
    assert several == {"Line": ["rules/shapes.py", "search/analysis.py"]}


def test_there_are_four_walks() -> None:
    assert len(walks()) == 4


@pytest.mark.parametrize(("title", "hops"), walks())
def test_a_walk_leads_through_what_is_there(title: str, hops: list[str]) -> None:
    assert 1 < len(hops) <= MOST_HOPS, title
    beside = PACKAGE
    for hop in hops:
        for quoted in re.findall(r"`([^`]+)`", hop):
            if file := _FILE.fullmatch(quoted):
                candidates = [place / file[1] for place in (*PLACES, beside)]
                path = next((one for one in candidates if one.exists()), None)
                assert path is not None, f"there is no {file[1]}"
                assert file[2] is None or file[2] in defined_in(path), quoted
                beside = path.parent
            elif _NAME.fullmatch(quoted):
                assert quoted in defined(), quoted
