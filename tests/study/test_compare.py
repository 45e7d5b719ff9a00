"""Comparisons and plots: the counts are the searches' own, and the formulas hold."""

from __future__ import annotations

import math
import threading
import time
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.draw.plots import Plot, Series
from inarow.rules.board import Board
from inarow.rules.errors import GameOverError
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.search.tree.compiled import Meter, search_compiled
from inarow.study.trace.compare import (
    BEST_ORDER,
    USUAL_SEARCHES,
    Comparison,
    compare,
    comparison_plot,
    effective_branching,
    smallest_tree,
)
from inarow.study.trace.searches import SearchNameError, named_search


@pytest.fixture(scope="module")
def rows() -> list[Comparison]:
    return list(compare(Board("connect4"), range(1, 8), USUAL_SEARCHES))


def by_search(rows: list[Comparison], depth: int) -> dict[str, Comparison]:
    return {row.search: row for row in rows if row.depth == depth}


def test_rows_are_what_the_searches_count(rows: list[Comparison]) -> None:
    board = Board("connect4")
    for row in rows:
        recipe = named_search(row.search).recipe(board.game)
        found = search_compiled(board, recipe, Limit(depth=row.depth))
        assert (row.nodes, row.evaluations, row.cutoffs) == (
            found.nodes,
            found.evaluations,
            found.cutoffs,
        )


def test_minimax_is_b_to_the_d_as_long_as_no_column_is_full(rows: list[Comparison]) -> None:
    for depth in range(1, 7):
        row = by_search(rows, depth)["minimax"]
        assert row.evaluations == 7**depth == row.worst
        assert row.exponent == pytest.approx(1.0)
        assert row.effective_branching == pytest.approx(7.0)


def test_every_search_finds_the_same_value(rows: list[Comparison]) -> None:
    for depth in range(1, 8):
        assert len({row.score for row in rows if row.depth == depth}) == 1


def test_each_step_saves_and_good_order_approaches_the_square_root(rows: list[Comparison]) -> None:
    deep = by_search(rows, 7)
    powers = [deep[name].exponent for name in ("minimax", "alpha-beta", "ordered", "all")]
    assert powers == sorted(powers, reverse=True)
    assert powers[1] < 0.8 and powers[2] < 0.67 and powers[3] < 0.6
    assert all(row.evaluations >= row.best for row in rows if row.depth > 1)
    early, late = by_search(rows, 3)["all"], deep["all"]
    assert late.exponent < early.exponent


def test_with_the_best_move_first_alpha_beta_has_the_smallest_tree() -> None:
    """Knuth and Moore's count, to the last evaluation, which tends to the square root."""
    board = Board("connect4")
    found = list(compare(board, range(1, 5), [BEST_ORDER]))
    assert [row.evaluations for row in found] == [smallest_tree(7, d) for d in range(1, 5)]
    assert found[3].evaluations == 97 < 2 * math.sqrt(7**4)
    assert list(compare(board, [7], [BEST_ORDER])) == []


@given(st.floats(1.0, 40.0), st.integers(1, 8))
def test_effective_branching_undoes_the_sum(branching: float, depth: int) -> None:
    nodes = math.fsum(branching**power for power in range(depth + 1))
    assert effective_branching(round(nodes), depth) == pytest.approx(branching, abs=0.8)


def test_the_effective_branching_of_a_very_deep_tree() -> None:
    branching = effective_branching(1_000_000, 100)
    assert sum(branching**power for power in range(101)) == pytest.approx(1_000_000)


def test_limits_stops_and_misuse() -> None:
    board = Board("connect4")
    (row,) = compare(board, [8], ["minimax"], nodes=5000)
    assert not row.complete and row.nodes <= 5000
    stop = StopSignal()
    seen = []
    for one in compare(board, range(1, 9), ["alpha-beta"], stop=stop):
        seen.append(one.depth)
        if one.depth == 3:
            stop.set()
    assert seen == [1, 2, 3]
    with pytest.raises(SearchNameError, match="did you mean 'minimax'"):
        list(compare(board, [1], ["minimx"]))
    with pytest.raises(GameOverError):
        list(compare(Board("connect4", "1122334"), [1]))


def test_a_meter_shows_the_nodes() -> None:
    board = Board("connect4")
    meter = Meter()
    assert meter.nodes == 0
    recipe = named_search("minimax").recipe(board.game)
    found = search_compiled(board, recipe, Limit(depth=4), meter=meter)
    assert meter.nodes == found.nodes


def test_the_plot_has_a_line_a_search_and_both_formulas(rows: list[Comparison]) -> None:
    plot = comparison_plot(rows)
    assert [line.name for line in plot.series][:2] == ["minimax", "alpha-beta"]
    assert {line.name for line in plot.series if line.dashed} == {"b^d", "square root of b^d"}
    root = ElementTree.fromstring(plot.drawing().svg())
    lines = [e for e in root.iter() if e.tag.endswith("polyline")]
    assert len(lines) >= 2 * len(plot.series)
    assert "alpha-beta" in plot.text()


points = st.lists(st.tuples(st.floats(0, 100), st.floats(-1e6, 1e6)), max_size=20)


@given(st.lists(points, min_size=1, max_size=3), st.booleans())
def test_any_points_can_be_plotted(lines: list[list[tuple[float, float]]], logs: bool) -> None:
    series = tuple(Series(f"line {n}", tuple(sorted(line))) for n, line in enumerate(lines))
    plot = Plot("Any", "x", "y", series, logarithmic=logs)
    ElementTree.fromstring(plot.drawing().svg())
    rows = plot.text(width=40, height=9).splitlines()
    assert all(len(row) <= 51 for row in rows[1:10])


def test_finding_the_best_order_can_be_stopped() -> None:
    stop = StopSignal()

    def stop_soon(name: str, depth: int, meter: object) -> None:
        del name, meter
        if depth == 6:
            threading.Timer(0.2, stop.set).start()

    started = time.monotonic()
    rows = list(compare(Board("connect4"), [2, 6], [BEST_ORDER], stop=stop, on_start=stop_soon))
    assert [row.depth for row in rows] == [2]
    assert time.monotonic() - started < 5


def test_a_plot_in_letters_tells_its_lines_apart_and_keeps_to_its_width() -> None:
    rows = compare(Board("connect4", "44"), range(1, 3), ["minimax", "alpha-beta", "ordered"])
    lines = comparison_plot(rows).text(width=40).splitlines()
    assert max(map(len, lines)) <= 50
    assert any(". b^d" in line for line in lines)
    assert any(": square root of b^d" in line for line in lines)


def test_a_plot_in_letters_on_the_narrowest_of_terminals() -> None:
    line = Series("one", ((10.0, 1.0), (11.0, 2.0)))
    assert Plot("", "x", "y", (line,)).text(1).splitlines()[-1].strip() == "1011"
