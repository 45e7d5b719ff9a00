"""Games from names and text, and moves as text."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import Board, Game, GameError, InarowError, Line, MoveError, Square, game
from inarow.rules.catalogue import CATALOGUE
from inarow.rules.notation import move_text, moves_text, parse_move, parse_moves
from strategies import games


@given(games(largest=20))
def test_a_game_is_made_again_from_its_text(made: Game) -> None:
    assert game(str(made)) == made
    assert hash(game(str(made))) == hash(made)
    assert pickle.loads(pickle.dumps(made)) == made


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_catalogue_knows_its_own_names(name: str) -> None:
    assert game(name) == CATALOGUE[name].game
    assert game(str(game(name))).family == name
    assert game(name.upper()) == game(name)


def test_overrides_and_descriptions() -> None:
    assert game("connect4", height=5) == Game(7, 5, True, Line(4))
    assert game("connect4", width=8, height=7) == game("connect4(8x7)")
    assert str(game("connect4", width=8, height=7)) == "connect4(8x7)"
    assert game("gomoku(15)") == game("gomoku")
    assert game("gomoku", exact=True) == game("gomoku-standard")
    assert game("square(7x6)") == Game(7, 6, True, Square(2))
    assert game("square", gravity=False) == game("square(7x6,free)")
    assert game("gomoku(19,18)") == game("gomoku(19x18)") == Game(19, 18, False, Line(5))
    assert str(game("connect4(8,7)")) == "connect4(8x7)"
    assert game("mnk(9,8,k=4)") == Game(9, 8, False, Line(4))
    assert game("mnk(9,8,5)") == Game(9, 8, False, Line(5))
    assert game("gomoku(3x3,k=3)") == game("tictactoe")
    assert game("mnk(9x9,exact,k=5)") == game("gomoku-standard(9)")
    assert game("gomoku-standard", exact=False) == game("gomoku")
    assert game("mnk", width=8, height=8, k=5, gravity=True) == game("mnk(8x8,k=5,gravity)")
    assert game("connect4", n=2) == game("square")
    assert game("square", k=4) == game("connect4")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("chess", "no game called 'chess'"),
        ("conect4", "did you mean 'connect4'"),
        ("", "not a game"),
        ("connect4(8x7", "not a game"),
        ("connect4(2x7)", "3 to 20"),
        ("connect4(8x21)", "3 to 20"),
        ("connect4(99999999999999999999x6)", "too large"),
        ("connect4(wide)", "cannot read 'wide'"),
        ("connect4(1,2,3)", "too many numbers"),
        ("mnk", "needs a size"),
        ("mnk(9x9)", "needs a line length"),
        ("mnk(9,8)", "needs a line length"),
        ("mnk(9x9,z=3)", "cannot read 'z=3'"),
        ("mnk(3,3,9)", "does not fit"),
        ("mnk(5,5,1)", "at least 2"),
        ("square(4x4,n=1)", "at least 2x2"),
        ("square(5x3,n=4)", "does not fit"),
        ("square(7x6,exact)", "exact applies only to lines"),
    ],
)
def test_a_bad_description_is_refused_with_a_reason(text: str, words: str) -> None:
    with pytest.raises(GameError, match=words):
        game(text)


def test_a_game_can_be_changed_like_a_name() -> None:
    own = Game(9, 8, True, Line(5))
    assert game(own) is own
    assert game(own, height=9) == game("mnk(9x9,k=5,gravity)")
    assert str(game(game("gomoku"), width=19, height=19)) == "gomoku(19x19)"
    for wrong in (7, None, Line(4)):
        with pytest.raises(GameError, match="a game is its name or a Game, not "):
            Board(wrong)  # type: ignore[arg-type]


def test_what_is_no_rule_is_refused() -> None:
    with pytest.raises(GameError, match=r"a shape wins, such as Line\(4\), not 4"):
        Game(7, 6, True, 4)  # type: ignore[arg-type]
    with pytest.raises(GameError, match="gravity must be True or False, not 'no'"):
        game("connect4", gravity="no")  # type: ignore[arg-type]
    with pytest.raises(GameError, match="not both"):
        game("mnk(8,8)", k=4, n=2)


def test_sizes_are_whole_numbers_of_any_type() -> None:
    made = game("mnk", width=np.int64(9), height=np.uint8(8), k=np.int16(5))  # type: ignore[arg-type]
    assert made == game("mnk(9,8,5)") and str(made) == "mnk(9x8,k=5)"
    for wrong in (2.5, "4", True, np.float64(4)):
        for shape in (Line, Square):
            with pytest.raises(GameError, match="must be a whole number, not "):
                shape(wrong)  # type: ignore[arg-type]
        with pytest.raises(GameError, match="the height of a board must be a whole number, not "):
            Game(7, wrong, True, Line(4))  # type: ignore[arg-type]


@given(st.text(max_size=30))
def test_any_text_makes_a_game_or_a_named_error(text: str) -> None:
    try:
        made = game(text)
    except InarowError as error:
        assert str(error)
    else:
        assert isinstance(made, Game)


@given(games(largest=20), st.data())
def test_moves_round_trip_as_text(made: Game, data: st.DataObject) -> None:
    moves = data.draw(
        st.lists(st.integers(0, (made.width if made.gravity else made.cells) - 1), max_size=30)
    )
    assert parse_moves(made, moves_text(made, moves)) == moves
    assert [parse_move(made, move_text(made, move)) for move in moves] == moves


@given(games(largest=20), st.text(max_size=20))
def test_any_text_is_moves_or_a_named_error(made: Game, text: str) -> None:
    try:
        moves = parse_moves(made, text)
    except MoveError as error:
        assert str(error)
    else:
        assert all(0 <= move < made.cells for move in moves)


def test_moves_in_the_usual_forms() -> None:
    assert parse_moves(game("connect4"), "4453") == [3, 3, 4, 2]
    assert parse_moves(game("connect4"), "4, 4 5;3") == [3, 3, 4, 2]
    assert parse_moves(game("connect4(12x6)"), "12 1 10") == [11, 0, 9]
    assert moves_text(game("connect4(12x6)"), [11, 0, 9]) == "12 1 10"
    assert parse_moves(game("gomoku"), "h8 I9") == parse_moves(game("gomoku"), "h8i9") == [112, 128]


@pytest.mark.parametrize("word", ["0", "8", "x", "", "-1", "4 4", "٤", "9" * 5000])
def test_words_that_are_no_column(word: str) -> None:
    with pytest.raises(MoveError):
        parse_move(game("connect4"), word)


@pytest.mark.parametrize("word", ["h", "8", "h0", "h16", "p1", "hh8", "é4", "h8h8"])
def test_words_that_are_no_point(word: str) -> None:
    with pytest.raises(MoveError):
        parse_move(game("gomoku"), word)
