"""Measure the web server: fifty analyses at once with moves in between, first paint, page weight.

Needs the extra ``dev`` and Chromium: .venv/bin/python benchmarks/web.py
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, sync_playwright
from websockets.asyncio.client import connect

_MOVE = {"game": "connect4", "moves": "4453", "player": "discount"}
_PAUSE = 0.2
_CELLS_A_SIDE = 7


@contextmanager
def _server() -> Iterator[tuple[str, int]]:
    """A server's address and process, once it has made a move."""
    command = [sys.executable, "-m", "inarow", "web", "--no-browser", "--port", "0"]
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found, "the server did not start"
        print(f"answers after {time.monotonic() - started:.1f} s", end=", ")
        _timed_move(found[0])
        print(f"has moved after {time.monotonic() - started:.1f} s")
        yield found[0], process.pid
    finally:
        process.terminate()
        process.wait()


def _timed_move(address: str) -> float:
    headers = {"content-type": "application/json"}
    request = Request(f"{address}api/move", json.dumps(_MOVE).encode(), headers)
    started = time.monotonic()
    with urlopen(request, timeout=60) as answer:
        answer.read()
    return time.monotonic() - started


def _resident_megabytes(pid: int) -> int:
    text = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", text)
    return int(found[1]) // 1024 if found else 0


@dataclass
class _Crowd:
    """Pages that analyse one position after another until the time is up."""

    address: str
    seconds: float
    heard: Counter[str] = field(default_factory=Counter)
    moves: list[float] = field(default_factory=list)
    megabytes: list[int] = field(default_factory=list)

    async def run(self, size: int, pid: int) -> None:
        end = time.monotonic() + self.seconds
        pages = [asyncio.create_task(self._page(number, end)) for number in range(size)]
        while time.monotonic() < end:
            self.moves.append(await asyncio.to_thread(_timed_move, self.address))
            self.megabytes.append(_resident_megabytes(pid))
            await asyncio.sleep(_PAUSE)
        await asyncio.gather(*pages)

    async def _page(self, number: int, end: float) -> None:
        address = self.address.replace("http", "ws") + "api/analysis"
        column = number % _CELLS_A_SIDE + 1, number // _CELLS_A_SIDE % _CELLS_A_SIDE + 1
        moves = "".join(map(str, column))
        async with connect(address) as socket:
            for ask in range(10_000):
                if time.monotonic() >= end:
                    return
                start = {"type": "start", "id": ask, "game": "connect4", "moves": moves}
                await socket.send(json.dumps({**start, "limit": {"seconds": 2}}))
                await asyncio.sleep(await self._listen(socket))

    async def _listen(self, socket: Any) -> float:
        """Wait for the end of an analysis; return how long to wait before the next."""
        async for text in socket:
            message = json.loads(text)
            if message["type"] not in ("waiting", "progress"):
                self.heard[message["type"]] += 1
                return float(message.get("retry_after", 0))
        raise ConnectionError("the server closed the socket")


def _load(address: str, pid: int, pages: int, seconds: float) -> None:
    alone = [_timed_move(address) for _ in range(10)]
    crowd = _Crowd(address, seconds)
    asyncio.run(crowd.run(pages, pid))
    print(f"a move without load: median {1000 * statistics.median(alone):.0f} ms")
    print(f"{pages} pages analysing for {seconds:g} s: {dict(crowd.heard)}")
    print(
        f"{len(crowd.moves)} moves: median {1000 * statistics.median(crowd.moves):.0f} ms, "
        f"longest {1000 * max(crowd.moves):.0f} ms"
    )
    print(f"memory: {crowd.megabytes[0]} MB at first, at most {max(crowd.megabytes)} MB")


def _first_paint(browser: Browser, address: str) -> None:
    """Time until something, and until the board, is seen; and what was loaded for it."""
    page = browser.new_context().new_page()
    page.goto(address)
    page.wait_for_selector("body.ready")
    found = page.evaluate(
        """() => ({
            paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
            ready: performance.now(),
            bytes: [...performance.getEntriesByType("navigation"),
                    ...performance.getEntriesByType("resource")]
                .reduce((sum, each) => sum + each.encodedBodySize, 0),
            files: performance.getEntriesByType("resource").length + 1,
        })"""
    )
    print(
        f"first paint {found['paint']:.0f} ms, playable {found['ready']:.0f} ms, "
        f"{found['files']} files, {found['bytes'] / 1000:.0f} kB"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    with _server() as (address, pid):
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
            )
            for _ in range(3):
                _first_paint(browser, address)
            browser.close()
        _load(address, pid, options.pages, options.seconds)


if __name__ == "__main__":
    main()
