"""The cells of the full-screen board: they fit, and shapes tell what colours tell."""

from itertools import product

import pytest
from rich.cells import cell_len

from inarow.apps.terminal.cells import HOLE, PIECE_COLOURS, CellLook, Mark, draw_cell, mixed
from inarow.rules.side import Side

SIZES = range(1, 6)
BOTH = (True, False)
ROADS = tuple((a, b, c, d) for a in BOTH for b in BOTH for c in BOTH for d in BOTH)


def shape(look: CellLook, size: int) -> str:
    """A cell without its colours."""
    return "\n".join("".join(glyph.text for glyph in row) for row in draw_cell(look, size))


@pytest.mark.parametrize("size", SIZES)
def test_every_cell_fills_its_place(size: int) -> None:
    for side, mark, framed, roads, monochrome in product((None, *Side), Mark, BOTH, ROADS, BOTH):
        rows = draw_cell(CellLook(side, mark, framed, roads, monochrome), size)
        assert len(rows) == size
        for row in rows:
            assert [cell_len(glyph.text) for glyph in row] == [1] * (2 * size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("framed", [True, False])
def test_pieces_differ_in_shape(size: int, framed: bool) -> None:
    shapes = {shape(CellLook(side, framed=framed, monochrome=True), size) for side in (None, *Side)}
    assert len(shapes) == 3


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("side", Side)
def test_the_winning_cells_differ_in_shape(size: int, side: Side) -> None:
    assert shape(CellLook(side, Mark.WON), size) != shape(CellLook(side), size)
    assert any(star in shape(CellLook(side, Mark.WON), size) for star in "★☆")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("side", Side)
def test_the_last_move_can_be_told(size: int, side: Side) -> None:
    assert draw_cell(CellLook(side, Mark.LAST), size) != draw_cell(CellLook(side), size)


@pytest.mark.parametrize("size", SIZES)
def test_a_hint_shows_its_diamond(size: int) -> None:
    for framed in (True, False):
        assert "◆" in shape(CellLook(None, Mark.HINT, framed), size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("framed", [True, False])
def test_without_colours_a_piece_to_come_looks_like_no_piece(
    size: int, side: Side, framed: bool
) -> None:
    ghost = shape(CellLook(side, Mark.GHOST, framed, monochrome=True), size)
    hint = shape(CellLook(None, Mark.HINT, framed, monochrome=True), size)
    assert "◌" in ghost
    for real in Side:
        assert shape(CellLook(real, framed=framed, monochrome=True), size) not in (ghost, hint)
    assert not set(ghost + hint) & set("█▟▙▜▛▀▄")


def test_a_large_disc_is_round_and_a_ring_has_a_hole() -> None:
    disc, ring = (draw_cell(CellLook(side), 3) for side in Side)
    assert [glyph.text for glyph in disc[1]] == ["█"] * 5 + [" "]
    assert disc[0][0].text == "▄"
    assert ring[1][2].ground == HOLE
    assert ring[1][2].text == " "
    assert ring[1][0].ink == PIECE_COLOURS[Side.O]


def test_the_lines_end_at_the_edge_of_the_board() -> None:
    corner = CellLook(framed=False, roads=(False, True, False, True))
    assert shape(corner, 1) == "┌─"
    assert shape(corner, 3) == "      \n  ┌───\n  │   "
    assert shape(CellLook(framed=False), 1) == "┼─"


def test_colours_mix() -> None:
    assert mixed("#ffffff", "#000000", 0) == "#000000"
    assert mixed("#ffffff", "#000000", 1) == "#ffffff"
