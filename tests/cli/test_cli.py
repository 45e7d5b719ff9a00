"""The command line as its users meet it: output, errors, exit status."""

from __future__ import annotations

import argparse
import json
import re
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, fields
from pathlib import Path

import pytest

import inarow
from inarow.apps.cli.main import _parser, main
from inarow.apps.web import services
from inarow.players.roster import ROSTER


def run(*arguments: str) -> int:
    """Run a command in this process; argparse ends with SystemExit when misused."""
    try:
        return main(arguments)
    except SystemExit as end:
        return int(end.code or 0)


def test_nothing_heavy_is_loaded_to_print_the_version_or_to_import() -> None:
    program = (
        "import sys, inarow\n"
        "from inarow.apps.cli.main import main\n"
        "try: main(['--version'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'numba', 'numpy', 'textual', 'rich', 'matplotlib'} & set(sys.modules)))"
    )
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert process.stdout.splitlines() == [f"inarow {inarow.__version__}", "[]"]


def test_python_dash_m() -> None:
    process = subprocess.run(
        [sys.executable, "-m", "inarow", "--version"], capture_output=True, text=True
    )
    assert (process.returncode, process.stdout) == (0, f"inarow {inarow.__version__}\n")


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    text = capsys.readouterr().out
    for command in ("play", "analyse", "games", "players"):
        assert command in text
        assert run(command, "--help") == 0


def test_no_command_is_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 2
    assert "COMMAND" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "which"), [(["help"], "inarow COMMAND --help"), (["help", "book"], "opening book")]
)
def test_help_is_a_word_too(
    words: list[str], which: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 0
    assert which in capsys.readouterr().out


def test_every_command_stands_beside_what_it_does(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for words in (["help"], ["help", "lab"]):
        assert run(*words) == 0
        assert not re.search(r"^    [a-z-]+$", capsys.readouterr().out, re.MULTILINE)


def test_help_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for command in _commands(_parser()):
        for columns in (64, 120):
            monkeypatch.setenv("COLUMNS", str(columns))
            # Examples stand on a line each, and are indented.
            prose = command.format_help().partition("\n\n")[2].partition("\n\n")[0].splitlines()
            assert all(len(line) < columns for line in prose), (command.prog, columns)


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "--file"], ["puzzles", "--file"], ["book", "show"], ["lab", "people", "--data"],
        ["match", "random", "random", "--openings"], ["lab", "baselines", "--dataset"],
        ["match", "-g", "gomoku", "random", "outside(there/is/nothing)", "--limit"],
    ],
)  # fmt: skip
def test_a_missing_file_is_told_of_in_words(
    words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    last = "1s" if words[-1] == "--limit" else str(tmp_path / "nothing")
    store = ["--store", str(tmp_path / "store")] if words[0] == "match" else []
    assert run(*words, last, *store) == 2
    told = capsys.readouterr().err
    assert "no such file or directory" in told and "Errno" not in told


def test_every_option_of_a_player_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("players") == 0
    shown = capsys.readouterr().out
    declared = {one.name for entry in ROSTER.values() for one in fields(entry.options)}
    missing = [name for name in declared if f"\n  {name}" not in shown]
    assert not missing


def test_games_and_players_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("games", "--json") == 0
    listed = json.loads(capsys.readouterr().out)
    # As the page is answered.
    assert listed == [asdict(one) for one in services.games()]
    assert all(str(inarow.game(entry["text"])) == entry["text"] for entry in listed)
    assert run("players", "--json") == 0
    listed = json.loads(capsys.readouterr().out)
    assert all(inarow.player(entry["name"]) for entry in listed)
    assert all(asdict(one) in listed for one in services.players("gomoku"))


def test_analyse_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("analyse", "112233") == 0
    text = capsys.readouterr().out
    assert "X to move: best 4, score win in 1" in text
    assert "1 2 3 4 5 6 7" in text


def test_analyse_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("analyse", "112233", "--json", "--by", "branch-and-bound") == 0
    data = json.loads(capsys.readouterr().out)
    assert (
        data["lines"][0]["moves"][0] == {"move": "4", "cell": 3} and data["score"]["kind"] == "win"
    )
    assert inarow.Board.parse(data["game"], data["position"]).ply == 6


def test_analyse_a_picture_and_a_finished_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("analyse", "--game", "tictactoe", "XO-/-X-/--O") == 0
    assert "X to move" in capsys.readouterr().out
    assert run("analyse", "1122334") == 0
    assert "The game is over: X wins." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["analyse", "44x"], "'x' is not a column"),
        (["analyse", "4444444"], "column 4 is full"),
        (["analyse", "--game", "chess"], "no game called 'chess'"),
        (["analyse", "--limit", "soon"], "is not a time"),
        (["analyse", "--by", "nobody"], "no player called"),
        (["analyse", "--by", "random"], "does not search"),
        (["analyse", "--game", "square", "--by", "discount"], "discount cannot play square"),
        (["plya"], "no command called 'plya'; did you mean 'play'?"),
        (["zzz"], "`inarow help` lists them"),
        (["threats", "--game", "connect4", "44"], "Gomoku engine does not play connect4(7x6): it "),
        (["match", "random", "random", "--adjudicate", "-3"], "'-3' is not a positive number"),
        (["match", "random", "random", "--adjudicator", "perfect"], "needs --adjudicate PIECES"),
        (["lab", "ties", "--jobs", "0"], "--jobs/-j: '0' is not a positive number"),
        (["gomocup", "--threads", "0"], "'0' is not a positive number"),
        (["lab", "patch", "five", "five", "--idea", "x", "--games", "3"], "try 4"),
        (["lab", "tune", "--games", "3"], "try 4"),
        (["solve", "4", "--book", __file__], "test_cli.py is not an opening book"),
    ],
)
def test_misuse_gets_a_sentence_and_status_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == 2
    assert words in capsys.readouterr().err


#: Says when a search has begun, which nothing else shows.
_ANALYSE = """
import inarow
from inarow.apps.cli.main import _parser, main

analyse = inarow.analyse

def announced(*arguments, **options):
    print("searching", flush=True)
    return analyse(*arguments, **options)

inarow.analyse = announced
raise SystemExit(main(["analyse", "--limit", "depth=30"]))
"""


def test_ctrl_c_ends_a_long_search_with_130() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", _ANALYSE], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "searching\n"
    # Whether it is still loading or already deep in the search, it ends in the same way.
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors


def test_a_closed_pipe_is_no_error() -> None:
    process = subprocess.run(
        f"{sys.executable} -m inarow games | head -1", shell=True, capture_output=True, text=True
    )
    assert process.stderr == "" and process.stdout.startswith("connect4")


@pytest.mark.parametrize(
    ("redirected", "status", "words"),
    [("> /dev/full", 2, "inarow: No space left on device\n"), (">&-", 0, "")],
)
def test_output_that_goes_nowhere_gets_a_sentence(redirected: str, status: int, words: str) -> None:
    command = f"{sys.executable} -m inarow games {redirected}"
    process = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert (process.returncode, process.stderr) == (status, words)


#: What a short option stands for; -n is how many of what the command makes.
_SHORT = {
    "-d": {"--depth"},
    "-f": {"--format"},
    "-g": {"--game"},
    "-h": {"--help"},
    "-j": {"--jobs"},
    "-l": {"--limit"},
    "-n": {"--games", "--count"},
    "-o": {"--output"},
    "-s": {"--search"},
}


def _commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _commands(command)


def test_a_short_option_means_the_same_in_every_command() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for command in _commands(_parser()):
        for action in command._actions:
            short = [name for name in action.option_strings if not name.startswith("--")]
            for name in short:
                found[name] |= set(action.option_strings) - set(short)
    assert found == _SHORT


def test_jobs_are_processes_and_threads_are_threads() -> None:
    wanted = {"--jobs": ({"--jobs", "-j"}, "processes"), "--threads": ({"--threads"}, "threads")}
    found: dict[str, set[str]] = defaultdict(set)
    for command in _commands(_parser()):
        for action in command._actions:
            for option in wanted.keys() & action.option_strings:
                names, word = wanted[option]
                assert set(action.option_strings) == names
                assert word in str(action.help), (command.prog, option)
                found[option].add(command.prog.partition(" ")[2])
    assert found["--threads"] == {"solve", "gomocup"}
    assert {"match", "tournament", "lab depth"} <= found["--jobs"]


def test_no_command_takes_a_game_as_argument_and_as_option() -> None:
    for command in _commands(_parser()):
        options = {name for action in command._actions for name in action.option_strings}
        arguments = {action.metavar for action in command._actions if not action.option_strings}
        assert not ("--game" in options and "GAME" in arguments), command.prog


def test_every_option_is_explained() -> None:
    for command in _commands(_parser()):
        for action in command._actions:
            assert action.help or not action.option_strings, (command.prog, action.option_strings)
