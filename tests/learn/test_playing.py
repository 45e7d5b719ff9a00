"""What a student wrote as a player: in the page, and as a file for every command."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from inarow import Board
from inarow.learn.exercises.exercise import EXERCISES
from inarow.learn.playing import player_source, student_player, student_tree
from inarow.learn.student import CodeError
from inarow.players.own import own_player

#: X wins at once in the column with index 3.
WON = Board("connect4", "112233")


@pytest.mark.parametrize("name", [name for name, one in EXERCISES.items() if one.checks.plays])
def test_every_solution_plays_and_its_file_is_a_player(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where a player's file lies is put on the path, which others should not find there.
    monkeypatch.setattr(sys, "path", list(sys.path))
    solution = EXERCISES[name].solution
    assert student_player(solution).choose(WON).move == 3
    file = tmp_path / "my_player.py"
    file.write_text(player_source(solution), encoding="utf-8")
    assert own_player(f"{file}:choose").choose(WON).move == 3
    tree = student_tree(solution, Board("connect3"), 1)
    assert [node.moves for node in tree.nodes][:2] == [(), tree.nodes[1].moves]


def test_choose_is_left_as_it_is() -> None:
    source = "def choose(board):\n    return 0\n"
    assert player_source(source) == source
    # What it returns is a move, and no value of the position.
    root = student_tree(source, WON, 1).nodes[0]
    assert root.value != root.value


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x = 1\n", "nothing here that can play"),
        ("def choose(board):\n    return 7\n", "returned 7, which is not a legal move here"),
        ("def choose(board):\n    return True\n", "returned True"),
        ("def choose(board)\n", "cannot read this"),
    ],
)
def test_what_cannot_play_is_told_in_words(source: str, said: str) -> None:
    with pytest.raises(CodeError, match=said):
        student_player(source).choose(WON)
