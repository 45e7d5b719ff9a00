"""A session: whose turn it is, what undo takes back, how a game ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.apps.terminal.session import GameEnd, Session
from inarow.players.player import PlayerError
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.errors import ColumnFullError, GameOverError, NoMoveToUndoError
from inarow.rules.side import Side

COMPUTER = player("random", seed=1)


def against_computer(moves: str = "", game: str = "connect4") -> Session:
    return Session(Board(game, moves), (None, COMPUTER))


def test_a_person_and_a_computer_take_turns() -> None:
    session = against_computer()
    assert session.is_persons_turn
    assert session.people == (Side.X,)
    session.play(3)
    assert session.to_move is COMPUTER
    assert not session.is_persons_turn
    session.play_choice(COMPUTER.choose(session.board))
    assert session.is_persons_turn


def test_names() -> None:
    assert [against_computer().name(side) for side in Side] == ["You", "Random"]
    two_people = Session(Board("connect4"), (None, None))
    assert [two_people.name(side) for side in Side] == ["Player 1", "Player 2"]


@given(st.lists(st.integers(0, 6), min_size=1, max_size=30), st.booleans(), st.booleans())
def test_undo_goes_back_to_the_last_turn_of_a_person(
    columns: list[int], x_is_person: bool, o_is_person: bool
) -> None:
    seats = (None if x_is_person else COMPUTER, None if o_is_person else COMPUTER)
    session = Session(Board("connect4"), seats)
    before_person: list[Board] = []
    for column in columns:
        if column in session.board.legal_moves:
            if session.to_move is None:
                before_person.append(session.board.copy())
            session.play(column)
    while before_person:
        session.undo()
        expected = before_person.pop()
        assert session.board == expected
        assert session.board.moves == expected.moves
        assert session.is_persons_turn
    with pytest.raises(NoMoveToUndoError):
        session.undo()


def test_undo_stops_at_the_start_position() -> None:
    session = against_computer("44")
    with pytest.raises(NoMoveToUndoError):
        session.undo()
    assert session.board.moves_text() == "44"


def test_undo_after_the_end_opens_the_game_again() -> None:
    session = Session(Board("connect4", "112233"), (None, None))
    session.play(3)
    assert session.result == GameEnd(Side.X)
    session.undo()
    assert session.result is None


def test_resigning_and_taking_it_back() -> None:
    session = against_computer()
    session.play(3)
    session.resign()
    assert session.result == GameEnd(Side.O, by_resignation=True)
    with pytest.raises(GameOverError):
        session.play(3)
    with pytest.raises(GameOverError):
        session.resign()
    session.undo()
    assert session.result is None
    assert session.board.moves_text() == "4"


def test_computers_do_not_resign() -> None:
    with pytest.raises(PlayerError, match="do not resign"):
        Session(Board("connect4"), (COMPUTER, COMPUTER)).resign()


def test_an_illegal_move_changes_nothing() -> None:
    session = Session(Board("connect4", "444444"), (None, None))
    with pytest.raises(ColumnFullError):
        session.play(3)
    assert session.moves_played == 0
    assert session.board.moves_text() == "444444"


def test_restart_goes_back_to_the_start_position() -> None:
    session = against_computer("44")
    session.play(0)
    session.resign()
    session.restart()
    assert session.result is None
    assert session.board.moves_text() == "44"
    assert session.last_thought is None


def test_the_last_thought_is_told_with_its_side() -> None:
    thinker = player("minimax(depth=1)")
    session = Session(Board("connect4"), (thinker, None))
    choice = thinker.choose(session.board)
    session.play_choice(choice)
    assert session.last_thought == (Side.X, choice.analysis)
    session.play(0)
    assert session.last_thought == (Side.X, choice.analysis)
    session.undo()
    assert session.last_thought == (Side.X, choice.analysis)


def test_a_player_that_cannot_play_the_game_is_refused() -> None:
    with pytest.raises(PlayerError, match="cannot play"):
        Session(Board("gomoku"), (None, player("square-3")))
