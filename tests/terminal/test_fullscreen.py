"""The full-screen game, driven as a person would: by keys and by mouse."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from inarow.apps.terminal.dialogs import NewGame
from inarow.apps.terminal.fullscreen import GameApp

from .screens import (
    FirstMovePlayer,
    PonderingPlayer,
    click,
    middle_of,
    moves,
    playing,
    screen_text,
    text,
    until,
)


async def test_a_game_by_digits_is_won_and_the_four_are_marked() -> None:
    async with playing() as (app, pilot):
        await pilot.press(*"1212121")
        assert moves(app) == "1212121"
        assert text(app, "status").startswith("Player 1 wins!")
        shown = screen_text(app)
        assert shown.count("★") == 4
        winning = {middle_of(app, 0, y) for y in range(4)}
        stars = {
            (x, y)
            for y, line in enumerate(shown.splitlines())
            for x, letter in enumerate(line)
            if letter == "★"
        }
        assert stars == winning


async def test_a_game_by_mouse() -> None:
    async with playing() as (app, pilot):
        for x, y in [(3, 0), (4, 5), (3, 2), (4, 0), (3, 5), (4, 1), (3, 3)]:
            await click(app, pilot, x, y)
        assert moves(app) == "4545454"
        assert text(app, "status").startswith("Player 1 wins!")


async def test_a_game_by_arrows_on_a_board_of_points() -> None:
    async with playing(game="tictactoe") as (app, pilot):
        await pilot.press("enter", "up", "enter", "left", "down", "space", "up", "up", "up")
        await pilot.press("right", "right", "right", "right", "enter")
        assert moves(app) == "b2 b3 a2 c3"
        await pilot.press("down", "enter")
        assert text(app, "status").startswith("Player 1 wins!")


async def test_points_are_clicked() -> None:
    async with playing(game="gomoku") as (app, pilot):
        await click(app, pilot, 7, 7)
        await click(app, pilot, 14, 0)
        await click(app, pilot, 0, 14)
        assert moves(app) == "h8 o1 a15"
        assert "◉" in screen_text(app)


async def test_arrows_choose_a_column() -> None:
    async with playing() as (app, pilot):
        await pilot.press("left", "left", "enter", "right", "down", *["right"] * 9, "enter")
        assert moves(app) == "237"


async def test_a_full_column_gets_a_sentence() -> None:
    async with playing(moves="444444") as (app, pilot):
        await pilot.press("4")
        assert text(app, "status").endswith("Column 4 is full.")
        await pilot.press("3")
        assert moves(app) == "4444443"
        assert "full" not in text(app, "status")


async def test_a_digit_without_a_column_gets_a_sentence() -> None:
    async with playing() as (app, pilot):
        await pilot.press("9")
        assert "There is no such column: choose 1-7." in text(app, "status")
        assert moves(app) == ""


async def test_ten_columns_have_ten_keys() -> None:
    async with playing(game="connect4(10x8)") as (app, pilot):
        assert "press 1-9, 0 or click" in text(app, "status")
        await pilot.press("0")
        assert moves(app) == "10"


async def test_a_digit_is_no_key_where_columns_have_two() -> None:
    async with playing(game="connect4(12x8)") as (app, pilot):
        assert "press 1" not in text(app, "status")
        await pilot.press("1", "2")
        assert moves(app) == ""
        await pilot.press("?")
        assert "drop a disc into that column" not in str(app.screen.query_one(Static).render())


async def test_ctrl_z_puts_the_game_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    aside: list[bool] = []
    monkeypatch.setattr(GameApp, "action_suspend_process", lambda _: aside.append(True))
    async with playing() as (_, pilot):
        await pilot.press("ctrl+z")
        assert aside == [True]


async def test_undo_takes_back_both_moves() -> None:
    async with playing(FirstMovePlayer()) as (app, pilot):
        await pilot.press("u")
        assert "You have no move to take back." in text(app, "status")
        await pilot.press("4")
        await until(pilot, lambda: moves(app) == "41")
        await pilot.press("u")
        assert moves(app) == ""
        assert text(app, "status").startswith("Your turn")


@pytest.mark.parametrize(
    ("keys", "played"),
    [("h8", "h8"), ("h12", "h12"), (["h", "1", "enter"], "h1"), (["n", "7"], "n7"),
     (["x", "j", "i", "3"], "i3"), (["h", "1", "backspace", "9"], "h9"), (["h", "escape"], ""),
     (["h", "9", "9"], "h9")],
)  # fmt: skip
async def test_a_point_can_be_typed(keys: str | list[str], played: str) -> None:
    async with playing(game="gomoku", size=(110, 40)) as (app, pilot):
        await pilot.press(*keys)
        assert moves(app) == played


async def test_a_letter_that_is_a_column_and_a_command_is_a_command_when_typed_twice() -> None:
    async with playing(PonderingPlayer(), game="gomoku", size=(110, 40)) as (app, pilot):
        await pilot.press("h")
        assert "h_  Now the row (1-15), or h again: Hint." in text(app, "status").replace("\n", " ")
        await pilot.press("h")
        await until(pilot, lambda: "Hint" in text(app, "thought"))
        assert moves(app) == ""
        await pilot.press("n", "n")
        assert isinstance(app.screen, NewGame)
