"""The calibration of levels: scores that fall, levels that are evenly spaced, a table written."""

from __future__ import annotations

import itertools
import math
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow.apps.cli.main import main
from inarow.lab import calibration, yardstick
from inarow.lab.calibration import levels_on
from inarow.lab.experiments.experiment import LabError, Workspace
from inarow.lab.falling import Fall, Played, fall_of, rising, smoothed
from inarow.lab.yardstick import KINDS, Fared, levels_of, mind_digest
from inarow.match.elo import expected_score
from inarow.match.records import Contestant
from inarow.players import level_table
from inarow.players.dial import DIAL
from inarow.players.kin import kin_of
from inarow.players.level_table import (
    LEVELS,
    PEOPLE,
    STEEPEST,
    scale_for,
    table_for,
    write_scales,
)
from inarow.players.options import options_text
from inarow.players.people.choices import PersonOptions
from inarow.players.player import PlayerError
from inarow.players.roster import player
from inarow.rules.catalogue import CATALOGUE, game

_VALUES = st.lists(st.floats(-500, 500), min_size=1, max_size=25)


@settings(deadline=None)
@given(_VALUES)
def test_values_are_made_to_rise_as_scipy_does(values: list[float]) -> None:
    from scipy.optimize import isotonic_regression

    assert rising(values) == pytest.approx(list(isotonic_regression(values).x), abs=1e-6)


def test_a_curve_is_found_in_few_games() -> None:
    """A straight line of Elo: the curve errs much less than the scores at single places do."""
    chance = random.Random(3)
    turns = [number / 20 for number in range(21)]
    truth = {turn: expected_score(600 - 1200 * turn) for turn in turns}
    played = [
        Played(turn, sum(chance.random() < score for _ in range(24)), 24)
        for turn, score in truth.items()
    ]
    curve = dict(zip(turns, smoothed(played, turns), strict=True))
    errors = [abs(curve[turn] - score) for turn, score in truth.items()]
    plain = [abs(one.points / one.games - truth[one.turn]) for one in played]
    assert max(errors) < 0.08
    assert sum(errors) < sum(plain) / 2


def test_a_curve_has_the_points_that_were_scored() -> None:
    """Much is known at a few places: there the curve goes through what was scored."""
    turns = [number / 10 for number in range(11)]
    played = [Played(0.0, 9000, 10_000), Played(0.5, 6000, 10_000), Played(1.0, 500, 10_000)]
    curve = smoothed(played, turns)
    assert [curve[0], curve[5], curve[10]] == pytest.approx([0.9, 0.6, 0.05], abs=0.01)
    # Nobody ever won: still a number.
    assert 0 < smoothed([Played(0.0, 0, 50), Played(1.0, 0, 50)], turns)[5] < 0.05


def _fall(strengths: list[float], best: float, spread: float = 150.0) -> Fall:
    """How weak, middling and strong people fare against players of known strengths."""
    turns = tuple(number / (len(strengths) - 1) for number in range(len(strengths)))
    people = (-spread, 0.0, spread)
    scores = tuple(tuple(expected_score(one - elo) for elo in (*strengths, best)) for one in people)
    return Fall(turns, scores)


@settings(deadline=None)
@given(st.lists(st.floats(5, 120), min_size=30, max_size=30), st.floats(0, 2000))
def test_no_kind_of_people_meets_a_cliff(gains: list[float], above: float) -> None:
    """However the dial rises, the greatest fall of anybody is the same at every step."""
    strengths = [-900.0, *itertools.accumulate(gains, initial=-700.0)]
    fall = _fall(strengths, strengths[-1] + above)
    turns = fall.turns_of_levels()
    assert len(turns) == len(PEOPLE)
    assert turns == sorted(turns)
    ways = [_at(fall.turns, fall.ways(), turn) for turn in turns]
    steps = [after - before for before, after in itertools.pairwise(ways)]
    assert max(steps) - min(steps) < 1e-6
    for scores in fall.scores:
        felt = [_at(fall.turns, scores, turn) for turn in turns]
        assert max(a - b for a, b in itertools.pairwise(felt)) <= max(steps) + 1e-9


def _at(turns: tuple[float, ...], values: list[float] | tuple[float, ...], turn: float) -> float:
    place = turn * (len(turns) - 1)
    number = min(int(place + 1e-9), len(turns) - 2)
    return values[number] + (values[number + 1] - values[number]) * (place - number)


def test_the_lowest_level_is_where_the_weakest_people_nearly_always_win() -> None:
    fall = _fall([-2000.0, -1500.0, -700.0, -500.0, 0.0, 900.0], 1500.0)
    lowest = fall.turns_of_levels()[0]
    assert lowest == 0.4
    assert min(scores[2] for scores in fall.scores) >= 0.95
    # And where nobody nearly always wins, the dial begins at its beginning.
    assert _fall([-100.0, 0.0, 900.0], 1500.0).turns_of_levels()[0] == 0.0


def test_elo_a_level_is_what_people_lose_from_one_to_the_next() -> None:
    strengths = [-900 + 18.0 * number for number in range(101)]
    fall = _fall(strengths, 1200.0)
    turns = fall.turns_of_levels()
    elos = [_at(fall.turns, strengths, turn) for turn in turns]
    felt = [after - before for before, after in itertools.pairwise(elos) if before > -550]
    assert min(felt) < fall.elo_a_level() < max(felt)


def test_known_strengths_are_found_and_spaced() -> None:
    """Simulated games of people against places whose strength rises quickly first, then slowly."""
    chance = random.Random(5)

    def strength(turn: float) -> float:
        return 1800 * math.sqrt(turn) - 900

    def points(one: float, turn: float) -> int:
        return sum(chance.random() < expected_score(one - strength(turn)) for _ in range(60))

    kinds = dict(zip(KINDS, (-150.0, 0.0, 150.0), strict=True))
    places = [number / 14 for number in range(15)]
    found = {
        kind: [Played(turn, points(one, turn), 60) for turn in places]
        for kind, one in kinds.items()
    }
    turns = fall_of(found, dict.fromkeys(KINDS, 0.0)).turns_of_levels()
    for one in kinds.values():
        scores = [expected_score(one - strength(turn)) for turn in turns]
        assert scores[0] > 0.9
        assert scores[-1] < 0.25
        assert max(a - b for a, b in itertools.pairwise(scores)) < STEEPEST


def test_a_dial_goes_from_weak_to_strong() -> None:
    settings = [DIAL.at(number / 40) for number in range(41)]
    for weaker, stronger in itertools.pairwise(settings):
        assert (weaker.positions or 0) <= (stronger.positions or 0)
        assert weaker.best <= stronger.best
        assert weaker.careful <= stronger.careful
        assert (weaker.overlook or 0) >= (stronger.overlook or 0)
        assert (weaker.lapse or 0) >= (stronger.lapse or 0)
    assert settings[-1].overlook == settings[-1].lapse == settings[0].best == 0
    assert 0 < settings[-1].best < 1, "levels can lie between people and the best player"
    with pytest.raises(PlayerError, match="from 0 to 1"):
        DIAL.at(1.1)


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_table_has_the_levels_of_every_game_each_made_from_its_text(name: str) -> None:
    table = table_for(game(name))
    assert kin_of(game(name)) == name
    for options in table:
        made = player(f"person({options_text(options)})")
        assert player(made.name).name == made.name


#: Where scores are about equal, one step in forty goes up beyond its 95% interval, and there are
#: some two hundred of them; so many intervals it hardly ever goes up.
_LUCK = 1.8


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_levels_that_are_shipped_were_measured_with_people_as_they_think_now(name: str) -> None:
    """A change of how people think makes the calibration stale: it has to be made again."""
    assert scale_for(game(name)).measured.mind == mind_digest(name), (
        "run `inarow lab levels --calibrate`"
    )


@pytest.mark.parametrize("name", CATALOGUE)
def test_nobody_meets_a_cliff_in_the_levels_that_are_shipped(name: str) -> None:
    measured = scale_for(game(name)).measured
    assert measured.scores.keys() == KINDS.keys()
    assert measured.steepest() <= STEEPEST
    for estimates in measured.scores.values():
        assert len(estimates) == len(LEVELS)
        for (before, margin), (after, margin_after) in itertools.pairwise(estimates):
            assert after - before <= _LUCK * math.hypot(margin, margin_after)


def _let_one_kind_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """As few games as can be: what is tried is what is done with them."""
    kinds = {"weak": KINDS["weak"]}
    monkeypatch.setattr(yardstick, "KINDS", kinds)
    monkeypatch.setattr(calibration, "KINDS", kinds)
    monkeypatch.setattr(calibration, "_PLACES", 2)
    monkeypatch.setattr(calibration, "_ROUNDS", 0)
    monkeypatch.setattr(calibration, "_TRIES", 2)


def test_calibrating_writes_the_table_and_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration, "CATALOGUE", {"connect3": CATALOGUE["connect3"]})
    _let_one_kind_play(monkeypatch)
    workspace = Workspace(tmp_path, tmp_path / "pages", lambda _: None, size=0.01)
    table = tmp_path / "levels.json"
    calibration.calibrate(workspace, table)
    text = table.read_text()
    made, shipped = level_table._read(table), level_table._read(level_table.TABLE)
    assert {len(one.levels) for one in made.values()} == {len(PEOPLE)}
    assert [name for name in shipped if made[name] != shipped[name]] == ["connect3"]
    table.unlink()
    monkeypatch.setattr(
        "inarow.match.worker.GameProcess.start", lambda *_: pytest.fail("played again")
    )
    calibration.calibrate(workspace, table)
    assert table.read_text() == text


def test_who_answers_at_once_plays_ten_times_as_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[list[str], int]] = []

    def played(
        _: Workspace, __: str, opponents: tuple[Contestant, ...], pairs: int, ___: int
    ) -> Fared:
        asked.append(([one.label for one in opponents], pairs))
        return Fared({}, {})

    monkeypatch.setattr(calibration, "play_people", played)
    workspace = Workspace(tmp_path, tmp_path, lambda _: None, size=0.1)
    table = (*[PersonOptions(positions=7)] * 8, PersonOptions(best=0.5))
    calibration.measure(workspace, "connect3", table)
    everyone = [f"level-{level}" for level in LEVELS]
    assert asked == [(everyone, 10), (everyone[:8], 90)]
    calibration.measure(workspace, "connect3", (PersonOptions(best=0.5),) * 9)
    assert asked[2:] == [(everyone, 10)]
    calibration.measure(workspace, "gomoku", table)
    assert [len(labels) for labels, _ in asked[3:]] == [len(everyone)]


def test_people_who_think_otherwise_play_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    before = yardstick.store("connect4")
    monkeypatch.setattr(yardstick, "KINDS", {**KINDS, "weak": "person(strength=-1,overlook=0.9)"})
    assert yardstick.store("connect4") != before


def test_levels_of_other_settings_are_other_players() -> None:
    """So games of an old table are never taken for those of a new one."""
    table = table_for(game("connect3"))
    other = (PersonOptions(positions=7, overlook=0.5), *table[1:])
    now, then = levels_of("connect3", table), levels_of("connect3", other)
    assert [a == b for a, b in zip(now, then, strict=True)] == [False, *[True] * 9]
    assert len(levels_on(_fall([-900.0, 0.0, 900.0], 1000.0))) == len(PEOPLE)


def test_another_seed_plays_other_games() -> None:
    people = Contestant("weak", KINDS["weak"])
    plans = [
        yardstick.gauntlet(
            "connect4", people, levels_of("connect4", table_for(game("connect4"))), 2, seed
        )
        for seed in (0, 1)
    ]
    assert plans[0].to_json() != plans[1].to_json()


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
    monkeypatch.setattr(calibration, "play_people", lambda *_: pytest.fail("played"))
    (tmp_path / "file").write_text("in the way")
    workspace = Workspace(tmp_path, tmp_path / "pages", lambda _: None)
    with pytest.raises(LabError, match="cannot write"):
        calibration.calibrate(workspace, tmp_path / "file" / "levels.json")


def test_the_command_calibrates_one_game_and_leaves_the_package_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    _let_one_kind_play(monkeypatch)
    before = level_table.TABLE.read_bytes()
    command = ["lab", "levels", "--calibrate", "--game", "tictactoe", "--size", "0.01"]
    assert main(command) == 0
    assert level_table.TABLE.read_bytes() == before
    assert f"copy it to {level_table.TABLE}" in capsys.readouterr().out
    table = level_table._read(tmp_path / "levels.json")
    assert table.keys() == level_table._read(level_table.TABLE).keys()
    assert len(table["tictactoe"].levels) == len(PEOPLE)
    assert main([*command, "--out", "other.json"]) == 0
    assert (tmp_path / "other.json").read_text() == (tmp_path / "levels.json").read_text()


def test_only_levels_are_calibrated(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["lab", "ties", "--calibrate"])
    assert "--calibrate" in capsys.readouterr().err
