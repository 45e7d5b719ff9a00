"""What the first start ever of each command costs: with an empty home, so that nothing is cached.

    .venv/bin/python benchmarks/first_start.py [--against FOLDER]

prints a Markdown table: processor seconds, child processes included, and seconds on the clock; with
``--against`` those of another checkout beside them, measured in turns.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any
from urllib.request import Request, urlopen

_HERE = Path(__file__).parents[1]

#: What a program is told, and when it is let go: it gets the pipes and ends itself or is ended.
_Talk = Callable[["subprocess.Popen[str]"], None]


def _just_run(process: subprocess.Popen[str]) -> None:
    _end_of(process.stdout)


def _play(process: subprocess.Popen[str]) -> None:
    _tell(process, "4\nq\n")
    _end_of(process.stdout)


def _gomocup(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    _tell(process, "INFO timeout_turn 1000\nSTART 15\nTURN 7,7\n")
    while not re.match(r"\d+,\d+", line := process.stdout.readline()):
        assert line, "there was no move"
    _tell(process, "END\n")
    _end_of(process.stdout)


def _page(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found, "the server did not start"
    with urlopen(f"{found[0]}api/players?game=connect4") as answer:
        usual = next(player["name"] for player in json.load(answer) if player["default"])
    asked = json.dumps({"game": "connect4", "moves": "4", "player": usual}).encode()
    headers = {"content-type": "application/json"}
    with urlopen(Request(f"{found[0]}api/move", asked, headers), timeout=600) as answer:
        answer.read()
    process.send_signal(signal.SIGINT)
    _end_of(process.stdout)


_STARTS: list[tuple[str, list[str], _Talk]] = [
    ("`solve 4444`", ["solve", "4444"], _just_run),
    ("`play --plain` to the second move", ["play", "--plain"], _play),
    ("`hint 44`", ["hint", "44"], _just_run),
    ('`hint --game gomoku "h8 h9 i8"`', ["hint", "--game", "gomoku", "h8 h9 i8"], _just_run),
    ("`gomocup`, START to the first move", ["gomocup"], _gomocup),
    ("the page's first answer of a computer", ["web", "--no-browser", "--port", "0"], _page),
]


def _tell(process: subprocess.Popen[str], text: str) -> None:
    assert process.stdin is not None
    process.stdin.write(text)
    process.stdin.flush()


def _end_of(stream: IO[str] | None) -> None:
    assert stream is not None
    stream.read()


def _measure(checkout: Path, arguments: list[str], talk: _Talk) -> tuple[float, float]:
    """Processor seconds and seconds until the program has answered and ended."""
    with tempfile.TemporaryDirectory() as home:
        kept = {name: value for name, value in os.environ.items() if not _is_cache(name)}
        environment = {
            **kept, "HOME": home, "PYTHONPATH": str(checkout / "src"),
            "NUMBA_CACHE_DIR": f"{home}/numba",
        }  # fmt: skip
        started = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-m", "inarow", *arguments],
            env=environment, cwd=home, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        talk(process)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return used.ru_utime + used.ru_stime, time.monotonic() - started


def _is_cache(name: str) -> bool:
    return name in ("INAROW_CACHE_DIR", "INAROW_KERNELS") or name.startswith(("XDG_", "NUMBA_"))


def _row(*cells: Any) -> None:
    print("|", " | ".join(str(cell) for cell in cells), "|", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout")
    against: Path | None = parser.parse_args().against
    checkouts = [_HERE] if against is None else [against.resolve(), _HERE]
    names = [f"{checkout.name}: processor s | s" for checkout in checkouts]
    _row("the first start ever", *names)
    _row("---", *["---:"] * (2 * len(checkouts)))
    for name, arguments, talk in _STARTS:
        measured = [_measure(checkout, arguments, talk) for checkout in checkouts]
        _row(name, *(f"{seconds:.1f}" for pair in measured for seconds in pair))


if __name__ == "__main__":
    main()
