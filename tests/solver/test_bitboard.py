"""The bit operations against the rules' own list of winning groups."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow.kernels.compiling import Array
from inarow.kernels.exact import bitboard
from inarow.rules.catalogue import game
from inarow.rules.game import Game
from inarow.search.exact.positions import bitboard_of

NAMES = [
    "connect4", "connect4(4x15)", "connect4(16x3)", "connect5", "connect3",
    "mnk(3x20,k=4,gravity)", "mnk(8x7,k=6,gravity)", "mnk(5x5,k=2,gravity)",
    "square", "square(3x20)", "square(8x7,n=3)",
]  # fmt: skip


def column_cell(rules: Game, cell: int) -> int:
    x, y = rules.xy(cell)
    return x * (rules.height + 1) + y


def cells_of(rules: Game, bits: int) -> set[int]:
    return {cell for cell in range(rules.cells) if bits >> column_cell(rules, cell) & 1}


def prepared(name: str) -> tuple[Game, tuple[np.uint64, ...], Array]:
    rules = game(name)
    board = bitboard_of(rules)
    return rules, tuple(board[field] for field in bitboard.LAYOUT_FIELDS), board["patterns"]


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_winning_cells_and_wins(name: str, data: st.DataObject) -> None:
    rules, board, patterns = prepared(name)
    density = data.draw(st.integers(1, 4))
    stones = {
        cell for cell in range(rules.cells) if data.draw(st.integers(0, 4), label="x") < density
    }
    bits = np.uint64(sum(1 << column_cell(rules, cell) for cell in stones))
    groups = [set(group) for group in rules.groups]
    assert bitboard.holds_win(bits, board, patterns) == any(g <= stones for g in groups)
    expected = {cell for g in groups for cell in g - stones if g - stones == {cell}}
    found = cells_of(rules, int(bitboard.winning_cells(bits, board, patterns))) - stones
    # A line upright is only ever completed on top: pieces fall.
    standing = {cell for cell in expected if not any(_is_hanging(rules, g, cell) for g in groups)}
    assert standing <= found <= expected


def _is_hanging(rules: Game, group: set[int], cell: int) -> bool:
    column = {rules.xy(other)[0] for other in group}
    return cell in group and len(column) == 1 and cell != max(group)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_mirrors_and_cells_above(name: str, data: st.DataObject) -> None:
    rules, board, _ = prepared(name)
    cells = data.draw(st.sets(st.integers(0, rules.cells - 1)))
    bits = np.uint64(sum(1 << column_cell(rules, cell) for cell in cells))
    image = {rules.cell(rules.width - 1 - rules.xy(c)[0], rules.xy(c)[1]) for c in cells}
    assert cells_of(rules, int(bitboard.mirrored(bits, board))) == image
    above = {
        rules.cell(x, y)
        for x in range(rules.width)
        for y in range(rules.height)
        if any(rules.cell(x, lower) in cells for lower in range(y))
    }
    assert cells_of(rules, int(bitboard.above_lowest(bits, board))) == above
