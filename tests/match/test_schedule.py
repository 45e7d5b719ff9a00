"""Who plays whom: everyone their fill, both sides of each opening, numbers that never change."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow.match.conditions import MatchError
from inarow.match.openings import Openings
from inarow.match.plan import Plan
from inarow.match.records import Ending, GameRecord, GameSpec, contestants
from inarow.match.schedule import Form, Schedule
from inarow.rules.catalogue import game
from inarow.rules.side import Side


def _schedule(players: int, pairs: int, form: Form, rounds: int = 0) -> Schedule:
    labels = ["random"] * players
    openings = Openings(plies=3, seed=1)
    return Schedule(game("connect4"), contestants(labels), openings, pairs, form, rounds, seed=4)


def _finish(spec: GameSpec) -> GameRecord:
    """The player who is listed first wins."""
    first = int(spec.x.label.partition("#")[2] or 1) < int(spec.o.label.partition("#")[2] or 1)
    return GameRecord(spec, spec.opening, Side.X if first else Side.O, Ending.PLAYED_OUT)


def _play_all(schedule: Schedule) -> list[GameSpec]:
    finished: dict[int, GameRecord] = {}
    while due := schedule.due(finished):
        for spec in due:
            assert spec.number not in finished
            finished[spec.number] = _finish(spec)
    return [record.spec for _, record in sorted(finished.items())]


@settings(deadline=None)
@given(st.integers(2, 7), st.integers(1, 4), st.sampled_from(list(Form)), st.integers(1, 4))
def test_every_pair_has_both_sides(players: int, pairs: int, form: Form, rounds: int) -> None:
    schedule = _schedule(players, pairs, form, rounds if form is Form.SWISS else 0)
    specs = _play_all(schedule)
    assert [spec.number for spec in specs] == list(range(schedule.total))
    assert len({spec.seed for spec in specs}) == len(specs)
    for one, other in zip(specs[::2], specs[1::2], strict=True):
        assert one.pair == other.pair
        assert (one.x, one.o, one.opening) == (other.o, other.x, other.opening)


def test_a_round_robin_is_everyone_against_everyone() -> None:
    specs = _play_all(_schedule(4, 3, Form.ROUND_ROBIN))
    meetings = Counter(frozenset((spec.x.label, spec.o.label)) for spec in specs)
    assert len(meetings) == 6
    assert set(meetings.values()) == {6}


def test_a_gauntlet_is_the_first_against_the_others() -> None:
    specs = _play_all(_schedule(4, 2, Form.GAUNTLET))
    assert all("random" in (spec.x.label, spec.o.label) for spec in specs)
    assert len(specs) == 12


@pytest.mark.parametrize("reach", [1, 2, 3])
def test_a_ladder_is_everyone_against_the_next_few(reach: int) -> None:
    made = Schedule(game("connect4"), contestants(list("abcde")), Openings(plies=3), 1,
                    Form.LADDER, reach=reach)  # fmt: skip
    met = {(spec.x.label, spec.o.label) for spec in made.due({}) if spec.x.label < spec.o.label}
    assert met == {
        (one, other) for one in "abcde" for other in "abcde" if 0 < ord(other) - ord(one) <= reach
    }


def test_a_ladder_may_have_meetings_further_up_that_make_it_another_run() -> None:
    made = Schedule(game("connect4"), contestants(list("abcdef")), Openings(plies=3), 1,
                    Form.LADDER, reach=1, far=(3, 5))  # fmt: skip
    met = {spec.x.label + spec.o.label for spec in made.due({}) if spec.x.label < spec.o.label}
    assert met == {"ab", "bc", "cd", "de", "ef", "ad", "be", "cf", "af"}
    near = replace(made, far=())
    assert Plan(made).to_json() != Plan(near).to_json()
    assert "far" not in Plan(near).to_json(), "runs of before are found again"


def test_swiss_pairs_equals_without_rematches() -> None:
    schedule = _schedule(8, 1, Form.SWISS, rounds=3)
    specs = _play_all(schedule)
    meetings = [frozenset((spec.x.label, spec.o.label)) for spec in specs[::2]]
    assert len(set(meetings)) == len(meetings) == 12
    # Player 1 beats everyone, so after two rounds it meets another who won everything.
    last = [spec for spec in specs if spec.round == 2 and "random" in (spec.x.label, spec.o.label)]
    opponent = {last[0].x.label, last[0].o.label} - {"random"}
    lost_before = [
        spec
        for spec in specs
        if spec.round < 2
        and opponent & {spec.x.label, spec.o.label}
        and _finish(spec).winner_label not in opponent
    ]
    assert not lost_before


def test_more_games_leave_the_first_ones_as_they_are() -> None:
    few, many = _schedule(3, 2, Form.ROUND_ROBIN), _schedule(3, 5, Form.ROUND_ROBIN)
    assert _play_all(many)[: few.total] == _play_all(few)


def test_what_cannot_be_scheduled_is_refused() -> None:
    with pytest.raises(MatchError, match="two players"):
        _schedule(1, 1, Form.ROUND_ROBIN)
    with pytest.raises(MatchError, match="2 games"):
        _schedule(2, 0, Form.ROUND_ROBIN)
    with pytest.raises(MatchError, match="round"):
        _schedule(4, 1, Form.SWISS)
