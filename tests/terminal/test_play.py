"""``inarow play`` as a person or a program starts it: through a pipe, and on a terminal."""

import fcntl
import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from inarow.apps.cli.main import main
from inarow.apps.kept_games import KeptGames
from inarow.rules.board import Board
from inarow.study.records.record import Record

COMMAND = [sys.executable, "-m", "inarow", "play"]
SOURCE = Path(__file__).parents[2] / "src"
#: Long enough for a busy machine that has everything to compile.
PATIENCE = 60.0


def environment(**changes: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SOURCE), "TERM": "xterm-256color", **changes}


def through_pipe(typed: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments],
        input=typed, capture_output=True, env=environment(), timeout=PATIENCE, check=False,
    )  # fmt: skip


def test_a_whole_game_through_a_pipe() -> None:
    done = through_pipe(b"x\n\n5\n", "--opponent", "branch-and-bound", "--position", "716171")
    shown = done.stdout.decode()
    assert done.returncode == 0
    assert shown.count("Invalid move. Please choose another column.") == 2
    assert "Opponent played 1\n" in shown
    assert "1 2 3 4 5 6 7\nPlayer 2 wins!\n" in shown
    assert shown.splitlines()[-1] == "You were winning until move 7: playing 5 instead of 1 loses."


def test_the_end_of_the_input_and_bytes_that_are_no_text() -> None:
    done = through_pipe(b"\xff\xfe\n4\n", "--opponent", "human")
    assert done.returncode == 1
    assert b"Invalid move. Please choose another column." in done.stdout
    assert done.stdout.endswith(b"The input ended before the game was over.\n")
    assert done.stderr == b""


def interrupted(typed: bytes, shown_before: bytes, *arguments: str) -> tuple[int, bytes]:
    """Interrupt a plain game once it has shown something; its exit status and complaints."""
    with subprocess.Popen(
        [*COMMAND, *arguments], bufsize=0, env=environment(),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(typed)
        shown = b""
        while not shown.endswith(shown_before):
            shown += process.stdout.read(1)
            assert process.poll() is None
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        return process.wait(PATIENCE), process.stderr.read()


def test_ctrl_c_in_the_plain_game() -> None:
    status, complaints = interrupted(b"", b"(1-7): ", "--opponent", "random")
    assert status == 130
    assert complaints == b"\n"


def test_ctrl_c_while_the_computer_thinks_in_the_plain_game() -> None:
    status, complaints = interrupted(b"4\n", b": 4\n", "--opponent", "discount(depth=30)")
    assert status == 130
    assert b"Traceback" not in complaints


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, *arguments: str, **variables: str) -> None:
        self._near, far = pty.openpty()
        os.set_blocking(self._near, False)
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=far, stdout=far, stderr=far, start_new_session=True,
            # Ctrl-C reaches only programs whose controlling terminal this is.
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            env=environment(COLUMNS="80", LINES="24", TEXTUAL_ANIMATIONS="none", **variables),
        )  # fmt: skip
        os.close(far)
        self.shown = ""

    def wait_for(self, pattern: str) -> None:
        """Read until something is shown."""
        end = time.monotonic() + PATIENCE
        while not re.search(pattern, self.shown):
            assert time.monotonic() < end, f"{pattern!r} was not shown"
            self.read()

    def read(self) -> None:
        if not select.select([self._near], [], [], 0.1)[0]:
            return
        try:
            self.shown += os.read(self._near, 1 << 16).decode(errors="replace")
        except OSError:
            # The other end has been closed.
            assert self.process.wait(PATIENCE) is not None

    def type(self, keys: str) -> None:
        os.write(self._near, keys.encode())

    def exit_status(self) -> int:
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, "the program does not end"
            self.read()
        self.read()
        return self.process.returncode

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._near)


@contextmanager
def terminal(*arguments: str, **variables: str) -> Iterator[Terminal]:
    opened = Terminal(*arguments, **variables)
    try:
        yield opened
    finally:
        opened.close()


#: The sequences that enter and leave the screen's second page, which a full-screen program uses.
FULL_SCREEN, RESTORED = "\x1b[?1049h", "\x1b[?1049l"


def test_a_terminal_gets_the_full_screen_and_ctrl_c_gives_it_back() -> None:
    with terminal("--opponent", "random") as screen:
        screen.wait_for("Your turn")
        assert FULL_SCREEN in screen.shown
        screen.type("4")
        screen.wait_for("Moves")
        screen.type("\x03")
        assert screen.exit_status() == 130
        assert RESTORED in screen.shown
        assert "Traceback" not in screen.shown


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_give_the_terminal_back(number: signal.Signals) -> None:
    with terminal("--opponent", "random") as screen:
        screen.wait_for("Your turn")
        screen.process.send_signal(number)
        assert screen.exit_status() == 128 + number
        assert RESTORED in screen.shown
        assert "Traceback" not in screen.shown


def test_quitting_while_the_computer_thinks_ends_it_at_once() -> None:
    with terminal("--opponent", "discount(depth=30)", "--first", "computer") as screen:
        screen.wait_for("thinking")
        screen.type("q")
        assert screen.exit_status() == 0
        assert RESTORED in screen.shown


@pytest.mark.parametrize("how", [{"TERM": "dumb"}, {}])
def test_a_terminal_without_a_screen_gets_the_plain_game(how: dict[str, str]) -> None:
    with terminal("--opponent", "random", *([] if how else ["--plain"]), **how) as screen:
        screen.wait_for(r"\(1-7\): ")
        screen.type("4\n")
        screen.wait_for("Opponent played")
        assert FULL_SCREEN not in screen.shown
        screen.type("\x03")
        assert screen.exit_status() == 130


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--opponent", "nobody"], "there is no player called 'nobody'"),
        (
            ["--players", "random", "random", "--level", "2"],
            "--players cannot be combined with --opponent or --level",
        ),
        (["--opponent", "random", "--level", "2"], "--level cannot be combined with --opponent"),
        (["gomoku", "--opponent", "square-1"], "square-1 cannot play gomoku"),
        (["--position", "4444444"], "column 4 is full"),
        (["--level", "0"], "levels go from 1 to 10"),
    ],
)
def test_what_cannot_be_played_is_refused(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *arguments]) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "first_line"),
    [
        (["--position", "4"], "Player 2, enter"),
        (["--first", "computer"], "Player 2, enter"),
        (["--position", "4", "--first", "computer"], "Player 1, enter"),
        (["--players", "human", "random"], "Player 1, enter"),
        (["--players", "random", "human"], "Player 2, enter"),
        (["square", "--level", "1"], "Player 1, enter"),
    ],
)
def test_who_is_asked_first(
    arguments: list[str],
    first_line: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    opponent = [] if {"--players", "--level"} & set(arguments) else ["--opponent", "random"]
    assert main(["play", "--plain", *arguments, *opponent]) == 1
    assert first_line in capsys.readouterr().out


def test_a_seed_repeats_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    games = []
    for _ in range(2):
        main(["play", "--plain", "--players", "random", "random", "--seed", "5"])
        games.append(capsys.readouterr().out)
    assert games[0] == games[1]


def test_without_standard_input_the_game_ends_with_a_sentence() -> None:
    command = f"exec {sys.executable} -m inarow play <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert "The input ended before the game was over." in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_level_says_that_it_compiles(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "inarow", "play", "tictactoe", "--plain", "--level", "3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "INAROW_KERNELS": "numba", "NUMBA_CACHE_DIR": str(tmp_path)},
    ) as game:
        assert game.stdin is not None and game.stderr is not None
        game.stdin.write("a1\n")
        game.stdin.flush()
        told = ""
        while "Compiling" not in told and (letter := game.stderr.read(1)):
            told += letter
        # What it compiles is other tests' business.
        game.kill()
    assert "Compiling" in told


def moves_of(home: Path, name: str) -> str:
    return KeptGames(home / "inarow" / "games").load(name).record.moves_text()


@pytest.mark.parametrize("plain", [True, False])
def test_a_killed_game_is_kept_listed_continued_and_reviewed(plain: bool, tmp_path: Path) -> None:
    """Nothing is lost by ``kill -9``; the game goes on where it was."""
    how = ["--plain"] if plain else []
    end = "\n" if plain else ""
    home = {"XDG_DATA_HOME": str(tmp_path)}
    turn = r"\(1-7\): " if plain else "Your turn"
    with terminal("--opponent", "random", *how, **home) as screen:
        screen.wait_for(turn)
        screen.type(f"4{end}")
        screen.wait_for("Opponent played" if plain else r"Moves \S+ \d")
        screen.process.kill()
        screen.process.wait()
    kept = moves_of(tmp_path, "game-1")
    assert kept.startswith("4") and len(kept) == 2
    listed = through_pipe_of("history", **home)
    assert "game-1" in listed and "You - Random" in listed and "unfinished" in listed
    with terminal("--continue", *how, **home) as screen:
        screen.wait_for(turn)
        screen.type(f"4{end}")
        screen.wait_for("Opponent played" if plain else r"Moves \S+ \d \d \d")
        screen.type(f"q{end}")
        assert screen.exit_status() == 0
        assert "Continue this game: inarow play --continue game-1" in screen.shown
        assert "Review this game: inarow review game-1" in screen.shown
    assert moves_of(tmp_path, "game-1").startswith(kept) and len(moves_of(tmp_path, "game-1")) == 4
    assert "You   " in through_pipe_of("review", "game-1", "--limit", "nodes=1000", **home)


def through_pipe_of(*arguments: str, **variables: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "inarow", *arguments],
        capture_output=True, text=True, env=environment(**variables), timeout=PATIENCE, check=True,
    )  # fmt: skip
    return done.stdout


def test_a_script_keeps_no_games(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "--opponent", "random"], input=b"4\nq\n", capture_output=True, check=True,
        env=environment(XDG_DATA_HOME=str(tmp_path)), timeout=PATIENCE,
    )  # fmt: skip
    assert b"You left the game." in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_swap2_through_a_pipe() -> None:
    typed = b"h8\ni9\na1\nblack\nquit\n"
    done = through_pipe(typed, "gomoku", "--opponent", "random", "--swap2")
    assert b"Opponent takes " in done.stdout or b"Opponent adds two stones" in done.stdout
    for stone, point in (("black", "h8"), ("white", "i9"), ("black", "a1")):
        prompt = f"Swap2: enter the point for a {stone} stone (a1-o15): {point}\n"
        assert prompt.encode() in done.stdout
    done = through_pipe(b"x\nblack\nquit\n", "gomoku", "--opponent", "random", "--swap2",
                        "--first", "computer")  # fmt: skip
    shown = done.stdout.decode()
    assert shown.count("Opponent played") == 4
    assert "Swap2: choose black, white or add: x" in shown
    assert done.returncode == 0


def test_what_can_not_be_continued_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["play", "--continue"]) == 2
    assert "there is no unfinished game" in capsys.readouterr().err
    assert main(["play", "--continue", "game-7"]) == 2
    assert "there is no game called game-7" in capsys.readouterr().err
    games = KeptGames()
    games.save(games.new_name(), Record.of(Board("connect4", "1212121")))
    assert main(["play", "--continue", "game-1"]) == 2
    assert "game-1 is finished; try: inarow review game-1" in capsys.readouterr().err
    games.save(games.new_name(), Record.of(Board("connect4", "44")))
    assert main(["play", "gomoku", "--continue"]) == 2
    assert "there is no unfinished game of gomoku(15x15)" in capsys.readouterr().err
    assert main(["play", "--continue", "--level", "3"]) == 2
    assert "cannot be combined with --level" in capsys.readouterr().err
    assert main(["play", "--swap2"]) == 2
    assert "--swap2 is only for Gomoku" in capsys.readouterr().err
