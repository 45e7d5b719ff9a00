"""The full-screen game while the computer thinks, and what it then tells."""

from __future__ import annotations

from typing import Any

import pytest

from inarow.apps.terminal import fullscreen
from inarow.apps.terminal.background import COMPILING_NOTICE
from inarow.apps.terminal.dialogs import HelpScreen
from inarow.apps.terminal.fullscreen import GameApp
from inarow.players.player import Choice
from inarow.players.roster import player

from .screens import (
    PATIENCE,
    FirstMovePlayer,
    PonderingPlayer,
    moves,
    playing,
    screen_text,
    text,
    until,
)


async def test_the_computer_answers() -> None:
    async with playing(FirstMovePlayer()) as (app, pilot):
        await pilot.press("4")
        await until(pilot, lambda: moves(app) == "41")
        assert "You" in text(app, "sides")
        assert "first" in text(app, "sides")
        assert text(app, "moves") == "Moves 4 1"


async def test_the_computer_can_begin() -> None:
    async with playing(first=FirstMovePlayer()) as (app, pilot):
        await until(pilot, lambda: moves(app) == "1")
        assert text(app, "status").startswith("Your turn")


async def test_what_the_computer_thought_is_shown() -> None:
    async with playing(player("branch-and-bound"), moves="716171") as (app, pilot):
        await pilot.press("6")
        await until(pilot, lambda: app.session.result)
        assert text(app, "status").startswith("You lost: Branch and bound wins.")
        thought = text(app, "thought")
        for word in ("Branch and bound thought", "1, score win", "depth 4", "nodes", "cut-offs"):
            assert word in thought
        assert thought.rstrip().endswith(" s")


async def test_a_game_that_is_over_needs_no_preparation() -> None:
    async with playing(player("perfect"), moves="1212121") as (app, pilot):
        await until(pilot, lambda: app._preparation is None)
        assert "win" in text(app, "status")


async def test_undo_while_the_computer_thinks_stops_it() -> None:
    opponent = PonderingPlayer()
    async with playing(opponent) as (app, pilot):
        await pilot.press("4")
        await until(pilot, lambda: "pondering is thinking" in text(app, "status"))
        await pilot.press("3")
        assert "It is pondering's turn." in text(app, "status")
        await pilot.press("u")
        await until(pilot, lambda: opponent.was_stopped)
        await pilot.pause(0.05)
        assert moves(app) == ""
        assert app.session.is_persons_turn


async def test_a_hint_is_shown_on_the_board_until_the_next_move() -> None:
    async with playing(moves="112233") as (app, pilot):
        await pilot.press("h")
        await until(pilot, lambda: app.board_view.hint is not None)
        assert app.board_view.hint == 3
        assert "Hint" in text(app, "thought")
        assert "Column 4 wins now with four in a row." in text(app, "thought")
        assert screen_text(app).count("◆") == 1
        await pilot.press("7")
        assert app.board_view.hint is None
        assert "◆" not in screen_text(app)


async def test_a_move_does_not_wait_for_a_hint() -> None:
    async with playing() as (app, pilot):
        await pilot.press("h", "4")
        assert moves(app) == "4"
        await pilot.pause(0.1)
        assert app.board_view.hint is None


async def test_a_lost_game_says_where_it_was_lost_and_v_goes_there() -> None:
    async with playing(FirstMovePlayer(), moves="716171") as (app, pilot):
        await pilot.press("5")
        await until(pilot, lambda: "until move" in text(app, "status"))
        status = text(app, "status")
        assert "You lost" in status
        assert "You were winning until move 7: playing 5 instead of 1 loses." in status.replace(
            "\n", " "
        )
        await pilot.press("v")
        assert "Move 7 of 8: You played 5" in text(app, "thought")
        assert "does not stop first from completing four in a row in column 1" in text(
            app, "thought"
        )
        assert screen_text(app).count("★") == 0 and "◆" in screen_text(app)
        await pilot.press("h")
        assert "when it is your turn" in text(app, "status")
        await pilot.press("right")
        assert "when it is your turn" not in text(app, "status")
        assert "Move 8 of 8: first played 1" in text(app, "thought")
        await pilot.press("right", "left", "left")
        assert "Move 6 of 8" in text(app, "thought")
        await pilot.press("1")
        assert len(app.session.board.moves) == 8
        await pilot.press("v")
        assert screen_text(app).count("★") == 4


async def test_quitting_while_the_computer_thinks_stops_it_at_once() -> None:
    opponent = PonderingPlayer()
    async with playing(opponent) as (app, pilot):
        await pilot.press("4")
        await until(pilot, lambda: "is thinking" in text(app, "status"))
        await pilot.press("q")
    assert app.return_code == 0
    assert all(thread.ends_within(PATIENCE) for thread in app.threads)
    assert opponent.was_stopped


async def test_a_compiled_search_is_stopped_as_well() -> None:
    async with playing(player("discount(depth=40)")) as (app, pilot):
        await until(pilot, lambda: all(thread.ends_within(0) for thread in app.threads))
        await pilot.press("4")
        await until(pilot, lambda: "is thinking" in text(app, "status"))
        await pilot.press("ctrl+c")
    assert app.return_code == 130
    assert all(thread.ends_within(PATIENCE) for thread in app.threads)


async def test_the_screen_stays_alive_while_the_computer_thinks() -> None:
    async with playing(player("discount(depth=40)")) as (app, pilot):
        await pilot.press("4", "?")
        assert isinstance(app.screen, HelpScreen)
        assert "is thinking" in text(app, "status")
        await pilot.press("escape", "u")
        assert moves(app) == ""


async def test_two_computers_play_until_paused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fullscreen, "WATCHING_SECONDS", PATIENCE)
    start = "a1 b1 c1 a2"
    async with playing(
        FirstMovePlayer(), first=FirstMovePlayer(), game="tictactoe", moves=start
    ) as (app, pilot):
        await until(pilot, lambda: moves(app) == f"{start} b2")
        await pilot.press("p")
        assert "Paused" in text(app, "status")
        await pilot.press("u", "h", "r")
        assert moves(app) == f"{start} b2"
        monkeypatch.setattr(fullscreen, "WATCHING_SECONDS", 0.01)
        await pilot.press("p")
        await until(pilot, lambda: app.session.result)
        assert moves(app) == f"{start} b2 c2 a3"
        assert "first wins!" in text(app, "status")


async def test_compiling_is_told() -> None:
    async with playing() as (app, pilot):
        app.post_message(GameApp.Compiling())
        await pilot.pause()
        assert COMPILING_NOTICE in text(app, "status")


async def test_a_failing_player_is_not_hidden() -> None:
    class FailingPlayer(FirstMovePlayer):
        def choose(self, *_: Any, **__: Any) -> Choice:
            raise RuntimeError("out of ideas")

    with pytest.raises(RuntimeError, match="out of ideas"):
        async with playing(FailingPlayer()) as (app, pilot):
            await pilot.press("4")
            await until(pilot, lambda: app.return_code is not None)


async def test_what_is_found_after_the_screen_was_taken_down_is_not_shown() -> None:
    async with playing(FirstMovePlayer()) as (app, _):
        pass
    app._work = app.threads[0]
    found = Choice(0)
    app.on_thinking_app_found(GameApp.Found(app._work, found, app._play_choice))
    app._go_on()
    assert moves(app) == ""
