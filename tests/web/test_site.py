"""The page with no server: what the folder holds, and how it behaves in a real browser."""

from __future__ import annotations

import gzip
import json
import marshal
import re
import subprocess
import sys
import traceback
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Browser, expect

from inarow import Board
from inarow.apps.cli.main import main
from inarow.apps.web import packing
from inarow.apps.web.pyodide import PyodideError
from inarow.apps.web.rooms import TAB, WORKBENCH, rooms
from inarow.apps.web.site import SiteError, build

from .conftest import Server, environment, pyodide, start_file_server
from .pages import play, status, wait_for_moves

TESTS = Path(__file__).parents[1]
#: What a first visit may load at most, compressed, in bytes.
MOST_LOADED = 6_000_000
#: From giving up a search until it has ended, in milliseconds. It takes less than a hundred, by
#: benchmarks/site.py; the rest is for a machine that runs other tests too.
SOON = 1000
#: A machine that runs other tests too may start Python slowly; in milliseconds.
PATIENCE = 120_000


def _description(folder: Path) -> dict[str, Any]:
    [path] = folder.glob("site.*.json")
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def test_files_are_named_by_their_content(built_site: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    # Built over an older site, nothing of that stays.
    (again / "shell").mkdir(parents=True)
    for old in ("service-worker.js", "shell/old.0123456789ab.js"):
        (again / old).write_text("")
    build(again, pyodide())
    names = {path.relative_to(built_site) for path in built_site.rglob("*") if path.is_file()}
    assert names == {path.relative_to(again) for path in again.rglob("*") if path.is_file()}
    for name in names:
        assert (built_site / name).read_bytes() == (again / name).read_bytes(), name
    named = re.compile(r"[.-]([0-9a-f]{12}|[0-9A-Z]{8})[./]")
    fixed = {str(name) for name in names if not named.search(str(name))}
    assert fixed == {"index.html", "service-worker.js"}


def test_a_first_visit_loads_little(built_site: Path) -> None:
    site = _description(built_site)
    later = ("course", "workbench")
    assert (
        sum(one["bytes"] for one in site["stored"])
        + sum(
            len(gzip.compress(path.read_bytes()))
            for path in built_site.rglob("*")
            if path.suffix in (".js", ".mjs", ".css", ".html", ".json", ".svg")
            and path.parent.name not in later
        )
        < MOST_LOADED
    )
    page = (built_site / "index.html").read_text()
    assert not any(f'href="{folder}/' in page for folder in later)


def test_the_page_says_what_it_may_do_and_holds_no_script(built_site: Path) -> None:
    text = (built_site / "index.html").read_text()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy and "script-src 'self' 'wasm-unsafe-eval'" in policy[1]
    assert "unsafe-inline" not in policy[1] and "'unsafe-eval'" not in policy[1]
    assert not re.search(r"<script(?![^>]*src=)", text) and " onclick=" not in text
    assert "http://" not in text and "https://" not in text


_SOURCE = b"""
def helper(x):
    return [1 / one for one in x]

@compiled("int64(int64)")
def kernel(x):
    return helper([x])
"""


def test_code_is_packed_without_what_the_browser_does_not_need() -> None:
    packed = {
        with_lines: packing.compiled({"a.py": _SOURCE, "b.txt": b""}, with_lines=with_lines)
        for with_lines in (True, False)
    }
    assert packed[True].keys() == {"a.pyc", "b.txt"}
    assert len(packed[False]["a.pyc"]) < len(packed[True]["a.pyc"])
    for with_lines, files in packed.items():
        found: dict[str, Any] = {"compiled": lambda _: lambda function: function}
        exec(marshal.loads(files["a.pyc"][16:]), found)
        assert found["helper"]([2, 4]) == [0.5, 0.25]
        assert found["kernel"](2) is None, "its code is the WebAssembly module's"
        with pytest.raises(ZeroDivisionError) as raised:
            found["helper"]([1, 0])
        told = "".join(traceback.format_exception(raised.value))
        assert "in helper" in told and ('"a.py", line 3, in helper' in told) is with_lines


def test_what_runs_in_the_browser_needs_nothing_that_is_not_there() -> None:
    tab, workbench = rooms(TAB), rooms(WORKBENCH)
    assert {"inarow/apps/web/tab.py", "inarow/study/review/review.py"} <= tab.keys()
    assert {"inarow/apps/web/workbench.py", "inarow/learn/check.py"} <= workbench.keys()
    assert not tab.keys() & workbench.keys()
    absent = {"numpy", "numba", "llvmlite", "pydantic", "fastapi", "starlette", "textual"}
    for path, source in {**tab, **workbench}.items():
        if path.endswith(".py") and path != "inarow/kernels/arrays.py":
            at_once = {name.partition(".")[0] for name in packing.imports(source, everywhere=False)}
            assert not at_once & absent, path


def test_the_rooms_answer_in_a_python_without_numpy() -> None:
    script = (
        "import sys\n"
        "for name in ('numpy', 'numba', 'llvmlite', 'pydantic'):\n"
        "    sys.modules[name] = None\n"
        "from inarow.apps.web import tab\n"
        "ask = lambda question, text: tab.answer(question, text, lambda: False, print)\n"
        "print(ask('position', '{\"moves\": \"4453\"}')[:12], sys.modules['numpy'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**environment(), "INAROW_KERNELS": "python"},
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == '{"answer": { None', done.stderr[-2000:]


def test_a_site_is_not_built_from_nothing_nor_over_other_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(PyodideError, match=r"it lacks pyodide\.mjs; `npm install pyodide@"):
        build(tmp_path / "site", tmp_path)
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(SiteError, match="contains other files"):
        build(tmp_path, tmp_path)
    assert main(["site", "build", str(tmp_path)]) == 2
    assert "a site needs its own folder" in capsys.readouterr().err


class _SlowPage(SimpleHTTPRequestHandler):
    """A host that gives the page itself at once the first time, and later when it is let go."""

    came: ClassVar[Event] = Event()
    came_again: ClassVar[Event] = Event()
    let_go: ClassVar[Event] = Event()

    def do_GET(self) -> None:
        """Answer."""
        if self.path == "/" and self.came.is_set():
            self.came_again.set()
            self.let_go.wait(60)
        self.came.set()
        with suppress(ConnectionError):
            super().do_GET()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def test_the_board_is_there_before_python_and_a_click_is_not_lost(
    browser: Browser, built_site: Path
) -> None:
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(_SlowPage, directory=str(built_site)))
    Thread(target=host.serve_forever, daemon=True).start()
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{host.server_port}/#play?game=connect4&o=level-5")
    # The page is loaded once more to share memory, and a move is made just then.
    assert _SlowPage.came_again.wait(60)
    # Not a click, which Playwright would make when the page has been loaded.
    page.keyboard.press("4")
    _SlowPage.let_go.set()
    expect(page.locator(".notice.loading progress")).to_be_visible()
    expect(page.locator(".piece")).to_have_count(2)
    expect(page.locator(".notice.loading")).to_have_count(0)
    expect(status(page)).to_contain_text("Your turn")
    context.close()
    host.shutdown()
    host.server_close()


_WATCHER = TESTS.parent / "benchmarks" / "watch_workers.js"
_START = TESTS.parent / "benchmarks" / "start_python.js"
#: How the workers started that have nothing else to do: from memory that was kept, or not.
_STARTS = """() => workerLog.filter(({ what }) => what === "settled").length === 2
    && workerLog.filter(({ what }) => what === "ready").map(({ wasKept }) => wasKept)"""
#: Puts another memory into the place of the one that was kept.
_DAMAGE = """async how => {
    const name = (await caches.keys()).find(name => name.includes("snapshot"));
    const cache = await caches.open(name);
    const [request] = await cache.keys();
    const kept = await cache.match(request);
    const headers = new Headers(kept.headers);
    const bytes = new Uint8Array(await kept.arrayBuffer());
    if (how === "a bit") bytes[bytes.length / 2] ^= 1;
    else {
        bytes.fill(0);
        headers.set("checksum", `${bytes.length} 0`);
    }
    await cache.put(request, new Response(bytes, { headers }));
}"""


def test_the_site_opens_and_plays_without_a_network_from_the_memory_that_was_kept(
    browser: Browser, built_site: Path
) -> None:
    host = start_file_server(built_site.parents[1])
    address = f"{host.address}games/inarow/"
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.add_init_script(path=_WATCHER)
    page = context.new_page()
    page.goto(f"{address}#play?game=connect4&o=level-5")
    play(page, Board("connect4"), 3)
    expect(page.locator(".piece")).to_have_count(2)
    # The second worker starts from what the first one kept.
    assert page.wait_for_function(_STARTS).json_value() == [False, True]
    host.kill()
    # What is damaged, and what only Pyodide can refuse, is left aside, and replaced.
    for damage, starts in ((None, [True, True]), ("a bit", [False, True]), ("all", [False, True])):
        if damage is not None:
            page.evaluate(_DAMAGE, damage)
        page.close()
        page = context.new_page()
        page.goto(f"{address}#play?game=connect4&moves=44&o=level-5")
        wait_for_moves(page, "44")
        play(page, Board("connect4", "44"), 2)
        expect(page.locator(".piece")).to_have_count(4)
        assert page.wait_for_function(_STARTS).json_value() == starts
    context.close()


@pytest.mark.parametrize(("service_workers", "ended_by"), [("allow", "answer"), ("block", "ended")])
def test_a_search_is_stopped_at_once(
    browser: Browser, site: Server, service_workers: Any, ended_by: str
) -> None:
    """By shared memory; where there is none, its worker is ended, and another takes its place."""
    context = browser.new_context(service_workers=service_workers, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(path=_WATCHER)
    page.goto(f"{site.address}#analyse?game=gomoku&moves=h8+i9")
    page.wait_for_function("() => workerLog.filter(({ what }) => what === 'step').length > 2")
    assert page.evaluate("crossOriginIsolated") is (service_workers == "allow")
    left = page.evaluate("leaveAnalysis('#analyse?game=tictactoe&moves=a1+b2+a2')")
    assert left["by"] == ended_by
    assert left["after"] < SOON
    expect(page.locator('.pad[aria-label="a3, empty, draw"]')).to_have_count(1)
    context.close()


@pytest.mark.slow
def test_every_engine_finds_in_the_browser_what_it_finds_outside_after_as_many_nodes(
    browser: Browser, site: Server, built_site: Path, searches: str
) -> None:
    program = (TESTS / "kernels" / "searches.py").read_text()
    [description] = built_site.glob("site.*.json")
    context = browser.new_context()
    page = context.new_page()
    # A page without a policy, beside the site's files.
    page.goto(f"{site.address}{description.name}")
    page.evaluate(_START.read_text(), _description(built_site))
    inside = page.evaluate("program => { python.runPython(program); return printed; }", program)
    context.close()
    assert len(inside) == 940
    assert inside == searches.splitlines()
