"""What every request passes first: it must be for us, from our own page, and small enough."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import escape
from typing import Any
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inarow.apps.web.limits import BODY_BYTES
from inarow.apps.web.policy import content_policy

#: Names by which a browser on the same machine calls this server.
LOCAL_HOSTS = ("127.0.0.1", "localhost", "::1")

_HEADERS = {
    "content-security-policy": content_policy(frame_ancestors="'none'"),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cache-control": "no-cache",
}
_ENCODED_HEADERS = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>inarow</title>
<h1>inarow</h1>
<p>{}</p>
</html>
"""


class Guard:
    """Refuses strange hosts, other sites' pages and large bodies; adds the security headers.

    A page of another site can make a browser send requests here. Its own name then stands in the
    Origin header, or, if it has bent its name to this machine's address, in the Host header.
    """

    def __init__(self, app: ASGIApp, *, hosts: Iterable[str] = LOCAL_HOSTS) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with a sentence."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1")
                   for name, value in scope["headers"]}  # fmt: skip
        refusal = self._refusal(headers)
        if scope["type"] == "websocket":
            if refusal:
                await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})
            else:
                await self._app(scope, receive, send)
        elif refusal:
            is_person = "text/html" in headers.get("accept", "")
            await _answer(with_security_headers(send), *refusal, is_person=is_person)
        else:
            await self._app(scope, _counted(receive), with_security_headers(send))

    def _refusal(self, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if (name := _host_name(host)) not in self._hosts:
            shown = name if re.fullmatch(r"[\w.:-]{1,80}", name) else "NAME"
            return 421, (
                "this server is not known by that name; to use it from another device, start it "
                f"with: inarow web --lan, or: inarow web --host 0.0.0.0 --name {shown}"
            )
        origin = headers.get("origin")
        if origin is not None and _site(origin) != host.lower():
            return 403, "pages of other sites may not use this server"
        if headers.get("sec-fetch-site") == "cross-site" and origin is not None:
            return 403, "pages of other sites may not use this server"
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdecimal()) or len(length) > 18:
            return 400, "the length of the request is not a number"
        if int(length) > BODY_BYTES:
            return 413, _too_large()
        return None


def _counted(receive: Receive) -> Receive:
    """The same way to read, which ends when a body is too large, whatever it claimed to be."""
    received = 0

    async def counting_receive() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > BODY_BYTES:
            raise HTTPException(413, _too_large())
        return message

    return counting_receive


def with_security_headers(send: Send) -> Send:
    """The same way to answer, with the security headers on every answer."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name.lower() for name, _ in message["headers"]}
            extra = [pair for pair in _ENCODED_HEADERS if pair[0] not in own]
            message = {**message, "headers": [*message["headers"], *extra]}
        await send(message)

    return send_with_headers


def _host_name(host: str) -> str:
    """The name in a Host header, without the port and the brackets of an address."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _site(origin: str) -> str:
    """The host and port in an Origin header; nothing if it is no address."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _too_large() -> str:
    return f"the request is larger than {BODY_BYTES // 1024} kB"


async def _answer(send: Send, status: int, sentence: str, *, is_person: bool) -> None:
    """Answer with a sentence, as a page for a browser and as JSON for a program."""
    body, kind = json.dumps({"error": sentence}), b"application/json"
    if is_person:
        body, kind = _PAGE.format(escape(f"{sentence[0].upper()}{sentence[1:]}.")), b"text/html"
    content = body.encode()
    headers: list[tuple[bytes, Any]] = [
        (b"content-type", kind + b"; charset=utf-8" * is_person),
        (b"content-length", str(len(content)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})
