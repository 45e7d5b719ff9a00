"""What is made of the games: tables, files for other programs, the page, the display."""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from inarow.apps.cli.main import main
from inarow.apps.cli.output.match_display import LiveFollower, PlainFollower, final_text, time_left
from inarow.match.conditions import Conditions, MatchError
from inarow.match.elo import tally
from inarow.match.export import export
from inarow.match.local import LocalRunner
from inarow.match.one_call import play_match
from inarow.match.openings import Openings
from inarow.match.plan import Plan, RunState, go_through
from inarow.match.records import Ending, GameRecord, GameSpec, contestants
from inarow.match.report import report_html, write_report
from inarow.match.schedule import Schedule
from inarow.match.standings import cross_table_text, standings, table_text
from inarow.match.store import Store
from inarow.rules.catalogue import game
from inarow.rules.side import Side
from inarow.study.records.record import Result
from inarow.study.records.sgf import read_sgf


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store with a finished run of three players, one of whom cheats."""
    players = contestants(["random", "random", "match.bad_players:Cheater"])
    plan = Plan(Schedule(game("connect4"), players, Openings(plies=2, seed=5), 3, seed=5))
    made = Store(tmp_path / "s.sqlite")
    go_through(plan, made, LocalRunner(Conditions()))
    return made


def _labels(store: Store) -> list[str]:
    return [one["label"] for one in store.run().plan["players"]]


def test_standings_count_what_was_played(store: Store) -> None:
    records = list(store.games(store.run()).values())
    summary = standings(records, _labels(store))
    assert sum(line.points for line in summary.lines) == len(records) == 18
    assert sum(line.games for line in summary.lines) == 36
    cheater = summary.lines[-1]
    assert cheater.label.endswith("Cheater")
    assert (cheater.wins, cheater.losses) == (0, 12)
    assert cheater.forfeits >= 10
    assert summary.lines[0].elo > 0 > cheater.elo
    text = table_text(summary) + cross_table_text(records, summary.labels)
    assert all(label in text for label in summary.labels)
    first = tally(records, "random", "random#2")
    assert first.points + tally(records, "random#2", "random").points == 6


def test_exports_hold_every_game_and_agree(store: Store, tmp_path: Path) -> None:
    run = store.run()
    rows = list(store.rows(run))
    for ending in ("jsonl", "csv", "parquet"):
        assert export(store, run, tmp_path / f"games.{ending}") == 18
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == rows
    with (tmp_path / "games.csv").open(newline="") as file:
        assert [row["moves"] for row in csv.DictReader(file)] == [row["moves"] for row in rows]
    table = pyarrow.parquet.read_table(tmp_path / "games.parquet")
    assert table.to_pylist() == rows
    with pytest.raises(MatchError, match=r"must end in \.jsonl"):
        export(store, run, tmp_path / "games.txt")


@pytest.mark.parametrize("name", ["games.jsonl", "games.csv", "games.parquet", "page.html"])
def test_what_cannot_be_finished_leaves_the_file_that_was_there(
    name: str, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / name
    file.write_text("from before")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    run = store.run()
    with pytest.raises(MatchError, match="no space left"):
        if name.endswith("html"):
            write_report(file, run, list(store.games(run).values()), _labels(store))
        else:
            export(store, run, file)
    assert file.read_text() == "from before"
    assert not list(tmp_path.glob("*.new"))


@pytest.mark.parametrize("name", ["gomoku-standard", "gomoku(9)", "four(5x6)"])
def test_sgf_is_read_back_as_the_same_games(name: str, tmp_path: Path) -> None:
    players = contestants(["random", "match.bad_players:Cheater"])
    plan = Plan(Schedule(game(name), players, Openings(plies=2, seed=5), 2, seed=5))
    with Store(tmp_path / "s.sqlite") as store:
        progress = go_through(plan, store, LocalRunner(Conditions()))
        assert export(store, progress.run, tmp_path / "games.sgf") == 4
    _, *trees = (tmp_path / "games.sgf").read_text().split("(;")
    for tree, record in zip(trees, progress.records.values(), strict=True):
        read = read_sgf(f"(;{tree}")
        assert (read.game.width, read.game.height) == (game(name).width, game(name).height)
        assert read.game.wins == game(name).wins
        assert read.moves_text() == record.moves
        assert read.players == (record.spec.x.label, record.spec.o.label)
        assert read.result is (Result.X_WINS if record.winner is Side.X else Result.O_WINS)
        assert "RE[B+Forfeit]" in tree or "RE[W+Forfeit]" in tree


def test_games_that_sgf_cannot_say_are_refused(store: Store, tmp_path: Path) -> None:
    with pytest.raises(MatchError, match="SGF is for games like Gomoku"):
        export(store, store.run(), tmp_path / "games.sgf")


class _Balanced(HTMLParser):
    """Notes the tags that are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag that closes itself leaves nothing open."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_the_page_is_whole_and_says_what_happened(store: Store) -> None:
    run = store.run()
    page = report_html(run, list(store.games(run).values()), _labels(store))
    parser = _Balanced()
    parser.feed(page)
    assert parser.open == []
    text = " ".join(parser.text)
    assert "illegal move" in text
    assert "Cross-table" in text
    assert "<svg" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def _progress(tmp_path: Path) -> RunState:
    plan = Plan(Schedule(game("connect4"), contestants(["random", "random"]), Openings(plies=2), 4))
    with Store(tmp_path / "p.sqlite") as store:
        return go_through(plan, store, LocalRunner(Conditions()))


def test_a_page_that_cannot_be_written_is_said_so(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store.close()
    arguments = [
        "--store",
        str(tmp_path / "s.sqlite"),
        "--html",
        str(tmp_path / "no" / "page.html"),
    ]
    assert main(["report", *arguments]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_the_display_shows_progress_standings_and_time_left(tmp_path: Path) -> None:
    from rich.console import Console

    progress = _progress(tmp_path)
    out = io.StringIO()
    follower = LiveFollower()
    Console(file=out, width=100).print(follower._picture(progress))
    text = out.getvalue()
    assert "8 of 8 games" in text
    assert "random#2" in text
    progress.resumed = 2
    del progress.records[7], progress.records[6]
    assert time_left(progress, 20.0) == "10 s"


def test_plain_lines_are_one_a_game(tmp_path: Path) -> None:
    progress = _progress(tmp_path)
    out = io.StringIO()
    with PlainFollower(out) as follow:
        follow(progress)
    assert out.getvalue().startswith("8/8  random")
    assert "Elo difference" in final_text(progress)


def test_the_commands_from_end_to_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert (
        main(["match", "random", "random", "-g", "tictactoe", "-n", "6", "--export", "g.csv"]) == 0
    )
    first = capsys.readouterr().out
    assert "6/6" in first
    assert "Finished: all 6 games played." in first
    assert main(["match", "random", "random", "-g", "tictactoe", "-n", "6"]) == 0
    assert "6 already played" in capsys.readouterr().out
    swiss = ["tournament", *["random"] * 4, "-g", "connect3", "--form", "swiss", "--rounds", "2"]
    assert main([*swiss, "-n", "2", "--html", "page.html"]) == 0
    assert "random#4" in capsys.readouterr().out
    assert (tmp_path / "page.html").read_text().startswith("<!doctype html>")
    assert main(["report", "--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert main(["report", "--run", "1", "--html", "r.html", "--export", "r.sgf"]) == 0
    assert main(["report"]) == 0
    assert "random#4" in capsys.readouterr().out
    assert main(["report", "--store", "nowhere.sqlite"]) == 2
    assert main(["match", "random", "shapes"]) == 2
    assert "cannot play" in capsys.readouterr().err


def test_a_summary_says_who_won_and_why() -> None:
    one, two = contestants(["random", "discount"])
    spec = GameSpec(0, 0, 0, "connect4", one, two, "", 0)
    record = GameRecord(spec, "1", Side.O, Ending.ILLEGAL_MOVE, "9")
    assert record.summary() == "random (X) - discount (O): discount won, illegal move: 9"


def test_a_run_with_millions_of_nodes_goes_on_and_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    match = ["match", "random@nodes=2000000", "random", "-g", "tictactoe"]
    assert main([*match, "-n", "2"]) == 0
    assert main([*match, "-n", "4"]) == 0
    assert "2 already played" in capsys.readouterr().out
    assert main(["report"]) == 0


def test_a_report_as_json_says_what_the_table_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["match", "minimax", "random", "-g", "tictactoe", "-n", "4", "--seed", "3"]) == 0
    capsys.readouterr()
    assert main(["report", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["wire"], result["games"], result["ended"] != "") == (1, 4, True)
    lines = {line["player"]: line for line in result["standings"]}
    assert set(lines) == {"minimax", "random"}
    for line in lines.values():
        assert line["wins"] + line["draws"] + line["losses"] == 4
    (meeting,) = result["meetings"]
    ours = lines[meeting["player"]]
    assert [meeting[key] for key in ("wins", "draws", "losses")] == [
        ours[key] for key in ("wins", "draws", "losses")
    ]
    assert sum(meeting["pairs"]) == 2


def test_a_match_in_one_call_is_kept_and_resumed(tmp_path: Path) -> None:
    heard: list[int] = []

    def match(games: int, **more: Any) -> RunState:
        return play_match(
            "random", "random", "tictactoe", games=games, seed=3,
            on_game=lambda state: heard.append(state.played), **more,
        )  # fmt: skip

    alone = match(4)
    assert heard == [0, 1, 2, 3, 4]
    assert match(2, store=tmp_path / "games").resumed == 0
    more = match(4, store=tmp_path / "games", jobs=2)
    assert more.resumed == 2
    assert [more.records[n].moves for n in range(4)] == [alone.records[n].moves for n in range(4)]
    assert alone.tally == more.tally and alone.tally.games == 4
    with pytest.raises(MatchError, match="an even number of games, not 3"):
        match(3)
