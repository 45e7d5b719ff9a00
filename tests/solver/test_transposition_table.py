"""The table of proved bounds: no position is ever taken for another."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow.kernels.exact.transposition_table import (
    FAR_SHIFT,
    NEAR_BELOW,
    NEAR_SHIFT,
    bucket_of,
    lower_bound,
    probe,
    store,
)
from inarow.rules.catalogue import game
from inarow.search.exact.memory import Table

ENTRIES = 1 << 18


@pytest.mark.parametrize("name", ["connect4", "connect4(8x7)", "square(4x15)", "connect4(16x3)"])
@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_early_and_late_positions_are_told_apart(name: str, data: st.DataObject) -> None:
    rules = game(name)
    table = Table(rules, ENTRIES, threads=2)
    layout = tuple(table.layout_of(data.draw(st.integers(0, 1))))
    far, near = int(layout[FAR_SHIFT]), int(layout[NEAR_SHIFT])
    key_bits = rules.width * (rules.height + 1)
    # Keys that agree in the bits that an entry keeps, with the same number for a bucket.
    bucket = data.draw(st.integers(0, (1 << (key_bits - near)) - 1))
    early = np.uint64(bucket << far | data.draw(st.integers(0, (1 << far) - 1)))
    late = np.uint64(bucket << near | int(early) & ((1 << near) - 1))
    many, few = int(layout[NEAR_BELOW]), int(layout[NEAR_BELOW]) - 1
    store(table.entries, bucket_of(early, many, layout), early, 1, True, 9, rules.cells, layout)
    found = probe(table.entries, bucket_of(early, many, layout), early, layout)
    assert lower_bound(found, rules.cells) == 1
    assert probe(table.entries, bucket_of(late, few, layout), late, layout) == 0


def test_threads_keep_late_positions_apart() -> None:
    table = Table(game("connect4"), ENTRIES, threads=3)
    key = np.uint64(12345 << 20)
    places = {int(bucket_of(key, 5, tuple(table.layout_of(thread)))) for thread in range(3)}
    assert len(places) == 3
    assert max(places) < table.entries.size
