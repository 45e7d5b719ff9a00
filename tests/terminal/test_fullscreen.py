"""The full-screen game, driven as a person would: by keys and by mouse."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Select, Static

from inarow.apps.terminal import fullscreen
from inarow.apps.terminal.background import COMPILING_NOTICE
from inarow.apps.terminal.boardview import BoardLayout, BoardView
from inarow.apps.terminal.dialogs import ChooseColour, HelpScreen, NewGame, Question
from inarow.apps.terminal.fullscreen import GameApp
from inarow.apps.terminal.naming import MoveNames
from inarow.apps.terminal.session import Seat, Session
from inarow.apps.terminal.setup import opponents
from inarow.players.player import Choice
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.side import Side
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.words import STRENGTHS

PATIENCE = 60.0


class FirstMovePlayer:
    """Plays the first legal move, at once."""

    name = "first"

    def refusal(self, game: Game) -> str | None:
        del game
        return None

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Choice:
        del limit, stop, on_progress
        return Choice(next(iter(board.legal_moves)))


class PonderingPlayer(FirstMovePlayer):
    """Thinks until it is told to stop."""

    name = "pondering"
    was_stopped = False

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Choice:
        assert stop is not None
        while not stop.is_set():
            time.sleep(0.005)
        self.was_stopped = True
        return super().choose(board, limit, stop=stop, on_progress=on_progress)


@asynccontextmanager
async def playing(
    opponent: Seat = None,
    *,
    game: str = "connect4",
    moves: str = "",
    first: Seat = None,
    size: tuple[int, int] = (80, 24),
    from_zero: bool = False,
) -> AsyncIterator[tuple[GameApp, Pilot[None]]]:
    """A game on a screen that is not there."""
    board = Board(game, moves)
    app = GameApp(Session(board, (first, opponent)), MoveNames(board.game, from_zero))
    app.animation_level = "none"
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


async def until(pilot: Pilot[None], happens: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end, "it does not happen"
        await pilot.pause(0.01)


def text(app: GameApp, name: str) -> str:
    # The game's own screen, also while a dialog lies over it.
    return str(app.screen_stack[0].query_one(f"#{name}", Static).render())


def moves(app: GameApp) -> str:
    return app.session.board.moves_text()


def screen_text(app: GameApp) -> str:
    """The board as it is shown, without its colours."""
    view = app.board_view
    return "\n".join(view.render_line(y).text for y in range(view.size.height))


def middle_of(app: GameApp, x: int, y: int) -> tuple[int, int]:
    region = app.board_view.shape.region_of(x, y)
    size = app.board_view.shape.size
    return region.x + size - 1, region.y + (size - 1) // 2


async def click(app: GameApp, pilot: Pilot[None], x: int, y: int) -> None:
    await pilot.click(BoardView, offset=middle_of(app, x, y))


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


async def test_a_full_column_gets_a_sentence() -> None:
    async with playing(moves="444444") as (app, pilot):
        await pilot.press("4")
        assert text(app, "status").endswith("Column 4 is full.")
        await pilot.press("3")
        assert moves(app) == "4444443"
        assert "full" not in text(app, "status")


@pytest.mark.parametrize(("from_zero", "column"), [(False, "1"), (True, "2")])
async def test_columns_are_numbered_as_wished(from_zero: bool, column: str) -> None:
    async with playing(from_zero=from_zero) as (app, pilot):
        assert screen_text(app).splitlines()[-1].split() == list(
            "0123456" if from_zero else "1234567"
        )
        await pilot.press("1")
        assert moves(app) == column


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


async def test_a_game_that_is_over_needs_no_preparation() -> None:
    async with playing(player("perfect"), moves="1212121") as (app, pilot):
        await until(pilot, lambda: app._preparation is None)
        assert "win" in text(app, "status")


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


async def test_resigning_is_asked_for() -> None:
    async with playing(FirstMovePlayer()) as (app, pilot):
        await pilot.press("r")
        assert isinstance(app.screen, Question)
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


async def test_a_lost_game_says_where_it_was_lost_and_v_goes_there() -> None:
    async with playing(FirstMovePlayer(), moves="716171") as (app, pilot):
        await pilot.press("5")
        await until(pilot, lambda: "until move" in text(app, "status"))
        status = text(app, "status")
        assert "You lost" in status
        assert "You were winning until move 7: 5 instead of 1 loses." in status.replace("\n", " ")
        await pilot.press("v")
        assert "Move 7 of 8: You played 5" in text(app, "thought")
        assert "does not stop first from completing four in a row in column 1" in text(
            app, "thought"
        )
        assert screen_text(app).count("★") == 0 and "◆" in screen_text(app)
        await pilot.press("right")
        assert "Move 8 of 8: first played 1" in text(app, "thought")
        await pilot.press("right", "left", "left")
        assert "Move 6 of 8" in text(app, "thought")
        await pilot.press("1")
        assert len(app.session.board.moves) == 8
        await pilot.press("v")
        assert screen_text(app).count("★") == 4


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


async def test_swap2_against_a_computer() -> None:
    board = Board("gomoku")
    session = Session(board, (None, FirstMovePlayer()), swap2=True)
    app = GameApp(session, MoveNames(board.game))
    async with app.run_test(size=(110, 40)) as pilot:
        assert "put a black stone" in text(app, "status")
        await pilot.press(*"h8", *"i9")
        assert "put a black stone" in text(app, "status")
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
    async with playing(FirstMovePlayer(), first=FirstMovePlayer()) as (app, pilot):
        await until(pilot, lambda: moves(app) == "1")
        await pilot.press("p")
        assert "Paused" in text(app, "status")
        await pilot.press("u", "h", "r")
        assert moves(app) == "1"
        monkeypatch.setattr(fullscreen, "WATCHING_SECONDS", 0.01)
        await pilot.press("p")
        await until(pilot, lambda: app.session.result)
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
