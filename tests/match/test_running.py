"""Games in processes: players that fail lose with a reason, and the match goes on."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import SimpleNamespace

import pytest

from inarow.match.clock import TimeControl
from inarow.match.conditions import Conditions, MatchError
from inarow.match.local import LocalRunner
from inarow.match.openings import Openings
from inarow.match.plan import Plan
from inarow.match.records import Ending, GameRecord, GameSpec, contestants
from inarow.match.referee import play_game
from inarow.match.schedule import Schedule
from inarow.match.worker import Failure, GameProcess, wait_for_news
from inarow.players.outside import GomocupProcess
from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.rules.side import Side
from inarow.search.limit import Limit

pytestmark = pytest.mark.slow

#: How each bad player of ``bad_players`` must come to lose.
FAILURES = {
    "Raiser": (Ending.CRASHED, "ZeroDivisionError"),
    "Quitter": (Ending.CRASHED, "status 3"),
    "Crasher": (Ending.CRASHED, "SIGSEGV"),
    "Killed": (Ending.CRASHED, "killed from outside, 3 times"),
    "Sleeper": (Ending.NO_ANSWER, "no move within 1 s"),
    "Cheater": (Ending.ILLEGAL_MOVE, "49"),
    "Muddled": (Ending.CRASHED, "answered with str instead of a move"),
    "Absent": (Ending.CRASHED, "OSError: no such engine"),
}


def _pids(runner: LocalRunner) -> list[int]:
    return [process.pid for process in runner._processes if process.pid is not None]


def _schedule(*players: str, pairs: int = 1, seed: int = 1, of: str = "connect4") -> Schedule:
    rules = game(of)
    return Schedule(
        rules, contestants(list(players)), Openings(plies=2, seed=seed), pairs, seed=seed
    )


def _run(schedule: Schedule, conditions: Conditions, workers: int = 1) -> list[GameRecord]:
    return list(LocalRunner(conditions, workers).run(schedule.due({})))


def test_whoever_fails_loses_with_a_reason_and_the_rest_is_played() -> None:
    # Each plays one game, X and O in turn.
    games = (_schedule(f"match.bad_players:{name}", "random").due({}) for name in FAILURES)
    numbered = [replace(both[number % 2], number=number) for number, both in enumerate(games)]
    records = list(LocalRunner(Conditions(patience=1.0)).run(numbered))
    assert sorted(record.spec.number for record in records) == list(range(len(numbered)))
    for record in records:
        bad = record.spec.x.label if record.spec.x.label != "random" else record.spec.o.label
        ending, detail = FAILURES[bad.partition(":")[2]]
        assert (record.winner_label, record.ending) == ("random", ending), record.summary()
        assert detail in record.detail
        # What had been played until then is kept, and is a legal game.
        assert Board(record.spec.game, record.moves).outcome() is None


def test_a_move_over_its_time_loses_and_so_does_an_empty_clock() -> None:
    late = _schedule("match.bad_players:Overstayer", "random").due({})[0]
    per_move = play_game(late, Conditions(limit=Limit(time=0.05), grace=0.1))
    assert (per_move.ending, per_move.winner) == (Ending.OUT_OF_TIME, Side.O)
    clock = play_game(late, Conditions(clock=TimeControl(0.3)))
    assert (clock.ending, clock.winner) == (Ending.OUT_OF_TIME, Side.O)
    enough = play_game(late, Conditions(clock=TimeControl(30.0, 0.5)))
    assert enough.ending is Ending.PLAYED_OUT


def test_the_same_seed_gives_the_same_games_on_any_number_of_workers() -> None:
    schedule = _schedule("random", "match.bad_players:Chatty", pairs=3)
    one, two = _run(schedule, Conditions()), _run(schedule, Conditions(), workers=2)
    assert {r.spec.number: (r.moves, r.winner) for r in one} == {
        r.spec.number: (r.moves, r.winner) for r in two
    }
    other = _run(_schedule("random", "match.bad_players:Chatty", pairs=3, seed=2), Conditions())
    assert {r.moves for r in one} != {r.moves for r in other}


def test_a_game_does_not_depend_on_those_before_it() -> None:
    """A solver that remembers finds more within its nodes; every game starts with an empty one."""
    players = contestants(["perfect@nodes=3000", "perfect@nodes=3000"])
    schedule = Schedule(game("connect4(6x5)"), players, Openings(plies=4, seed=5), 3, seed=1)
    *before, spec = schedule.due({})
    alone = play_game(spec, Conditions())
    for other in before:
        play_game(other, Conditions())
    again = play_game(spec, Conditions())
    assert again.moves == alone.moves
    assert [one.nodes for one in again.effort] == [one.nodes for one in alone.effort]


def test_the_same_seed_gives_the_same_slips() -> None:
    first, second = (
        [
            play_game(spec, Conditions())
            for spec in _schedule("random", "level(slips=0.5)", of="square").due({})
        ]
        for _ in range(2)
    )
    assert [record.moves for record in first] == [record.moves for record in second]


def test_a_process_killed_from_outside_costs_only_time() -> None:
    """A real kill of the playing process in mid-game; the game is then played again."""
    schedule = _schedule("match.bad_players:Chatty", "match.bad_players:Chatty", pairs=3)
    undisturbed = {r.spec.number: r.moves for r in _run(schedule, Conditions())}
    runner = LocalRunner(Conditions(), workers=1)
    records = []
    victims = []
    for record in runner.run(schedule.due({})):
        records.append(record)
        if len(records) == 2:
            # It says whose move it waits for: the next game has begun.
            assert runner.playing
            assert wait([runner._processes[0].pipe], 60)
            victims.extend(_pids(runner))
            os.kill(victims[0], signal.SIGKILL)
    assert victims
    assert {r.spec.number: r.moves for r in records} == undisturbed
    assert all(record.ending is Ending.PLAYED_OUT for record in records)


def test_processes_that_never_start_are_no_players_fault() -> None:
    """A program read from standard input cannot start processes, and no player can help that."""
    program = (
        "from inarow.apps.cli.main import main\n"
        "raise SystemExit(main(['match', 'random', 'random', '--games', '2', '--plain',"
        " '--store', ':memory:']))\n"
    )
    path = os.pathsep.join(entry for entry in sys.path if entry)
    ran = subprocess.run(
        [sys.executable, "-"], input=program, capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    assert ran.returncode == 2
    assert "games cannot be played here" in ran.stderr


def test_leaving_early_ends_the_processes() -> None:
    schedule = _schedule("match.bad_players:Chatty", "random", pairs=20)
    runner = LocalRunner(Conditions(), workers=2)
    games: Iterator[GameRecord] = runner.run(schedule.due({}))
    next(games)
    pids = _pids(runner)
    games.close()  # type: ignore[attr-defined]
    assert pids
    _wait_until(lambda: not any(_is_alive(pid) for pid in pids))


def test_a_record_is_handed_over_before_the_next_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has been taken from a process is nowhere else, so that leaving early would lose it."""
    taken: list[GameRecord] = []
    poll = GameProcess.poll

    def noting(process: GameProcess) -> GameRecord | None:
        record = poll(process)
        if record is not None:
            taken.append(record)
        return record

    monkeypatch.setattr(GameProcess, "poll", noting)
    runner = LocalRunner(Conditions(), workers=2)
    for number, record in enumerate(runner.run(_schedule("random", "random", pairs=5).due({}))):
        assert taken[number:] == [record]
        for process in runner._processes:
            if process.spec is not None:
                _wait_until(partial(_has_handed_in, process))


def _has_handed_in(process: GameProcess) -> bool:
    """Whether a finished game lies in the pipe, unread."""
    with socket.socket(fileno=os.dup(process.pipe.fileno())) as pipe:
        try:
            return b"GameRecord" in pipe.recv(1 << 20, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False


@pytest.mark.parametrize("how", ["closed", "hung", "killed"])
def test_a_program_that_thinks_ends_with_the_game(tmp_path: Path, how: str) -> None:
    """Nobody tells it to end: the process that started it is ended, or found dead."""
    note = tmp_path / "pid"
    spec = _stub_games(f"spin={note}", limit="@600s")[0]
    playing = GameProcess(Conditions(patience=600.0))
    playing.start(spec)
    _wait_until(lambda: note.exists() and note.read_text().endswith("\n"))
    program = int(note.read_text())
    assert _is_alive(program)
    if how == "hung":
        playing.poll()
        playing.grant(-playing.seconds_left)
        assert playing.poll() is not None
    elif how == "killed":
        assert playing.pid is not None
        os.kill(playing.pid, signal.SIGKILL)
        with pytest.raises(Failure, match="killed from outside"):
            _wait_until(lambda: playing.poll() is not None)
    else:
        playing.close()
    _wait_until(lambda: not _is_alive(program))


def test_a_program_that_thinks_ends_with_a_killed_match(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    player = f"outside({_stub(f'spin={note}')})@600s"
    path = os.pathsep.join(entry for entry in sys.path if entry)
    match = subprocess.Popen(
        [sys.executable, "-m", "inarow", "match", player, "random", "-g", "gomoku", "-n", "2",
         "--store", str(tmp_path / "s.sqlite")],
        stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    _wait_until(lambda: note.exists() and note.read_text().endswith("\n"))
    program = int(note.read_text())
    match.kill()
    match.wait()
    _wait_until(lambda: not _is_alive(program))


def test_time_in_which_the_match_itself_was_stopped_counts_for_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As after Ctrl-Z: everything stands still in mid-move for longer than our patience."""
    schedule = _schedule("match.bad_players:Chatty", "random")
    runner = LocalRunner(Conditions())
    asleep: list[float] = []

    def stopped_once(pipes: list[Connection], timeout: float) -> list[object]:
        (pid,) = _pids(runner)
        if not asleep:
            os.kill(pid, signal.SIGSTOP)
            if not wait(pipes, 0.2):
                # It says nothing more, so it stands in the middle of a move.
                asleep.append(runner._processes[0].seconds_left + 100.0)
                return []
        os.kill(pid, signal.SIGCONT)
        return list(wait(pipes, timeout))

    games = runner.run(schedule.due({}))
    first = next(games)
    monkeypatch.setattr("inarow.match.worker.wait", stopped_once)
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + sum(asleep))
    monkeypatch.setattr("inarow.match.worker.time", clock)
    endings = [first.ending, *(record.ending for record in games)]
    assert asleep
    assert endings == [Ending.PLAYED_OUT] * 2


def test_an_interrupt_while_processes_start_is_for_the_match_alone() -> None:
    """As Ctrl-C in a terminal, which reaches the whole group; the process goes on unharmed."""
    playing = GameProcess(Conditions())
    try:
        assert playing.pid is not None
        os.kill(playing.pid, signal.SIGINT)
        playing.start(_schedule("random", "random").due({})[0])
        while (record := playing.poll()) is None:
            wait_for_news([playing])
        assert record.ending is Ending.PLAYED_OUT
    finally:
        playing.close()


def _wait_until(happens: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not happens():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_adjudication_ends_a_game_as_best_play_would() -> None:
    """The judge searches the last ten moves to the end, so its word is exact."""
    spec = _schedule("random", "random", of="connect3").due({})[0]
    judged = play_game(
        spec,
        Conditions(
            adjudicate_from=10,
            adjudicator="discount(fast=1,depth=20)",
            adjudicator_limit=Limit(depth=20),
        ),
    )
    assert judged.ending is Ending.ADJUDICATED
    board = Board(spec.game, judged.moves)
    assert board.outcome() is None
    assert judged.winner == _solve(board)


def _solve(board: Board) -> Side | None:
    """Plain full search without any heuristic."""
    outcome = board.outcome()
    if outcome is not None:
        return outcome.winner
    results = set()
    for move in board.legal_moves:
        after = board.copy()
        after.push_legal(move)
        results.add(_solve(after))
        if board.turn in results:
            return board.turn
    return None if None in results else board.turn.other


def test_players_that_cannot_play_are_refused_before_the_first_game() -> None:
    with pytest.raises(MatchError, match="cannot play"):
        Plan(_schedule("shapes", "random")).check()
    with pytest.raises(ValueError, match="no player"):
        Plan(_schedule("nobody", "random")).check()
    with pytest.raises(MatchError, match="adjudicate"):
        judged = Conditions(adjudicate_from=4, adjudicator="random")
        Plan(_schedule("random", "random"), judged).check()


def test_a_move_may_be_a_whole_number_of_any_type() -> None:
    spec = _schedule("match.bad_players:Numeric", "random", of="gomoku").due({})[0]
    record = play_game(spec, Conditions())
    assert record.ending is Ending.PLAYED_OUT, record.summary()
    outcome = Board("gomoku", record.moves).outcome()
    assert outcome is not None and outcome.winner is record.winner


def test_players_get_ready_before_their_clock_starts() -> None:
    """Nor are they called before that, as others are to load their code."""
    spec = _schedule("match.bad_players:Starter", "random").due({})[0]
    for conditions in (Conditions(), Conditions(limit=Limit(time=20.0))):
        assert play_game(spec, conditions).ending is Ending.PLAYED_OUT


def _stub(*words: str) -> str:
    return " ".join((sys.executable, str(Path(__file__).with_name("gomocup_stub.py")), *words))


def _stub_games(*words: str, limit: str = "") -> list[GameSpec]:
    """Both games of an opening between such a program and one that plays at random."""
    players = contestants([f"outside({_stub(*words)}){limit}", "random"])
    return Schedule(game("gomoku"), players, Openings(plies=3), 1).due({})


def test_outside_programs_play() -> None:
    honest = [play_game(spec, Conditions()) for spec in _stub_games(limit="@20s")]
    assert [record.ending for record in honest] == [Ending.PLAYED_OUT] * 2
    assert all(record.winner_label != "random" for record in honest)


def test_an_outside_program_that_is_closed_leaves_no_pipe_open() -> None:
    running = GomocupProcess(_stub())
    running.close()
    program = running._process
    assert program.stdin is not None and program.stdout is not None
    assert program.stdin.closed and program.stdout.closed and program.poll() is not None


def test_outside_programs_may_think_as_long_as_their_limit_allows() -> None:
    """More than a player may take when it is called to load its code."""
    record = play_game(_stub_games("nap=0.6", limit="@20s")[0], Conditions())
    assert record.ending is Ending.PLAYED_OUT, record.detail


def test_outside_programs_lose_only_when_their_clock_is_over() -> None:
    """Of 30 seconds a move's share is 1.5; a longer thought costs time, but not the game."""
    record = play_game(_stub_games("nap=2.5")[0], Conditions(clock=TimeControl(30.0)))
    assert record.ending is Ending.PLAYED_OUT, record.detail
    late = play_game(_stub_games("nap=60")[0], Conditions(clock=TimeControl(1.0)))
    assert (late.ending, late.winner_label) == (Ending.OUT_OF_TIME, "random")


def test_outside_programs_lose_by_what_they_do_wrong() -> None:
    cheat = play_game(_stub_games("cheat", limit="@20s")[0], Conditions())
    assert (cheat.ending, cheat.winner_label) == (Ending.ILLEGAL_MOVE, "random")
    assert "99,99" in cheat.detail
    silent = play_game(_stub_games("nap=60", limit="@200ms")[0], Conditions())
    assert (silent.ending, silent.winner_label) == (Ending.OUT_OF_TIME, "random")


def test_outside_programs_that_cannot_be_run_are_refused_before_the_first_game() -> None:
    for command in ("/no/such/engine", f"{sys.executable} -c pass"):
        players = contestants([f"outside({command})", "random"])
        plan = Plan(Schedule(game("gomoku"), players, Openings(plies=3), 1))
        with pytest.raises(MatchError, match="cannot play gomoku"):
            plan.check()


@pytest.mark.parametrize(
    ("text", "player", "limit"),
    [
        ("discount", "discount", None),
        ("minimax(depth=2)@nodes=5", "minimax(depth=2)", Limit(nodes=5)),
        ("outside(run me@here (now))@1s", "outside(run me@here (now))", Limit(time=1.0)),
    ],
)
def test_contestants_are_read(text: str, player: str, limit: Limit | None) -> None:
    (found,) = contestants([text])
    assert (found.label, found.player, found.limit) == (text, player, limit)


@pytest.mark.parametrize("text", ["", "@2s", "discount@", "discount@1s@2s", "discount@soon"])
def test_what_is_no_contestant_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        contestants([text])
