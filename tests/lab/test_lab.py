"""The lab: experiments that go on where they were, and pages that say what was found."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from ctrl_c import interrupted
from inarow.apps.cli.commands import lab
from inarow.apps.cli.main import main
from inarow.lab import yardstick
from inarow.lab.experiments import (
    depth,
    documents,
    figures,
    pruning,
    running,
    square_levels,
    ties,
)
from inarow.lab.experiments.document_003 import TABLE
from inarow.lab.experiments.experiment import Page, Workspace
from inarow.lab.experiments.findings import Finding, Findings
from inarow.lab.experiments.playing import play_plan
from inarow.match.conditions import MatchError
from inarow.match.local import LocalRunner
from inarow.match.openings import Openings
from inarow.match.plan import Plan
from inarow.match.ratings import RatedGame, rate_results
from inarow.match.records import Contestant, Ending, GameRecord, GameSpec, contestants
from inarow.match.schedule import Schedule
from inarow.match.store import Store
from inarow.players.level_table import table_for
from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.rules.side import Side


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "data", tmp_path / "pages", lambda _: None, size=0.01)


def test_a_finding_is_made_once_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    made = []

    def find() -> Finding:
        made.append(1)
        return {"value": 7}

    assert Findings(path).get("key", find) == {"value": 7}
    assert Findings(path).get("key", find) == {"value": 7}
    assert len(made) == 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_many_findings_are_made_once_each(tmp_path: Path, jobs: int) -> None:
    findings = Findings(tmp_path / "notes.jsonl")
    findings.get("3", lambda: {"from": "before"})
    told: list[str] = []
    questions: dict[str, Callable[[], Finding]] = {
        str(number): partial(dict, square=number**2) for number in range(6)
    }
    found = findings.get_all(questions, jobs, told.append)
    assert found == [
        {"from": "before"} if number == 3 else {"square": number**2} for number in range(6)
    ]
    assert sorted(told) == ["0", "1", "2", "4", "5"]
    assert Findings(tmp_path / "notes.jsonl").get_all(questions, jobs) == found


def test_a_line_cut_off_by_a_kill_is_found_out_again(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    findings = Findings(path)
    for key in ("one", "two", "three"):
        findings.get(key, lambda key=key: {"is": key})  # type: ignore[misc]
    whole = path.read_text()
    for cut in range(1, len(whole.splitlines()[-1])):
        path.write_text(whole[:-cut])
        again = Findings(path)
        assert again.get("two", lambda: {"is": "asked again"}) == {"is": "two"}
        assert again.get("three", lambda: {"is": "asked again"}) == {"is": "asked again"}
        assert [json.loads(line)["key"] for line in path.read_text().splitlines()] == [
            "one",
            "two",
            "three",
        ]


#: Four questions that are answered at once, and then twenty that nobody waits for.
_EXPERIMENT = """
import os
import sys
from functools import partial
from pathlib import Path
from inarow.lab.experiments.findings import Findings

questions = {f"quick {number}": partial(dict, square=number**2) for number in range(4)}
# Three processes write to one pipe: whole lines, which print does not promise.
slow = "__import__('os').write(1, b'busy\\\\n') and __import__('time').sleep(600)"
questions |= {f"slow {number}": partial(eval, slow) for number in range(20)}
Findings(Path(sys.argv[1])).get_all(questions, 2, lambda key: os.write(1, f"{key}\\n".encode()))
"""


def test_ctrl_c_ends_several_questions_at_once_and_keeps_the_answers(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    with interrupted(_EXPERIMENT, str(path)) as printed:
        # Both workers are busy and all quick answers are there.
        told = sorted(printed.readline().strip() for _ in range(6))
    quick = [f"quick {number}" for number in range(4)]
    assert told == ["busy", "busy", *quick]
    assert sorted(json.loads(line)["key"] for line in path.read_text().splitlines()) == quick


def test_an_answer_that_fails_does_not_wait_for_the_others(tmp_path: Path) -> None:
    questions: dict[str, Callable[[], Finding]] = {
        "bad": partial(eval, "1 / 0"),
        "slow": partial(eval, "__import__('time').sleep(600)"),
    }
    with pytest.raises(ZeroDivisionError):
        Findings(tmp_path / "notes.jsonl").get_all(questions, 2)


def test_the_documents_table_is_the_documents() -> None:
    """Its own statements about the table: 35 games, 21 won by the person, 14 ties."""
    assert Counter(row.winner for row in TABLE) == {"Human": 21, "Cat": 14}
    assert {row.level for row in TABLE if row.winner == "Cat"} == {4, 5}
    assert len({(row.column, row.level) for row in TABLE}) == 35
    assert [row.turns for row in TABLE if row.winner == "Cat" and row.turns != 42] == [36]


def test_who_knows_the_agent_wins_as_the_documents_author_did() -> None:
    """Own points only: wins at levels 1 and 3 with the fourth or fifth piece, none at 4."""
    first = square_levels.play("own only", "knows the agent", level=1, column=4)
    third = square_levels.play("own only", "knows the agent", level=3, column=4)
    fourth = square_levels.play("own only", "knows the agent", level=4, column=4)
    assert (first.winner, first.turns) == ("Human", 7)
    assert (third.winner, third.turns) == ("Human", 9)
    assert fourth.winner == "Cat"


def test_a_game_does_not_depend_on_those_before_it() -> None:
    """A solver that remembers the first game would solve more of the second in so many nodes."""
    games = [square_levels.play("own only", "perfect@nodes=100000", 1, 3) for _ in range(2)]
    assert len({(one.winner, one.turns) for one in games}) == 1


def test_every_move_is_checked_by_what_it_keeps() -> None:
    """As trying all continuations of random games on a small board shows it."""
    rules = game("mnk(4x3,k=3,gravity)")
    one, two = contestants(["random", "random"])
    chance = random.Random(1)
    known: dict[object, int] = {}
    losses = set()
    for _ in range(5):
        board, expected = Board(rules), []
        while board.outcome() is None:
            mover, best, choices = int(board.turn), _brute_force(board, known), board.legal_moves
            has_choice = len(choices) > 1
            board.push(chance.choice(list(choices)))
            kept = -_brute_force(board, known)
            if has_choice:
                lost = float(np.sign(best) - np.sign(kept)) / 2
                expected.append((mover, kept == best, lost == 0, lost))
        spec = GameSpec(0, 0, 0, str(rules), one, two, "", 0)
        record = GameRecord(spec, board.moves_text(), None, Ending.PLAYED_OUT)
        assert list(documents._judged_moves(rules, record)) == expected
        losses |= {lost for *_, lost in expected}
    assert losses == {0.0, 0.5, 1.0}


def _brute_force(board: Board, known: dict[object, int]) -> int:
    """The value for the side to move: the sooner a win and the later a loss, the more."""
    if (outcome := board.outcome()) is not None:
        return 0 if outcome.winner is None else board.ply - 100
    if board.key() not in known:
        values = []
        for move in list(board.legal_moves):
            board.push(move)
            values.append(-_brute_force(board, known))
            board.pop()
        known[board.key()] = max(values)
    return known[board.key()]


def test_pruning_counts_the_same_scores_and_fewer_nodes() -> None:
    name, recipe, _ = pruning.PLAYERS["minimax"]
    found = pruning.count(name, recipe, deepest=4, positions=2)
    assert found["same"]
    full, pruned = found["nodes"]["full"], found["nodes"]["pruned"]
    assert all(few <= many for few, many in zip(pruned, full, strict=False))
    assert pruned[3] < full[3] / 2


def test_ties_are_counted() -> None:
    found = ties.play_games("level(slips=1)", 4, 0.0, games=2)
    assert sum(found.values()) == 2
    share, margin = ties._share({"won": 10, "tied": 80, "lost": 10}, "tied")
    assert share == 0.8
    assert 0.06 < margin < 0.1


def test_a_forfeit_ends_an_experiment(workspace: Workspace) -> None:
    players = contestants(["random", "match.bad_players:Cheater"])
    plan = Plan(Schedule(game("connect4"), players, Openings(plies=2), 1))
    with pytest.raises(MatchError, match=r"illegal move.*; the next run plays this game again"):
        play_plan(workspace, "forfeits", plan)


def test_a_forfeited_game_is_played_again(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan(Schedule(game("tictactoe"), contestants(["random", "random"]), Openings(), 1))
    with monkeypatch.context() as patch:
        patch.setattr(LocalRunner, "run", _forfeited)
        with pytest.raises(MatchError, match="the next run plays this game again"):
            play_plan(workspace, "forfeits", plan)
    assert play_plan(workspace, "forfeits", plan).played == 2


def test_a_forfeited_game_in_a_store_names_the_remedy(workspace: Workspace) -> None:
    plan = Plan(Schedule(game("tictactoe"), contestants(["random", "random"]), Openings(), 1))
    with Store(workspace.store_path("old")) as store:
        (record,) = _forfeited(None, plan.schedule.due({})[:1])
        store.add(store.open_run(plan.to_json()), record)
    with pytest.raises(MatchError, match=r"delete .*old\.sqlite to play its games again"):
        play_plan(workspace, "old", plan)


def _forfeited(_: object, specs: Iterable[GameSpec]) -> Iterator[GameRecord]:
    for spec in specs:
        yield GameRecord(spec, "", Side.O, Ending.CRASHED, "the process ended")


def test_the_plan_of_the_levels_has_every_level_once() -> None:
    levels = yardstick.levels_of("gomoku", table_for(game("gomoku")))
    plan = yardstick.gauntlet("gomoku", Contestant("weak", "person"), levels, 2, seed=0)
    assert plan.labels == ["weak", *(f"level-{level}" for level in range(1, 11))]
    assert plan.schedule.total == 2 * 2 * 10


def test_what_people_scored_is_told_by_kind_and_level_and_rated() -> None:
    """Weak people lose every pair to the second player and tie those with the first."""
    records = {kind: list(_fared(kind, number)) for number, kind in enumerate(("weak", "strong"))}
    pairs = {kind: yardstick.scores_of(games, kind) for kind, games in records.items()}
    fared = yardstick.Fared(pairs, records)
    scores = fared.estimates(["level-1", "level-2"])
    assert [score for score, _ in scores["weak"]] == [0.5, 0.0]
    assert [score for score, _ in scores["strong"]] == [1.0, 0.5]
    step, margin = fared.ratings().difference("level-2", "level-1")
    assert step > margin > 0


def test_more_games_are_counted_with_the_others_each_pair_for_itself() -> None:
    records = {kind: list(_fared(kind, number)) for number, kind in enumerate(("weak", "strong"))}
    pairs = {kind: yardstick.scores_of(games, kind) for kind, games in records.items()}
    fared = yardstick.Fared(pairs, records)
    twice = fared.with_more(fared)
    for kind, games in twice.records.items():
        assert Counter(Counter(one.spec.pair for one in games).values()) == {2: 40}
        assert twice.pairs[kind] == yardstick.scores_of(games, kind)
    once_known, known_better = (
        one.ratings().difference("level-2", "level-1")[1] for one in (fared, twice)
    )
    assert known_better < once_known


def _fared(kind: str, points: int) -> Iterator[GameRecord]:
    """Ten pairs with each of two levels; who has no points ties with the first of them."""
    people = Contestant(kind, "person")
    for number in range(40):
        pair, is_second_game = divmod(number, 2)
        level = 1 + pair // 10
        other = Contestant(f"level-{level}", "person")
        x, o = (other, people) if is_second_game else (people, other)
        ties = level - 1 == points
        mine = Side.O if is_second_game else Side.X
        winner = None if ties else (mine if points else mine.other)
        spec = GameSpec(number, pair, 0, "connect4", x, o, "", 1)
        yield GameRecord(spec, "", winner, Ending.PLAYED_OUT)


def test_after_an_odd_opening_moving_first_is_o() -> None:
    """Whoever is X loses, so moving first is worth much after three plies and little after two."""
    labels = ["minimax(depth=1,fast=1)", "minimax(depth=2,fast=1)"]
    results = [RatedGame(x, 1 - x, 0.0, pair) for pair in range(20) for x in range(2)]
    ratings = rate_results(results, labels)
    worth = {plies: depth.DepthSeries(ratings, 40, plies).worth_of_moving_first for plies in (2, 3)}
    assert worth[3] == -worth[2] > 100


def test_the_margin_of_a_depth_is_that_of_its_distance_to_the_smallest() -> None:
    labels = ["minimax(depth=2,fast=1)", "minimax(depth=1,fast=1)"]
    results = [RatedGame(0, 1, float(pair % 3 > 0), pair) for pair in range(30)]
    ratings = rate_results(results, labels)
    assert depth._points(ratings) == [(1, 0.0, 0.0), (2, *ratings.difference(*labels))]


def _links_hold(pages: Path, text: str) -> None:
    for name in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        assert (pages / name).exists(), name


PAGES = sorted((Path(__file__).parents[2] / "docs" / "lab").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_pages_in_docs_have_their_figures(page: Path) -> None:
    _links_hold(page.parent, page.read_text(encoding="utf-8"))


def test_every_experiment_has_its_page_in_docs() -> None:
    # The page of ideas is written as ideas are tested, those of people by commands of their own.
    others = {"gomoku-ideas", "people", "people-errors"}
    assert {page.stem for page in PAGES} == {*lab.EXPERIMENTS, *others}


def test_an_experiment_writes_a_page_and_figures_and_goes_on(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ties, "STAND_INS", {"careless": "level(slips=1,spread=1,misses=0.36)"})
    monkeypatch.setattr(ties, "LEVELS", (4,))
    monkeypatch.setattr(ties, "AVERSIONS", (0.0, 100.0))
    path = ties.run(workspace).write(workspace)
    text = path.read_text()
    _links_hold(workspace.pages, text)
    assert (workspace.pages / "ties.svg").read_text().startswith("<?xml")
    assert (workspace.pages / "ties.png").read_bytes().startswith(b"\x89PNG")
    monkeypatch.setattr(ties, "play_games", lambda *_: pytest.fail("played again"))
    assert ties.run(workspace).write(workspace).read_text() == text


@pytest.mark.parametrize(
    ("output", "folder"), [([], "lab-results"), (["--out", "docs/lab"], "docs/lab")]
)
def test_the_command_runs_an_experiment(
    output: list[str], folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    small = {"minimax": ("connect3", pruning.PLAYERS["minimax"][1], 2)}
    monkeypatch.setattr(pruning, "PLAYERS", small)
    assert main(["lab", "pruning", "--size", "0.2", *output]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"lab-data", folder.partition("/")[0]}
    text = (tmp_path / folder / "pruning.md").read_text()
    _links_hold(tmp_path / folder, text)
    assert "exponent" in text


@pytest.mark.parametrize("name", ["page.md", "figure.png"])
def test_what_cannot_be_finished_leaves_the_file_that_was_there(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / name).write_text("from before")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        if name == "page.md":
            Page("page", "Title").write_at(tmp_path / name)
        else:
            with figures.new_figure(tmp_path, "figure"):
                pass
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "from before"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["ties", "--size", "nan"], "above 0, not nan"),
        (["ties", "--size", "inf"], "above 0, not inf"),
        (["ties", "--size", "0"], "above 0, not 0"),
        (["ties", "--data", "{file}"], "cannot write into {file}"),
        (["depth", "--data", "{file}/deeper"], "cannot write into {file}/deeper"),
        (["ties", "--output", "{file}"], "cannot write into {file}"),
        (["levels", "--game", "connect4"], "--game needs --calibrate"),
    ],
)
def test_an_experiment_that_cannot_be_made_is_refused_in_one_line(
    arguments: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    places = ["--data", str(tmp_path / "data"), "--output", str(tmp_path / "pages")]
    words = [word.format(file=file) for word in arguments]
    assert main(["lab", words[0], *places, *words[1:]]) == 2
    said = capsys.readouterr().err
    assert complaint.format(file=file) in said
    assert said.count("\n") == 1


def test_a_page_says_which_command_made_it(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, tmp_path, lambda _: None, 0.5, dataset=Path("my set"))
    text = Page("name", "Title").write(workspace).read_text()
    assert "`inarow lab name --size 0.5 --dataset 'my set'`" in text


def test_running_has_openings_for_any_size_and_names_the_measured_machine() -> None:
    assert len(running._specs("random", "random", 1600)) == 1600
    measured = {"start": 0.0, "game": 0.1, "load": 1.0, "cores": 96}
    page = running._page({"in this process": measured}, 400, 120)
    assert "The machine has 96 cores." in "\n".join(page.lines)


def test_tables_have_as_many_cells_as_columns() -> None:
    page = Page("name", "Title")
    page.table(["a", "b"], [["x", 1], ["y", 2]])
    assert [line.count("|") for line in page.lines if line] == [3, 3, 3, 3]
