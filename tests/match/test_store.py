"""The store: nothing lost, nothing counted twice, even when the match is killed."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from inarow.apps.cli.main import main
from inarow.kernels.gomoku.weights import evaluation_weights
from inarow.match.conditions import Conditions, MatchError
from inarow.match.local import LocalRunner
from inarow.match.openings import Openings
from inarow.match.plan import Plan, RunState, go_through
from inarow.match.records import Effort, Ending, GameRecord, contestants
from inarow.match.schedule import Schedule
from inarow.match.sprt import Sprt
from inarow.match.store import APPLICATION_ID, Store
from inarow.rules.catalogue import game
from inarow.rules.side import Side

TESTS = Path(__file__).resolve().parents[1]


def _plan(pairs: int, seed: int = 1, sprt: Sprt | None = None, second: str = "random") -> Plan:
    players = contestants(["random@depth=3", second])
    openings = Openings(plies=3, seed=seed)
    return Plan(Schedule(game("connect4"), players, openings, pairs, seed=seed), sprt=sprt)


def test_a_record_comes_back_as_it_was(tmp_path: Path) -> None:
    plan = _plan(2)
    one, two, *_ = plan.schedule.due({})
    records = [
        GameRecord(one, "1234", None, Ending.ADJUDICATED, "draw", (Effort(2, 0.5, 7), Effort())),
        GameRecord(two, "", Side.O, Ending.CRASHED, 'it\'s "quoted"; --'),
    ]
    with Store(tmp_path / "s.sqlite") as store:
        run = store.open_run(plan.to_json())
        assert all(store.add(run, record) for record in records)
        assert not store.add(run, records[0])
    with Store(tmp_path / "s.sqlite") as store:
        assert list(store.games(store.run()).values()) == records


def test_a_plan_finds_its_run_again_and_another_does_not(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        first = store.open_run(_plan(2).to_json())
        assert store.open_run(_plan(50).to_json()) == first
        assert store.open_run(_plan(2, seed=2).to_json()) != first
        fresh = store.open_run(_plan(2).to_json(), fresh=True)
        assert fresh != first
        assert store.open_run(_plan(2).to_json()) == fresh
        with pytest.raises(MatchError, match="no run 99"):
            store.run(99)


def test_another_evaluation_in_the_same_file_is_another_plan(tmp_path: Path) -> None:
    """As with a player of one's own: the games of the old one are not the new one's."""
    file = tmp_path / "new.i2"
    usual = b"".join(part.tobytes() for part in evaluation_weights())
    players = contestants([f"five(memory=1,evaluation={file})@depth=1", "five(memory=1)@depth=1"])
    plan = Plan(Schedule(game("gomoku"), players, Openings(plies=3), 1))
    found = []
    for content in (usual, usual, bytes(2) + usual[2:]):
        file.write_bytes(content)
        found.append(plan.to_json())
    assert found[0] == found[1] != found[2]
    assert "evaluation" not in found[0]["players"][1], "runs of before are found again"


def test_a_player_that_changes_while_it_plays_ends_the_run(tmp_path: Path) -> None:
    """Games of two evaluations in one run would measure neither."""
    file = tmp_path / "new.i2"
    usual = b"".join(part.tobytes() for part in evaluation_weights())
    file.write_bytes(usual)
    players = contestants([f"five(memory=1,evaluation={file})@depth=1", "five(memory=1)@depth=1"])
    plan = Plan(Schedule(game("gomoku"), players, Openings(plies=3), 2))

    def change(progress: RunState) -> None:
        if progress.played == 1:
            file.write_bytes(bytes(2) + usual[2:])

    with Store(tmp_path / "games.sqlite") as store:
        with pytest.raises(MatchError, match="changed while"):
            go_through(plan, store, LocalRunner(plan.conditions), on_game=change)
        (run,) = store.runs()
        assert len(store.games(run)) == 1
        assert go_through(plan, store, LocalRunner(plan.conditions)).run != run


def test_a_player_of_ones_own_is_not_made_to_see_what_it_evaluates_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    made, file = tmp_path / "made", tmp_path / "my_evaluation.py"
    file.write_text(
        "from pathlib import Path\n\n"
        f"class Mine:\n    def __init__(self):\n        Path({str(made)!r}).touch()\n"
    )
    players = contestants([f"{file}:Mine", "random"])
    assert (
        "source" in Plan(Schedule(game("connect4"), players, Openings(), 1)).to_json()["players"][0]
    )
    assert not made.exists()


def test_a_text_file_is_refused_as_a_store(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("these are notes, not games\n" * 50)
    with pytest.raises(MatchError, match="cannot use"):
        Store(file)


def test_what_cannot_be_written_is_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inarow.match.store._BUSY_SECONDS", 0.01)
    with Store(tmp_path / "s.sqlite") as store:
        run = store.open_run(_plan(2).to_json())
        with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for write in (store.open_run, lambda _: store.go_on(run)):
                with pytest.raises(MatchError, match=r"cannot write to .* locked"):
                    write(_plan(3, seed=2).to_json())
        store.go_on(run)


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
@pytest.mark.parametrize("command", ["report --store", "match random random --plain -n 2 --store"])
def test_a_database_of_another_program_is_refused_and_left_alone(
    command: str, mode: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "music.sqlite"
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute(f"PRAGMA journal_mode = {mode}")
        # Names alone do not make it a store.
        database.execute("CREATE TABLE runs (id INTEGER PRIMARY KEY, plan TEXT)")
        database.execute("CREATE TABLE games (run INTEGER, number INTEGER)")
    before = file.read_bytes()
    assert main([*command.split(), str(file)]) == 2
    assert f"{file} is a database, but not a match store" in capsys.readouterr().err
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_an_empty_file_is_not_made_a_store_by_asking_for_a_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "empty.sqlite"
    file.touch()
    assert main(["report", "--store", str(file)]) == 2
    assert "there is no match store" in capsys.readouterr().err
    assert file.read_bytes() == b""


def test_a_store_of_an_old_version_is_read_as_it_is_and_marked_when_written(
    tmp_path: Path,
) -> None:
    file = tmp_path / "old.sqlite"
    with Store(file) as store:
        run = store.open_run(_plan(2).to_json())
    assert _mark(file) == APPLICATION_ID
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA application_id = 0")
    with Store(file) as store:
        assert store.run() == run
    assert _mark(file) == 0
    with Store(file) as store:
        assert store.open_run(_plan(2).to_json()) == run
    assert _mark(file) == APPLICATION_ID
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA application_id = 7")
    with pytest.raises(MatchError, match="not a match store"):
        Store(file)


def _mark(file: Path) -> int:
    """The application id, where the file format of SQLite has it."""
    return int.from_bytes(file.read_bytes()[68:72], "big")


def test_going_on_and_adding_games(tmp_path: Path) -> None:
    class StopHereError(Exception):
        pass

    def interrupt(progress: RunState) -> None:
        if progress.played == 3:
            raise StopHereError

    with Store(tmp_path / "s.sqlite") as store:
        with pytest.raises(StopHereError):
            go_through(_plan(3), store, LocalRunner(Conditions()), on_game=interrupt)
        after = go_through(_plan(3), store, LocalRunner(Conditions()))
        assert (after.resumed, after.played) == (3, 6)
        more = go_through(_plan(5), store, LocalRunner(Conditions()))
        assert (more.resumed, more.played) == (6, 10)
        less = go_through(_plan(2), store, LocalRunner(Conditions()))
        assert (less.resumed, less.played) == (4, 4)
    with Store(tmp_path / "t.sqlite") as store:
        straight = go_through(_plan(5), store, LocalRunner(Conditions()))
    assert {n: r.moves for n, r in more.records.items()} == {
        n: r.moves for n, r in straight.records.items()
    }


def test_a_run_that_goes_on_has_not_ended(tmp_path: Path) -> None:
    seen: list[str] = []
    with Store(tmp_path / "s.sqlite") as store:
        go_through(_plan(1), store, LocalRunner(Conditions()))
        assert store.run().ended == "all 2 games played"
        go_through(
            _plan(2), store, LocalRunner(Conditions()),
            on_game=lambda progress: seen.append(store.run(progress.run.id).ended),
        )  # fmt: skip
        assert seen[1:] == ["", ""]
        assert store.run().ended == "all 4 games played"
        less = go_through(_plan(1), store, LocalRunner(Conditions()))
        assert less.why_ended() == "all 2 games played"
        assert store.run().ended == "all 4 games played"


def test_a_game_that_someone_else_stored_first_counts_as_stored(tmp_path: Path) -> None:
    plan = _plan(1)
    other = GameRecord(plan.schedule.due({})[0], "123", Side.O, Ending.CRASHED, "elsewhere")
    with Store(tmp_path / "s.sqlite") as store:

        def be_faster(progress: RunState) -> None:
            store.add(progress.run, other)

        progress = go_through(plan, store, LocalRunner(Conditions()), on_game=be_faster)
        assert progress.records[0] == other
        assert progress.records == store.games(progress.run)


def test_a_decided_test_stops_the_match_and_says_why(tmp_path: Path) -> None:
    plan = _plan(100, sprt=Sprt(0, 100, 0.1, 0.1), second="match.bad_players:Cheater")
    with Store(tmp_path / "s.sqlite") as store:
        progress = go_through(plan, store, LocalRunner(Conditions()))
        assert 4 < progress.played < 200
        assert "H1 accepted" in store.run().ended
        again = go_through(plan, store, LocalRunner(Conditions()))
        assert again.played == progress.played


COMMAND = [
    sys.executable, "-m", "inarow", "match", "match.bad_players:Chatty", "random",
    "--games", "24", "--seed", "3", "--jobs", "2", "--plain",
]  # fmt: skip


def _start(store: Path) -> subprocess.Popen[str]:
    paths = [str(TESTS), str(TESTS.parent / "src"), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.Popen(
        [*COMMAND, "--store", str(store)], stdout=subprocess.PIPE, text=True, env=environment
    )


def _stored(path: Path) -> dict[int, str]:
    if not path.exists():
        return {}
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        try:
            return dict(db.execute("SELECT number, moves FROM games"))
        except sqlite3.OperationalError:
            return {}


def test_kill_9_at_any_moment_then_the_same_command_goes_on(tmp_path: Path) -> None:
    """A real command, really killed, at four moments; in the end every game is there once."""
    path = tmp_path / "killed.sqlite"
    seen: dict[int, str] = {}
    for enough in (1, 7, 8, 15):
        match = _start(path)
        assert match.stdout is not None
        for line in match.stdout:
            if line.split("/")[0].isdecimal() and int(line.split("/")[0]) >= enough:
                break
        match.send_signal(signal.SIGKILL)
        match.wait()
        match.stdout.close()
        now = _stored(path)
        # What was reported is stored, and what was stored stays as it was.
        assert len(now) >= enough
        assert seen.items() <= now.items()
        seen = now
    last = _start(path)
    output, _ = last.communicate(timeout=120)
    assert last.returncode == 0
    assert f"{len(seen)} already played" in output
    final = _stored(path)
    assert seen.items() <= final.items()
    assert sorted(final) == list(range(24))
    undisturbed = tmp_path / "undisturbed.sqlite"
    _start(undisturbed).communicate(timeout=120)
    assert _stored(undisturbed) == final


def test_killing_the_match_leaves_no_player_behind(tmp_path: Path) -> None:
    match = _start(tmp_path / "s.sqlite")
    assert match.stdout is not None
    for line in match.stdout:
        if line.startswith("1/"):
            break
    children = _children(match.pid)
    assert children
    match.kill()
    match.wait()
    match.stdout.close()
    deadline = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() for pid in children):
        assert time.monotonic() < deadline, "a player was left behind"
        time.sleep(0.05)


def _children(pid: int) -> list[int]:
    return [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]
