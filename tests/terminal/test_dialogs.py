"""The dialogs of the full-screen game, and openings by swap2."""

from __future__ import annotations

from collections.abc import Callable

from textual.widgets import Select

from inarow.apps.terminal.dialogs import ChooseColour, NewGame, YesOrNo
from inarow.apps.terminal.fullscreen import GameApp
from inarow.apps.terminal.naming import MoveNames
from inarow.apps.terminal.session import Session
from inarow.apps.terminal.setup import opponents
from inarow.rules.board import Board
from inarow.rules.side import Side
from inarow.words import STRENGTHS

from .screens import FirstMovePlayer, moves, playing, text, until


async def test_resigning_is_asked_for() -> None:
    async with playing(FirstMovePlayer()) as (app, pilot):
        await pilot.press("r")
        assert isinstance(app.screen, YesOrNo)
        await pilot.press("n")
        assert app.session.result is None
        await pilot.press("r", "y")
        assert text(app, "status").startswith("You resigned. first wins.")
        await pilot.press("r")
        assert "The game is already over." in text(app, "status")
        await pilot.press("u")
        assert text(app, "status").startswith("Your turn")


async def test_a_new_game_offers_game_opponent_and_side() -> None:
    async with playing() as (app, pilot):
        await pilot.press("4", "n")
        assert isinstance(app.screen, NewGame)
        await pilot.press("escape")
        assert moves(app) == "4"
        await pilot.press("n", "enter")
        assert moves(app) == "" and app.session.result is None
        await pilot.press("n")
        for name, chosen in (
            ("game", "gomoku(15x15)"),
            ("opponent", "level-1"),
            ("side", "second"),
        ):
            app.screen.query_one(f"#{name}", Select).value = chosen
            await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: len(app.session.board.moves) == 1)
        assert str(app.session.board.game) == "gomoku(15x15)"
        assert [app.session.name(side) for side in Side] == ["Pip", "You"]
        assert "Gomoku" in text(app, "title")
        await until(pilot, lambda: app.session.is_persons_turn)
        await pilot.press("a", "9")
        assert "a9" in moves(app)


async def test_the_dialog_asks_how_strong_one_is_and_suggests_an_even_match() -> None:
    async with playing() as (app, pilot):
        await pilot.press("n")
        opponent = app.screen.query_one("#opponent", Select)

        def suggests(level: int) -> Callable[[], bool]:
            return lambda: opponent.value == f"level-{level}"

        for answer, level in STRENGTHS.items():
            app.screen.query_one("#strength", Select).value = answer
            await until(pilot, suggests(level))


async def test_the_dialog_lists_only_who_can_play_the_game_and_explains_the_levels() -> None:
    async with playing() as (app, pilot):
        await pilot.press("n")
        offered = dict(opponents(app.session.board.game))
        assert offered["level-1"] == "Pip (level 1): a child who has just learned the rules"
        assert offered["level-10"].endswith("perfect, or the strongest there is")
        assert "adapt" in offered and "human" in offered and "shapes" not in offered
        app.screen.query_one("#game", Select).value = "tictactoe(3x3)"
        await pilot.pause()
        assert not app.screen.query_one("#opening").display
        app.screen.query_one("#game", Select).value = "gomoku(15x15)"
        await pilot.pause()
        assert app.screen.query_one("#opening").display


async def test_swap2_against_a_computer() -> None:
    board = Board("gomoku")
    session = Session(board, (None, FirstMovePlayer()), swap2=True)
    app = GameApp(session, MoveNames(board.game))
    async with app.run_test(size=(110, 40)) as pilot:
        assert "place a black stone" in text(app, "status")
        await pilot.press(*"h8", *"i9")
        assert "place a black stone" in text(app, "status")
        await pilot.press("a", "1", "enter")
        await until(pilot, lambda: session.opening is None or session.board.ply == 5)
        if session.opening is not None:
            await until(pilot, lambda: isinstance(app.screen, ChooseColour))
            await pilot.press("b")
        assert session.opening is None
        assert sorted(session.name(side) for side in Side) == ["You", "first"]


async def test_swap2_with_a_computers_proposal() -> None:
    board = Board("gomoku")
    session = Session(board, (FirstMovePlayer(), None), swap2=True)
    app = GameApp(session, MoveNames(board.game))
    async with app.run_test(size=(110, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ChooseColour))
        assert session.board.ply == 3
        await pilot.press("a", *"h8", *"i9")
        # Its first move may follow at once, and must not come while the screen is taken down.
        await until(pilot, lambda: session.opening is None and session.is_persons_turn)
        assert session.board.ply >= 5
        assert sorted(session.name(side) for side in Side) == ["You", "first"]
