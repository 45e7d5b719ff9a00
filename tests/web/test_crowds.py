"""Many visitors at once, and visitors who leave."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from inarow.apps.web import lessons, services
from inarow.apps.web.app import create_app
from inarow.apps.web.limits import Limits
from inarow.search.stopping import StopSignal

#: Longer than anything here takes, in seconds, so that a test which hangs ends.
_FOR_EVER = 240


class _HeldSearch:
    """Takes the place of a service: says when it has begun, and lasts until it may go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self.began = threading.Event()
        self.may_go_on = threading.Event()
        self.stopped = threading.Event()
        room = services if hasattr(services, name) else lessons
        service = getattr(room, name)

        @wraps(service)
        def held(request: Any, stop: StopSignal) -> Any:
            self.began.set()
            while not (self.may_go_on.wait(0.002) or stop.is_set()):
                pass
            if stop.is_set():
                self.stopped.set()
            return service(request, stop)

        monkeypatch.setattr(room, name, held)


def test_too_many_searches_are_refused_politely(monkeypatch: pytest.MonkeyPatch) -> None:
    search = _HeldSearch(monkeypatch, "move")
    app = create_app(limits=Limits(moves=1, moves_waiting=0, move_seconds=_FOR_EVER))
    body = {"player": "random"}
    with TestClient(app, base_url="http://127.0.0.1") as busy, ThreadPoolExecutor(1) as pool:
        first = pool.submit(busy.post, "/api/move", json=body)
        try:
            assert search.began.wait(_FOR_EVER)
            refusals = [busy.post("/api/move", json=body) for _ in range(3)]
        finally:
            search.may_go_on.set()
        assert first.result().status_code == 200
        assert busy.post("/api/move", json=body).status_code == 200
    for refusal in refusals:
        assert refusal.status_code == 503
        assert int(refusal.headers["retry-after"]) >= 1
        assert "busy" in refusal.json()["error"]


async def _ask_and_go(app: FastAPI, path: str, body: bytes, goes: threading.Event) -> None:
    """Send a request as a client does that breaks the connection off before the answer."""
    messages = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Any:
        if messages:
            return messages.pop()
        while not goes.is_set():
            await asyncio.sleep(0.002)
        return {"type": "http.disconnect"}

    async def send(_: Any) -> None:
        return

    headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST",
        "scheme": "http", "path": path, "raw_path": path.encode(), "query_string": b"",
        "root_path": "", "headers": headers, "client": ("127.0.0.1", 1), "server": None,
    }  # fmt: skip
    await app(scope, receive, send)


@pytest.mark.parametrize("name", ["move", "hint", "analyse", "review", "tree", "compare", "puzzle"])
async def test_a_search_that_nobody_waits_for_is_stopped(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    search = _HeldSearch(monkeypatch, name)
    more = {"move": {"player": "random"}, "tree": {"search": "minimax"}}.get(name, {})
    body = json.dumps({"game": "tictactoe", **more}).encode()
    app = create_app(
        limits=Limits(move_seconds=_FOR_EVER, analysis_seconds=_FOR_EVER, study_seconds=_FOR_EVER)
    )
    async with app.router.lifespan_context(app):
        asked = asyncio.create_task(_ask_and_go(app, f"/api/{name}", body, goes=search.began))
        try:
            assert await asyncio.to_thread(search.stopped.wait, _FOR_EVER / 2)
        finally:
            search.may_go_on.set()
        await asked


def test_one_visitor_leaves_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    search = _HeldSearch(monkeypatch, "move")
    app = create_app(limits=Limits(moves=2, moves_waiting=0, move_seconds=_FOR_EVER))
    body = {"player": "random"}
    with (
        TestClient(app, base_url="http://127.0.0.1", client=("10.0.0.1", 1)) as greedy,
        ThreadPoolExecutor(1) as pool,
    ):
        other = TestClient(app, base_url="http://127.0.0.1", client=("10.0.0.2", 1))
        first = pool.submit(greedy.post, "/api/move", json=body)
        try:
            assert search.began.wait(_FOR_EVER)
            assert greedy.post("/api/move", json=body).status_code == 503
            search.may_go_on.set()
            assert other.post("/api/move", json=body).status_code == 200
        finally:
            search.may_go_on.set()
        assert first.result().status_code == 200
