"""What cannot be played is said in one line, before anything is played or stored."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from inarow.apps.cli.main import main
from inarow.match.store import Store

MODULES = {
    "broken_module": "def",
    "raising_module": "1 / 0",
    "seedless_module": "class Player:\n    def __init__(self): pass\n",
    "empty_module": "Player = dict\n",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of bad files, in which the commands run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    (tmp_path / "binary.txt").write_bytes(b"\x7fELF\xff\xfe")
    for name, text in MODULES.items():
        (tmp_path / f"{name}.py").write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("random random --sprt 0,99999", "between -2000 and 2000"),
        ("random random --sprt=-999999,0", "between -2000 and 2000"),
        ("random random --sprt nan,nan", "between"),
        ("random random --patience inf", "patience"),
        ("random random --patience nan", "patience"),
        ("random random --patience 1e9", "patience"),
        ("random random --openings binary.txt", "not text in UTF-8"),
        ("random random --plies 60", "no opening of 60 moves"),
        ("random random --games 40 --plies 1", "only 4 different openings"),
        ("random random --export y.xyz", "must end in .jsonl"),
        ("random random --export nowhere/y.csv", "cannot write nowhere"),
        ("random random --html nowhere/y.html", "cannot write nowhere"),
        ("random random --export y.sgf", "SGF is for games like Gomoku"),
        ("random@1s random --clock 5", "a clock or a time per move"),
        ("broken_module:Player random", "SyntaxError"),
        ("raising_module:Player random", "ZeroDivisionError"),
        ("seedless_module:Player random", "needs a method choose"),
        ("empty_module:Player random", "is not a player"),
        ("absent_module:Player random", "absent_module"),
        ("outside(/no/such/engine) random --game gomoku", "cannot run"),
    ],
)
def test_what_cannot_be_played(
    arguments: str, reason: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *arguments.split()]) == 2
    said = capsys.readouterr().err
    assert reason in said
    assert said.count("\n") == 1
    with Store(folder / "matches.sqlite") as store:
        assert store.runs() == []


def test_a_player_of_ones_own_is_found_in_the_current_directory(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "good_module.py").write_text("from inarow.players.player import RandomPlayer\n")
    assert main(["match", "good_module:RandomPlayer", "random", "-g", "tictactoe", "-n", "2"]) == 0
    assert "2/2" in (said := capsys.readouterr().out)
    assert "crashed" not in said


def test_a_run_that_no_store_can_hold(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Store(folder / "matches.sqlite").close()
    assert main(["report", "--run", "9" * 20]) == 2
    assert f"no run {'9' * 20}" in capsys.readouterr().err
