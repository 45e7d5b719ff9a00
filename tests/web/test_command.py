"""The command: where it listens, what it says, how it ends."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from dataclasses import replace
from urllib.request import urlopen

import pytest

from inarow.apps.cli import main as cli
from inarow.apps.web.limits import Limits
from inarow.files import extras

from .conftest import environment, start_server


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "uvicorn" else object())
    assert cli.main(["web"]) == 2
    assert "[web]'" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["-1", "65536", "x", "99999999999999999999"])
def test_a_bad_port_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["web", "--port", port])
    assert "65535" in capsys.readouterr().err


def test_a_taken_port_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert cli.main(["web", "--port", str(taken.getsockname()[1])]) == 2
    assert "cannot listen" in capsys.readouterr().err


@pytest.mark.parametrize("host", ["999.1.1.1", "203.0.113.7", "é" * 64], ids=lambda host: host[:12])
@pytest.mark.parametrize("port", [(), ("--port", "8421")])
def test_a_bad_host_is_refused(
    host: str, port: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["web", "--no-browser", "--host", host, *port]) == 2
    assert f"cannot listen on {host}" in capsys.readouterr().err


def test_the_limits_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Limits] = []

    def serve(*_: object, limits: Limits, **__: object) -> int:
        given.append(limits)
        return 0

    monkeypatch.setattr("inarow.apps.web.serving.serve", serve)
    assert cli.main(["web", "--analyses", "3", "--studies", "2", "--seconds", "7.5"]) == 0
    assert cli.main(["web"]) == 0
    assert given == [replace(Limits(), analyses=3, studies=2, analysis_seconds=7.5), Limits()]


@pytest.mark.parametrize(
    "option", [("--analyses", "0"), ("--moves", "x"), ("--seconds", "nan"), ("--seconds", "-1")]
)
def test_a_bad_limit_is_refused(
    option: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        cli.main(["web", *option])
    assert f"argument {option[0]}: " in capsys.readouterr().err


def test_it_serves_until_interrupted() -> None:
    server = start_server()
    try:
        with urlopen(server.address) as page:
            assert b"inarow" in page.read()
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(60) == 0
    finally:
        server.kill()


def test_the_command_line_does_not_load_the_server() -> None:
    code = "import sys, inarow.apps.cli.main as c; c._parser(); print('fastapi' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
