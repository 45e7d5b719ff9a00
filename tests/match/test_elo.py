"""Elo from paired games, against published numbers and by simulation."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.match.elo import Pentanomial, elo_of_score, expected_score, pentanomial_elo

#: Counts LL, LD, WL, DD, WD, WW with the Elo difference and margin that the tests of fastchess
#: (github.com/Disservin/fastchess, app/tests/elo_test.cpp) publish for them.
FASTCHESS = [
    ((34, 54, 31, 32, 64, 75), 55.58, 27.65),
    ((332, 433, 457, 41, 333, 334), -8.64, 10.33),
    ((7895, 8757, 5485, 200, 568, 9999), -21.04, 2.95),
]


@pytest.mark.parametrize(("counts", "elo", "margin"), FASTCHESS)
def test_published_examples(counts: tuple[int, ...], elo: float, margin: float) -> None:
    ll, ld, wl, dd, wd, ww = counts
    estimate = pentanomial_elo((ll, ld, wl + dd, wd, ww))
    assert estimate.elo == pytest.approx(elo, abs=0.005)
    assert estimate.margin == pytest.approx(margin, abs=0.005)


@given(st.floats(-600, 600))
def test_score_and_elo_are_inverse(elo: float) -> None:
    assert elo_of_score(expected_score(elo)) == pytest.approx(elo, abs=1e-6)


@given(st.tuples(*[st.integers(0, 50)] * 5))
def test_swapping_the_players_mirrors_the_estimate(pairs: tuple[int, int, int, int, int]) -> None:
    one = pentanomial_elo(pairs)
    other = pentanomial_elo((pairs[4], pairs[3], pairs[2], pairs[1], pairs[0]))
    assert one.low <= one.elo <= one.high
    for here, there in ((one.elo, other.elo), (one.low, other.high), (one.high, other.low)):
        assert here == pytest.approx(-there, abs=1e-6)
    assert one.superiority == pytest.approx(1 - other.superiority, abs=1e-9)


def test_a_clean_sweep_gives_a_bound_and_no_false_certainty() -> None:
    few, many = pentanomial_elo((0, 0, 0, 0, 5)), pentanomial_elo((0, 0, 0, 0, 100))
    assert few.high == many.high == math.inf
    assert -50 < few.low < 50 < 400 < many.low < math.inf
    assert str(many).startswith("above ")


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    """Pairs of known strength, strongly dependent within a pair: 95 % of intervals are right."""
    chance = random.Random(5)
    # An opening favours X by 200 Elo; the first player is 50 Elo better.
    as_x, as_o = expected_score(250), expected_score(-150)
    truth = elo_of_score((as_x + as_o) / 2)
    right = 0
    trials = 1500
    for _ in range(trials):
        counts = [0] * 5
        for _ in range(150):
            counts[2 * ((chance.random() < as_x) + (chance.random() < as_o))] += 1
        estimate = pentanomial_elo((counts[0], counts[1], counts[2], counts[3], counts[4]))
        right += estimate.low <= truth <= estimate.high
    # Three standard errors around 95 %.
    assert right / trials == pytest.approx(0.95, abs=3 * math.sqrt(0.95 * 0.05 / trials))


@pytest.mark.parametrize(
    ("pairs", "superiority"),
    [
        ((0, 0, 0, 0, 1), 0.75),
        ((0, 0, 0, 9, 0), 1 - 0.5**10),
        ((2, 0, 0, 0, 0), 0.125),
        ((0, 0, 7, 0, 0), 0.5),
    ],
)
def test_a_few_pairs_that_agree_prove_nothing(pairs: Pentanomial, superiority: float) -> None:
    assert pentanomial_elo(pairs).superiority == pytest.approx(superiority)
