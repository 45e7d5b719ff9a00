"""The commands for studying, as their users meet them."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from inarow.apps.cli.main import main
from inarow.apps.cli.output.progress import ProgressLine
from inarow.files.whole import check_writable
from inarow.rules.errors import InarowError
from inarow.study.puzzles.making import Puzzle, evenly
from inarow.wire.read import puzzles_from_text, record_from_text


def run(*arguments: str) -> int:
    """Run a command in this process; argparse ends with SystemExit when misused."""
    try:
        return main(arguments)
    except SystemExit as end:
        return int(end.code or 0)


def test_hint(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "hint.svg"
    assert run("hint", "4455", "--draw", str(picture)) == 0
    text = capsys.readouterr().out
    assert "X to move: play 3." in text
    assert "Column 3 makes two threats at once, in columns 2 and 6, and wins in 2 moves." in text
    assert picture.read_text().count("#7b2cbf") == 3
    assert run("hint", "-g", "tictactoe", "b2 a1 c3", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["analysis"]["score"]["kind"] == "draw" and data["reason"]["text"]


@pytest.mark.parametrize(
    "picture",
    [
        "-------/-------/-------/---O---/---X---/--OX---",
        "\n".join(["- - - - - - -"] * 3 + ["- - - O - - -", "- - - X - - -", "- - O X - - -"]),
    ],
)
def test_a_picture_may_start_with_a_hyphen(
    picture: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("hint", picture, "--limit", "nodes=1000") == 0
    assert "X to move: play" in capsys.readouterr().out
    assert run("hint", picture.replace("X", "-"), "--limit", "nodes=1000") == 2
    assert "inarow: " in capsys.readouterr().err


def test_options_stay_options(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run("hint", "-x/o") == 2
    assert "unrecognized arguments: -x/o" in capsys.readouterr().err
    board = ("-g", "tictactoe", "---/---/---")
    assert run("trace", *board, "-d1", "-o", str(tmp_path / "tree.json")) == 0
    assert json.loads((tmp_path / "tree.json").read_text())


def test_hint_of_a_finished_game_is_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("hint", "1122334") == 2
    assert "the game is over: X wins" in capsys.readouterr().err


def test_review(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    saved, plot = tmp_path / "game.json", tmp_path / "curve.svg"
    game = ("review", "b2 a2 a1 c3 c1", "-g", "tictactoe", "-l", "2s")
    assert run(*game, "--save", str(saved), "--plot", str(plot)) == 0
    text = capsys.readouterr().out
    assert "2. O a2??" in text and "blunder: turns a draw into a loss" in text
    assert "best was" not in text and "analysed by tree" in text
    assert "holds the draw.\n" in text and "(holds the draw)" not in text
    assert "  1. X b2    best\n" in text
    assert len(record_from_text(saved.read_text()).annotations) == 5
    ElementTree.parse(plot)
    assert run("review", str(saved), "--json", "-l", "2s") == 0
    assert json.loads(capsys.readouterr().out)["record"]["game"] == "tictactoe(3x3)"
    assert run(*game, "--plot", "curve.bmp") == 2
    assert "must end in .svg, .png" in capsys.readouterr().err


def test_a_review_says_how_soon_it_ends_as_people_do(capsys: pytest.CaptureFixture[str]) -> None:
    for moves, wordings in (
        ("412142324433", ("blunder: turns a draw into a loss in 7 moves", "blunder: loses at once",
                          "inaccuracy: wins later, in 2 moves",
                          "Column 2 does not stop X from completing four in a row in column 5.",
                          "X: accuracy 83%, 4 best, 1 inaccuracy, 1 blunder")),
        ("232435121325314", ("blunder: loses sooner, in 2 moves",)),
    ):  # fmt: skip
        assert run("review", moves, "-g", "connect4(5x4)") == 0
        text = capsys.readouterr().out
        assert [wording for wording in wordings if wording not in text] == []


def test_review_of_bad_moves_says_which(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("review", "1111111") == 2
    assert "move 7: column 1 is full" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["text", "svg", "html", "json"])
def test_trace_in_every_form(form: str, tmp_path: Path) -> None:
    output = tmp_path / f"tree.{form}"
    assert run("trace", "44", "--depth", "2", "-f", form, "-o", str(output)) == 0
    text = output.read_text()
    assert {"text": "pruned by alpha", "svg": "<svg", "html": "<script", "json": '"whole": true'}[
        form
    ] in text


def test_trace_of_a_player_s_search(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("trace", "-g", "square", "33", "--by", "square-2") == 0
    assert "alpha-beta, depth 2" in capsys.readouterr().out
    assert run("trace", "44444326555533", "--by", "perfect", "--show", "20") == 0
    assert "exact solver: " in capsys.readouterr().out
    assert run("trace", "--search", "solver", "--depth", "4") == 2
    assert "--depth does not apply" in capsys.readouterr().err
    assert run("trace", "44444326555533", "--by", "Perfect", "--show", "20") == 0
    assert "exact solver: " in capsys.readouterr().out
    assert run("trace", "-g", "gomoku(9)", "e5 e6", "--by", "five(depth=2)", "--show", "20") == 0
    assert "Gomoku engine, depth 2" in capsys.readouterr().out
    assert run("trace", "44", "--search", "solver", "--by", "discount", "--depth", "2") == 0
    assert "alpha-beta, depth 2" in capsys.readouterr().out
    assert run("trace", "--by", "random") == 2
    assert "no search tree" in capsys.readouterr().err
    assert run("trace", "--search", "alphabeta") == 2
    assert "did you mean 'alpha-beta'" in capsys.readouterr().err
    assert run("trace", "--by", "square-2") == 2
    assert "cannot play" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["puzzles", "--count", "-1"], "'-1' is not a positive number"),
        (["puzzles", "--grade", "7"], "grades go from 1 to 5, not to 7"),
        (["puzzles", "--each", "2"], "--each needs --positions"),
        (["trace", "--depth", "0"], "'0' is not a positive number"),
        (["trace", "-d1", "--compiled", "--show", "99999999999"], "1 to 100,000 nodes"),
        (["trace", "-d1", "-o", "tree.png"], "tree.png: the name must end in .svg, .html, .json"),
        (["record", "44", "-o", "game.jpg"], "game.jpg: the name must end in .json, .sgf, .moves"),
        (["review", "44", "--save", "game.txt"], "game.txt: the name must end in .json, .sgf"),
        (["review", ""], "there are no moves to review"),
        (["review", "none.json"], "there is no file none.json"),
        (["record", "./none"], "there is no file ./none"),
        (["hint", "--draw", "board.gif"], "board.gif: the name must end in .svg, .png"),
        (["compare", "--plot", "plot"], "plot: the name must end in .svg, .png"),
    ],
)
def test_misuse_is_told_before_any_work(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    started = time.monotonic()
    assert run(*arguments) == 2
    assert words in capsys.readouterr().err
    assert time.monotonic() - started < 5


def test_what_is_shown_fits_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("compare", "44", "--depth", "1..2", "--best-order") == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80
    assert run("review", "b2 a2 a1", "-g", "tictactoe", "-l", "nodes=10000") == 0
    shown = capsys.readouterr().out
    plot = shown[shown.index("worth to X") :].splitlines()
    assert max(map(len, plot)) <= 80


def test_sentences_are_wrapped_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from inarow.apps.cli.output.text import wrapped

    sentence = "Column 3 makes two threats at once, in columns 2 and 6, and wins in 2 moves."
    assert wrapped(sentence, 13) == " " * 13 + sentence
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "40")
    lines = wrapped(sentence, 13).splitlines()
    assert len(lines) > 2 and all(len(line) <= 40 for line in lines)
    assert " ".join(line.strip() for line in lines) == sentence


def test_a_line_of_progress_keeps_to_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    described = threading.Event()

    def describe() -> str:
        described.set()
        return "x" * 100

    monkeypatch.setattr("sys.stderr", shown)
    monkeypatch.setattr(shown, "isatty", lambda: True)
    monkeypatch.setattr(shown, "fileno", lambda: 2)
    monkeypatch.setattr("os.get_terminal_size", lambda _: os.terminal_size((40, 24)))
    with ProgressLine(describe):
        described.wait()
    assert shown.getvalue().count("x" * 39) and "x" * 40 not in shown.getvalue()


def test_compare(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    assert run("compare", "44", "--depth", "1..3", "--best-order", "--plot", str(plot)) == 0
    text = capsys.readouterr().out
    assert "depth 3: b^d = 343, square root 19" in text
    assert "best order" in text and "square root of b^d" in text
    ElementTree.parse(plot)
    assert run("compare", "--depth", "2", "-s", "minimax,negamax", "--json") == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (rows[0]["search"], rows[0]["nodes"]) == ("minimax", 57)
    assert run("compare", "--depth", "8..1") == 2


def test_compare_shows_what_is_there_when_interrupted() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "inarow", "compare", "--depth", "1..20", "-s", "minimax"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if line.startswith("depth 5"):
            break
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    rest = process.stdout.read()
    assert process.wait(20) == 130
    assert "Evaluations by depth" in rest


def test_puzzles_are_asked_and_exported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "puzzles.jsonl"
    making = ("puzzles", "connect3", "--seed", "3", "-n", "3")
    assert run(*making, "--export", str(file)) == 0
    solutions = [json.loads(line)["solution"] for line in file.read_text().splitlines()]
    assert len(solutions) == 3
    answers = f"nonsense\n{solutions[0]}\n?\n\n9\nq\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    assert run("puzzles", "--file", str(file)) == 0
    text = capsys.readouterr().out
    assert "Right. " in text and "1 of 2 solved." in text
    assert "there is no column 9" in text and "is not a column" in text
    file.write_text("{}")
    assert run("puzzles", "--file", str(file)) == 2
    assert "line 1: this is not a puzzle" in capsys.readouterr().err
    assert run("puzzles", "--file", str(tmp_path / "none")) == 2


@pytest.fixture
def puzzle_file(tmp_path: Path) -> Path:
    """A file of five puzzles."""
    file = tmp_path / "puzzles.jsonl"
    assert run("puzzles", "connect3", "--seed", "3", "--export", str(file)) == 0
    return file


def test_a_file_of_puzzles_is_replaced_whole_or_not_at_all(
    puzzle_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = puzzle_file.read_text()
    export = ("--export", str(puzzle_file))
    assert run("puzzles", "--file", str(puzzle_file), *export) == 0
    assert puzzle_file.read_text() == before
    assert run("puzzles", "--each", "2", *export) == 2
    assert run("puzzles", "mnk(3x3,k=2)", "--positions", "10", *export) == 2
    assert puzzle_file.read_text() == before
    first, *_ = found = puzzles_from_text(before)

    def interrupted(puzzles: list[Puzzle]) -> Iterator[Puzzle]:
        yield from puzzles
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        pytest.fail("the second Ctrl-C ends the search at once")

    monkeypatch.setattr(
        "inarow.apps.cli.commands.puzzles.puzzles", lambda *_, **__: interrupted([])
    )
    assert run("puzzles", *export) == 130
    assert puzzle_file.read_text() == before
    monkeypatch.setattr(
        "inarow.apps.cli.commands.puzzles.puzzles", lambda *_, **__: interrupted(found[:1])
    )
    assert run("puzzles", *export) == 130
    assert puzzles_from_text(puzzle_file.read_text()) == [first]


def test_the_puzzles_of_a_file_can_be_chosen_from(
    puzzle_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = puzzles_from_text(puzzle_file.read_text())
    hard = [puzzle for puzzle in found if puzzle.grade > 1]
    assert 1 < len(hard) < len(found)
    solving = ("puzzles", "--file", str(puzzle_file), "--export", "-")
    assert run(*solving, "--grade", "2..5") == 0
    assert puzzles_from_text(capsys.readouterr().out) == hard
    assert run(*solving, "--grade", "2..5", "--count", "1") == 0
    assert puzzles_from_text(capsys.readouterr().out) == hard[:1]
    assert run(*solving, "--each", "1") == 0
    assert puzzles_from_text(capsys.readouterr().out) == list(evenly(found, 1))
    for wrong in (["connect3"], ["--seed", "0"], ["--positions", "9"], ["--limit", "1s"]):
        assert run(*solving, *wrong) == 2
        assert "--file cannot be combined" in capsys.readouterr().err


def test_closed_input_is_input_that_has_ended(
    puzzle_file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert run("puzzles", "--file", str(puzzle_file)) == 0
    assert "No puzzles tried." in capsys.readouterr().out
    assert run("review", "-") == 2
    assert "there are no moves to review" in capsys.readouterr().err


def test_input_that_is_no_text_gets_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    binary = io.TextIOWrapper(io.BytesIO(b"44\xff"), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", binary)
    assert run("record", "-") == 2
    assert "standard input: byte 2 is not text" in capsys.readouterr().err


def test_ctrl_c_while_a_puzzle_is_asked_tells_the_score(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupting:
        lines = iter(["?\n"])

        def readline(self) -> str:
            for line in self.lines:
                return line
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Interrupting())
    assert run("puzzles", "connect3", "--seed", "3") == 130
    text = capsys.readouterr().out
    assert "Proved: " in text and text.endswith("\n0 of 1 solved.\n")


def test_record_converts(capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    assert run("record", "h8 i9", "-g", "gomoku", "--format", "sgf", "--players", "Ann", "Bob") == 0
    assert b"PB[Ann]PW[Bob]" in capsysbinary.readouterr().out
    picture = tmp_path / "game.svg"
    assert run("record", "4455", "-o", str(picture)) == 0
    assert ">4<" in picture.read_text()
    assert run("record", "4455", "--format", "sgf") == 2
    assert run("record", "4455", "-o", str(tmp_path / "no" / "where.json")) == 2
    assert b"cannot write" in capsysbinary.readouterr().err
    assert run("record", "4455", "--format", "moves") == 0
    assert capsysbinary.readouterr().out == b"4455\n"


def test_a_pipe_is_written_to_and_a_link_stays_a_link(tmp_path: Path) -> None:
    pipe, link, file = tmp_path / "pipe", tmp_path / "link", tmp_path / "file"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    link.symlink_to(file)
    for output in (pipe, link):
        check_writable(output)
        assert run("record", "4455", "--format", "moves", "-o", str(output)) == 0
    assert os.read(reader, 100).strip() == file.read_bytes().strip() == b"4455"
    os.close(reader)
    assert pipe.is_fifo() and link.is_symlink()
    for wrong in (file / "in a file", tmp_path, tmp_path / "no folder" / "file"):
        with pytest.raises(InarowError, match="cannot write"):
            check_writable(wrong)


def test_a_record_comes_through_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("(;GM[4]SZ[9];B[ee];W[ef])"))
    assert run("record", "-", "--format", "moves") == 0
    assert capsys.readouterr().out == "e5 e4\n"


def test_pixels_without_pillow_say_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert run("record", "4455", "-o", str(tmp_path / "game.png")) == 2
    assert "[plots]'" in capsys.readouterr().err
