"""Measure the page with no server: what it loads, when it answers, and its engines beside native.

Run it in the checkout's environment: .venv/bin/python benchmarks/site.py FOLDER, where FOLDER holds
what `make site` built. Speeds are nodes a second of processor time, so that other work on the
machine counts little; times on the clock depend on it.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any, ClassVar, Literal

from playwright.sync_api import Browser, expect, sync_playwright

#: Each prints its nodes; the first run of each is not counted.
_SEARCHES = {
    "alpha-beta, Connect Four": """
from dataclasses import replace
from inarow.evaluate.discount import DiscountedRuns
from inarow.search.tree.compiled import search_compiled
from inarow.search.tree.recipe import Algorithm, Recipe
def run():
    recipe = Recipe(DiscountedRuns(), Algorithm.ALPHA_BETA)
    return search_compiled(Board("connect4", "44"), recipe, Limit(depth=8)).nodes
""",
    "exact solver, 4444": """
from inarow.search.exact.solver import Solver
def run():
    board = Board("connect4", "4444")
    return Solver(board.game).solve(board, Limit(nodes=3_000_000)).nodes
""",
    "Gomoku": """
from inarow.search.gomoku.engine import GomokuEngine
def run():
    board = Board("gomoku", "h8 i9 h9 h10 g8 i10")
    return GomokuEngine(board.game).analyse(board, Limit(nodes=300_000)).nodes
""",
}
_HEAD = "from inarow import Board, Limit\n"

_START = Path(__file__).with_name("start_python.js").read_text()

#: Notes when a page that is new in its session has a board that can be played on; it may be
#: loaded once more after that.
_WHEN_PLAYABLE = """new MutationObserver((_, observer) => {
    if (!document.querySelector('.pad[aria-disabled="false"]')) return;
    observer.disconnect();
    if (!sessionStorage.getItem("playable")) sessionStorage.setItem("playable", performance.now());
}).observe(document, { subtree: true, childList: true, attributes: true })"""

_WATCHER = Path(__file__).with_name("watch_workers.js")

#: Whether both workers have started and have nothing left to do.
_IS_SETTLED = "() => workerLog.filter(({ what }) => what === 'settled').length === 2"

#: Has a worker say when it says something, since the page may be too busy to hear it.
_TELL_TIME = """() => {
    const post = self.postMessage;
    self.postMessage = message =>
        post.call(self, { ...message, at: performance.timeOrigin + performance.now() });
}"""

_ANALYSE = "game => { workerLog.length = 0; location.hash = `#analyse?game=${game}`; }"

#: Whether an analysis has taken its first steps.
_IS_SEARCHING = """() => {
    const asked = workerLog.findLast(({ what }) => what === "analyse");
    return asked && workerLog.filter(({ what, id }) => what === "step" && id === asked.id).length;
}"""


class _Quiet(SimpleHTTPRequestHandler):
    #: What was asked for.
    asked: ClassVar[set[str]] = set()

    def log_request(self, *_: Any) -> None:
        """Remember what was asked for."""
        self.asked.add(self.path.lstrip("/"))

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file, unless the page was closed meanwhile."""
        with suppress(BrokenPipeError, ConnectionResetError):
            super().copyfile(source, outputfile)


class _Slow(_Quiet):
    """A line of 4 Mbit/s for all requests together, with 100 ms before each answer.

    The browser's own emulation leaves out what a service worker fetches.
    """

    _line = Lock()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file bit by bit."""
        time.sleep(0.1)
        with suppress(BrokenPipeError, ConnectionResetError):
            while chunk := source.read(16_384):
                with self._line:
                    time.sleep(len(chunk) * 8 / 4_000_000)
                outputfile.write(chunk)


@contextmanager
def _served(folder: Path, handler: type[_Quiet] = _Quiet) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def _print_sizes(folder: Path, paths: Iterable[str]) -> None:
    """What some files take, compressed, the large ones by name."""
    total = 0
    for path in sorted(paths):
        content = (folder / (path or "index.html")).read_bytes()
        small = len(content) if path.endswith(".gz") else len(gzip.compress(content, 9))
        total += small
        if small > 50_000:
            print(f"{path}: {len(content):,} bytes, compressed {small:,}")
    print(f"until the first answer, compressed: {total:,} bytes in {len(set(paths))} files")


def _first_seconds(browser: Browser, address: str, where: str) -> set[str]:
    """Visit the site twice; return what was asked for until the first answer."""
    context = browser.new_context()
    asked: set[str] = set()
    for visit in ("first", "second"):
        page = context.new_page()
        page.add_init_script(_WHEN_PLAYABLE)
        page.add_init_script(path=_WATCHER)
        before, began = _seconds_of("--"), time.perf_counter()
        page.goto(f"{address}#play?game=connect4&o=level-5", wait_until="commit")
        page.wait_for_selector('.pad[aria-disabled="false"]', timeout=300_000)
        board_work = _seconds_of("--") - before
        page.keyboard.press("4")
        expect(page.locator(".piece")).to_have_count(2, timeout=300_000)
        answer, answer_work = time.perf_counter() - began, _seconds_of("--") - before
        asked = asked or set(_Quiet.asked)
        board = page.evaluate("Number(sessionStorage.getItem('playable')) / 1000")
        page.wait_for_function(_IS_SETTLED, timeout=300_000)
        start = page.evaluate("workerLog.find(({ what }) => what === 'ready')")
        print(
            f"{visit} visit, {where}: board {board:.2f} s ({board_work:.1f} of processor time), "
            f"level 5's answer {answer:.1f} s ({answer_work:.1f} of processor time), "
            f"{'from memory that was kept' if start['wasKept'] else 'from its files'}"
        )
        page.close()
    context.close()
    return asked


def _stops(browser: Browser, address: str) -> None:
    """Give up analyses, with and without memory that the page shares with its workers.

    A search that hears of it ends when its worker says so; else when the page ends the worker.
    """
    service_workers: Literal["allow", "block"]
    for service_workers in ("allow", "block"):
        context = browser.new_context(service_workers=service_workers)
        page = context.new_page()
        page.add_init_script(path=_WATCHER)
        page.goto(f"{address}#play?game=tictactoe")
        page.wait_for_function(_IS_SETTLED, timeout=120_000)
        for worker in page.workers:
            worker.evaluate(_TELL_TIME)
        taken = []
        for game in ("gomoku", "connect4") * 10:
            page.evaluate(_ANALYSE, game)
            page.wait_for_function(_IS_SEARCHING, timeout=120_000)
            left = page.evaluate("leaveAnalysis('#play?game=tictactoe')")
            taken.append(left["after"])
        print(
            f"a search given up ends after {statistics.median(taken):.0f} ms, at most "
            f"{max(taken):.0f}: by {'shared memory' if service_workers == 'allow' else 'ending it'}"
        )
        context.close()


def _speeds(browser: Browser, address: str, folder: Path) -> None:
    [path] = folder.glob("site.*.json")
    page = browser.new_page()
    page.goto(f"{address}{path.name}")
    page.evaluate(_START, json.loads(path.read_text()))
    for name, program in _SEARCHES.items():
        page.evaluate("program => python.runPython(program)", f"{_HEAD}{program}\nrun()")
        before = _seconds_of("--type=renderer")
        nodes = page.evaluate("() => python.runPython('run()')")
        inside = nodes / (_seconds_of("--type=renderer") - before)
        code = f"{_HEAD}import time\n{program}\nrun()\nt = time.process_time()\nn = run()\n"
        native = subprocess.run(
            [sys.executable, "-c", f"{code}print(n, n / (time.process_time() - t))"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        count, outside = native.stdout.split()
        assert int(count) == nodes, (name, count, nodes)
        share = 100 * inside / float(outside)
        print(
            f"{name}: {nodes:,} nodes; of processor time native {float(outside) / 1e3:,.0f} k/s, "
            f"Chromium {inside / 1e3:,.0f} k/s, {share:.0f} %"
        )


def _seconds_of(option: str) -> float:
    """The processor time so far of this process's browser, of its processes with an option."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
            if b"chrom" in command and option.encode() in command and _is_ours(folder):
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                total += int(fields[11]) + int(fields[12])
        except OSError:
            continue
    return total / os.sysconf("SC_CLK_TCK")


def _is_ours(folder: Path) -> bool:
    number = int(folder.name)
    while number > 1:
        if number == os.getpid():
            return True
        stat = Path(f"/proc/{number}/stat").read_text()
        number = int(stat.rpartition(")")[2].split()[1])
    return False


def main() -> None:
    """Print everything."""
    folder = Path(sys.argv[1])
    with _served(folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        _print_sizes(folder, _first_seconds(browser, address, "this machine"))
        with _served(folder, _Slow) as slow:
            _first_seconds(browser, slow, "4 Mbit/s, 100 ms")
        _stops(browser, address)
        _speeds(browser, address, folder)
        browser.close()


if __name__ == "__main__":
    main()
