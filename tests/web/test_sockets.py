"""Analysis over a WebSocket: it streams, it stops, and it bears with anything."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from inarow.apps.web.limits import BODY_BYTES, Limits

from .conftest import Server, running_server

_PATH = "ws://127.0.0.1/api/analysis"
#: A position that nothing finishes analysing: it is too large to be solved.
_ENDLESS = {"game": "connect4(9x9)", "moves": "", "limit": {"seconds": 600}}


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
    ("text", "number"),
    [
        (json.dumps(_start(5, surprise=1)), 5),
        (json.dumps(_start(5, limit={"seconds": -1})), 5),
        (json.dumps(_start(5, game="a" * 100)), 5),
        (json.dumps(_start(5, game="x")), 5),
        ('{"type": "dance", "id": 5}', 5),
        ('{"type": "start", "id": "5"}', 0),
        ('{"type": "start", "id": -5}', 0),
        ("{", 0),
    ],
)
def test_an_error_has_the_id_of_its_start(client: TestClient, text: str, number: int) -> None:
    with client.websocket_connect(_PATH) as socket:
        socket.send_text(text)
        message = _until_end(socket)[-1]
    assert (message["type"], message["id"]) == ("error", number)


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


def _address(server: Server) -> str:
    return server.address.replace("http", "ws") + "api/analysis"


async def _next(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 120))
    return message


async def _until(socket: ClientConnection, *kinds: str) -> list[dict[str, Any]]:
    heard = [await _next(socket)]
    while heard[-1]["type"] not in kinds:
        heard.append(await _next(socket))
    return heard


class _Crowd:
    """Fifty pages that want an analysis at the same time."""

    SIZE = 50

    def __init__(self, server: Server) -> None:
        self.address = _address(server)

    async def _one(self, number: int) -> str:
        async with connect(self.address, origin=None) as socket:
            moves = f"{number % 7 + 1}{number // 7 % 7 + 1}"
            await socket.send(json.dumps(_start(number, moves=moves, limit={"seconds": 1})))
            heard = await _until(socket, "done", "refused", "error")
            return str(heard[-1]["type"])

    async def analyse(self) -> list[str]:
        return await asyncio.gather(*(self._one(number) for number in range(self.SIZE)))


def _memory_of(pid: int) -> int:
    """Resident memory of a process in megabytes; 0 where the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0
    line = next(row for row in status.read_text().splitlines() if row.startswith("VmRSS"))
    return int(line.split()[1]) // 1024


def _move(server: Server) -> None:
    body = json.dumps({"game": "connect4", "moves": "4453", "player": "discount"}).encode()
    request = Request(f"{server.address}api/move", body, {"content-type": "application/json"})
    with urlopen(request, timeout=120) as answer:
        assert answer.status == 200


async def test_fifty_at_once_get_an_answer_or_a_refusal_and_moves_still_come() -> None:
    limits = Limits(moves=2, analyses=2, analyses_waiting=16)
    with running_server(limits) as server:
        analysing = asyncio.create_task(_Crowd(server).analyse())
        for _ in range(6):
            await asyncio.sleep(0.3)
            await asyncio.to_thread(_move, server)
        ends = await analysing
        memory = _memory_of(server.process.pid)
    assert set(ends) <= {"done", "refused"}
    # They all come from one address, which has half of the room.
    assert ends.count("done") >= (limits.analyses + limits.analyses_waiting) // 2
    # The server itself, and two tables of 64 MB for each of four threads.
    assert memory < 1000


async def test_a_move_does_not_wait_for_an_analysis() -> None:
    limits = Limits(moves=1, analyses=1, analyses_waiting=0, analysis_seconds=600)
    with running_server(limits) as server:
        async with connect(_address(server)) as socket:
            await socket.send(json.dumps(_start(1, **_ENDLESS)))
            await _until(socket, "progress")
            await asyncio.to_thread(_move, server)
            await socket.send(json.dumps(_start(2, limit={"depth": 1})))
            heard = await _until(socket, "done")
    assert heard[-1]["id"] == 2, "the analysis had ended before the move came"


async def _finds_room(server: Server, number: int) -> bool:
    """Say whether an analysis is begun or refused; it ends as a tab does that is closed."""
    async with connect(_address(server)) as socket:
        await socket.send(json.dumps(_start(number, **_ENDLESS)))
        heard = await _until(socket, "progress", "refused")
        return bool(heard[-1]["type"] == "progress")


async def test_a_closed_tab_ends_its_search() -> None:
    """A visitor has room for two; were closed tabs' searches to go on, the third had none."""
    limits = Limits(analyses=2, analyses_waiting=2, analysis_seconds=600)
    with running_server(limits) as server:
        for number in range(4):
            # A search that is told to end takes a moment.
            async with asyncio.timeout(120):
                while not await _finds_room(server, number):
                    await asyncio.sleep(0.1)


async def test_one_visitor_too_many_is_told_so() -> None:
    with running_server(Limits(sockets=1)) as server:
        async with connect(_address(server)) as first:
            async with connect(_address(server)) as second:
                with pytest.raises(ConnectionClosed) as closed:
                    await _next(second)
            await first.send(json.dumps(_start(limit={"depth": 1})))
            await _until(first, "done")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013
    assert "visitors" in closed.value.rcvd.reason


async def test_a_large_message_closes_the_socket() -> None:
    with running_server() as server:
        async with connect(_address(server)) as socket:
            await socket.send(" " * (BODY_BYTES + 1))
            with pytest.raises(ConnectionClosed) as closed:
                await _next(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
