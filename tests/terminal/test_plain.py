"""The plain game: the prompts and messages of document 001, and an answer to any input."""

import io
import re
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inarow.apps.kept_games import KeptGames
from inarow.apps.terminal.keeping import Keeping
from inarow.apps.terminal.naming import MoveNames
from inarow.apps.terminal.plain import PlainGame
from inarow.apps.terminal.session import Session
from inarow.players.player import Player
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.notation import parse_move
from inarow.study.explain.phrases import People
from inarow.study.records.record import Opening, Record
from inarow.wire.formats import write_text
from inarow.wire.read import record_from_text


def transcript(
    lines: Iterable[str],
    *,
    game: str = "connect4",
    moves: str = "",
    seats: tuple[Player | None, Player | None] = (None, None),
    from_zero: bool = False,
) -> tuple[str, int]:
    """What is printed when these lines are typed, and the exit status."""
    board = Board.parse(game, moves)
    source, sink = io.StringIO("".join(f"{line}\n" for line in lines)), io.StringIO()
    names = MoveNames(board.game, from_zero)
    status = PlainGame(Session(board, seats), names, source, sink, io.StringIO()).play()
    return sink.getvalue(), status


def document_001(moves: str, column: int) -> str:
    """Play one column, counted from 0, against document 001's player from a position."""
    seats = (None, player("branch-and-bound"))
    return transcript([str(column)], moves=moves, seats=seats, from_zero=True)[0]


def test_figures_3_and_4_it_completes_the_vertical_four() -> None:
    assert (
        document_001("716171", 5)
        == """\
- - - - - - -
- - - - - - -
- - - - - - -
O - - - - - -
O - - - - - X
O - - - - X X
0 1 2 3 4 5 6
Player 1, enter the column to place your disc (0-6): 5
Opponent played 0
- - - - - - -
- - - - - - -
O - - - - - -
O - - - - - -
O - - - - X X
O - - - - X X
0 1 2 3 4 5 6
Player 2 wins!
You were winning until move 7: playing 6 instead of 1 loses. (This sentence counts columns from 1.)
"""
    )


def test_figures_5_and_6_it_completes_the_horizontal_four() -> None:
    shown = document_001("-------/-------/-------/-------/XX-----/OOO---X", 2)
    assert shown.endswith("""\
Player 1, enter the column to place your disc (0-6): 2
Opponent played 3
- - - - - - -
- - - - - - -
- - - - - - -
- - - - - - -
X X X - - - -
O O O O - - X
0 1 2 3 4 5 6
Player 2 wins!
You were winning until move 7: playing 3 instead of 4 loses. (This sentence counts columns from 1.)
""")


def test_figures_7_and_8_it_blocks_the_three() -> None:
    shown = document_001("-------/-------/-------/-------/-------/OOXX---", 4)
    assert shown.startswith("""\
- - - - - - -
- - - - - - -
- - - - - - -
- - - - - - -
- - - - - - -
O O X X - - -
0 1 2 3 4 5 6
Player 1, enter the column to place your disc (0-6): 4
Opponent played 5
- - - - - - -
- - - - - - -
- - - - - - -
- - - - - - -
- - - - - - -
O O X X X O -
0 1 2 3 4 5 6
""")


def test_columns_are_numbered_from_1() -> None:
    shown, status = transcript(["1", "2", "1", "2", "1", "2", "1"])
    assert status == 0
    assert shown.endswith("""\
- - - - - - -
- - - - - - -
X - - - - - -
X O - - - - -
X O - - - - -
X O - - - - -
1 2 3 4 5 6 7
Player 1 wins!
Player 2 was winning until move 6: playing 2 instead of 1 loses.
""")
    assert "Player 2, enter the column to place your disc (1-7): 2\n" in shown


def test_a_draw() -> None:
    shown, status = transcript(["c1"], game="tictactoe", moves="a3 b3 c3 b2 a2 c2 b1 a1")
    assert status == 0
    assert shown.endswith(
        "It's a draw!\nPlayer 1 was winning until move 7: playing b1 instead of a1 only draws.\n"
    )


def test_points() -> None:
    shown, _ = transcript(["h8", "H9", "z9", "h8"], game="gomoku")
    assert "Player 1, enter the point to place your stone (a1-o15): h8\n" in shown
    assert "(z9 is off the board: the points are a1 to o15.)" in shown.lower()
    assert "Invalid move. Please choose another point. (H8 is already taken.)" in shown


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("abc", "'abc' is not a column: give a number from 1 to 7."),
        ("", "Type a column, or help."),
        ("   ", "Type a column, or help."),
        ("0", "There is no column 0: the columns are 1 to 7."),
        ("8", "There is no column 8: the columns are 1 to 7."),
        ("-1", "'-1' is not a column: give a number from 1 to 7."),
        ("4.0", "'4.0' is not a column: give a number from 1 to 7."),
        ("9" * 5000, "There is no column 999999999999: the columns are 1 to 7."),
        ("٣", "'٣' is not a column: give a number from 1 to 7."),
        ("4", "Column 4 is full."),
    ],
)
def test_what_is_no_move_gets_a_sentence_and_another_chance(typed: str, answer: str) -> None:
    shown, status = transcript([typed, "quit"], moves="444444")
    assert f"Invalid move. Please choose another column. ({answer})" in shown
    assert shown.count("Player 1, enter the column") == 2
    assert status == 0


def test_from_zero_holds_for_every_message() -> None:
    shown, _ = transcript(["7", "x", "3", "0", "undo"], moves="444444", from_zero=True)
    assert "(There is no column 7: the columns are 0 to 6.)" in shown
    assert "('x' is not a column: give a number from 0 to 6.)" in shown
    assert "(Column 3 is full.)" in shown
    assert "(0-6): 0\n" in shown


# How long it takes says more about the machine than about the game.
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.text(st.characters(exclude_characters="\r\n")), max_size=12))
def test_nothing_that_can_be_typed_breaks_the_game(lines: list[str]) -> None:
    shown, status = transcript(lines, game="connect3")
    assert status in (0, 1)
    last = shown.splitlines()[-1]
    assert status == 0 or last == "The input ended before the game was over."


def test_the_end_of_the_input() -> None:
    shown, status = transcript(["4"])
    assert status == 1
    assert shown.endswith(" (1-7): \nThe input ended before the game was over.\n")


def test_undo_hint_help_and_resign() -> None:
    seats = (None, player("random", seed=1))
    lines = ["undo", "4", "undo", "help", "hint", "resign"]
    shown, status = transcript(lines, seats=seats, moves="")
    assert "You have no move to take back.\n" in shown
    assert shown.count("- - - - - - -\n" * 6 + "1 2 3 4 5 6 7\n") == 3
    assert "7x6, pieces fall, 4 in a row wins. X moves first.\n" in shown
    assert re.search(r"^Hint: Column [1-7] .+\.$", shown, re.MULTILINE)
    assert shown.endswith("Player 1 resigns. Player 2 wins!\n")
    assert status == 0


def test_a_hint_takes_a_win() -> None:
    shown, _ = transcript(["hint", "quit"], moves="112233")
    assert "Hint: Column 4 wins now with four in a row.\n" in shown


def test_a_hint_names_the_column_as_the_board_does() -> None:
    shown, _ = transcript(["hint", "quit"], moves="112233", from_zero=True)
    assert "Hint: 3. Column 4 wins now with four in a row. (This sentence counts" in shown


def test_a_hint_on_a_board_of_points_says_why() -> None:
    shown, _ = transcript(["hint", "quit"], game="tictactoe", moves="b2 a1 c3")
    assert "Hint: c1 takes the cell where Player 1 would make two threats at once, and" in shown


def test_two_computers_need_no_input() -> None:
    seats = (player("random", seed=1), player("random", seed=2))
    shown, status = transcript([], seats=seats)
    assert status == 0
    assert "Player 1 played " in shown
    assert "Player 2 played " in shown
    assert shown.splitlines()[-2] in ("Player 1 wins!", "Player 2 wins!", "It's a draw!")
    assert re.match(r"Random .* until move \d+: ", shown.splitlines()[-1])
    assert "Opponent" not in shown


def test_the_computer_can_move_first() -> None:
    shown, _ = transcript([], seats=(player("random", seed=1), None))
    assert shown.startswith("Opponent played ")
    assert "Player 2, enter the column to place your disc (1-7): " in shown


def test_control_characters_are_not_echoed() -> None:
    shown, _ = transcript(["\x1b[2J4"])
    assert "\x1b" not in shown


def test_a_game_left_in_the_middle_of_swap2_goes_on_there(tmp_path: Path) -> None:
    board = Board("gomoku")
    games = KeptGames(tmp_path)
    session = Session(board, (None, player("random", seed=1)), swap2=True)
    session.on_change = partial(Keeping(games).keep, session)
    for move in ("h8", "i9"):
        session.play(parse_move(board.game, move))
    record = games.load("game-1").record
    assert record.players == ("You", "random") and record.opening is Opening.SWAP2
    # Whoever opens has no colour yet, so that a review may not say that they moved.
    assert People.of(record).names == ("Black", "White")
    shown = continued(record, "a1\nquit\n")
    assert "Opponent takes" in shown or "Opponent adds two stones" in shown


@pytest.mark.parametrize("stones", ["h8 i9 a1", "h8 i9 a1 b2"])
def test_a_computer_goes_on_with_the_stones_that_it_adds(stones: str) -> None:
    board = Board("gomoku", stones)
    record = Record(board.game, board.moves, ("You", "random"), opening=Opening.SWAP2_ADDING)
    shown = continued(record_from_text(write_text(record, "json")), "white\nquit\n")
    missing = 5 - board.ply
    before, choice, after = shown.partition("Swap2: choose black or white: ")
    assert choice and before.count("Opponent played") == missing
    assert "Opponent played" not in after


def continued(record: Record, typed: str) -> str:
    """What is shown when a game goes on."""
    session = Session.resumed(record, (None, player("random", seed=1)))
    sink = io.StringIO()
    names = MoveNames(record.game)
    PlainGame(session, names, io.StringIO(typed), sink, io.StringIO()).play()
    return sink.getvalue()
