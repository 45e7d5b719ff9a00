"""The rating list, against the library choix and by simulation of known strengths."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from inarow.match.elo import elo_of_score, expected_score
from inarow.match.ratings import RatedGame, rate_results


def _results(
    elos: list[float], rounds: int, chance: random.Random, advantage: float = 0.0
) -> list[RatedGame]:
    """A round robin of players of known strength, with draws and both sides of each opening."""
    results = []
    pair = 0
    for _ in range(rounds):
        for one in range(len(elos)):
            for other in range(one):
                for x, o in ((one, other), (other, one)):
                    expected = expected_score(elos[x] - elos[o] + advantage)
                    draw = 0.4 * min(expected, 1 - expected)
                    at = chance.random()
                    score = 1.0 if at < expected - draw / 2 else 0.5
                    if at >= expected + draw / 2:
                        score = 0.0
                    results.append(RatedGame(x, o, score, pair))
                pair += 1
    return results


def test_the_same_ratings_as_choix() -> None:
    # It brings all of SciPy, which every worker would load.
    import choix

    results = _results([0, 80, 200, 330], 20, random.Random(3))
    counts = np.zeros((4, 4))
    for result in results:
        counts[result.x, result.o] += result.score
        counts[result.o, result.x] += 1 - result.score
    theirs = choix.ilsr_pairwise_dense(counts) * 400 / math.log(10)
    # Every two players meet on both sides equally often. Without the advantage of the first move
    # in the model the ratings would be those of choix; with one near 0 they are very close.
    ours = rate_results(results, list("abcd"), prior_elo=1e6)
    for number, label in enumerate("abcd"):
        assert ours.of(label).elo == pytest.approx(theirs[number] - theirs.mean(), abs=1.5)


def test_two_players_get_the_difference_that_their_score_says() -> None:
    # Moving first gains nothing here: X scores 2 of 4.
    results = [
        RatedGame(0, 1, 1.0, 0),
        RatedGame(1, 0, 0.5, 0),
        RatedGame(0, 1, 0.5, 1),
        RatedGame(1, 0, 0.0, 1),
    ]
    ratings = rate_results(results * 30, ["a", "b"], prior_elo=1e6)
    difference = ratings.of("a").elo - ratings.of("b").elo
    assert difference == pytest.approx(elo_of_score(3 / 4), abs=0.1)
    assert ratings.advantage == pytest.approx(0, abs=0.1)


def test_a_difference_is_surer_than_two_ratings_apart() -> None:
    results = _results([0, 80, 200, 330], 20, random.Random(3))
    ratings = rate_results(results, list("abcd"))
    elo, margin = ratings.difference("b", "c")
    assert elo == pytest.approx(ratings.of("b").elo - ratings.of("c").elo)
    assert margin < ratings.of("b").margin + ratings.of("c").margin
    # Of two players each is half the difference from their average, and so is its margin.
    two = rate_results([one for one in results if {one.x, one.o} == {0, 1}], ["a", "b"])
    assert two.difference("a", "b")[1] == pytest.approx(2 * two.of("a").margin)


def test_the_advantage_of_moving_first_is_found() -> None:
    results = _results([0, 100, 200], 300, random.Random(4), advantage=120)
    ratings = rate_results(results, list("abc"))
    assert ratings.advantage == pytest.approx(120, abs=1.5 * ratings.advantage_margin)


def test_intervals_hold_the_truth() -> None:
    """At least 95 % of them, whatever the draws; and they are not so wide as to be useless."""
    chance = random.Random(6)
    truth = [0.0, 60.0, 150.0, 300.0]
    mean = sum(truth) / len(truth)
    right = total = 0
    margins = []
    for _ in range(150):
        ratings = rate_results(_results(truth, 12, chance), list("abcd"))
        for label, elo in zip("abcd", truth, strict=True):
            rating = ratings.of(label)
            right += abs(rating.elo - (elo - mean)) <= rating.margin
            margins.append(rating.margin)
            total += 1
    assert 0.93 <= right / total <= 0.995
    assert 40 < sum(margins) / len(margins) < 90


def test_a_clean_sweep_stays_finite_and_uncertain() -> None:
    results = [RatedGame(0, 1, 1.0, n) for n in range(20)] + [
        RatedGame(1, 0, 0.0, n) for n in range(20)
    ]
    ratings = rate_results(results, ["winner", "loser"])
    best = ratings.ratings[0]
    assert best.label == "winner"
    assert 150 < best.elo < 1000
    assert best.margin > 100
