"""Scores, limits and stopping: the words that every search speaks in."""

from __future__ import annotations

import math
import signal
import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import InarowError, Limit, Score, Side
from inarow.search.limit import LimitError
from inarow.search.stopping import StopSignal, deadline, run_stoppable, stopped_after

scores = st.one_of(
    st.builds(Score.win, st.none() | st.integers(1, 400)),
    st.builds(Score.loss, st.none() | st.integers(0, 400)),
    st.just(Score.draw()),
    st.builds(Score.heuristic, st.floats(-1e6, 1e6)),
)


@given(scores, scores)
def test_scores_are_ordered_and_negation_turns_the_order(one: Score, other: Score) -> None:
    turned = -one
    assert -turned == one
    assert (one < other) == (-other < -one)
    assert one <= other or other <= one


def test_the_order_is_the_one_a_player_wants() -> None:
    best_first = [
        Score.win(1),
        Score.win(7),
        Score.win(),
        Score.heuristic(5),
        Score.draw(),
        Score.heuristic(-5),
        Score.loss(),
        Score.loss(8),
        Score.loss(2),
    ]
    # A loss of unknown length is taken for the longest.
    assert sorted(best_first, reverse=True) == best_first


@given(scores, st.floats(1, 1e4))
def test_the_chances_of_both_sides_add_up(score: Score, scale: float) -> None:
    score = replace(score, scale=scale)
    assert score.win_probability + (-score).win_probability == pytest.approx(1.0)
    assert score.pov(Side.O, turn=Side.O) == score == (-score).pov(Side.X, turn=Side.O)


@pytest.mark.parametrize("value", [math.inf, -math.inf, 1e300])
def test_a_score_is_always_finite(value: float) -> None:
    score = Score.heuristic(value, 100)
    assert math.isfinite(score.value) and round(score.win_probability) == (value > 0)
    with pytest.raises(ValueError, match="nan"):
        Score.heuristic(math.nan)


def test_scales_are_no_part_of_what_scores_are_compared_by() -> None:
    assert Score.heuristic(5, 1) == Score.heuristic(5, 100)
    assert hash(Score.heuristic(5, 1)) == hash(Score.heuristic(5, 100))
    assert -Score.heuristic(5, 100) == Score.heuristic(-5, 1)
    assert (-Score.heuristic(5, 100)).after_move().scale == 100


def test_moving_into_a_score_turns_it_and_adds_a_ply() -> None:
    assert Score.loss(0).after_move() == Score.win(1)
    assert Score.win(3).after_move() == Score.loss(4)
    assert Score.draw().after_move() == Score.draw()
    assert Score.heuristic(2.5).after_move() == Score.heuristic(-2.5)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("2s", Limit(time=2)),
        ("1.5", Limit(time=1.5)),
        ("250ms", Limit(time=0.25)),
        ("2min", Limit(time=120)),
        ("depth=8", Limit(depth=8)),
        ("none", Limit()),
        (" time = 1s , nodes=5 ", Limit(time=1, nodes=5)),
        # As older stores hold them.
        ("nodes=2e+06", Limit(nodes=2_000_000)),
        ("time=1e-05s,nodes=1.5e+06", Limit(time=0.00001, nodes=1_500_000)),
    ],
)
def test_limits_from_text(text: str, limit: Limit) -> None:
    assert Limit.parse(text) == limit


@pytest.mark.parametrize(
    "text",
    [
        "",
        ",",
        "fast",
        "0s",
        "depth=0",
        "depth=-1",
        "nodes=1e9",
        "nodes=1.5e+00",
        "depth=2,depth=3",
        "x=1",
    ],
)
def test_bad_limits_are_refused(text: str) -> None:
    with pytest.raises(LimitError):
        Limit.parse(text)


def test_counts_of_a_limit_are_whole_numbers() -> None:
    limit = Limit(nodes=1e6, depth=np.int64(3))  # type: ignore[arg-type]
    assert limit == Limit(nodes=1_000_000, depth=3) == Limit.parse(str(limit))
    for wrong in (2.5, True, [3], math.inf, math.nan):
        for name in ("nodes", "depth"):
            with pytest.raises(LimitError, match=f"{name} must be a whole number, not "):
                Limit(**{name: wrong})  # type: ignore[arg-type]
    with pytest.raises(LimitError, match="at most 18 digits"):
        Limit(nodes=10**18)
    with pytest.raises(LimitError, match="time must be a number of seconds, not"):
        Limit(time=[1.0])  # type: ignore[arg-type]


@given(st.text(max_size=15))
def test_any_text_is_a_limit_or_a_named_error(text: str) -> None:
    try:
        limit = Limit.parse(text)
    except InarowError as error:
        assert str(error)
    else:
        assert Limit.parse(str(limit)) == limit


@given(
    st.none() | st.floats(0, exclude_min=True, allow_infinity=False),
    st.none() | st.integers(1, 10**18 - 1),
    st.none() | st.integers(1, 10**6),
)
def test_limits_are_read_back_as_written(
    seconds: float | None, nodes: int | None, depth: int | None
) -> None:
    limit = Limit(seconds, nodes, depth)
    assert Limit.parse(str(limit)) == limit


def test_a_deadline_sets_the_signal_and_can_be_left_before() -> None:
    signal, other = StopSignal(), StopSignal()
    with deadline(signal, 0.05):
        while not signal.is_set():
            time.sleep(0.005)
    assert signal.flag[0] == 1
    running = set(threading.enumerate())
    with deadline(other, 600):
        (timer,) = set(threading.enumerate()) - running
    timer.join(60)
    assert not timer.is_alive() and not other.is_set()


def test_a_signal_that_comes_late_does_not_stop_the_next_search() -> None:
    """The clock of one search once could end the next on the same record."""
    record = {"stop": 1}
    with stopped_after(600, None) as signal:
        signal.watch(record)
        assert record["stop"] == 0
    signal.set()
    assert record["stop"] == 0
    with stopped_after(600, None) as signal:
        signal.watch(record)
        signal.set()
        assert record["stop"] == 1


def test_a_signal_can_follow_another() -> None:
    leader, follower = StopSignal(), StopSignal()
    with follower.also_on(leader):
        flag = follower.flag
        leader.set()
        assert follower.is_set() and flag[0] == 1
    late = StopSignal()
    with late.also_on(leader):
        assert late.is_set()


def test_work_in_a_thread_hands_back_its_result_or_its_error() -> None:
    assert run_stoppable(lambda: threading.current_thread().name, StopSignal()) == "inarow-search"
    with pytest.raises(ZeroDivisionError):
        run_stoppable(lambda: 1 // 0, StopSignal())


def test_ctrl_c_waits_for_the_work_to_end() -> None:
    stop, begun, ended = StopSignal(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        while not stop.is_set():
            time.sleep(0.01)
        time.sleep(0.1)
        ended.set()

    def press() -> None:
        begun.wait()
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=press).start()
    with pytest.raises(KeyboardInterrupt):
        run_stoppable(work, stop)
    assert ended.is_set()
