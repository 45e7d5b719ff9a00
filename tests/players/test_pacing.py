"""Opponents that take their time: as long as people might, within reason, and not when stopped."""

from __future__ import annotations

import random

import pytest

from inarow.players import pacing
from inarow.players.pacing import MOST_SECONDS, PacedPlayer, natural_seconds
from inarow.players.player import RandomPlayer
from inarow.rules.board import Board
from inarow.search.stopping import StopSignal


def test_nobody_waits_long() -> None:
    chance = random.Random(1)
    times = [natural_seconds(Board("connect4", "44"), chance) for _ in range(60)]
    assert 0 < min(times) < max(times) <= MOST_SECONDS


def test_it_waits_for_the_rest_of_the_time_unless_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    now, slept = [0.0], []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    monkeypatch.setattr("time.monotonic", lambda: now[0])
    monkeypatch.setattr("time.sleep", sleep)
    monkeypatch.setattr(pacing, "natural_seconds", lambda *_: 2.0)
    paced = PacedPlayer(RandomPlayer(seed=1))
    board = Board("connect4")
    choice = paced.choose(board)
    assert choice == RandomPlayer(seed=1).choose(board)
    assert sum(slept) == pytest.approx(2.0)
    slept.clear()
    stop = StopSignal()
    stop.set()
    paced.choose(board, stop=stop)
    assert not slept
    assert paced.name == "random"
