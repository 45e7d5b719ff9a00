"""The first start: the searches are compiled elsewhere, and the server answers meanwhile."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from inarow.apps.web import compiling
from inarow.apps.web.compiling import Compiler, NotCompiledError, load
from inarow.search.stopping import StopSignal

from .conftest import Server, environment, start_server

linux_only = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")


@pytest.fixture
def fresh_server(tmp_path: Path) -> Iterator[Server]:
    """A server on a machine that has compiled nothing yet."""
    server = start_server(variables={"NUMBA_CACHE_DIR": str(tmp_path)})
    yield server
    server.kill()


def _status(server: Server) -> dict[str, Any]:
    with urlopen(f"{server.address}api/status") as answer:
        status: dict[str, Any] = json.load(answer)
    return status


def _wait_for_compiler(server: Server) -> None:
    end = time.monotonic() + 60
    while not _status(server)["note"]:
        assert time.monotonic() < end
        time.sleep(0.05)


def _ask(server: Server) -> None:
    body = json.dumps({"game": "connect4", "moves": "4453"}).encode()
    headers = {"content-type": "application/json"}
    with urlopen(Request(f"{server.address}api/position", body, headers)) as answer:
        assert answer.status == 200


def _children(pid: int) -> set[int]:
    found = set()
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text()
        except OSError:
            continue
        if f"\nPPid:\t{pid}\n" in text:
            found.add(int(status.parent.name))
    return found


def _all_end(processes: set[int]) -> bool:
    end = time.monotonic() + 60
    while any(Path(f"/proc/{each}").exists() for each in processes):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def test_the_server_answers_while_the_searches_are_compiled(fresh_server: Server) -> None:
    _wait_for_compiler(fresh_server)
    status = _status(fresh_server)
    assert not status["ready"]
    assert "compiled" in status["note"]
    for _ in range(40):
        _ask(fresh_server)
        time.sleep(0.05)
    # The answers are compared with the compiler, for on a slow machine both are slow.
    assert _status(fresh_server)["note"] == status["note"]


@linux_only
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_compiler_ends_with_the_server(fresh_server: Server, how: signal.Signals) -> None:
    _wait_for_compiler(fresh_server)
    end = time.monotonic() + 60
    while not (children := _children(fresh_server.process.pid)):
        assert time.monotonic() < end
    fresh_server.process.send_signal(how)
    fresh_server.process.wait(60)
    assert _all_end(children)


def test_nothing_is_compiled_where_only_loading_was_asked_for(tmp_path: Path) -> None:
    code = (
        "from inarow.apps.web.compiling import *\n"
        "try: load('tictactoe', StopSignal())\n"
        "except NotCompiledError: print('not compiled')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**environment(), "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "not compiled"
    assert not list(tmp_path.rglob("*.nbi"))


def test_what_another_process_compiled_is_loaded() -> None:
    compiler = Compiler()
    assert compiler.compile("tictactoe")
    try:
        load("tictactoe", StopSignal())
    except NotCompiledError as missing:
        pytest.fail(f"{missing} was not in the cache")


def test_a_compiler_that_fails_says_so_and_a_closed_one_does_nothing(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = Compiler()
    assert not compiler.compile("no such game")
    assert "no such game" in capfd.readouterr().err
    compiler.close()
    monkeypatch.setattr(compiling, "_start", lambda _: pytest.fail("a process was started"))
    assert not compiler.compile("tictactoe")


def test_what_is_looked_up_does_not_wait_for_the_compiler() -> None:
    code = """
import sys
from inarow.apps.web import schemas, services
for game in services.games():
    services.players(game.text)
    services.position(schemas.PositionRequest(game=game.text))
    services.export(schemas.ExportRequest(game=game.text, format="json"))
services.searches()
print("numba" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
