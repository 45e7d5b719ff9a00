"""The file for ConnectX plays as the level does, alone, in time, and in Kaggle's own package."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import solve
from inarow.apps.cli.main import main
from inarow.apps.connectx import agent as door
from inarow.apps.connectx.export import OPENINGS_FILE, agent_text, cells_of
from inarow.players.options import changed_options
from inarow.players.roster import level_of, player
from inarow.players.slipping import SlippingPlayer, recipe_for
from inarow.rules.board import Board
from inarow.rules.catalogue import game as make_game
from inarow.rules.side import Side
from inarow.rules.threats import winning_moves
from inarow.search.limit import Limit
from inarow.search.score import Kind
from inarow.search.tree.compiled import evaluate_compiled, search_compiled

ROOT = Path(__file__).parents[2]
KAGGLE = ROOT / ".venv-connectx/bin/python"
LATER = 1e9

GAMES = [
    make_game(text)
    for text in ("connect4", "mnk(5x4,k=3,gravity)", "mnk(8x5,k=5,gravity)", "mnk(3x7,k=4,gravity)")
]


def position_of(board: Board) -> door.Position:
    game = board.game
    return door.Position(cells_of(board), game.width, game.height, game.pieces_to_win)


def asked(board: Board, seconds: float = 2.0) -> tuple[Any, Any]:
    """What ConnectX would tell an agent."""
    game = board.game
    return (
        SimpleNamespace(board=cells_of(board), mark=board.turn + 1),
        SimpleNamespace(
            columns=game.width, rows=game.height, inarow=game.pieces_to_win, actTimeout=seconds
        ),
    )


@st.composite
def open_boards(draw: st.DrawFn) -> Board:
    """A board of some size whose game is not over."""
    board = Board(draw(st.sampled_from(GAMES)))
    for number in draw(st.lists(st.integers(0, 7), max_size=16)):
        move = number % board.game.width
        if move in board.legal_moves and not board.after(move).is_game_over:
            board.push(move)
    return board


def value_of(board: Board, depth: int) -> float:
    """What the compiled search says of a board for its mover, wins and losses as the file has."""
    score = search_compiled(board, recipe_for(board.game), Limit(depth=depth)).score
    decided = {Kind.WIN: door.WON, Kind.LOSS: -door.WON, Kind.DRAW: 0}
    if score.is_exact:
        return decided[score.kind]
    return score.value


@settings(max_examples=150, deadline=None)
@given(open_boards())
def test_a_board_is_worth_what_the_heuristic_says(board: Board) -> None:
    wanted = evaluate_compiled(board, recipe_for(board.game).evaluation, board.turn)
    assert position_of(board).worth(board.turn) == wanted


@settings(max_examples=150, deadline=None)
@given(open_boards(), st.integers(1, 6))
def test_the_search_finds_what_the_compiled_one_finds(board: Board, depth: int) -> None:
    search = door.Search(position_of(board), LATER)
    cell, value = search.best(board.turn, depth)
    assert value == value_of(board, depth)
    move = cell % board.game.width
    after = board.after(move)
    if abs(value) < door.DECIDED and depth > 1 and not after.is_game_over:
        assert -value_of(after, depth - 1) == value
    if value >= door.DECIDED and not after.is_game_over:
        assert value_of(after, depth - 1) <= -door.DECIDED


@settings(max_examples=60, deadline=None)
@given(open_boards())
def test_pieces_are_taken_back(board: Board) -> None:
    position, fresh = position_of(board), position_of(board)
    door.Search(position, LATER).best(board.turn, 4)
    # And a search that runs out of time leaves the board as it was.
    door.Search(position, 0.0).best(board.turn, 12)
    for name in ("numbers", "landing", "total", "key", "empty"):
        assert getattr(position, name) == getattr(fresh, name)


def chosen_by_file(text: str, board: Board, count: int) -> Counter[int]:
    names: dict[str, Any] = {}
    exec(compile(text, "agent.py", "exec"), names)
    return Counter(names["agent"](*asked(board)) for _ in range(count))


@pytest.mark.parametrize("level", ["level-1", "level-3", "level(depth=2.5,slips=0.4,misses=0.2)"])
@pytest.mark.parametrize("moves", ["1122", "44455"])
def test_it_chooses_as_often_as_the_level_does(level: str, moves: str) -> None:
    board = Board("connect4", moves)
    count = 500
    number = level_of(level)
    ours = player(level, seed=1) if number is None else SlippingPlayer(level=number, seed=1)
    wanted = Counter(ours.choose(board).move for _ in range(count))
    found = chosen_by_file(agent_text(player(level), board.game, seed=2), board, count)
    apart = sum(abs(wanted[move] - found[move]) for move in range(7)) / (2 * count)
    # Two samples of the same seven odds are this far apart once in many thousands.
    assert apart < 0.1


def test_it_needs_nothing_and_its_last_function_is_the_agent(tmp_path: Path) -> None:
    """Without any installed package; Kaggle takes the last function of a file."""
    file = tmp_path / "agent.py"
    assert main(["export", "connectx", "--player", "level-7", "--seed", "3", str(file)]) == 0
    text = file.read_text("utf-8")
    program = (
        "import sys; from types import SimpleNamespace as N; names = {}\n"
        f"exec(open({str(file)!r}).read(), names)\n"
        "agent = [one for one in names.values() if callable(one)][-1]\n"
        "board = [0] * 35 + [1, 1, 1, 0, 2, 2, 0]\n"
        "here = N(columns=7, rows=6, inarow=4, actTimeout=2)\n"
        "print(agent.__name__, agent(N(board=board, mark=1), here))\n"
        "assert not {'numpy', 'numba', 'inarow'} & set(sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "agent 3\n"
    assert text.splitlines()[0].startswith('"""level-7 of inarow')
    made_of = changed_options(SlippingPlayer(level=7).settings(make_game("connect4")))
    assert f"SETTINGS: dict[str, float] = {made_of}\n" in text


@pytest.mark.parametrize("level", ["level-7", "level-10"])
def test_the_first_call_is_in_time(level: str) -> None:
    for moves in ("", "4", "444"):
        board = Board("connect4", moves)
        began = time.process_time()
        chosen_by_file(agent_text(player(level), board.game), board, 1)
        assert time.process_time() - began < 2.0


def test_the_highest_level_takes_what_time_there_is_and_no_more() -> None:
    text = agent_text(player("level-10"), make_game("connect4"))
    names: dict[str, Any] = {}
    exec(compile(text, "agent.py", "exec"), names)
    # What others do on this machine is not the agent's fault.
    names["time"] = SimpleNamespace(perf_counter=time.process_time)
    began = time.process_time()
    # It would not have come here by itself, so that the table of openings does not help.
    names["agent"](*asked(Board("connect4", "12"), seconds=1.0))
    assert 0.4 < time.process_time() - began < 0.95


@settings(max_examples=60, deadline=None)
@given(open_boards())
def test_a_proof_says_what_the_exact_solver_says(board: Board) -> None:
    game = board.game
    if game.cells - board.ply > 22 or winning_moves(board):
        return
    own, taken = door.bits_of(cells_of(board), game.width, game.height, board.turn + 1)
    proof = door.Proof(game.width, game.height, game.pieces_to_win, LATER)
    wanted = solve(board).score.kind
    for goal, reached in ((1, [Kind.WIN]), (0, [Kind.WIN, Kind.DRAW])):
        move = proof.move(own, taken, goal)
        assert bool(move) == (wanted in reached)
        if move:
            after = board.after((move.bit_length() - 1) // (game.height + 1))
            assert after.is_game_over or (-solve(after).score).kind in reached


def test_the_table_of_openings_has_best_moves() -> None:
    table = door.best_columns(OPENINGS_FILE.read_text("utf-8").strip())
    assert len(table) > 5000
    chance = random.Random(1)
    names: dict[str, Any] = {}
    exec(compile(agent_text(player("level-10"), make_game("connect4")), "agent.py", "exec"), names)
    # The table has one of two mirror images, and which one shows in the first moves.
    for reply in range(7):
        board = Board("connect4", [3, reply])
        assert names["agent"](*asked(board, seconds=0.2)) in solve(board).best_moves
    for _ in range(4):
        board = Board("connect4")
        for _ in range(5):
            column = names["agent"](*asked(board, seconds=0.2))
            assert column in solve(board).best_moves
            board.push(column)
            board.push(chance.choice(list(board.legal_moves)))
            if board.is_game_over or winning_moves(board):
                break


def test_the_highest_level_beats_perfect_play_from_the_first_move() -> None:
    """Who begins can win: the file must not let go of it, whatever the best defence."""
    names: dict[str, Any] = {}
    exec(compile(agent_text(player("level-10"), make_game("connect4")), "agent.py", "exec"), names)
    names["time"] = SimpleNamespace(perf_counter=time.process_time)
    board, defender = Board("connect4"), player("perfect", seed=2)
    while not board.is_game_over:
        if board.turn is Side.X:
            board.push(names["agent"](*asked(board)))
        else:
            board.push(defender.choose(board).move)
    outcome = board.outcome()
    assert outcome is not None and outcome.winner is Side.X


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--player", "perfect"], "perfect cannot be exported; the levels can"),
        (["--game", "gomoku"], "for lines of falling pieces, not for gomoku"),
        (["--game", "square"], "not for square"),
        (["--player", "level(near=0.1)"], "cannot hold a level's near"),
        (["--player", "level-11"], "there is no player called 'level-11'"),
    ],
)
def test_what_cannot_be_exported_is_refused_in_a_sentence(
    arguments: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "agent.py"
    assert main(["export", "connectx", *arguments, str(file)]) == 2
    assert why in capsys.readouterr().err
    assert not file.exists()


def played_by_kaggle(level: str, seconds: float, opponents: list[str], folder: Path) -> Any:
    file = folder / "agent.py"
    assert main(["export", "connectx", "--player", level, "--seed", "1", str(file)]) == 0
    driver = Path(__file__).with_name("connectx_games.py")
    done = subprocess.run(
        [KAGGLE, driver, file, str(seconds), *opponents],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.skipif(
    not (ROOT / ".venv-connectx/.installed").exists(),
    reason="Kaggle's environments are not installed: scripts/install-connectx",
)
def test_it_plays_in_kaggles_own_environment(tmp_path: Path) -> None:
    games = played_by_kaggle("level-7", 2.0, ["negamax"], tmp_path)
    assert len(games) == 2
    for game in games:
        assert game["statuses"] == ["DONE", "DONE"]
        assert game["reward"] == 1
        # No time was borrowed, in the first call neither.
        assert game["overage"] == 60
        assert max(game["durations"]) < 2.0
        assert len(game["durations"]) >= game["moves"] // 2
