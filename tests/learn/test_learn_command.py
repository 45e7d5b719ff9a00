"""`inarow learn`: read, start an exercise, have it checked, print."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inarow.apps.cli.main import main
from inarow.learn.exercises.exercise import EXERCISES


def test_contents_and_a_chapter(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn"]) == 0
    assert "12  matches    Honest matches" in capsys.readouterr().out
    assert main(["learn", "3"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("3. Minimax\n")
    assert told.endswith("Next: `inarow learn heuristic`.\n")
    assert main(["learn", "player"]) == 0
    assert "Beat document 001" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["minimx"], "did you mean 'minimax'?"),
        (["minimax", "my.py"], "start, check or print"),
        (["check", "minimax"], "write: inarow learn check EXERCISE FILE"),
        (["check", "minimax", "nowhere.py"], "inarow learn start minimax nowhere.py"),
        (["check", "minmax", "nowhere.py"], "did you mean 'minimax'?"),
    ],
)
def test_misuse_is_told(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["learn", *words]) == 2
    assert complaint in capsys.readouterr().err


def test_from_the_start_to_a_right_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "my.py"
    assert main(["learn", "start", "minimax", str(file)]) == 0
    assert main(["learn", "start", "minimax", str(file)]) == 2, "nothing is written over"
    capsys.readouterr()
    assert main(["learn", "check", "minimax", str(file)]) == 1
    told = capsys.readouterr().out
    assert "Your tree: your minimax" in told
    assert "The program's: minimax" in told
    file.write_text(EXERCISES["order"].solution)
    assert main(["learn", "check", "order", str(file)]) == 0
    assert "Next: `inarow learn start player my_player.py`." in capsys.readouterr().out
    file.write_text(EXERCISES["minimax"].solution)
    assert main(["learn", "check", "minimax", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["passed"]


def test_an_endless_loop_is_stopped_and_an_error_has_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "my.py"
    file.write_text("def choose(board):\n    while True:\n        pass\n")
    assert main(["learn", "check", "win-or-block", str(file), "--seconds", "3"]) == 1
    assert "still running after 3 seconds" in capsys.readouterr().out
    file.write_text("def choose(board):\n    print('hello')\n    raise SystemExit(3)\n")
    assert main(["learn", "check", "win-or-block", str(file), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["text"], told["line"]) == ("SystemExit: 3", 3)
    file.write_text("import helper\n\ndef choose(board):\n    return helper.wrong(board)\n")
    (tmp_path / "helper.py").write_text("def wrong(board):\n    return board.nothing\n")
    assert main(["learn", "check", "win-or-block", str(file)]) == 1
    told = capsys.readouterr().out
    assert "AttributeError" in told
    assert "line 4: return helper.wrong(board)" in told


def test_pages_to_print(tmp_path: Path) -> None:
    chapter, sheet = tmp_path / "chapter.html", tmp_path / "sheet.html"
    assert main(["learn", "print", "alphabeta", str(chapter)]) == 0
    assert main(["learn", "print", "exercises", str(sheet), "--solutions"]) == 0
    assert chapter.read_text().count("<svg") >= 2
    assert "What often goes wrong" in sheet.read_text()


def test_the_course_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for words in ([], ["minimax"], ["win-or-block"]):
        assert main(["learn", *words, "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    contents, chapter, exercise = told
    assert chapter["name"] in [each["name"] for each in contents["chapters"]]
    assert exercise["name"] == "win-or-block" and "def " in exercise["starter"]
