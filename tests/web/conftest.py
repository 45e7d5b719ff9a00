"""A running server, the page without one, and a real browser for the tests of the web app."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from inarow.apps.web.app import create_app
from inarow.apps.web.limits import Limits
from inarow.apps.web.site import build
from made_once import shared_folder

_SOURCE = Path(__file__).parents[2] / "src"
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    # Whether code may reach another port of this machine is for the page's policy to say. A process
    # that is started for a page that may come costs each test a tenth of a second.
    "--disable-features=LocalNetworkAccessChecks,SpareRendererForSitePerProcess",
)  # fmt: skip


#: A page that shares memory with its workers is loaded twice at the first visit.
_IS_SETTLED = "() => crossOriginIsolated || !document.documentElement.dataset.site"


#: What tests with the same wishes share, as long as the browser is open.
_PROFILES: dict[str, BrowserContext] = {}


@dataclass(frozen=True)
class Server:
    """A server in a process of its own."""

    process: subprocess.Popen[str]
    address: str

    @property
    def port(self) -> int:
        return int(self.address.rsplit(":", 1)[1].partition("/")[0])

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def environment() -> dict[str, str]:
    """This process's environment, with the package to be found."""
    return {**os.environ, "PYTHONPATH": str(_SOURCE)}


def start_server(
    port: int = 0,
    variables: Mapping[str, str] | None = None,
    limits: Limits | None = None,
    options: Sequence[str] = (),
) -> Server:
    """Start a server and wait until it says where it is: ``inarow web``, or one with limits."""
    process = subprocess.Popen(
        [
            sys.executable,
            *(_command(port) if limits is None else _limited(port, limits)),
            *options,
        ],
        env={**environment(), **(variables or {})},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    if found is None:
        process.kill()
        process.wait()
        pytest.fail("the server did not say where it is")
    return Server(process, found[0])


def _command(port: int) -> list[str]:
    return ["-m", "inarow", "web", "--no-browser", "--port", str(port)]


def _limited(port: int, limits: Limits) -> list[str]:
    return [
        "-c",
        "from inarow.apps.web.limits import Limits\n"
        "from inarow.apps.web.serving import serve\n"
        f"serve('127.0.0.1', {port}, open_browser=False, limits={limits!r})",
    ]


@contextmanager
def running_server(limits: Limits | None = None) -> Iterator[Server]:
    server = start_server(limits=limits)
    try:
        yield server
    finally:
        server.kill()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with running_server() as started:
        yield started


def pyodide() -> Path:
    """Pyodide as `scripts/fetch-pyodide` leaves it; without it those tests are skipped."""
    folder = Path(__file__).parents[2] / "tools/site/node_modules/pyodide"
    if not folder.exists() or shutil.which("node") is None:
        sentence = "NO PYODIDE: it is not here, see scripts/fetch-pyodide"
        if os.environ.get("CI") == "true":
            pytest.fail(sentence)
        pytest.skip(sentence)
    return folder


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once for all processes that run tests, in a sub-folder of a host."""
    found = pyodide()
    with shared_folder(tmp_path_factory, "host") as host:
        folder = host / "games" / "inarow"
        if not (folder / "service-worker.js").exists():
            build(folder, found)
    return folder


def start_file_server(folder: Path, port: int = 0) -> Server:
    """Python's own file server, which knows nothing of the page."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "http.server", str(port), "--bind", "127.0.0.1"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    found = re.search(r"http://[\d.:]+/", process.stdout.readline())
    assert found
    return Server(process, found[0])


@pytest.fixture(scope="session")
def site(built_site: Path) -> Iterator[Server]:
    """The site behind a plain file server."""
    started = start_file_server(built_site.parents[1])
    yield Server(started.process, f"{started.address}games/inarow/")
    started.kill()


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    """The application in this process, with short searches."""
    app = create_app(limits=Limits(move_seconds=5, analysis_seconds=4, study_seconds=20))
    with TestClient(app, base_url="http://127.0.0.1") as opened:
        yield opened


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for one file of tests; while it is open no asynchronous test can run."""
    # A machine that runs other tests at the same time can be slow.
    expect.set_options(timeout=30_000)
    path = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if path is None:
        sentence = "NO BROWSER: Chromium is not installed, see scripts/install-from-debian"
        if os.environ.get("CI") == "true":
            pytest.fail(sentence)
        pytest.skip(sentence)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=list(_FLAGS))
        yield launched
        _PROFILES.clear()
        launched.close()


def _note(complaints: list[str], message: ConsoleMessage) -> None:
    # The browser itself logs that bad input was refused, which some tests do on purpose.
    if message.type == "error" and "status of 422" not in message.text:
        complaints.append(message.text)


def _check_origin(complaints: list[str], url: str, address: str) -> None:
    if not url.startswith((address, "blob:", "data:")):
        complaints.append(f"elsewhere: {url}")


def _profile(browser: Browser, options: Mapping[str, object]) -> BrowserContext:
    """A profile that a file's tests share; a browser that knows a page opens it for half the work.

    A page that shows nothing stays open in it, or the next would start the browser's parts anew.
    """
    key = repr(sorted(options.items()))
    if key not in _PROFILES:
        _PROFILES[key] = _new_profile(browser, options)
        _PROFILES[key].new_page()
    return _PROFILES[key]


def _new_profile(browser: Browser, options: Mapping[str, object]) -> BrowserContext:
    return browser.new_context(**{"reduced_motion": "reduce", **options})  # type: ignore[arg-type]


def _forget(profile: BrowserContext, address: str) -> None:
    """Throw away whatever pages of a host have stored."""
    origin = re.match("https?://[^/]+", address)
    assert origin
    kept = {"origin": origin[0], "storageTypes": "all"}
    profile.new_cdp_session(profile.pages[0]).send("Storage.clearDataForOrigin", kept)


@contextmanager
def opened_page(browser: Browser, address: str, **options: object) -> Iterator[Page]:
    """A page that finds nothing stored; it must not log an error, nor load from anywhere else.

    Whoever changes more than what is stored (the browser's clock, say) takes a ``watched_page``.
    """
    profile = _profile(browser, options)
    _forget(profile, address)
    try:
        with _watched(profile, address, []) as opened:
            yield opened
            assert not opened.evaluate("'__pwClock' in globalThis"), "every test's clock was set"
    finally:
        for left in profile.pages[1:]:
            left.close()


@contextmanager
def watched_page(
    browser: Browser, address: str, complaints: list[str], /, **options: object
) -> Iterator[Page]:
    """The same in a profile of its own; a test takes from ``complaints`` what it expected."""
    profile = _new_profile(browser, options)
    try:
        with _watched(profile, address, complaints) as opened:
            yield opened
    finally:
        profile.close()


@contextmanager
def _watched(profile: BrowserContext, address: str, complaints: list[str]) -> Iterator[Page]:
    page = profile.new_page()
    try:
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("console", lambda message: _note(complaints, message))
        home = address.partition("#")[0]
        page.on("request", lambda request: _check_origin(complaints, request.url, home))
        page.goto(address)
        page.wait_for_function(_IS_SETTLED)
        page.wait_for_selector("body.ready")
        yield page
    finally:
        page.close()
    assert not complaints, complaints


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    with opened_page(browser, server.address) as opened:
        yield opened
