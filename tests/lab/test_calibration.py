"""The calibration of levels: curves that rise, levels that are evenly spaced, a table written."""

from __future__ import annotations

import itertools
import math
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import isotonic_regression

from inarow.apps.cli.main import main
from inarow.lab import calibration
from inarow.lab.calibration import Curve, curve_of, levels_on, rising
from inarow.lab.experiments import levels
from inarow.lab.experiments.experiment import LabError, Workspace
from inarow.match.elo import expected_score
from inarow.match.ratings import RatedGame, rate_results
from inarow.players import level_table
from inarow.players.dial import dial_for
from inarow.players.level_table import LEVELS, Level, Scale, kin_of, table_for, write_scales
from inarow.players.levels import LevelPlayer
from inarow.players.player import PlayerError
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.catalogue import CATALOGUE, game

_VALUES = st.lists(st.floats(-500, 500), min_size=1, max_size=25)


@given(_VALUES, st.randoms(use_true_random=False))
def test_values_are_made_to_rise_as_scipy_does(values: list[float], chance: random.Random) -> None:
    weights = [chance.uniform(0.1, 5.0) for _ in values]
    theirs = isotonic_regression(values, weights=weights).x
    assert rising(values, weights) == pytest.approx(list(theirs), abs=1e-6)


@given(st.lists(st.floats(5, 200), min_size=17, max_size=17), st.floats(0, 2000))
def test_levels_on_a_rising_curve_are_equally_far_apart(gains: list[float], above: float) -> None:
    turns = tuple(number / 17 for number in range(18))
    elos = [0.0]
    for gain in gains:
        elos.append(elos[-1] + gain)
    curve = Curve(turns, tuple(elos), elos[-1] + above)
    found = [_strength(curve, turn) for turn in curve.turns_of_levels()]
    steps = [after - before for before, after in itertools.pairwise(found)]
    assert len(found) == len(LEVELS) - 1
    assert max(steps) - min(steps) < 1e-6 * elos[-1]
    # The last step is as long as the others, or longer where the dial ends below the best player.
    assert curve.best - found[-1] >= steps[0] - 1e-6 * curve.best


def _strength(curve: Curve, turn: float) -> float:
    place = turn * (len(curve.turns) - 1)
    number = min(int(place), len(curve.turns) - 2)
    low, high = curve.elos[number : number + 2]
    return low + (high - low) * (place - number)


def test_where_the_dial_makes_no_difference_levels_keep_away_from_its_ends() -> None:
    turns = tuple(number / 5 for number in range(6))
    curve = Curve(turns, (0.0, 0.0, 100.0, 200.0, 200.0, 200.0), 200.0)
    found = curve.turns_of_levels()
    assert found[0] == 0.0
    assert all(0.1 <= turn <= 0.8 for turn in found[1:])
    assert found == sorted(found)


def test_known_strengths_are_found_and_spaced() -> None:
    """Simulated players whose strength rises quickly first and slowly later."""
    chance = random.Random(5)
    places = calibration._turns()
    truth = [900 * math.sqrt(turn) for turn in places] + [1000.0]
    labels = [f"{turn:.4f}" for turn in places] + ["best"]
    results = []
    for pair in range(6000):
        one = chance.randrange(len(truth) - 1)
        other = min(one + chance.randint(1, 3), len(truth) - 1)
        for x, o in ((one, other), (other, one)):
            won = chance.random() < expected_score(truth[x] - truth[o])
            results.append(RatedGame(x, o, float(won), pair))
    turns = curve_of(rate_results(results, labels)).turns_of_levels()
    strengths = [900 * math.sqrt(turn) for turn in turns]
    for level, strength in zip(LEVELS, strengths, strict=False):
        assert strength == pytest.approx((level - 1) * 1000 / 9, abs=50)


def test_a_least_rise_spreads_levels_over_what_ratings_cannot_tell_apart() -> None:
    labels = [f"{turn:.4f}" for turn in calibration._turns()] + ["best"]
    results = [RatedGame(x, o, 0.5, 0) for x, o in itertools.permutations(range(len(labels)), 2)]
    ratings = rate_results(results, labels)
    assert curve_of(ratings).elo_a_level() == pytest.approx(0.0, abs=1e-6)
    turns = curve_of(ratings, 15.0).turns_of_levels()
    assert turns == pytest.approx([number / 9 * 23 / 22 for number in range(9)], abs=0.01)


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_dial_goes_from_weak_to_strong(name: str) -> None:
    dial = dial_for(game(name))
    settings = [dial.at(number / 40) for number in range(41)]
    for weaker, stronger in itertools.pairwise(settings):
        assert weaker.depth <= stronger.depth
        assert weaker.nodes <= stronger.nodes
        assert weaker.best <= stronger.best
        assert weaker.tie_aversion <= stronger.tie_aversion
        for share in ("slips", "careless", "misses", "near"):
            assert getattr(weaker, share) >= getattr(stronger, share)
    assert settings[0].misses < 0.5, "a win or a block in one is seen most of the time"
    assert settings[-1].slips == settings[-1].misses == 0
    assert settings[20].best == 0
    assert 0 < settings[-1].best < 1, "levels can lie between the search and the best player"
    with pytest.raises(PlayerError, match="from 0 to 1"):
        dial.at(1.1)


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_table_has_ten_levels_of_every_game_each_made_from_its_text(name: str) -> None:
    table = table_for(game(name))
    assert kin_of(game(name)) == name
    assert len(table) == len(LEVELS)
    assert all(level.best < 1 for level in table[:-1])
    for level in table:
        made = player(f"level({level})")
        assert isinstance(made, LevelPlayer)
        assert made._settings == level
        assert player(made.name).name == made.name


def test_a_depth_between_two_is_now_one_and_now_the_other() -> None:
    board = Board("connect4", "4")
    depths = {
        choice.analysis.depth
        for seed in range(30)
        if (choice := LevelPlayer(settings=Level(3.5), seed=seed).choose(board)).analysis
    }
    assert depths == {3, 4}
    with pytest.raises(PlayerError, match=r"'2\.5' is not a value for discount"):
        player("discount(depth=2.5)")


def test_a_careless_slip_may_give_a_win_away_but_does_not_miss_one() -> None:
    careless = Level(1, slips=1.0, spread=1.0, careless=1.0)
    # O has the second row of columns 1 to 3: a piece in column 4 lets it win on top of that.
    board = Board("connect4", "12317263")
    moves = [LevelPlayer(settings=careless, seed=seed).choose(board).move for seed in range(60)]
    assert 3 in moves
    careful = Level(1, slips=1.0, spread=1.0)
    safe = [LevelPlayer(settings=careful, seed=seed).choose(board).move for seed in range(60)]
    assert 3 not in safe
    # Now X has three of the four cells below columns 3 to 6, and it is its turn.
    board.push(3)
    board.push(6)
    urgent = {LevelPlayer(settings=careless, seed=seed).choose(board).move for seed in range(20)}
    assert urgent == {4}


def test_calibrating_writes_the_table_and_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration, "CATALOGUE", {"connect3": CATALOGUE["connect3"]})
    monkeypatch.setattr(calibration, "_PLACES", 3)
    monkeypatch.setattr(calibration, "_BEST_NODES", {"connect3": 2_000})
    workspace = Workspace(tmp_path, tmp_path / "pages", lambda _: None, size=0.04)
    table = tmp_path / "levels.json"
    calibration.calibrate(workspace, table)
    text = table.read_text()
    made, shipped = level_table._read(table), level_table._read(level_table.TABLE)
    assert {len(one.levels) for one in made.values()} == {10}
    assert [name for name in shipped if made[name] != shipped[name]] == ["connect3"]
    table.unlink()
    monkeypatch.setattr(
        "inarow.match.worker.GameProcess.start", lambda *_: pytest.fail("played again")
    )
    calibration.calibrate(workspace, table)
    assert table.read_text() == text


def test_levels_of_other_settings_are_other_players() -> None:
    """So games of an old table are never taken for those of a new one."""
    before = levels.plan("connect3", 1).to_json()
    tables = level_table._read(level_table.TABLE)
    changed = Scale((Level(2), *tables["connect3"].levels[1:]), 100.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(level_table, "_read_scales", lambda: {**tables, "connect3": changed})
        assert levels.plan("connect3", 1).to_json() != before
    assert levels_on(Curve((0.0, 1.0), (0.0, 100.0), 110.0), "connect3")[-1] == Level(best=1.0)


def test_a_scale_is_written_as_it_was_read(tmp_path: Path) -> None:
    again = tmp_path / "levels.json"
    scales = level_table._read(level_table.TABLE)
    write_scales(scales, again)
    assert level_table._read(again) == scales
    assert again.read_text() == level_table.TABLE.read_text()


def test_a_table_that_cannot_be_written_whole_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "levels.json"
    table.write_text(level_table.TABLE.read_text())

    def full_disk(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(PlayerError, match="no space left"):
        write_scales({"connect3": level_table._read(table)["connect4"]}, table)
    assert table.read_text() == level_table.TABLE.read_text()
    assert list(tmp_path.iterdir()) == [table]


def test_nothing_is_played_for_a_table_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration, "play_plan", lambda *_: pytest.fail("played"))
    (tmp_path / "file").write_text("in the way")
    workspace = Workspace(tmp_path, tmp_path / "pages", lambda _: None)
    with pytest.raises(LabError, match="cannot write"):
        calibration.calibrate(workspace, tmp_path / "file" / "levels.json")


def test_where_ties_are_frequent_players_also_meet_some_far_away() -> None:
    tying, other = (calibration.plan(name, 1).schedule for name in ("square", "connect4"))
    assert max(tying.far) > tying.reach
    assert not other.far
    assert levels.plan("square", 1).schedule.far
    for contestant in tying.contestants:
        assert (contestant.limit is not None) == ("best=" in contestant.player), "repeatable"


def test_the_command_calibrates_one_game_and_leaves_the_package_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(calibration, "_PLACES", 2)
    before = level_table.TABLE.read_bytes()
    command = ["lab", "levels", "--calibrate", "--game", "tictactoe", "--size", "0.02"]
    assert main(command) == 0
    assert level_table.TABLE.read_bytes() == before
    assert f"copy it to {level_table.TABLE}" in capsys.readouterr().out
    table = level_table._read(tmp_path / "levels.json")
    assert table.keys() == level_table._read(level_table.TABLE).keys()
    assert table["tictactoe"].levels[-1] == Level(best=1.0)
    assert main([*command, "--out", "other.json"]) == 0
    assert (tmp_path / "other.json").read_text() == (tmp_path / "levels.json").read_text()


def test_only_levels_are_calibrated(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["lab", "ties", "--calibrate"])
    assert "--calibrate" in capsys.readouterr().err
