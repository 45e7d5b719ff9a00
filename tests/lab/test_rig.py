"""The rig: parameters tuned by games, and ideas tested by games."""

from __future__ import annotations

import random
import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from inarow.apps.cli.commands import lab_rig
from inarow.apps.cli.main import main
from inarow.kernels.gomoku.parameters import PARAMETERS, Parameter
from inarow.kernels.gomoku.weights import evaluation_weights
from inarow.lab.experiments.experiment import LabError, Workspace
from inarow.lab.rig.leaves import (
    Leaves,
)
from inarow.lab.rig.patch import NAME, Patch, page_of_ideas, try_patch
from inarow.lab.rig.spsa import Spsa
from inarow.lab.rig.tuning import Tuning, tune
from inarow.match.clock import TimeControl
from inarow.match.conditions import Conditions, MatchError
from inarow.match.openings import Openings
from inarow.match.records import Ending, GameRecord, GameSpec
from inarow.match.sprt import Sprt
from inarow.match.store import Run, Store
from inarow.players.player import PlayerError
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.rules.side import Side
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.gomoku.parameters import ParameterError, parameters_from, with_defaults
from inarow.search.limit import Limit


def test_parameters_have_defaults_within_their_bounds() -> None:
    assert len({parameter.name for parameter in PARAMETERS}) == len(PARAMETERS)
    for parameter in PARAMETERS:
        assert parameter.lowest <= parameter.default <= parameter.highest
        assert parameter.about


def test_parameters_are_read_by_name_and_checked() -> None:
    values = with_defaults(parameters_from("window=30+vcf_nodes=8"))
    assert values[0] == 30
    assert values[1] == 8
    for text in ("colour=3", "window=fast", "window=100000"):
        with pytest.raises(ParameterError):
            parameters_from(text)


def test_a_parameter_changes_the_search_and_a_default_does_not() -> None:
    board = Board("gomoku", "h8 i9 h9 h10 g8 i8 i10")
    limit = Limit(depth=7)

    def nodes(values: dict[str, int]) -> int:
        return GomokuEngine(board.game, megabytes=2, parameters=values).analyse(board, limit).nodes

    usual = nodes({})
    assert nodes({"window": PARAMETERS[0].default}) == usual
    assert nodes({"reduce_factor": 8}) != usual


def test_every_feature_that_can_be_switched_on_keeps_proofs_true() -> None:
    features = {
        "futile_depth": 4, "reduce_policy": 32, "reduce_cutoffs": 16, "order_continuation": 24,
        "scale_late": 128,
    }  # fmt: skip
    board = Board("gomoku", "h8 a1 i8 a3 j8 a5")
    engine = GomokuEngine(board.game, megabytes=2, parameters=features)
    assert str(engine.analyse(board, Limit(nodes=5000)).score) == "win in 2"
    quiet = Board("gomoku", "h8 i9 h9 h10 g8 i8 i10")
    assert engine.analyse(quiet, Limit(nodes=20_000)).best in quiet.legal_moves


# SPSA


def test_spsa_finds_the_top_of_a_hill() -> None:
    hill = [Parameter("x", 0, -100, 100, ""), Parameter("y", 50, -100, 100, "")]
    spsa = Spsa(hill, pairs=4000, seed=1, follow=0.05)

    def height(values: dict[str, int]) -> float:
        return -((values["x"] - 40) ** 2) - (values["y"] + 30) ** 2

    chance = random.Random(1)
    for pair in range(4000):
        first, second = spsa.settings(pair)
        better = height(first) - height(second)
        won = 1 if better + chance.gauss(0, 2000) > 0 else -1
        spsa.learn(pair, 2 * won)
    found = spsa.rounded()
    assert abs(found["x"] - 40) < 20
    assert abs(found["y"] + 30) < 20


def test_spsa_stays_within_bounds_and_repeats() -> None:
    narrow = [Parameter("x", 5, 4, 6, "")]
    one, other = Spsa(narrow, pairs=10, seed=3), Spsa(narrow, pairs=10, seed=3)
    for pair in range(10):
        assert one.settings(pair) == other.settings(pair)
        for values in one.settings(pair):
            assert 4 <= values["x"] <= 6
        one.learn(pair, 2)
        other.learn(pair, 2)
    assert one.values == other.values


class _Favouring:
    """Plays no game: who has the larger window wins."""

    def __init__(self, games: int | None = None) -> None:
        self.played = 0
        self._games = games

    def run(self, specs: Iterable[GameSpec]) -> Iterator[GameRecord]:
        for spec in specs:
            if self.played == self._games:
                raise KeyboardInterrupt
            self.played += 1
            windows = [
                int(one.player.partition("window=")[2].partition("+")[0].rstrip(")"))
                for one in (spec.x, spec.o)
            ]
            winner = Side.X if windows[0] > windows[1] else Side.O
            yield GameRecord(spec, spec.opening, winner, Ending.PLAYED_OUT)


_HUNDRED_NODES = Conditions(limit=Limit(nodes=100))


def _tuning() -> Tuning:
    return Tuning(
        game("gomoku"), ("window", "vcf_nodes"), _HUNDRED_NODES, Openings(plies=3, repeat=True),
        pairs=60, batch=20, follow=0.1,
    )  # fmt: skip


def test_tuning_follows_the_winner_and_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    with Store(tmp_path / "whole.sqlite") as store:
        whole = tune(_tuning(), store, _Favouring())
    assert whole.rounded()["window"] > 30
    with Store(tmp_path / "parts.sqlite") as store:
        with pytest.raises(KeyboardInterrupt):
            tune(_tuning(), store, _Favouring(games=70))
        rest = _Favouring()
        assert tune(_tuning(), store, rest).values == whole.values
    assert rest.played == 2 * 60 - 70


def test_whatever_the_games_depend_on_makes_it_another_tuning(tmp_path: Path) -> None:
    evaluation = tmp_path / "new.i2"
    usual = b"".join(part.tobytes() for part in evaluation_weights())
    evaluation.write_bytes(usual)
    tuning = replace(_tuning(), options=f"memory=8,evaluation={evaluation}")
    others = [
        replace(tuning, conditions=replace(_HUNDRED_NODES, clock=TimeControl(60.0))),
        replace(tuning, conditions=replace(_HUNDRED_NODES, patience=5.0)),
        replace(tuning, conditions=replace(_HUNDRED_NODES, adjudicate_from=10)),
        replace(tuning, start={"window": 20}),
        replace(tuning, start={"null_margin": 150}),
        replace(tuning, options="memory=8"),
        replace(tuning, seed=1),
        replace(tuning, step=0.1),
    ]
    before = tuning.to_json()
    assert before == replace(tuning).to_json()
    assert all(other.to_json() != before for other in others)
    evaluation.write_bytes(bytes(2) + usual[2:])
    assert tuning.to_json() != before, "another evaluation in the same file is another tuning"


class _StoredFirst(_Favouring):
    """While it plays, another process stores each game with the other result."""

    def __init__(self, store: Store, run: Run) -> None:
        super().__init__()
        self._store, self._run = store, run

    def run(self, specs: Iterable[GameSpec]) -> Iterator[GameRecord]:
        for record in super().run(specs):
            assert record.winner is not None
            self._store.add(self._run, replace(record, winner=record.winner.other))
            yield record


def test_what_another_process_stored_first_counts(tmp_path: Path) -> None:
    with Store(tmp_path / "tune.sqlite") as store:
        run = store.open_run(_tuning().to_json())
        found = tune(_tuning(), store, _StoredFirst(store, run)).values
        assert tune(_tuning(), store, _Favouring(games=0)).values == found


def test_a_tuning_is_checked_before_anything_is_played(tmp_path: Path) -> None:
    for changed in (
        {"options": "colour=3"},
        {"options": "memory=8,tune=window=30"},
        {"game": game("connect4")},
        {"openings": Openings(file="no-such-file")},
    ):
        with Store(tmp_path / "tune.sqlite") as store:
            with pytest.raises((MatchError, PlayerError, LabError)):
                tune(replace(_tuning(), **changed), store, _Favouring(games=0))
            assert store.runs() == []


def _patch(idea: str, seed: int = 0) -> Patch:
    return Patch(
        idea, "five(memory=1,tune=window=40)", "five(memory=1)", game("gomoku"),
        Openings(plies=3, repeat=True), [Limit(nodes=100), Limit(nodes=200)],
        Sprt.parse("0,60"), pairs=200, seed=seed,
    )  # fmt: skip


class _Always:
    """Plays no game: the first player, or the second, always wins."""

    def __init__(self, first: bool) -> None:
        self._first = first

    def run(self, specs: Iterable[GameSpec]) -> Iterator[GameRecord]:
        for spec in specs:
            patched_is_x = "window=40" in spec.x.player
            winner = Side.X if patched_is_x == self._first else Side.O
            yield GameRecord(spec, spec.opening, winner, Ending.PLAYED_OUT)


def test_an_idea_passes_only_if_it_wins_every_test(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "data", tmp_path, lambda _: None)
    assert try_patch(_patch("good"), workspace, lambda _: _Always(first=True))
    assert not try_patch(_patch("bad", seed=1), workspace, lambda _: _Always(first=False))
    text = page_of_ideas(workspace).write_at(tmp_path / "ideas.md").read_text()
    assert text.count("| good |") == 2
    assert text.count("| bad |") == 1, "a test that fails is the last"
    assert "inf" not in text


class _Even:
    """Plays no game: X always wins."""

    def run(self, specs: Iterable[GameSpec]) -> Iterator[GameRecord]:
        for spec in specs:
            yield GameRecord(spec, spec.opening, Side.X, Ending.PLAYED_OUT)


def test_the_page_of_ideas_shows_the_last_result_of_each_test(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "data", tmp_path, lambda _: None)

    def rows() -> list[str]:
        return [line for line in page_of_ideas(workspace).lines if line.startswith("| idea")]

    few = replace(_patch("idea"), pairs=4, limits=[Limit(nodes=100)], sprt=Sprt.parse("0,5"))
    try_patch(few, workspace, lambda _: _Even())
    assert "| 8 |" in rows()[1]
    try_patch(replace(few, pairs=6), workspace, lambda _: _Even())
    assert len(rows()) == 2, "the head and one test"
    assert "| 12 |" in rows()[1]
    findings = workspace.findings(NAME)
    old = [{key: one[key] for key in one if key != "test"} for one in findings.all()]
    for number, finding in enumerate(old):
        findings.get(f"of old {number}", partial(dict, finding))
    assert len(rows()) == 3, "a finding of old may be of another test"
    again = replace(few, pairs=8)
    try_patch(again, workspace, lambda _: _Even())
    assert len(rows()) == 2, "unless that test was noted since"
    for other in (
        replace(few, game=game("gomoku-standard")),
        replace(few, sprt=Sprt.parse("0,9")),
        replace(few, seed=1),
        replace(few, conditions=Conditions(patience=5.0)),
    ):
        before = len(rows())
        try_patch(other, workspace, lambda _: _Even())
        assert len(rows()) == before + 1, "another test"


def test_the_commands_of_the_rig(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "tune", "--list"]) == 0
    assert "null_margin" in capsys.readouterr().out
    words = "lab tune window --games 4 --batch 1 --limit nodes=50 --plies 3 --options memory=1"
    assert main([*words.split(), "--store", str(tmp_path / "tune.sqlite")]) == 0
    assert "4 of 4 games: window=" in capsys.readouterr().out
    assert main(["report", "--store", str(tmp_path / "tune.sqlite")]) == 0
    told = capsys.readouterr().out
    assert "all 4 games played" in told
    assert "first" in told
    with pytest.raises(SystemExit):
        main(["lab", "patch", "five"])
    leaves_file = tmp_path / "leaves.npz"
    Leaves(np.zeros((64, 225), np.uint8), np.arange(64, dtype=np.int16), np.ones(64, np.int8)).save(
        leaves_file
    )
    table = tmp_path / "new.i2"
    words = f"lab evaluation {table} --leaves {leaves_file} --epochs 1"
    assert main(words.split()) == 0
    assert "Try it: five(evaluation=" in capsys.readouterr().out
    assert (
        player(f"five(memory=1,evaluation={table})")
        .choose(Board("gomoku", "h8"), Limit(nodes=200))
        .move
        in Board("gomoku", "h8").legal_moves
    )


def test_tuning_refuses_a_parameter_that_is_not_there_or_there_twice() -> None:
    with pytest.raises(ParameterError, match="colour"):
        replace(_tuning(), names=("colour",))
    with pytest.raises(ParameterError, match="colour"):
        replace(_tuning(), start={"colour": 3})
    with pytest.raises(LabError, match="window 2 times"):
        replace(_tuning(), names=("window", "vcf_nodes", "window"))


def test_the_test_that_tuning_proposes_is_of_what_was_tuned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the other values that both sides played with, and against the same engine without."""
    words = "lab tune window --games 2 --batch 1 --limit nodes=50 --options memory=1"
    words += " --start null_margin=150 --game gomoku-standard"
    assert main([*words.split(), "--store", str(tmp_path / "tune.sqlite")]) == 0
    told = shlex.split(capsys.readouterr().out.splitlines()[-1].removeprefix("Test it: "))
    assert told[:3] == ["inarow", "lab", "patch"]
    tuned, usual = told[3:5]
    assert re.fullmatch(r"five\(memory=1,tune=null_margin=150\+window=\d+\)", tuned)
    assert usual == "five(memory=1)"
    assert told[-2:] == ["--game", "gomoku-standard(15x15)"]


@pytest.mark.parametrize(
    "words",
    [
        "lab tune --step inf",
        "lab tune --follow nan",
        "lab tune --html page.html",
        "lab tune --export games.csv",
        "lab tune --plain",
        "lab patch five five --idea x --html page.html",
        "lab patch five five --idea x --export games.csv",
        "lab patch five five --idea x --store games.sqlite",
        "lab patch five five --idea x --fresh",
        "lab patch five five --idea x --plain",
    ],
)
def test_what_would_be_ignored_or_never_end_is_refused(words: str) -> None:
    with pytest.raises(SystemExit) as refused:
        main(words.split())
    assert refused.value.code == 2


def test_tuning_by_the_clock_has_no_other_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    conditions: list[Conditions] = []

    def note(tuning: Tuning, *_: object, **__: object) -> Spsa:
        conditions.append(tuning.conditions)
        return Spsa(tuning.parameters(), tuning.pairs)

    monkeypatch.setattr(lab_rig, "tune", note)
    command = ["lab", "tune", "window", "--store", str(tmp_path / "tune.sqlite")]
    for more in ([], ["--clock", "10+0.1"], ["--limit", "50ms"]):
        assert main([*command, *more]) == 0
    assert [one.limit for one in conditions] == [Limit(nodes=8000), None, Limit(time=0.05)]


def test_the_page_of_ideas_goes_into_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    command = ["lab", "patch", "five(memory=1)", "five(memory=1)", "--idea", "none", "--games", "2"]
    command += ["--at", "nodes=20", "--data", str(tmp_path / "data")]
    assert main([*command, "--output", str(tmp_path / "new" / "pages")]) == 1, "it does not pass"
    assert "| none |" in (tmp_path / "new" / "pages" / "ideas.md").read_text()


def test_a_patch_is_played_under_the_conditions_that_are_given() -> None:
    given = Conditions(patience=5.0, adjudicate_from=30)
    plans = replace(_patch("idea"), conditions=given).plans()
    assert [plan.conditions for plan in plans] == [
        replace(given, limit=Limit(nodes=nodes)) for nodes in (100, 200)
    ]
