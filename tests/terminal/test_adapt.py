"""``inarow play --adapt``: the opponent's level follows the results, from run to run."""

import io
from pathlib import Path

import pytest
from textual.widgets import Select, Static

from inarow.apps.cli.main import main
from inarow.apps.terminal.adapting import Adapting
from inarow.apps.terminal.fullscreen import GameApp
from inarow.apps.terminal.naming import MoveNames
from inarow.apps.terminal.plain import PlainGame
from inarow.apps.terminal.session import Session
from inarow.players.adapt import AdaptationFile
from inarow.rules.board import Board

GAME = "tictactoe(3x3)"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AdaptationFile:
    """The results of a person who has none yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return AdaptationFile()


def session_of(adapting: Adapting) -> Session:
    return Session(Board(GAME), (None, adapting.opponent()))


def give_up(adapting: Adapting, *typed: str) -> str:
    """Type something and resign, in the plain game; what was shown."""
    sink = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in (*typed, "resign")))
    session = session_of(adapting)
    game = PlainGame(session, MoveNames(session.board.game), source, sink, io.StringIO(), adapting)
    assert game.play() == 0
    return sink.getvalue()


def test_losses_bring_a_weaker_opponent_and_are_kept(home: AdaptationFile) -> None:
    shown = give_up(Adapting(Board(GAME).game))
    assert shown.startswith("This is your first game, so you start against Nina (level 4).\n")
    assert shown.endswith("You scored 0 out of 1 in your 1 game. Next: Ben (level 3).\n")
    levels = []
    for _ in range(8):
        adapting = Adapting(Board(GAME).game)
        levels.append(adapting.level)
        give_up(adapting)
    assert levels[0] == 3 and levels[-1] == 1 and levels == sorted(levels, reverse=True)
    assert home.load(GAME).games == 9
    assert "You scored 0 out of 9 in your last 9 games, so you play Pip (level 1)." in give_up(
        Adapting(Board(GAME).game)
    )


def test_wins_and_draws_count_for_the_person(home: AdaptationFile) -> None:
    for moves, score in (("a1 b1 a2 b2 a3", 1.0), ("b2 a1 c1 a3 a2 c2 b3 b1 c3", 0.5)):
        adapting = Adapting(Board(GAME).game)
        session = session_of(adapting)
        session.board.play(Board(GAME, moves).moves)
        level = adapting.level
        adapting.take_in(session)
        assert home.load(GAME).results[-1] == (level, score)


def test_a_game_counts_once_and_only_without_help(home: AdaptationFile) -> None:
    adapting = Adapting(Board(GAME).game)
    assert "do not count" in give_up(adapting, "b2", "undo")
    assert "do not count" in give_up(adapting, "hint")
    assert home.load(GAME).games == 0
    session = session_of(adapting)
    session.resign()
    adapting.take_in(session)
    assert "Only the first result" in adapting.take_in(session)
    assert home.load(GAME).games == 1


def test_a_game_that_is_left_does_not_count(home: AdaptationFile) -> None:
    session = session_of(Adapting(Board(GAME).game))
    source = io.StringIO("b2\nquit\n")
    names = MoveNames(session.board.game)
    PlainGame(session, names, source, io.StringIO(), io.StringIO(), Adapting(names.game)).play()
    assert home.load(GAME).games == 0


def test_a_result_that_cannot_be_kept_does_not_end_the_program(
    home: AdaptationFile, tmp_path: Path
) -> None:
    adapting = Adapting(Board(GAME).game)
    (tmp_path / "inarow").write_text("in the way")
    assert "Your result was not saved: cannot" in give_up(adapting)
    assert not home.path.exists()


async def test_on_the_whole_screen_the_next_game_has_the_next_level(home: AdaptationFile) -> None:
    adapting = Adapting(Board(GAME).game)
    session = session_of(adapting)
    app = GameApp(session, MoveNames(session.board.game), adapting)

    def status() -> str:
        return str(app.screen_stack[0].query_one("#status", Static).render())

    async with app.run_test() as pilot:
        await pilot.pause()
        assert "you start against Nina (level 4)" in status()
        await pilot.press("r", "y")
        assert "Next: Ben (level 3)." in status()
        await pilot.press("n")
        app.screen.query_one("#opponent", Select).value = "adapt"
        await pilot.press("enter")
        await pilot.pause()
        session = app.session
        assert session.name(session.people[0].other) == "Ben"
        assert "You scored 0 out of 1 in your 1 game, so you play Ben (level 3)." in status()
        assert session.result is None and session.people == (0,)
    assert home.load(GAME).games == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--level", "3"], "cannot be combined with --level"),
        (["--opponent", "random"], "cannot be combined with --opponent"),
        (["--players", "random", "human"], "cannot be combined with --players"),
        (["--position", "44"], "cannot be combined with --position"),
    ],
)
def test_adapt_chooses_the_opponent_alone(
    home: AdaptationFile, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--adapt", *arguments]) == 2
    assert words in capsys.readouterr().err
    assert not home.path.exists()


def test_the_command_tells_and_keeps(
    home: AdaptationFile, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("resign\n"))
    assert main(["play", "tictactoe", "--adapt", "--plain"]) == 0
    shown = capsys.readouterr().out
    assert "you start against Nina (level 4)" in shown and "Next: Ben (level 3)" in shown
    assert home.load(GAME).games == 1
