"""The games of a person: a file each, whole whatever happens."""

from pathlib import Path

from inarow.apps.kept_games import KeptGames
from inarow.apps.terminal.keeping import Keeping
from inarow.apps.terminal.session import Session
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.study.records.record import Record, Result


def test_games_get_names_in_order_and_come_latest_first(tmp_path: Path) -> None:
    games = KeptGames(tmp_path / "games")
    assert list(games.latest()) == []
    for moves in ("4", "44", "445"):
        games.save(games.new_name(), Record.of(Board("connect4", moves), ("You", "level-4")))
    (tmp_path / "games" / "notes.txt").write_text("not a game")
    reserved = games.new_name()
    assert reserved == "game-4", "the name of a program that died before its first move"
    assert [kept.name for kept in games.latest()] == ["game-3", "game-2", "game-1"]
    assert games.load("game-3").record.players == ("You", "level-4")


def test_a_session_is_kept_from_its_first_move_on(tmp_path: Path) -> None:
    games = KeptGames(tmp_path)
    session = Session(Board("connect4"), (None, player("random")))
    keeping = Keeping(games)
    session.on_change = lambda: keeping.keep(session)
    assert keeping.farewell(session) == []
    session.play(3)
    session.play(3)
    assert games.load("game-1").record.moves_text() == "44"
    session.undo()
    assert games.load("game-1").record.moves_text() == ""
    session.play(2)
    session.resign()
    kept = games.load("game-1")
    assert kept.is_over and kept.record.result is Result.O_WINS
    assert keeping.farewell(session) == ["Review this game: inarow review game-1"]
    keeping.next_game()
    session.restart()
    session.play(0)
    assert games.load("game-2").record.moves_text() == "1"


def test_a_game_that_cannot_be_kept_is_played_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    session = Session(Board("connect4"), (None, None))
    keeping = Keeping(KeptGames(tmp_path / "file"))
    session.on_change = lambda: keeping.keep(session)
    session.play(3)
    assert "could not be saved" in keeping.farewell(session)[0]


def test_games_between_computers_are_nobodys(tmp_path: Path) -> None:
    session = Session(Board("connect4"), (player("random"), player("random")))
    keeping = Keeping(KeptGames(tmp_path))
    session.on_change = lambda: keeping.keep(session)
    session.play(3)
    assert list(tmp_path.iterdir()) == []
