"""Who is served and what: other hosts, other sites, other files."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from inarow.apps.web.app import create_app


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "[", "localhost@evil"]
)
def test_only_known_hosts_are_served(client: TestClient, host: str) -> None:
    answer = client.get("/api/games", headers={"host": host})
    assert answer.status_code == 421
    assert answer.json()["error"]


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("192.168.1.7:8420", "192.168.1.7"),
        ("[fe80::1]:8420", "fe80::1"),
        ("my-pc.local", "my-pc.local"),
    ],
)
def test_another_device_is_told_how_to_start_the_server_for_it(
    client: TestClient, host: str, name: str
) -> None:
    sentence = client.get("/", headers={"host": host}).json()["error"]
    assert sentence.endswith(f"inarow web --host 0.0.0.0 --name {name}")
    with TestClient(create_app(hosts=[name]), base_url=f"http://{host}") as invited:
        assert invited.get("/").status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1:9999"}, 403),
        ({"origin": "http://["}, 403),
        ({"origin": "http://[127.0.0.1"}, 403),
        ({"origin": "http://127.0.0.1"}, 200),
        ({}, 200),
    ],
)
def test_pages_of_other_sites_are_refused(
    client: TestClient, headers: dict[str, str], status: int
) -> None:
    answer = client.post("/api/position", json={}, headers={"host": "127.0.0.1", **headers})
    assert answer.status_code == status


def test_another_site_cannot_send_a_plain_form(client: TestClient) -> None:
    """Browsers send such bodies across sites without asking first."""
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        answer = client.post("/api/position", content=b"{}", headers={"content-type": kind})
        assert answer.status_code == 422


@pytest.mark.parametrize("path", ["/", "/api/games", "/style.css", "/nothing"])
def test_every_answer_is_guarded(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert "script-src 'self'" in headers["content-security-policy"]
    # WebAssembly may be compiled, for student code has a Python of its own; no text becomes code.
    assert "'unsafe-" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/../../../etc/passwd", "/..%2f..%2fapp.py", "/js/../../app.py"])
def test_nothing_but_the_page_is_served(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404
