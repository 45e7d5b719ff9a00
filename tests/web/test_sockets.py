"""Analysis over a WebSocket: it streams, it stops, and it bears with anything."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.asyncio.client import connect

from .conftest import running_server

_PATH = "ws://127.0.0.1/api/analysis"


def _start(number: int = 1, **more: Any) -> dict[str, Any]:
    return {"type": "start", "id": number, "game": "connect4", "moves": "44", **more}


def _until_end(socket: Any) -> list[dict[str, Any]]:
    heard = [socket.receive_json()]
    while heard[-1]["type"] in ("waiting", "progress"):
        heard.append(socket.receive_json())
    return heard


def test_analysis_deepens_step_by_step(client: TestClient) -> None:
    with client.websocket_connect(_PATH) as socket:
        socket.send_json(_start(limit={"depth": 6}))
        heard = _until_end(socket)
    assert heard[0] == {"type": "waiting", "id": 1}
    assert heard[-1]["type"] == "done"
    depths = [message["analysis"]["depth"] for message in heard[1:]]
    assert depths == sorted(depths)
    assert depths[-1] == 6
    assert len(heard[-1]["analysis"]["lines"]) == 7


def test_a_new_start_replaces_the_old_one(client: TestClient) -> None:
    with client.websocket_connect(_PATH) as socket:
        socket.send_json(_start(1))
        socket.send_json(_start(2, limit={"depth": 2}))
        heard = _until_end(socket)
        while heard[-1]["id"] == 1:
            heard += _until_end(socket)
    assert heard[-1]["id"] == 2
    assert heard[-1]["type"] == "done"


def test_it_stops_when_told(client: TestClient) -> None:
    with client.websocket_connect(_PATH) as socket:
        socket.send_json(_start(1))
        assert socket.receive_json()["type"] == "waiting"
        socket.send_json({"type": "stop"})
        socket.send_json(_start(2, limit={"depth": 1}))
        while (message := socket.receive_json())["type"] != "done":
            assert message["type"] in ("waiting", "progress")
    assert message["id"] == 2


NONSENSE = [
    "",
    "{",
    "[]",
    "3",
    '{"type": "dance"}',
    '{"type": "start", "id": -1}',
    '{"type": "start", "surprise": 1}',
    json.dumps(_start(moves="9")),
    json.dumps(_start(moves="1212121")),
    json.dumps(_start(game="x")),
]


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_gets_a_sentence_and_the_talk_goes_on(client: TestClient, text: str) -> None:
    with client.websocket_connect(_PATH) as socket:
        socket.send_text(text)
        message = _until_end(socket)[-1]
        assert message["type"] == "error"
        assert len(message["message"]) > 10
        socket.send_json(_start(7, limit={"depth": 1}))
        assert _until_end(socket)[-1]["type"] == "done"


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://["},
        {"origin": "null"},
        {"host": "evil.example"},
    ],
)
def test_other_sites_cannot_listen(client: TestClient, headers: dict[str, str]) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(_PATH, headers=headers) as socket,
    ):
        socket.receive_json()


class _Crowd:
    """Fifty pages that want an analysis at the same time."""

    SIZE = 50

    def __init__(self, address: str) -> None:
        self.address = address
        self.ends: list[str] = []

    async def _one(self, number: int) -> None:
        address = self.address.replace("http", "ws") + "api/analysis"
        async with connect(address, origin=None) as socket:
            moves = f"{number % 7 + 1}{number // 7 % 7 + 1}"
            await socket.send(json.dumps(_start(number, moves=moves, limit={"seconds": 1})))
            async for text in socket:
                message = json.loads(text)
                if message["type"] not in ("waiting", "progress"):
                    self.ends.append(message["type"])
                    return

    async def analyse(self) -> None:
        await asyncio.gather(*(self._one(number) for number in range(self.SIZE)))


def _memory_of(pid: int) -> int:
    """Resident memory of a process in megabytes; 0 where the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0
    line = next(row for row in status.read_text().splitlines() if row.startswith("VmRSS"))
    return int(line.split()[1]) // 1024


def _timed_move(address: str) -> float:
    body = json.dumps({"game": "connect4", "moves": "4453", "player": "discount"}).encode()
    request = Request(f"{address}api/move", body, {"content-type": "application/json"})
    started = time.monotonic()
    with urlopen(request, timeout=30) as answer:
        assert answer.status == 200
    return time.monotonic() - started


async def test_fifty_at_once_get_an_answer_or_a_refusal_and_moves_still_come() -> None:
    with running_server() as server:
        await asyncio.to_thread(_timed_move, server.address)
        crowd = _Crowd(server.address)
        analysing = asyncio.create_task(crowd.analyse())
        times = []
        for _ in range(6):
            await asyncio.sleep(0.3)
            times.append(await asyncio.to_thread(_timed_move, server.address))
        await analysing
        memory = _memory_of(server.process.pid)
    assert len(crowd.ends) == crowd.SIZE
    assert set(crowd.ends) <= {"done", "refused"}
    assert crowd.ends.count("done") >= 10
    assert sorted(times)[len(times) // 2] < 1.0, times
    assert memory < 1000


async def test_a_closed_tab_ends_its_search() -> None:
    """The lane has room for two; were closed tabs' searches to go on, the third would wait."""
    with running_server() as server:
        address = server.address.replace("http", "ws") + "api/analysis"
        for number in range(4):
            async with connect(address) as socket:
                await socket.send(json.dumps(_start(number, limit={"seconds": 60})))
                kind = ""
                while kind != "progress":
                    kind = json.loads(await asyncio.wait_for(socket.recv(), 30))["type"]
