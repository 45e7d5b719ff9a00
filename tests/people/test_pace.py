"""How long people think: the fit finds what made the times, and players can ask for a time."""

from __future__ import annotations

import random
from statistics import median

import numpy as np

from inarow import Board
from inarow.lab.people.times import fit_pace
from inarow.players.people.pace import LONGEST, SHORTEST, Pace, seen_in, thinking_time


def test_the_fit_finds_the_pace_that_made_the_times() -> None:
    random_numbers = np.random.default_rng(3)
    made = Pace(0.5, 0.3, 4.0, -4.0, -0.6, -0.4, 0.7)
    rows = [
        seen_in(nats, pieces, 36, float(pieces % 7 == 0), float(pieces % 3 == 0))
        for nats, pieces in zip(
            random_numbers.uniform(0, 3, 20_000),
            random_numbers.integers(0, 36, 20_000),
            strict=True,
        )
    ]
    person = random_numbers.integers(0, 40, len(rows))
    # Everybody has a tempo; they are 0 on average.
    tempo = np.linspace(-1, 1, 40)[person]
    logs = np.array([made.expected(row) for row in rows]) + tempo
    logs += made.chance * random_numbers.standard_normal(len(rows))
    found = fit_pace(np.array(rows), logs, person).to_json()
    for name, value in made.to_json().items():
        assert abs(found[name] - value) < 0.12, name


def _middle(board: Board) -> float:
    return median(thinking_time(board, random.Random(seed)) for seed in range(15))


def test_times_are_within_reason_and_a_win_is_taken_sooner() -> None:
    for name in ("connect4", "square", "gomoku", "mnk(9x4,k=4)"):
        assert SHORTEST <= thinking_time(Board(name), random.Random(1)) <= LONGEST
    quiet, winning = (
        Board("mnk(9x4,k=4)", "e2 a1 d3 b4 i1"),
        Board("mnk(9x4,k=4)", "e2 a1 f2 a4 g2 i4"),
    )
    assert _middle(winning) < _middle(quiet)
    assert thinking_time(quiet, random.Random(4)) == thinking_time(quiet, random.Random(4))


def test_a_game_with_a_rule_about_moves_takes_a_middling_time() -> None:
    from dataclasses import replace

    board = Board("connect4")
    ruled = Board(replace(board.game, rule=lambda *_: ()))  # type: ignore[arg-type]
    assert SHORTEST <= thinking_time(ruled, random.Random(1)) <= LONGEST
