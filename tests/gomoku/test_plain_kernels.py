"""The Gomoku kernels as plain Python, and their stack."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np

from inarow.kernels.gomoku import vct
from inarow.kernels.gomoku.geometry import new_geometry
from inarow.kernels.gomoku.search import new_search
from inarow.kernels.gomoku.state import new_state, place
from inarow.rules.board import Board
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.limit import Limit

SOURCES = Path(__file__).parents[2] / "src"

PLAIN = """
from inarow.rules.board import Board
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.limit import Limit

board = Board("gomoku(7)", "d4 d5 e5")
found = GomokuEngine(board.game, megabytes=0.5).analyse(board, Limit(depth=3))
print(found.best, found.score.value, found.nodes)
"""


def test_the_kernels_work_as_plain_python() -> None:
    process = subprocess.run(
        [sys.executable, "-c", PLAIN],
        env={**os.environ, "PYTHONPATH": str(SOURCES), "INAROW_KERNELS": "python"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert process.returncode == 0, process.stderr[-3000:]
    board = Board("gomoku(7)", "d4 d5 e5")
    found = GomokuEngine(board.game, megabytes=0.5).analyse(board, Limit(depth=3))
    assert process.stdout.split() == [str(found.best), str(found.score.value), str(found.nodes)]


def test_the_stack_of_the_threat_search_cannot_overflow() -> None:
    """A node lists each empty cell once at most, and its stack has room for a full board of nodes.

    It once held 64 boards' worth of cells, and nobody looked.
    """
    geometry, patterns = new_geometry(20, 20, 5, False)
    search = new_search()
    empty = range(1, 401)
    for column in ("vct_children", "vct_proofs", "vct_disproofs", "vct_lengths"):
        assert len(search[column]) >= sum(empty)
    refuted = np.zeros(1024, dtype=np.uint64)
    chance = random.Random(9)
    listed = []
    for _ in range(200):
        state = new_state(geometry, patterns)
        middle = [20 * y + x for x in range(5, 14) for y in range(5, 14)]
        for number, cell in enumerate(chance.sample(middle, chance.randrange(8, 60))):
            place(state, geometry, patterns, cell, number % 2)
        search["vct_top"] = 0
        search["vct_quiet"] = chance.randrange(2)
        search["vct_leaf_limit"] = 100
        if chance.random() < 0.5:
            vct.list_attacks(state, geometry, patterns, search, 0)
        else:
            vct.list_defences(state, geometry, patterns, search, refuted, 0)
        children = search["vct_children"][: search["vct_top"]]
        assert len(set(children)) == len(children)
        assert not state["board"][children].any()
        listed.append(len(children))
    assert max(listed) > 10
