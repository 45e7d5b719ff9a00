"""The API: right answers to good requests."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tools.page import api_types

from inarow import Board
from inarow.rules.catalogue import CATALOGUE
from inarow.rules.notation import move_text
from inarow.search.exact.solver import shared_solver
from inarow.wire.write import score_info

from .asking import post


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
