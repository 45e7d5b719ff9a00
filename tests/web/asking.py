"""How tests ask the API."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient


def post(client: TestClient, path: str, **body: Any) -> Any:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()
