"""Adapting to a person: whatever their strength, about half of the points are won."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.match.elo import expected_score
from inarow.players.adapt import Adaptation, AdaptationFile, expected_against
from inarow.players.level_table import LEVELS, scale_for
from inarow.players.player import PlayerError
from inarow.rules.catalogue import game


def _score(strength: float, level: int, step_elo: float, chance: random.Random) -> float:
    """A game of a person whose strength is a place on the scale, with some draws."""
    won = 1 / (1 + math.pow(10, (level - strength) * step_elo / 400))
    at = chance.random()
    draw = 0.2 * min(won, 1 - won)
    return 1.0 if at < won - draw / 2 else 0.5 if at < won + draw / 2 else 0.0


@pytest.mark.parametrize("strength", [2.0, 3.3, 5.0, 6.6, 8.5, 9.0])
@pytest.mark.parametrize("step_elo", [60, 120, 250])
def test_about_half_is_won_whatever_the_strength(strength: float, step_elo: float) -> None:
    chance = random.Random(f"{strength}/{step_elo}")
    scores = []
    for _ in range(40):
        adaptation = Adaptation()
        for number in range(60):
            level = adaptation.next_level()
            score = _score(strength, level, step_elo, chance)
            adaptation.record(level, score)
            if number >= 20:
                scores.append(score)
    assert 0.42 < sum(scores) / len(scores) < 0.58


def test_the_game_says_how_much_a_level_means(tmp_path: Path) -> None:
    """Where levels are far apart, a win against a higher one says more than where they are near."""
    file = AdaptationFile(tmp_path / "adapt.json")
    fresh = {name: file.load(str(game(name))) for name in ("gomoku", "square")}
    for name, adaptation in fresh.items():
        assert adaptation.elo_a_level == scale_for(game(name)).elo_a_level > 0
    far, near = Adaptation(elo_a_level=200.0), Adaptation(elo_a_level=50.0)
    for adaptation in (far, near):
        adaptation.record(6, 1.0)
    assert far.skill > near.skill
    assert file.load("gomoku(15x15)").elo_a_level == fresh["gomoku"].elo_a_level


@given(st.floats(1, 10), st.sampled_from(LEVELS), st.floats(0, 400))
def test_expectations_are_those_of_elo(skill: float, level: int, elo: float) -> None:
    theirs = expected_score((skill - level) * elo)
    assert expected_against(skill, level, elo) == pytest.approx(theirs)


def test_a_beginner_soon_meets_the_lowest_level_and_a_master_the_highest() -> None:
    for score, level in ((0.0, LEVELS[0]), (1.0, LEVELS[-1])):
        adaptation = Adaptation()
        for _ in range(12):
            adaptation.record(adaptation.next_level(), score)
        assert adaptation.next_level() == level


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), max_size=60))
def test_levels_stay_on_the_scale_and_better_results_never_lower_them(scores: list[float]) -> None:
    adaptation = Adaptation()
    for score in scores:
        level = adaptation.next_level()
        assert level in LEVELS
        before = adaptation.skill
        adaptation.record(level, score)
        assert adaptation.skill >= before if score == 1.0 else True
        assert adaptation.skill <= before if score == 0.0 else True
    assert Adaptation.from_json(adaptation.to_json()).next_level() in LEVELS


def test_results_are_kept_for_every_game_apart(tmp_path: Path) -> None:
    file = AdaptationFile(tmp_path / "deep" / "adapt.json")
    for _ in range(5):
        file.record("connect4(7x6)", 5, 1.0)
    file.record("gomoku(15x15)", 2, 0.0)
    again = AdaptationFile(tmp_path / "deep" / "adapt.json")
    assert again.load("connect4(7x6)").games == 5
    assert again.load("connect4(7x6)").skill > 4 > again.load("gomoku(15x15)").skill
    assert again.load("square(7x6)").games == 0
    assert list((tmp_path / "deep").iterdir()) == [tmp_path / "deep" / "adapt.json"]
    (tmp_path / "deep" / "adapt.json").write_text("{torn")
    with pytest.raises(PlayerError, match="cannot read"):
        again.load("connect4(7x6)")
    with pytest.raises(PlayerError, match="no result"):
        Adaptation().record(11, 1.0)


def test_a_file_that_holds_something_else_gets_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "adapt.json"
    states = [
        "{}",
        "[1]",
        "3",
        '{"skill": NaN, "games": 0, "results": []}',
        '{"skill": 1e999, "games": 0, "results": []}',
        '{"skill": 11, "games": 0, "results": []}',
        '{"skill": 4, "games": -5, "results": []}',
        '{"skill": 4, "games": Infinity, "results": []}',
        '{"skill": 4, "games": 1, "results": [[4, NaN]]}',
        '{"skill": 4, "games": 1, "results": [[11, 1]]}',
    ]
    for state in states:
        path.write_text(f'{{"tictactoe(3x3)": {state}}}')
        with pytest.raises(PlayerError, match="contains no valid results of tictactoe"):
            AdaptationFile(path).load("tictactoe(3x3)")


def test_a_place_that_cannot_be_written_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PlayerError, match="cannot"):
        AdaptationFile(tmp_path / "file" / "adapt.json").record("tictactoe(3x3)", 4, 1.0)
