"""Outside programs as players: good ones play, bad ones lose with a reason."""

from __future__ import annotations

import shlex
import sys
from contextlib import closing
from pathlib import Path

import pytest

import inarow
from inarow.players.outside import ForfeitError, Misdeed, OutsidePlayer
from inarow.players.player import PlayerError
from inarow.rules.board import Board
from inarow.rules.side import Side
from inarow.search.limit import Limit

TURN = Limit(time=2.0)

#: A program that plays the first free cell, and otherwise does what `MISDEED` says.
PROGRAM = """
import sys, time
taken, size = set(), 0
def say(text):
    print(text, flush=True)
def move():
    MISDEED
    for cell in ((x, y) for y in range(size) for x in range(size)):
        if cell not in taken:
            taken.add(cell)
            return say("%d,%d" % cell)
block = False
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if block:
        if word == "DONE":
            block = False
            move()
        else:
            taken.add(tuple(int(part) for part in word.split(",")[:2]))
    elif word == "START":
        size = int(rest)
        taken.clear()
        say("MESSAGE good morning")
        say("OK")
    elif word == "RESTART":
        taken.clear()
        say("OK")
    elif word == "BEGIN":
        move()
    elif word == "TURN":
        taken.add(tuple(int(part) for part in rest.split(",")))
        move()
    elif word == "BOARD":
        taken.clear()
        block = True
    elif word == "END":
        break
"""


def program(folder: Path, misdeed: str = "pass") -> str:
    path = folder / "program.py"
    path.write_text(PROGRAM.replace("MISDEED", misdeed))
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def test_a_program_plays_a_game_move_by_move_and_from_any_board(tmp_path: Path) -> None:
    with closing(OutsidePlayer(program(tmp_path))) as player:
        board = Board("gomoku(6)")
        for other in (35, 34, 29):
            board.push(player.choose(board, TURN).move)
            board.push(other)
        assert board.moves[::2] == (0, 1, 2)
        assert player.choose(Board("gomoku(6)", [0, 35]), TURN).move == 1
        assert player.choose(Board("gomoku(7)"), TURN).move == 0
        stones = Board.from_stones(Board("gomoku(6)").game, 0b101, 0b010)
        assert stones.turn is Side.O
        assert player.choose(stones, TURN).move == 3


def test_a_program_that_is_deaf_just_after_its_answer(tmp_path: Path) -> None:
    """A strong engine threw away the next question when it came within the same millisecond."""
    deaf = """say("%d,%d" % cell)
            time.sleep(0.005)
            while select.select([0], [], [], 0)[0] and os.read(0, 4096):
                pass
            return"""
    text = PROGRAM.replace('return say("%d,%d" % cell)', deaf).replace("MISDEED", "pass")
    path = tmp_path / "deaf.py"
    path.write_text("import os, select" + text)
    with closing(
        OutsidePlayer(f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}")
    ) as player:
        board = Board("gomoku(6)")
        for other in (35, 34, 29, 28):
            board.push(player.choose(board, TURN).move)
            board.push(other)
        assert board.moves[::2] == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("misdeed", "reason", "kind"),
    [
        ("sys.exit(3)", "ended with status 3", Misdeed.FAILED),
        ("time.sleep(60)", "was silent for", Misdeed.LATE),
        ("return say('what?')", "except for 'what", Misdeed.LATE),
        ("return say('ERROR no idea')", "answered 'ERROR no idea'", Misdeed.FAILED),
        ("return say('0,99')", "which is not legal", Misdeed.ILLEGAL),
        ("return say('5,5')", "which is not legal", Misdeed.ILLEGAL),
    ],
)
def test_misdeeds_lose_with_a_reason(
    tmp_path: Path, misdeed: str, reason: str, kind: Misdeed
) -> None:
    limit = Limit(time=0.5) if kind is Misdeed.LATE else Limit(time=20.0)
    with closing(OutsidePlayer(program(tmp_path, misdeed))) as player:
        board = Board("gomoku(6)", [35])
        with pytest.raises(ForfeitError, match=reason) as caught:
            player.choose(board, limit)
        assert caught.value.misdeed is kind


def test_a_program_that_got_ready_is_the_one_that_plays(tmp_path: Path) -> None:
    with closing(OutsidePlayer(program(tmp_path))) as player:
        player.get_ready(Board("gomoku(6)").game)
        started = player._process
        assert player.choose(Board("gomoku(6)"), TURN).move == 0
        assert started is not None and player._process is started


def test_what_cannot_be_run_and_what_cannot_be_played() -> None:
    player = OutsidePlayer("/nowhere/pbrain-none")
    with pytest.raises(PlayerError, match="cannot run"):
        player.choose(Board("gomoku"), TURN)
    with pytest.raises(PlayerError, match="five in a row"):
        player.choose(Board("connect4"), TURN)


@pytest.mark.slow
def test_our_own_engine_from_outside() -> None:
    source = shlex.quote(str(Path(inarow.__file__).parents[1]))
    command = f"env PYTHONPATH={source} {shlex.quote(sys.executable)} -m inarow gomocup"
    with closing(OutsidePlayer(command)) as player:
        board = Board("gomoku", "h8 a1 i8 a3 j8 a5 k8")
        # It needs none of the time: the move is forced.
        move = player.choose(board, Limit(time=60.0)).move
        assert move in (board.game.cell(6, 7), board.game.cell(11, 7))
