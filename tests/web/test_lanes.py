"""Searches off the event loop: bounded in number and time, ended when nobody wants them."""

from __future__ import annotations

import asyncio
import time

import pytest

from inarow.apps.web.lanes import BusyError, Lane
from inarow.search.stopping import StopSignal


async def _ready() -> None:
    return


def _lane(at_once: int = 1, waiting: int = 1, seconds: float = 5.0) -> Lane:
    return Lane("test", at_once=at_once, waiting=waiting, seconds=seconds)


def _until_stopped(stop: StopSignal) -> float:
    started = time.monotonic()
    while not stop.is_set():
        time.sleep(0.002)
    return time.monotonic() - started


async def test_work_is_done_off_the_loop() -> None:
    lane = _lane(at_once=2)
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0.005)

    def work(_: StopSignal) -> str:
        time.sleep(0.2)
        return "done"

    ticking = asyncio.create_task(tick())
    assert await lane.run(work, _ready) == "done"
    ticking.cancel()
    assert ticks > 5


async def test_waiting_for_the_compiler_does_not_count() -> None:
    lane = _lane(seconds=0.1)
    compiled = asyncio.Event()

    async def ready() -> None:
        await compiled.wait()

    search = asyncio.create_task(lane.run(_until_stopped, ready))
    await asyncio.sleep(0.3)
    assert not search.done()
    compiled.set()
    assert await search < 5


async def test_time_is_bounded() -> None:
    lane = _lane(seconds=0.1)
    assert await lane.run(_until_stopped, _ready) < 5


async def test_over_the_bound_is_refused_at_once_and_room_comes_back() -> None:
    lane = _lane(at_once=1, waiting=1, seconds=1.0)
    first, second = (asyncio.create_task(lane.run(_until_stopped, _ready)) for _ in range(2))
    await asyncio.sleep(0.05)
    with pytest.raises(BusyError) as refusal:
        await lane.run(_until_stopped, _ready)
    assert 1 <= refusal.value.retry_after <= 30
    await asyncio.gather(first, second)
    assert await lane.run(lambda _: 1, _ready) == 1


async def test_never_more_than_so_many_at_once() -> None:
    lane = _lane(at_once=2, waiting=10)
    running = 0
    most = 0

    def work(_: StopSignal) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        time.sleep(0.02)
        running -= 1

    await asyncio.gather(*(lane.run(work, _ready) for _ in range(12)))
    assert most == 2


async def test_a_cancelled_search_is_stopped_and_gives_its_place_back() -> None:
    lane = _lane(at_once=1, waiting=0, seconds=60)
    search = asyncio.create_task(lane.run(_until_stopped, _ready))
    await asyncio.sleep(0.05)
    search.cancel()
    with pytest.raises(asyncio.CancelledError):
        await search
    assert await asyncio.wait_for(lane.run(lambda _: 2, _ready), 10) == 2


async def test_a_failure_is_passed_on_and_frees_the_place() -> None:
    lane = _lane(at_once=1, waiting=0)

    def fail(_: StopSignal) -> None:
        raise ValueError("no")

    for _ in range(3):
        with pytest.raises(ValueError, match="no"):
            await lane.run(fail, _ready)


async def test_closing_ends_what_runs() -> None:
    lane = _lane(seconds=60)
    search = asyncio.create_task(lane.run(_until_stopped, _ready))
    await asyncio.sleep(0.05)
    lane.close()
    assert await asyncio.wait_for(search, 10) < 10
    with pytest.raises(BusyError):
        await lane.run(_until_stopped, _ready)
