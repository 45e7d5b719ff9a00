"""The Gomocup protocol: every command, a real program on pipes, and whatever a fuzzer sends."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import inarow
from inarow.apps import gomocup
from inarow.apps.gomocup import DEFAULT_MEMORY, Brain
from inarow.rules import catalogue
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.analysis import Analysis
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.search.time_management import MARGIN

MOVE = re.compile(r"\d+,\d+")
ANSWER = re.compile(r"(OK|MESSAGE .+|SWAP|ERROR .+|UNKNOWN .*|name=.+|\d+,\d+( \d+,\d+){0,2})")


def ask(brain: Brain, *lines: str) -> list[str]:
    return [answer for line in lines for answer in brain.answer(line)]


def quick_brain(size: int = 15) -> Brain:
    brain = Brain()
    assert ask(brain, "INFO timeout_turn 60", f"START {size}") == ["OK"]
    return brain


def test_about_and_unknown_commands() -> None:
    brain = Brain()
    (about,) = ask(brain, "ABOUT")
    assert about.startswith(f'name="inarow", version="{inarow.__version__}", author="')
    assert 'country="' in about
    assert ask(brain, "HELLO there") == ["UNKNOWN HELLO"]
    assert ask(brain, "", "   ") == []


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("START 15", "OK"),
        ("START 20", "OK"),
        ("START 4", "ERROR"),
        ("START 21", "ERROR"),
        ("START", "ERROR"),
        ("START x", "ERROR"),
        ("RECTSTART 9,6", "OK"),
        ("RECTSTART 9", "ERROR"),
        ("RECTSTART 30,6", "ERROR"),
        ("start 15", "OK"),
        ("RESTART", "ERROR"),
        ("BEGIN", "ERROR"),
        ("TURN 7,7", "ERROR"),
        ("BOARD", "ERROR"),
        ("TAKEBACK 1,1", "ERROR"),
    ],
)
def test_starting(line: str, answer: str) -> None:
    assert [text.split()[0] for text in ask(Brain(), line)] == [answer]


def test_a_size_that_fails_leaves_no_game() -> None:
    brain = quick_brain()
    assert ask(brain, "START 99")[0].startswith("ERROR")
    assert ask(brain, "BEGIN")[0].startswith("ERROR")


def test_playing_taking_back_and_restarting() -> None:
    brain = quick_brain()
    assert ask(brain, "BEGIN") == ["7,7"]
    assert ask(brain, "BEGIN")[0].startswith("ERROR")
    assert ask(brain, "TURN 7,7")[0].startswith("ERROR")
    assert ask(brain, "TURN 15,0")[0].startswith("ERROR")
    assert ask(brain, "TURN 1,x")[0].startswith("ERROR")
    (answer,) = ask(brain, "TURN 8,8")
    assert MOVE.fullmatch(answer)
    assert ask(brain, f"TAKEBACK {answer}") == ["OK"]
    assert ask(brain, f"TAKEBACK {answer}")[0].startswith("ERROR")
    assert ask(brain, "PLAY 0,0") == ["0,0"]
    assert ask(brain, "RESTART") == ["OK"]
    assert ask(brain, "BEGIN") == ["7,7"]


def test_board_wins_and_blocks() -> None:
    brain = quick_brain()
    four = [f"{x},7,1" for x in range(3, 7)] + [f"{x},2,2" for x in (0, 4, 8, 12)]
    assert ask(brain, "BOARD", *four, "DONE")[0] in ("2,7", "7,7")
    theirs = [f"{x},7,2" for x in range(3, 7)] + ["2,7,1", "0,0,1", "14,14,1"]
    assert ask(brain, "BOARD", *theirs, "DONE") == ["7,7"]
    assert ask(brain, "BOARD", "1,1,3", "DONE")[0].startswith("ERROR")
    assert ask(brain, "BOARD", "1,1,1", "1,1,2", "DONE")[0].startswith("ERROR")
    assert ask(brain, "BOARD", "1,1,1", "2,2,1", "DONE")[0].startswith("ERROR")
    assert MOVE.fullmatch(ask(brain, "BOARD", "DONE")[0])


def test_rules_it_knows_and_rules_it_does_not() -> None:
    brain = quick_brain()
    row = ["1,7,1", "2,7,1", "3,7,1", "5,7,1", "6,7,1"]
    others = ["0,0,2", "4,0,2", "8,0,2", "12,0,2", "0,4,2"]
    # In freestyle six in a row wins; where exactly five is needed it does not.
    assert ask(brain, "BOARD", *row, *others, "DONE") == ["4,7"]
    assert ask(brain, "INFO rule 1", "START 15") == ["OK"]
    assert ask(brain, "BOARD", *row, *others, "DONE") != ["4,7"]
    for rule, name in ((4, "renju"), (8, "caro")):
        assert ask(brain, f"INFO rule {rule}") == []
        assert ask(brain, "START 15") == [f"ERROR the rule {name} is not supported"]
    assert ask(brain, "INFO rule 0", "START 15") == ["OK"]


def test_info_is_silent_whatever_it_says() -> None:
    brain = Brain()
    for line in ("INFO", "INFO x", "INFO folder /nowhere", "INFO evaluate 1,1", "INFO rule one",
                 "INFO max_memory 83886080", "INFO time_left 1" + "0" * 40):  # fmt: skip
        assert ask(brain, line) == []


def test_swap2() -> None:
    brain = quick_brain()
    (proposal,) = ask(brain, "SWAP2BOARD", "DONE")
    cells = proposal.split()
    assert len(set(cells)) == 3
    assert all(MOVE.fullmatch(cell) for cell in cells)
    (choice,) = ask(brain, "SWAP2BOARD", *cells, "DONE")
    assert re.fullmatch(r"SWAP|\d+,\d+( \d+,\d+)?", choice)
    # Black has an open three and white only stones in corners: nobody would stay white.
    threes = ["7,7", "0,0", "8,7", "14,0", "9,7"]
    assert ask(brain, "INFO timeout_turn 1000", "SWAP2BOARD", *threes, "DONE") == ["SWAP"]
    for wrong in (["1,1"], ["1,1", "1,1", "2,2"], ["1,1", "x", "2,2"]):
        assert ask(brain, "SWAP2BOARD", *wrong, "DONE")[0].startswith("ERROR")


class Questions:
    """Stands in for the engine's analysis: keeps what it is asked, and answers quickly."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.boards: list[Board] = []
        self.limits: list[Limit] = []
        plain = GomokuEngine.analyse

        def analyse(engine: GomokuEngine, board: Board, limit: Limit, **others: Any) -> Analysis:
            self.boards.append(board.copy())
            self.limits.append(limit)
            return plain(engine, board, Limit(depth=1), **others)

        monkeypatch.setattr(GomokuEngine, "analyse", analyse)

    def times(self) -> list[float]:
        """The seconds that each question leaves."""
        return [limit.time for limit in self.limits if limit.time is not None]


def test_a_turn_is_given_what_its_time_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = Questions(monkeypatch)
    brain = quick_brain()
    for turn in (100, 300, 5000):
        ask(brain, f"INFO timeout_turn {turn}", "RESTART", "TURN 7,7")
        assert 0 < questions.times()[-1] <= turn / 1000 - MARGIN
    assert len(questions.times()) == 3
    # What the line has waited for, and an engine that was not ready, is taken off.
    brain.answer("TURN 1,1", asked_at=time.perf_counter() - 4.0)
    assert questions.times()[-1] <= 1.0 - MARGIN


def test_match_time_is_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = Questions(monkeypatch)
    brain = quick_brain()
    ask(brain, "INFO timeout_turn 5000", "INFO time_left 900", "TURN 7,7")
    assert questions.times()[0] < 0.1


def test_the_engine_sees_the_moves_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last move was once the highest cell of the side that had moved."""
    questions = Questions(monkeypatch)
    brain = quick_brain()
    played = []
    for theirs in ("9,9", "3,3", "8,2"):
        played += [theirs, *ask(brain, f"TURN {theirs}")]
        game = questions.boards[-1].game
        moves = [(int(x), int(y)) for x, y in (text.split(",") for text in played[:-1])]
        assert questions.boards[-1].moves == tuple(game.cell(x, y) for x, y in moves)
    # BOARD: each side's stones in the order in which they are sent.
    stones = ["9,9,2", "1,1,2", "5,5,1", "8,2,1", "0,0,2"]
    ask(brain, "BOARD", *stones, "DONE")
    cells = [game.cell(x, y) for x, y in ((9, 9), (5, 5), (1, 1), (8, 2), (0, 0))]
    assert questions.boards[-1].moves == tuple(cells)


def test_stones_in_an_order_that_cannot_have_been_played() -> None:
    """Five stones that became six: the game goes on, though it ended on the way."""
    brain = quick_brain()
    assert ask(brain, "INFO rule 1", "START 15") == ["OK"]
    row = [f"{x},7,1" for x in range(1, 7)]
    others = ["0,0,2", "4,0,2", "8,0,2", "12,0,2", "0,4,2", "14,14,2"]
    assert MOVE.fullmatch(ask(brain, "BOARD", *row, *others, "DONE")[0])


def test_the_game_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    plain = catalogue.game

    def game(*arguments: Any, **options: Any) -> Any:
        # A board asks too, to be sure that what it was given is a game.
        if not isinstance(arguments[0], Game):
            made.append(arguments)
        return plain(*arguments, **options)

    monkeypatch.setattr(catalogue, "game", game)
    brain = quick_brain(size=11)
    ask(brain, "TURN 5,5", "TURN 0,0")
    assert len(made) <= 1


@pytest.fixture
def held_engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """The event that engines in the making wait for, as if they were being compiled."""
    monkeypatch.setattr(gomocup, "_START_SECONDS", 0.01)
    may_go_on = threading.Event()
    plain = GomokuEngine.__init__

    def init(engine: GomokuEngine, *arguments: Any, **options: Any) -> None:
        assert may_go_on.wait(60)
        plain(engine, *arguments, **options)

    monkeypatch.setattr(GomokuEngine, "__init__", init)
    yield may_go_on
    may_go_on.set()


def test_start_does_not_wait_long_for_the_engine(held_engine: threading.Event) -> None:
    brain = Brain()
    message, answer = ask(brain, "INFO timeout_turn 60000", "START 9")
    assert message.startswith("MESSAGE compiling") and answer == "OK"
    # Another game before the engine for the first is there.
    assert ask(brain, "START 15", "ABOUT")[1] == "OK"
    held_engine.set()
    assert ask(brain, "BEGIN") == ["7,7"]


def test_a_turn_without_end_waits_for_an_engine_that_is_compiled(
    held_engine: threading.Event,
) -> None:
    brain = Brain()
    ask(brain, "INFO timeout_turn 999999999999999999", "START 15")
    held_engine.set()
    # What may be waited for is longer than any clock can tell.
    assert ask(brain, "BEGIN") == ["7,7"]


def test_no_turn_is_lost_while_the_engine_is_compiled(held_engine: threading.Event) -> None:
    brain = Brain()
    ask(brain, "INFO timeout_turn 200", "START 15")
    # Four in a row are completed, and the opponent's stopped.
    for stones, moves in (((1, 2), {"1,5", "1,0"}), ((2, 1), {"1,5", "1,0"})):
        own = [f"1,{y},{stones[0]}" for y in range(1, 5)]
        other = [f"{x},{2 * x - 10},{stones[1]}" for x in range(8, 12)]
        (answer,) = ask(brain, "BOARD", *own, *other, "DONE")
        assert answer in moves
    assert not held_engine.is_set()


def test_a_colour_is_chosen_in_time_while_the_engine_is_compiled(
    held_engine: threading.Event,
) -> None:
    brain = Brain()
    ask(brain, "INFO timeout_turn 200", "START 15")
    began = time.perf_counter()
    assert ask(brain, "SWAP2BOARD", "1,1", "2,3", "4,1", "DONE") == ["SWAP"]
    assert time.perf_counter() - began < 30, "of the minute that the engine may take"
    assert not held_engine.is_set()


def test_what_a_turn_needs_besides_the_engine_does_not_wait_for_it() -> None:
    """Importing the engine compiles it, so that nothing else may import it."""
    script = (
        "import sys, inarow.apps.gomocup, inarow.search.gomoku.swap2\n"
        "assert 'inarow.search.gomoku.engine' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_an_engine_that_cannot_be_made_is_told_and_does_not_end_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = GomokuEngine.__init__

    def fail(*_: Any, **__: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(GomokuEngine, "__init__", fail)
    brain = Brain()
    told = ["ERROR cannot make the engine: MemoryError"]
    assert ask(brain, "INFO timeout_turn 200", "START 15") == told
    # Whoever goes on all the same gets moves.
    assert ask(brain, "TURN 7,7") != told
    assert ask(brain, "RESTART") == told
    monkeypatch.setattr(GomokuEngine, "__init__", plain)
    assert ask(brain, "RESTART") == ["OK"]


def test_end_ends_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    plain = GomokuEngine.analyse

    def analyse(engine: GomokuEngine, board: Board, limit: Limit, stop: StopSignal) -> Analysis:
        os.write(writing, b"END\n")
        assert limit.time is not None and limit.time > 500
        return plain(engine, board, limit, stop=stop)

    monkeypatch.setattr(GomokuEngine, "analyse", analyse)
    os.write(writing, b"INFO timeout_turn 600000\nSTART 15\nTURN 7,7\n")
    sink = io.StringIO()
    began = time.perf_counter()
    with os.fdopen(reading) as source, os.fdopen(writing, "w"):
        assert gomocup.serve(source, sink) == 0
    assert sink.getvalue().splitlines()[0] == "OK"
    assert time.perf_counter() - began < 60, "of the ten minutes that the search may take"


WORDS = (
    "START", "RECTSTART", "RESTART", "BEGIN", "TURN", "PLAY", "TAKEBACK", "BOARD", "SWAP2BOARD",
    "DONE", "INFO", "ABOUT", "INFO rule", "INFO timeout_turn 0", "garbage",
)  # fmt: skip
NUMBERS = st.integers(-3, 25).map(str) | st.just("99999999999999999999")
LINES = st.one_of(
    st.builds(
        " ".join, st.tuples(st.sampled_from(WORDS), st.lists(NUMBERS, max_size=3).map(",".join))
    ),
    st.lists(NUMBERS, min_size=1, max_size=4).map(",".join),
    st.text(max_size=30),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(LINES, max_size=25))
@example(["START 15", "BOARD", "BOARD", "DONE", "TURN 1,1"])
@example(["START 5", "BEGIN", "TURN 0,0", "INFO rule 4", "TURN 1,0", "INFO rule 0", "TURN 1,0"])
def test_fuzzed_input_always_gets_an_answer(lines: list[str]) -> None:
    brain = Brain()
    assert ask(brain, "INFO timeout_turn 0", "INFO max_memory 1") == []
    for line in lines:
        inside = brain._block is not None
        answers = brain.answer(line)
        text = line.strip()
        word = text.split()[0].upper() if text else ""
        assert all(ANSWER.fullmatch(answer) for answer in answers), (line, answers)
        if inside:
            assert len(answers) == (text.upper() == "DONE")
        elif word in ("", "INFO", "END"):
            assert answers == []
        elif word in ("BOARD", "SWAP2BOARD"):
            assert brain._block is not None or answers[0].startswith("ERROR")
        else:
            assert len(answers) == 1
        if brain.ended:
            break


def test_a_refused_board_leaves_the_game_as_it_was() -> None:
    brain = quick_brain()
    (first,) = ask(brain, "TURN 7,7")
    refused = ask(brain, "BOARD", "7,7,1", "8,8,1", "9,9,1", "DONE")
    assert refused[0].startswith("ERROR")
    assert ask(brain, f"TAKEBACK {first}", "TAKEBACK 7,7") == ["OK", "OK"]
    assert MOVE.fullmatch(ask(brain, "BEGIN")[0])


def test_the_memory_limit_holds_before_and_after_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gomocup, "_memory_in_use", lambda: 200 << 20)
    limit = "INFO max_memory 1"
    early, late = Brain(), Brain()
    assert ask(early, limit, "START 15") == ["OK"]
    assert ask(late, "START 15") == ["OK"]
    assert table_bytes(late) > 2 * table_bytes(early)
    assert ask(late, limit) == []
    assert table_bytes(late) == table_bytes(early)


def test_memory_is_guessed_where_no_system_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has neither the module nor the file."""
    assert 0 < gomocup._memory_in_use() <= gomocup._most_memory_used() + (64 << 20)
    monkeypatch.setitem(sys.modules, "resource", None)
    assert gomocup._most_memory_used() == gomocup._USUAL_MEMORY


def test_another_game_has_tables_as_large_as_the_first() -> None:
    brain = quick_brain()
    before = table_bytes(brain)
    assert ask(brain, "INFO rule 1", "RESTART") == ["OK"]
    assert table_bytes(brain) >= before // 2
    games = ("START 15", "INFO rule 0", "START 15", "INFO rule 1", "START 15")
    assert ask(brain, *games) == ["OK"] * 3
    assert table_bytes(brain) >= before // 2


def table_bytes(brain: Brain) -> int:
    tables = brain._order_engine().result()._tables
    return int(tables.transpositions.nbytes + tables.refuted.nbytes + tables.proofs.nbytes)


class Program:
    """`inarow gomocup` as a manager sees it: a process with two pipes."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "inarow", "gomocup"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": str(Path(inarow.__file__).parents[1])},
        )

    def send(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def line(self) -> str:
        """The next line that is no message: on a busy machine one says that the engine compiles."""
        assert self.process.stdout is not None
        while True:
            line = self.process.stdout.readline().decode().rstrip("\r\n")
            if not line.startswith("MESSAGE "):
                return line

    def end(self) -> int:
        try:
            return self.process.wait(60)
        finally:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
                assert pipe is not None
                pipe.close()


@pytest.mark.slow
def test_a_game_between_two_programs() -> None:
    programs = [Program(), Program()]
    for program in programs:
        program.send("INFO timeout_turn 120\r\nSTART 9\r\n")
    assert [program.line() for program in programs] == ["OK", "OK"]
    board = Board("gomoku(9)")
    programs[0].send("BEGIN\r\n")
    while True:
        x, y = (int(part) for part in programs[board.turn].line().split(","))
        board.push(board.game.cell(x, y))
        if board.outcome() is not None:
            break
        programs[board.turn].send(f"TURN {x},{y}\r\n")
    for program in programs:
        program.send("END\r\n")
        assert program.end() == 0


@pytest.mark.slow
def test_the_program_s_memory_is_kept() -> None:
    program = Program()
    program.send("INFO timeout_turn 500\nSTART 15\nTURN 7,7\n")
    assert program.line() == "OK"
    assert MOVE.fullmatch(program.line())
    status = Path(f"/proc/{program.process.pid}/status")
    if status.exists():
        (peak,) = re.findall(r"VmHWM:\s+(\d+) kB", status.read_text())
        assert int(peak) * 1024 < DEFAULT_MEMORY
    program.send("END\n")
    assert program.end() == 0


@pytest.mark.slow
@pytest.mark.parametrize("turn", ["", "INFO timeout_turn 999999999999999999\nTURN 7,7\n"])
def test_an_interrupt_ends_the_program_cleanly(turn: str) -> None:
    program = Program()
    program.send("START 15\n")
    assert program.line() == "OK"
    program.send(turn + "ABOUT\n" * (not turn))
    if turn:
        time.sleep(0.3)
    else:
        assert program.line().startswith("name=")
    os.killpg(program.process.pid, signal.SIGINT)
    assert program.process.stderr is not None
    assert program.process.stderr.read().strip() == b""
    assert program.end() == 130


@pytest.mark.slow
def test_end_ends_the_program_whatever_follows_it() -> None:
    program = Program()
    program.send("START 15\nEND now\n")
    assert program.line() == "OK"
    assert program.end() == 0


@pytest.mark.slow
def test_bytes_that_are_no_text_do_not_end_the_program() -> None:
    program = Program()
    assert program.process.stdin is not None
    program.process.stdin.write(b"\xff\xfe\x00 7\r\nABOUT\r\n")
    program.process.stdin.flush()
    assert program.line().startswith("UNKNOWN")
    assert program.line().startswith("name=")
    program.process.stdin.close()
    assert program.end() == 0
