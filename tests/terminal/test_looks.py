"""How the full-screen game looks: sizes, colours, marks."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from inarow.apps.terminal.boardview import BoardLayout, BoardView
from inarow.apps.terminal.dialogs import HelpScreen
from inarow.apps.terminal.fullscreen import GameApp

from .screens import middle_of, moves, playing, screen_text, until


@pytest.mark.parametrize(("from_zero", "column"), [(False, "1"), (True, "2")])
async def test_columns_are_numbered_as_wished(from_zero: bool, column: str) -> None:
    async with playing(from_zero=from_zero) as (app, pilot):
        assert screen_text(app).splitlines()[-1].split() == list(
            "0123456" if from_zero else "1234567"
        )
        await pilot.press("1")
        assert moves(app) == column


async def test_help_tells_the_rules_and_the_keys() -> None:
    async with playing() as (app, pilot):
        await pilot.press("?")
        assert isinstance(app.screen, HelpScreen)
        words = str(app.screen.query_one(Static).render())
        assert "7x6, pieces fall, 4 in a row wins." in words
        assert "take back your last move" in words
        await pilot.press("escape")
        assert not isinstance(app.screen, HelpScreen)
        await pilot.press("4")
        assert moves(app) == "4"


async def test_light_and_dark() -> None:
    async with playing() as (app, pilot):
        assert app.current_theme.dark
        await pilot.press("t")
        assert not app.current_theme.dark
        await pilot.press("t")
        assert app.current_theme.dark


@pytest.mark.parametrize("variable", ["0;15", "0;default;15", "12;7"])
async def test_a_light_terminal_gets_the_light_colours(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORFGBG", variable)
    async with playing() as (app, _):
        assert not app.current_theme.dark


async def test_a_piece_falls_row_by_row(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[int]] = []
    fall = BoardView._fall_one_row

    def noting(view: BoardView) -> None:
        seen.append(_rows_of_the_last_piece(app))
        fall(view)

    monkeypatch.setattr(BoardView, "_fall_one_row", noting)
    async with playing() as (app, pilot):
        app.animation_level = "full"
        await pilot.press("4")
        await until(pilot, lambda: _rows_of_the_last_piece(app) == [0])
        assert seen == [[5], [4], [3], [2], [1]]


def _rows_of_the_last_piece(app: GameApp) -> list[int]:
    """Where the mark of the last piece is seen in the middle column."""
    rows = []
    for row in range(6):
        x, y = middle_of(app, 3, row)
        if app.board_view.render_line(y).text[x] == "•":
            rows.append(row)
    return rows


@pytest.mark.parametrize(
    ("game", "size", "cell"),
    [
        ("connect4", (80, 24), 3),
        ("connect4", (120, 50), 5),
        ("gomoku", (80, 24), 1),
        ("gomoku(20)", (80, 24), 1),
        ("gomoku", (120, 40), 2),
        ("connect4(20x20)", (80, 24), 1),
        ("tictactoe", (80, 24), 5),
        ("gomoku(20)", (40, 12), 1),
    ],
)
async def test_the_board_takes_the_room_there_is(
    game: str, size: tuple[int, int], cell: int
) -> None:
    async with playing(game=game, size=size) as (app, _):
        view = app.board_view
        assert view.shape == BoardLayout(app.session.board.game, cell)
        stage = app.query_one("#stage")
        if size != (40, 12):
            assert view.region.width <= stage.region.width
            assert view.region.height <= stage.region.height
            assert stage.max_scroll_x == stage.max_scroll_y == 0
        # Every line is as wide as the widget.
        for y in range(view.shape.height):
            assert view.render_line(y).cell_length == view.shape.width


async def test_a_board_that_does_not_fit_follows_the_cursor() -> None:
    async with playing(game="gomoku(20)", size=(40, 14)) as (app, pilot):
        stage = app.query_one("#stage")
        assert stage.max_scroll_y > 0
        await pilot.press(*["down"] * 20, *["right"] * 20)
        cell = app.board_view.shape.region_of(19, 0)
        assert stage.scroll_y + stage.size.height >= cell.bottom
        assert stage.scroll_x + stage.size.width >= cell.right
        await pilot.press("enter")
        assert moves(app) == "t1"


async def test_a_resized_terminal_resizes_the_board() -> None:
    async with playing() as (app, pilot):
        await pilot.resize_terminal(50, 20)
        await until(pilot, lambda: app.board_view.shape.size == 2)
        await pilot.resize_terminal(120, 50)
        await until(pilot, lambda: app.board_view.shape.size == 5)


async def test_without_colours_the_shapes_remain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(moves="45") as (app, _):
        lines = screen_text(app).splitlines()
        x_piece, o_piece, empty = (
            [line[region.x : region.right] for line in lines[region.y : region.bottom]]
            for region in (app.board_view.shape.region_of(x, 0) for x in (3, 4, 0))
        )
        assert x_piece != o_piece
        assert "".join(empty).strip() == "·"
