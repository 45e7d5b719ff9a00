"""Requests that are wrong get a sentence, and no surprise."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from inarow.apps.web.limits import BODY_BYTES

from .asking import post


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "hello",
        "48",
        "4444444",
        "{",
        '{"game": 3}',
        "[]",
        "#play?x=1",
        "http://x/#",
        "X-O",
        "#x?game=" + "a" * 100,
        "#x?game=connect4&moves=" + "4" * 4001,
        "#x?game=connect4&start=" + "-" * 4001,
        "http://[/#x?game=connect4",
        "http://\u2100/#x?game=connect4",
        "<svg><desc>http://[</desc></svg>",
        '{"game":"connect4","moves":' + "9" * 5000 + "}",
        '{"format":"inarow-record","version":' + "9" * 5000 + "}",
    ],
    ids=lambda text: text[:30],
)
def test_a_bad_paste_gets_a_sentence(client: TestClient, text: str) -> None:
    answer = client.post("/api/open", json={"text": text})
    assert answer.status_code == 422
    assert len(answer.json()["error"]) > 10


def test_a_number_that_is_none_is_no_crash(client: TestClient) -> None:
    text = post(client, "export", game="connect4", moves="44", format="json")["text"]
    score = {"kind": "draw"}
    note = {
        "number": 1e999, "side": "X", "move": "4", "best": "4", "line": ["4"], "loss": 0,
        "grade": "best", "change": None, "score": score, "best_score": score, "expectation": 0.5,
        "reason": {"text": "", "motif": "", "cells": []},
    }  # fmt: skip
    record = json.dumps({**json.loads(text), "annotations": [note]})
    assert "Infinity" in record
    answer = client.post("/api/open", json={"text": record})
    assert answer.status_code == 422
    assert "number" in answer.json()["error"]


HOSTILE: list[tuple[str, dict[str, Any]]] = [
    ("position", {"game": "mnk(99999,99999,5)"}),
    ("position", {"game": "mnk(21,21,5)"}),
    ("position", {"game": "connect4(" + "9" * 70 + ")"}),
    ("position", {"moves": "4" * 1_000_000}),
    ("position", {"moves": "4" * 4_000}),
    ("position", {"moves": ["4"]}),
    ("position", {"moves": 4453}),
    ("position", {"game": None}),
    ("position", {"start": "X" * 42}),
    ("position", {"surprise": 1}),
    ("move", {"player": "discount(depth=99999999999999999999)", "limit": {"depth": -1}}),
    ("move", {"player": "shapes(slips=1)", "game": "gomoku"}),
    ("move", {"player": "level(slips=1, misses=1)", "game": "gomoku"}),
    ("move", {"player": "discount", "limit": {"seconds": -1}}),
    ("move", {"player": "discount", "limit": {"seconds": 1e300}}),
    ("move", {"player": "discount", "seed": -1}),
    ("move", {"player": "discount", "seed": 10**40}),
    ("move", {"player": "nobody"}),
    ("move", {"player": "./player.py:Mine"}),
    ("move", {"player": "cmd:rm"}),
    ("move", {"player": "shapes"}),
    ("move", {"player": "discount", "moves": "1212121"}),
    ("analyse", {"limit": {"nodes": 0}}),
    ("analyse", {"limit": {"nodes": True}}),
    ("analyse", {"moves": "1212121"}),
    ("tree", {"search": "alpha-beta", "depth": 99}),
    ("tree", {"search": "nothing"}),
    ("tree", {"search": "minimax", "moves": "1212121"}),
    ("compare", {"depth": 0}),
    ("review", {"moves": "8"}),
    ("open", {"text": '{"a":' * 4_000}),
    ("hint", {"moves": "\uff11\uff12"}),
]  # fmt: skip


@pytest.mark.parametrize(("path", "body"), HOSTILE)
def test_hostile_input_gets_a_sentence(client: TestClient, path: str, body: dict[str, Any]) -> None:
    answer = client.post(f"/api/{path}", json=body)
    assert 400 <= answer.status_code < 500
    assert len(answer.json()["error"]) > 10


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[1,2", b"\xff\xfe", b'"x"', b"NaN", b'{"limit":{"seconds":NaN}}', b"[" * 50_000],
)
def test_what_is_not_json_gets_a_sentence(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/analyse", content=body, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]


def test_a_large_body_is_refused_whatever_it_claims(client: TestClient) -> None:
    def endless() -> Any:
        for _ in range(100):
            yield b" " * 4096

    for content in (b" " * (BODY_BYTES + 1), endless()):
        answer = client.post("/api/position", content=content)
        assert answer.status_code == 413
