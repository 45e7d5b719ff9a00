"""Analysis that streams as it deepens, over a WebSocket.

The page sends ``{"type": "start", "id": 1, "game": ..., "moves": ..., "limit": {...}}`` and
``{"type": "stop"}``; a new start replaces what runs. It hears, always with the id of its start,
``waiting``, then any number of ``progress``, then one of ``done``, ``refused`` and ``error``. A
message that cannot be understood is answered with an ``error`` alone; where it has no id, with 0.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from inarow.apps.web import requests, services
from inarow.apps.web.lanes import BusyError, Lane, visitor_of
from inarow.apps.web.models import Strict, model_of
from inarow.rules.errors import InarowError
from inarow.search.stopping import StopSignal
from inarow.wire.types import AnalysisInfo

_log = logging.getLogger(__name__)

StartId = Annotated[int, Field(ge=0, le=2**53)]


class Start(model_of(requests.AnalysisRequest)):  # type: ignore[misc]
    """Analyse a position from now on."""

    type: Literal["start"]
    id: StartId = 0


class Stop(Strict):
    """End what runs."""

    type: Literal["stop"]


_MESSAGE: TypeAdapter[Start | Stop] = TypeAdapter(
    Annotated[Start | Stop, Field(discriminator="type")]
)


class _AnyMessage(BaseModel):
    """A message of which only the id matters."""

    model_config = ConfigDict(strict=True)

    id: StartId = 0


class AnalysisSocket:
    """One page's conversation: at most one analysis at a time."""

    def __init__(self, socket: WebSocket, lane: Lane) -> None:
        self._socket = socket
        self._visitor = visitor_of(socket)
        self._lane = lane
        self._task: asyncio.Task[None] | None = None

    async def serve(self) -> None:
        """Listen until the page goes away; whatever runs then ends."""
        await self._socket.accept()
        try:
            while True:
                await self._hear(await self._socket.receive_text())
        except (WebSocketDisconnect, KeyError):
            # A KeyError is Starlette's answer to a binary message, which no page of ours sends.
            pass
        finally:
            await self._end_task()

    async def _hear(self, text: str) -> None:
        try:
            message = _MESSAGE.validate_json(text)
        except ValidationError as error:
            sentence = requests.validation_sentence(error.errors())
            await self._send("error", _id_in(text), message=sentence)
            return
        await self._end_task()
        if isinstance(message, Start):
            self._task = asyncio.create_task(self._analyse(message))

    async def _end_task(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None

    async def _analyse(self, start: Start) -> None:
        latest = _Latest()

        def work(stop: StopSignal) -> AnalysisInfo:
            return services.analyse(start.form(), stop, latest.put)

        await self._send("waiting", start.id)
        streaming = asyncio.create_task(self._stream(start.id, latest))
        try:
            analysis = await self._lane.run(work, self._visitor)
        except BusyError as busy:
            await _cancelled(streaming)
            await self._send("refused", start.id, message=str(busy), retry_after=busy.retry_after)
        except InarowError as error:
            await _cancelled(streaming)
            await self._send("error", start.id, message=str(error))
        except Exception:
            # The page would wait for ever; the server's log says what is to be mended.
            _log.exception("an analysis failed")
            await _cancelled(streaming)
            await self._send("error", start.id, message="the analysis failed")
        else:
            await _cancelled(streaming)
            await self._send("done", start.id, analysis=asdict(analysis))
        finally:
            streaming.cancel()

    async def _stream(self, start_id: int, latest: _Latest) -> None:
        while True:
            analysis = await latest.get()
            await self._send("progress", start_id, analysis=asdict(analysis))

    async def _send(self, kind: str, start_id: int, **content: Any) -> None:
        # A page that has gone is noticed by the listening side.
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.send_text(json.dumps({"type": kind, "id": start_id, **content}))


class _Latest:
    """Hands progress from a searching thread to the event loop; a slow page misses steps."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._new = asyncio.Event()
        self._value: AnalysisInfo | None = None

    def put(self, value: AnalysisInfo) -> None:
        """Replace what has not been fetched yet; called from the searching thread."""
        self._value = value
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._new.set)

    async def get(self) -> AnalysisInfo:
        """Wait for something newer than what was fetched last."""
        await self._new.wait()
        self._new.clear()
        assert self._value is not None
        return self._value


def _id_in(text: str) -> int:
    """The id of a message that is wrong otherwise; 0 if there is none to be read."""
    try:
        return _AnyMessage.model_validate_json(text).id
    except ValidationError:
        return 0


async def _cancelled(task: asyncio.Task[None]) -> None:
    """End a task and wait until it has ended, so that nothing is sent out of order."""
    task.cancel()
    await asyncio.wait([task])
