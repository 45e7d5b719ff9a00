"""Searches off the event loop: bounded in number and time, ended when nobody wants them."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from typing import Any

import pytest

from inarow.apps.web.lanes import BusyError, Lane
from inarow.search.stopping import StopSignal

#: Longer than anything here takes, so that a test which hangs ends.
_FOR_EVER = 120


def _lane(at_once: int = 1, waiting: int = 1, seconds: float = 2 * _FOR_EVER) -> Lane:
    return Lane("test", at_once=at_once, waiting=waiting, seconds=seconds)


def _until_stopped(stop: StopSignal) -> str:
    end = time.monotonic() + _FOR_EVER
    while not stop.is_set():
        assert time.monotonic() < end
        time.sleep(0.002)
    return "stopped"


class _Search:
    """Work that says when a thread has begun with it, and lasts until it is stopped."""

    def __init__(self) -> None:
        self._began = threading.Event()

    def __call__(self, stop: StopSignal) -> str:
        self._began.set()
        return _until_stopped(stop)

    async def begun(self) -> None:
        assert await asyncio.to_thread(self._began.wait, _FOR_EVER)


async def test_work_is_done_off_the_loop() -> None:
    """The work waits for something that only the loop can do meanwhile."""
    began, answered = threading.Event(), threading.Event()

    async def answer() -> None:
        while not began.is_set():
            await asyncio.sleep(0.002)
        answered.set()

    def work(_: StopSignal) -> bool:
        began.set()
        return answered.wait(_FOR_EVER)

    answering = asyncio.create_task(answer())
    assert await _lane().run(work)
    await answering


async def test_time_is_bounded() -> None:
    lane = _lane(seconds=0.1)
    assert await lane.run(_until_stopped) == "stopped"


async def test_over_the_bound_is_refused_at_once_and_room_comes_back() -> None:
    lane = _lane(at_once=1, waiting=1)
    work = _Search()
    first, second = (asyncio.create_task(lane.run(work)) for _ in range(2))
    await work.begun()
    with pytest.raises(BusyError) as refusal:
        await lane.run(_until_stopped)
    assert 1 <= refusal.value.retry_after <= 30
    first.cancel()
    second.cancel()
    await asyncio.wait([first, second])
    assert await lane.run(lambda _: 1) == 1


async def test_a_visitor_gets_half_of_the_places_and_another_finds_room() -> None:
    lane = _lane(at_once=2, waiting=2)
    works = [_Search(), _Search()]
    greedy = [asyncio.create_task(lane.run(work, "one")) for work in works]
    for work in works:
        await work.begun()
    with pytest.raises(BusyError):
        await lane.run(_until_stopped, "one")
    other = asyncio.create_task(lane.run(lambda _: 3, "two"))
    greedy[0].cancel()
    assert await other == 3
    await asyncio.wait(greedy[:1])
    again = asyncio.create_task(lane.run(lambda _: 4, "one"))
    assert await again == 4
    greedy[1].cancel()
    await asyncio.wait(greedy)


async def test_never_more_than_so_many_at_once() -> None:
    """Two at once there are, for each waits for another; never are there three."""
    lane = _lane(at_once=2, waiting=10)
    together = threading.Barrier(2)
    lock = threading.Lock()
    running = 0
    most = 0

    def work(_: StopSignal) -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        together.wait(_FOR_EVER)
        time.sleep(0.02)
        with lock:
            running -= 1

    await asyncio.gather(*(lane.run(work) for _ in range(12)))
    assert most == 2


async def test_a_cancelled_search_is_stopped_and_gives_its_place_back() -> None:
    lane = _lane(at_once=1, waiting=0)
    work = _Search()
    search = asyncio.create_task(lane.run(work))
    await work.begun()
    search.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(search, _FOR_EVER)
    assert await lane.run(lambda _: 2) == 2


async def test_a_cancelled_search_may_fail_in_silence() -> None:
    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, about: complaints.append(about))
    began = threading.Event()

    def fail(stop: StopSignal) -> None:
        began.set()
        _until_stopped(stop)
        raise ValueError("nothing was found in time")

    search = asyncio.create_task(_lane().run(fail))
    assert await asyncio.to_thread(began.wait, _FOR_EVER)
    search.cancel()
    await asyncio.wait([search])
    del search
    gc.collect()
    assert not complaints


async def test_a_failure_is_passed_on_and_frees_the_place() -> None:
    lane = _lane(at_once=1, waiting=0)

    def fail(_: StopSignal) -> None:
        raise ValueError("no")

    for _ in range(3):
        with pytest.raises(ValueError, match="no"):
            await lane.run(fail)


async def test_closing_ends_what_runs() -> None:
    lane = _lane()
    work = _Search()
    search = asyncio.create_task(lane.run(work))
    await work.begun()
    lane.close()
    assert await asyncio.wait_for(search, _FOR_EVER) == "stopped"
    with pytest.raises(BusyError):
        await lane.run(_until_stopped)
