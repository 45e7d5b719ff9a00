"""The sequential test, against published numbers and by simulation of known strengths."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.match.conditions import MatchError
from inarow.match.elo import expected_score
from inarow.match.sprt import Conclusion, Sprt

#: Counts LL, LD, WL, DD, WD, WW with elo0, elo1 and the ratio that the tests of fastchess
#: (github.com/Disservin/fastchess, app/tests/sprt_test.cpp, "logistic pentanomial") publish.
FASTCHESS = [
    ((223, 9863, 20279, 1000, 10037, 246), 0.5, 2.5, -3.07),
    ((871, 26175, 55003, 980, 26678, 821), 0.0, 2.0, -4.98),
]

#: The same for losses, draws and wins of single games ("logistic trinomial").
FASTCHESS_SINGLE = [
    ((21184, 40708, 21404), 0.5, 2.5, -1.57),
    ((57030, 106593, 57433), 0.0, 2.0, -2.59),
]

#: Ratios that fishtest's own LLR_logistic gives.
FISHTEST = [
    ((3, 20, 50, 22, 5), 0, 20, 0.04032037241670679),
    ((3, 20, 50, 22, 5), -10, 10, 0.9344729113889829),
    ((0, 10, 30, 12, 0), 0, 20, -0.27041453628885204),
    ((12, 40, 60, 30, 8), 0, 20, -2.9973011351582723),
    ((12, 40, 60, 30, 8), -10, 10, -2.0579732004260216),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "llr"), FASTCHESS)
def test_published_pairs(counts: Sequence[int], elo0: float, elo1: float, llr: float) -> None:
    ll, ld, wl, dd, wd, ww = counts
    found = Sprt(elo0, elo1).llr((ll, ld, wl + dd, wd, ww))
    assert found == pytest.approx(llr, rel=0.01)


@pytest.mark.parametrize(("counts", "elo0", "elo1", "llr"), FASTCHESS_SINGLE)
def test_published_games(counts: Sequence[int], elo0: float, elo1: float, llr: float) -> None:
    assert Sprt(elo0, elo1).llr(counts) == pytest.approx(llr, rel=0.01)


@pytest.mark.parametrize(("counts", "elo0", "elo1", "llr"), FISHTEST)
def test_fishtest_to_the_last_digit(
    counts: Sequence[int], elo0: float, elo1: float, llr: float
) -> None:
    assert Sprt(elo0, elo1).llr(counts) == pytest.approx(llr, abs=1e-9)


def test_walds_bounds() -> None:
    lower, upper = Sprt(0, 10, alpha=0.05, beta=0.1).bounds
    assert lower == pytest.approx(math.log(0.1 / 0.95))
    assert upper == pytest.approx(math.log(0.9 / 0.05))


@given(st.tuples(*[st.integers(0, 200)] * 5))
def test_the_ratio_changes_its_sign_with_the_players(counts: tuple[int, ...]) -> None:
    test = Sprt(-15, 15)
    assert test.llr(counts) == pytest.approx(-test.llr(counts[::-1]), abs=1e-6)


def _simulate(test: Sprt, elo: float, chance: random.Random) -> tuple[Conclusion, int]:
    """Play pairs of a player that is truly ``elo`` better, with draws, until the test stops."""
    draws = 0.3
    win = expected_score(elo) - draws / 2
    counts = [0] * 5
    played = 0
    while True:
        for _ in range(8):
            halves = sum(_halves(win, draws, chance) for _ in range(2))
            counts[halves] += 1
        played += 8
        verdict = test.decision(counts)
        if verdict is not Conclusion.CONTINUE:
            return verdict, played


def _halves(win: float, draws: float, chance: random.Random) -> int:
    at = chance.random()
    return 2 if at < win else 1 if at < win + draws else 0


@pytest.mark.parametrize(("elo", "wrong"), [(0, Conclusion.ACCEPT_H1), (60, Conclusion.ACCEPT_H0)])
def test_error_rates_come_out_as_promised(elo: float, wrong: Conclusion) -> None:
    """At each hypothesis the wrong one is accepted in at most 5 % of tests, and not in 0 %."""
    chance = random.Random(f"sprt/{elo}")
    test = Sprt(0, 60)
    trials = 600
    errors = sum(_simulate(test, elo, chance)[0] is wrong for _ in range(trials))
    assert 0.01 < errors / trials < 0.05 + 2.5 * math.sqrt(0.05 * 0.95 / trials)


def test_a_clear_difference_is_decided_sooner_than_a_narrow_one() -> None:
    chance = random.Random(1)
    test = Sprt(0, 60)
    clear = sum(_simulate(test, 200, chance)[1] for _ in range(30))
    narrow = sum(_simulate(test, 30, chance)[1] for _ in range(30))
    assert clear < narrow / 2


@pytest.mark.parametrize("text", ["", "5", "10,0", "0,10,0.6,0.1", "a,b", "1,2,3"])
def test_what_is_no_test_is_refused(text: str) -> None:
    with pytest.raises(MatchError):
        Sprt.parse(text)
