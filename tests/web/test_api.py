"""The API: right answers to good requests, sentences to bad ones, and no surprise in between."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tools.page import api_types

from inarow import Board
from inarow.apps.web import lessons, services
from inarow.apps.web.app import create_app
from inarow.apps.web.limits import BODY_BYTES, Limits
from inarow.rules.catalogue import CATALOGUE
from inarow.rules.notation import move_text
from inarow.search.exact.solver import shared_solver
from inarow.search.stopping import StopSignal
from inarow.wire.write import score_info

#: Longer than anything here takes, in seconds, so that a test which hangs ends.
_FOR_EVER = 240
_STATIC = Path(__file__).parents[2] / "src/inarow/apps/web/static"


def post(client: TestClient, path: str, **body: Any) -> Any:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_every_game_of_the_catalogue_is_listed(client: TestClient) -> None:
    games = client.get("/api/games").json()
    assert [game["family"] for game in games] == list(CATALOGUE)
    assert len({game["title"] for game in games}) == len(games)


@pytest.mark.parametrize("game", ["connect4", "square", "gomoku", "tictactoe", "mnk(6x5,k=3)"])
def test_one_player_of_a_game_is_the_usual_one(client: TestClient, game: str) -> None:
    players = client.get("/api/players", params={"game": game}).json()
    assert sum(player["default"] for player in players) == 1
    assert all(player["about"] and player["group"] for player in players)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    game=st.sampled_from(["connect4", "square", "gomoku(9)", "tictactoe", "mnk(12x4,k=3,gravity)"]),
    choices=st.lists(st.integers(0, 400), max_size=30),
)
def test_a_position_is_told_as_it_is(client: TestClient, game: str, choices: list[int]) -> None:
    """The cells of the pieces, drawn one by one, give the board that the rules give."""
    board = Board(game)
    for choice in choices:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[choice % len(moves)])
    position = post(client, "position", game=game, moves=board.moves_text())
    grid = [["-"] * board.game.width for _ in range(board.game.height)]
    for number, played in enumerate(position["moves"]):
        x, y = played["cell"] % board.game.width, played["cell"] // board.game.width
        assert grid[y][x] == "-"
        grid[y][x] = "XO"[number % 2]
    assert "/".join("".join(row) for row in reversed(grid)) == position["text"] == board.text()
    for legal in position["legal"]:
        x, y = legal["cell"] % board.game.width, legal["cell"] // board.game.width
        assert grid[y][x] == "-"
        assert not board.game.gravity or y == 0 or grid[y - 1][x] != "-"
    outcome = board.outcome()
    assert (position["outcome"] is None) == (outcome is None) == bool(position["legal"])


def test_a_position_can_be_set_up(client: TestClient) -> None:
    position = post(client, "position", game="tictactoe", start="XO-/-X-/---", moves="c1")
    assert position["start"] == "XO-/-X-/---"
    assert position["set_up"] == [[4, 6], [7]]
    assert position["turn"] == "X"
    again = post(
        client, "position", game="tictactoe", start=position["start"], moves=position["moves_text"]
    )
    assert again == position


@pytest.mark.parametrize(
    ("game", "moves", "player", "best"),
    [
        ("connect4", "112233", "discount", "4"),
        ("connect4", "1122337", "minimax", "4"),
        ("square", "1122", "square-2", None),
        ("gomoku", "h8 a1 h9 a2 h10 a3 h11 a4", "shapes", None),
        ("connect4", "", "random", None),
    ],
)
def test_a_player_moves(
    client: TestClient, game: str, moves: str, player: str, best: str | None
) -> None:
    choice = post(client, "move", game=game, moves=moves, player=player, seed=1)
    board = Board(game, moves)
    board.push_text(choice["move"])
    assert choice["position"]["text"] == board.text()
    assert best is None or choice["move"] == best


def test_a_seed_makes_a_move_repeatable(client: TestClient) -> None:
    moves = {post(client, "move", game="gomoku", player="random", seed=9)["move"] for _ in range(5)}
    assert len(moves) == 1


@pytest.mark.parametrize(
    ("game", "moves", "best"),
    [("connect4", "112233", "4"), ("tictactoe", "a1 b2 a2 c3", "a3"), ("square", "1313757", None)],
)
def test_analysis_scores_every_move_best_first(
    client: TestClient, game: str, moves: str, best: str | None
) -> None:
    analysis = post(client, "analyse", game=game, moves=moves, limit={"depth": 4})
    board = Board(game, moves)
    assert {line["moves"][0]["move"] for line in analysis["lines"]} == {
        legal["move"] for legal in post(client, "position", game=game, moves=moves)["legal"]
    }
    for line in analysis["lines"]:
        after = board.copy()
        after.play(" ".join(move["move"] for move in line["moves"]))
    if best:
        score = {"kind": "win", "plies": 1, "value": None, "scale": None, "win_probability": 1}
        assert analysis["lines"][0]["moves"][0]["move"] == best
        assert analysis["lines"][0]["score"] == analysis["score"] == score
        assert analysis["turn"] == str(board.turn)


_RESULTS = {1: "win", 0: "draw", -1: "loss"}


def brute_force(board: Board) -> int:
    """The value of a position by trying everything."""
    outcome = board.outcome()
    if outcome is not None:
        return 0 if outcome.is_draw else -1
    best = -1
    for move in list(board.legal_moves):
        board.push(move)
        best = max(best, -brute_force(board))
        board.pop()
    return best


def test_analysis_agrees_with_brute_force_on_tictactoe(client: TestClient) -> None:
    board = Board("tictactoe", "a1 c2")
    analysis = post(client, "analyse", game="tictactoe", moves=board.moves_text())
    for line in analysis["lines"]:
        board.push_text(line["moves"][0]["move"])
        assert line["score"]["kind"] == _RESULTS[-brute_force(board)]
        board.pop()


def test_a_hint_has_a_reason(client: TestClient) -> None:
    hint = post(client, "hint", game="connect4", moves="112233")
    assert (hint["move"], hint["cell"]) == ("4", 3)
    assert "win" in hint["reason"]["text"]
    assert (hint["reason"]["motif"], hint["reason"]["cells"]) == ("wins", [0, 1, 2, 3])
    assert hint["analysis"]["lines"][0]["moves"] == [{"move": "4", "cell": 3}]
    block = post(client, "hint", game="connect4", moves="1122377")
    assert block["reason"]["text"]


def test_a_review_judges_every_move(client: TestClient) -> None:
    """With the seventh move X could have made four in column 1."""
    review = post(client, "review", game="connect4", moves="12131721")
    notes = review["record"]["annotations"]
    assert [each["move"] for each in notes] == review["record"]["moves"] == list("12131721")
    assert [each["number"] for each in notes] == list(range(1, 9))
    assert all(each["reason"]["text"] for each in notes)
    assert len(review["curve"]) == 9
    assert all(0 <= share <= 1 for share in review["curve"])
    assert notes[6]["best"] == "1"
    assert notes[6]["grade"] != "best"


@pytest.mark.parametrize("moves", ["44444326555533", "444443265555331", "4455"])
def test_an_analysis_and_a_review_give_a_position_the_same_chance(
    client: TestClient, moves: str
) -> None:
    """Both are asked for X's chance to win: the bar of the one, the chart of the other."""
    analysis = post(client, "analyse", game="connect4", moves=moves)
    assert analysis["exact"]
    share = analysis["score"]["win_probability"]
    review = post(client, "review", game="connect4", moves=moves)
    assert review["curve"][-1] == (share if analysis["turn"] == "X" else 1 - share)


@pytest.mark.parametrize("search", ["minimax", "alpha-beta", "negamax", "ordered", "deepening"])
def test_a_tree_is_the_search_itself(client: TestClient, search: str) -> None:
    tree = post(client, "tree", game="tictactoe", moves="a1 b2 a3", search=search, depth=3)
    nodes, found = tree["nodes"], tree["analysis"]
    assert tree["whole"]
    assert found["nodes"] == len(nodes)
    assert found["cutoffs"] == sum(node["end"] == "cut-off" for node in nodes)
    assert search != "minimax" or not any(node["pruned"] for node in nodes)
    for node in nodes:
        assert node["parent"] is None or node["parent"] < node["number"]
        assert bool(node["cut_by"]) == (node["end"] == "cut-off")
    compared = {row["search"]: row for row in post(
        client, "compare", game="tictactoe", moves="a1 b2 a3", depth=3)}  # fmt: skip
    assert compared[search]["nodes"] == found["nodes"]
    assert compared[search]["cutoffs"] == found["cutoffs"]
    assert compared[search]["score"] == found["score"]


def test_the_nodes_of_minimax_are_counted_right(client: TestClient) -> None:
    """From the empty board of tic-tac-toe nobody can win within three plies."""
    compared = post(client, "compare", game="tictactoe", depth=3)
    assert compared[0]["search"] == "minimax"
    assert compared[0]["nodes"] == 1 + 9 + 9 * 8 + 9 * 8 * 7


def test_the_searches_of_a_tree_are_listed(client: TestClient) -> None:
    names = [search["name"] for search in client.get("/api/searches").json()]
    assert names[:2] == ["minimax", "alpha-beta"]


@pytest.mark.parametrize(
    ("text", "kind", "game", "moves"),
    [
        ("4453", "moves", "connect4(7x6)", "4453"),
        (" 4 4\n5,3 ", "moves", "connect4(7x6)", "4453"),
        ("(;GM[4]SZ[15];B[hh];W[ih])", "record", "gomoku(15x15)", "h8 i8"),
        ("http://127.0.0.1:1/#play?game=square(7x6)&moves=12&o=x", "link", "square(7x6)", "12"),
        ("#analyse?game=mnk(5x5,k=4)&moves=a1+b2", "link", "mnk(5x5,k=4)", "a1 b2"),
    ],
)
def test_a_pasted_text_is_opened(
    client: TestClient, text: str, kind: str, game: str, moves: str
) -> None:
    opened = post(client, "open", text=text)
    assert opened["kind"] == kind
    assert opened["position"]["game"]["text"] == game
    assert opened["position"]["moves_text"] == moves


@pytest.mark.parametrize(
    ("game", "moves", "form"),
    [("connect4", "4453", "json"), ("gomoku", "h8 i9", "json"), ("gomoku", "h8 i9", "sgf")],
)
def test_an_exported_game_is_opened_again(
    client: TestClient, game: str, moves: str, form: str
) -> None:
    text = post(client, "export", game=game, moves=moves, format=form)["text"]
    opened = post(client, "open", text=text, game="tictactoe")
    assert opened["position"]["text"] == Board(game, moves).text()
    assert opened["position"]["moves_text"] == moves


def _kinds(board: Board) -> dict[str, str]:
    """The result of every move: by the solver where it knows the game, else by brute force."""
    if board.game.gravity:
        scores = shared_solver(board.game).solve_moves(board, weak=True).analysis().move_scores
        return {move_text(board.game, move): score.kind.value for move, score in scores.items()}
    kinds = {}
    for move in list(board.legal_moves):
        board.push(move)
        kinds[move_text(board.game, move)] = _RESULTS[-brute_force(board)]
        board.pop()
    return kinds


@pytest.mark.parametrize("game", ["connect4", "square", "tictactoe"])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_puzzle_has_one_solution(client: TestClient, game: str, level: int) -> None:
    for seed in range(4):
        task = post(client, "puzzle", game=game, level=level, seed=seed)
        assert task["question"] and task["puzzle"]["reason"]
        kinds = _kinds(Board(game, task["position"]["moves_text"]))
        solution = kinds.pop(task["puzzle"]["solution"])
        assert solution not in kinds.values()
        assert solution == "win" or "win" not in kinds.values()


def test_a_puzzle_of_another_game_is_made_on_the_spot(client: TestClient) -> None:
    task = post(client, "puzzle", game="connect3", level=1, seed=3)
    kinds = _kinds(Board("connect3", task["position"]["moves_text"]))
    assert kinds.pop(task["puzzle"]["solution"]) not in kinds.values()


def test_exact_scores_agree_with_the_solver(client: TestClient) -> None:
    board = Board("connect4", "44444326555533")
    solution = shared_solver(board.game).solve_moves(board)
    analysis = post(client, "analyse", game="connect4", moves=board.moves_text())
    assert analysis["exact"]
    scores = {line["moves"][0]["move"]: line["score"] for line in analysis["lines"]}
    exact = solution.analysis().move_scores
    assert scores == {str(move + 1): asdict(score_info(score)) for move, score in exact.items()}


def test_a_pasted_picture_is_opened(client: TestClient) -> None:
    picture = Board("connect4", "4453").diagram(labels=True)
    opened = post(client, "open", text=picture)
    assert opened["position"]["text"] == Board("connect4", "4453").text()


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


def test_a_large_body_is_refused_whatever_it_claims(client: TestClient) -> None:
    def endless() -> Any:
        for _ in range(100):
            yield b" " * 4096

    for content in (b" " * (BODY_BYTES + 1), endless()):
        answer = client.post("/api/position", content=content)
        assert answer.status_code == 413


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


def _loaded_with(path: Path, known: set[Path]) -> set[Path]:
    """A file of the page and all that it names or imports at its top, and these, and so on."""
    known.add(path)
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    named = r'(?:href|src)="([\w./-]+)"'
    imported = r'^(?:import|export)\b[^;]*?"([\w./-]+\.js)"'
    for target in re.findall(named if path.suffix == ".html" else imported, text, re.MULTILINE):
        other = (path.parent / target).resolve()
        if other.is_file() and other not in known:
            _loaded_with(other, known)
    return known


def test_the_page_is_small_and_needs_nobody_else() -> None:
    files = [path for path in _STATIC.rglob("*") if path.is_file()]
    first = _loaded_with(_STATIC / "index.html", set())
    later = {path for path in files if path.parent.name in ("course", "workbench")}
    assert len(first) > 40 and first <= set(files) and not first & later
    # What opens the page, what the site's workers and the page about the API need, and the course.
    for some, most in (
        (first, 240_000), (set(files) - first - later, 20_000), (later, 470_000)
    ):  # fmt: skip
        assert sum(path.stat().st_size for path in some) < most
    for path in files:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        if path.name == "editor.js":
            # Made of other people's sources; where they tell of themselves nothing is loaded.
            assert not re.search(r"(import|fetch|src|href)\W{0,3}https?://", text)
            continue
        assert "http://" not in text and "https://" not in text, path
        assert "<script>" not in text or path.name == "sandbox.html", path
        assert " style=" not in text, path


def test_the_description_of_the_api_names_every_path(client: TestClient) -> None:
    schema = client.get("/api/openapi.json").json()
    assert {"/api/games", "/api/players", "/api/position", "/api/move", "/api/analyse"} <= set(
        schema["paths"]
    )
    assert json.dumps(schema).count("HTTPValidationError") == 0


def test_the_page_s_types_are_what_the_server_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the page's type checker believes of the answers is written from the API itself."""
    assert api_types.main(["--check"]) == 0
    monkeypatch.setattr(api_types, "_HEAD", "")
    assert api_types.main(["--check"]) == 1


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
