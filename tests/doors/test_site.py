"""The documentation as a site: every page, every link, and nothing from the network."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import inarow
from doors.environments import ROOT

pytest.importorskip("sphinx", reason="the site needs the packages of the extra docs")

pytestmark = pytest.mark.slow


class Page(HTMLParser):
    """What a page links to, what it loads, and where it can be linked to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value for name, value in attrs if value}
        if "id" in found:
            self.anchors.add(found["id"])
        if tag == "a" and "href" in found:
            self.links.add(found["href"])
        elif tag == "link" and "href" in found:
            self.loads.add(found["href"])
        elif "src" in found:
            self.loads.add(found["src"])


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Page]:
    """Every page; a warning of the generator, such as a page in no list, is an error."""
    site = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", str(ROOT / "docs"), str(site)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    return {path: Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}


def test_every_guide_is_a_page(pages: dict[Path, Page]) -> None:
    built = {path.stem for path in pages}
    assert {path.stem for path in (ROOT / "docs").rglob("*.md")} <= built


def test_every_link_leads_somewhere(pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        for link in page.links | page.loads:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.exists(), (path.name, link)
            if parts.fragment and target in pages:
                assert unquote(parts.fragment) in pages[target].anchors, (path.name, link)


def test_nothing_is_loaded_from_the_network(pages: dict[Path, Page]) -> None:
    loaded = {(path.name, link) for path, page in pages.items() for link in page.loads}
    assert not {pair for pair in loaded if urlsplit(pair[1]).scheme not in ("", "data")}


def test_the_reference_holds_every_public_name(pages: dict[Path, Page]) -> None:
    reference = next(page for path, page in pages.items() if path.name == "api.html")
    assert {f"inarow.{name}" for name in inarow.__all__} <= reference.anchors
