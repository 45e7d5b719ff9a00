"""The tree engine's kernels: as plain Python, and at the edges of what they hold."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from inarow import Board, Limit, game
from inarow.evaluate.groups import GroupCount
from inarow.kernels.tree import records
from inarow.kernels.tree.enhanced import next_above
from inarow.kernels.tree.position import wins_through
from inarow.lab.bench import tree as bench
from inarow.search.tree import documented
from inarow.search.tree import root as roots
from inarow.search.tree.compiled import search_compiled
from inarow.search.tree.recipe import ALL_EXTRAS, Recipe

HERE = Path(__file__).parents[1]


def test_kernels_work_as_plain_python() -> None:
    path = os.pathsep.join([str(HERE.parent / "src"), str(HERE)])
    process = subprocess.run(
        [sys.executable, str(HERE / "tree" / "check_kernels.py"), "2", "5"],
        env={**os.environ, "PYTHONPATH": path, "INAROW_KERNELS": "python"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert process.stdout == "30 positions compared\n", process.stderr[-3000:]


def test_the_solver_loads_no_kernel_of_the_tree_engine() -> None:
    script = "import sys, inarow.search.exact.solver; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(HERE.parent / "src")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert "inarow.kernels.exact.solving" in loaded
    assert not [name for name in loaded if name.startswith("inarow.kernels.tree")]


def test_the_signature_is_the_one_in_the_repository() -> None:
    assert bench.signature() == bench.SIGNATURE


@pytest.mark.parametrize("name", ["connect4", "square", "tictactoe", "mnk(6x5,k=3)"])
def test_a_win_is_found_among_the_groups_as_along_lines_and_in_squares(name: str) -> None:
    choose = random.Random(name)
    wins = 0
    for _ in range(30):
        board = Board(name)
        while not board.is_game_over:
            board.push(choose.choice(list(board.legal_moves)))
            root = roots.root_of(board, Recipe(GroupCount()))
            by_group = root.game.copy()
            by_group["wins"] = records.BY_GROUP
            won = (outcome := board.outcome()) is not None and not outcome.is_draw
            assert wins_through(root.game, root.search, root.last) == won
            assert wins_through(by_group, root.search, root.last) == won
            wins += won
    assert wins > 5


def test_a_group_that_is_filled_elsewhere_is_no_win_through_a_cell() -> None:
    board = Board.from_stones(game("tictactoe"), 0b001_000_111, 0b110_010_000)
    root = roots.root_of(board, Recipe(GroupCount()))
    root.game.wins = records.BY_GROUP
    try:
        assert wins_through(root.game, root.search, 0)
        assert not wins_through(root.game, root.search, 6)
    finally:
        root.game.wins = records.BY_LINE


def test_the_room_for_groups_is_enough_for_every_game_of_the_largest_board() -> None:
    names = [f"mnk(20x20,k={k})" for k in range(2, 21)]
    names += [f"square(20x20,n={n})" for n in range(2, 21)]
    for name in names:
        groups = game(name).groups
        assert len(groups) * len(groups[0]) <= records.GROUP_CELLS
        assert len(groups[0]) + 2 <= records.WEIGHTS


def test_the_next_number_above() -> None:
    for value in (-np.inf, -1e308, -3.7, -5e-324, -0.0, 0.0, 5e-324, 1.0, 1e300):
        assert next_above(value) == np.nextafter(value, np.inf)


def test_a_table_that_was_used_before_is_as_good_as_a_new_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spare: list[roots._Table] = []
    monkeypatch.setattr(roots, "_SPARE_TABLES", spare)
    recipe = replace(documented.DISCOUNT, extras=ALL_EXTRAS)
    board = Board("connect4", "4453")
    fresh = search_compiled(board, recipe, Limit(depth=7))
    (table,) = spare
    again = search_compiled(board, recipe, Limit(depth=7))
    assert spare == [table] and table.generation == 2
    table.generation = np.iinfo(np.int16).max
    cleared = search_compiled(board, recipe, Limit(depth=7))
    assert table.generation == 1
    assert fresh.nodes == again.nodes == cleared.nodes
    assert fresh.pv == again.pv == cleared.pv
