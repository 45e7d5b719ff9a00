"""Boards against naive rules, known counts, and the promises of push, pop and text."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Board, Game, Line, Side, Square
from inarow.rules.errors import (
    CellTakenError,
    ColumnFullError,
    GameOverError,
    MoveError,
    NoMoveToUndoError,
    NotAMoveError,
    OffBoardError,
    PositionError,
)
from inarow.rules.symmetry import (
    Symmetry,
    canonical_key,
    symmetries,
)
from inarow.rules.threats import winning_moves
from strategies import boards, games, naive_game
from turning import transform, transform_move

SIZES = [
    Game(7, 6, True, Line(4)),
    Game(7, 6, True, Square(2)),
    Game(15, 15, False, Line(5)),
    Game(8, 8, False, Line(5, exact=True)),
    Game(20, 20, True, Line(5)),
    Game(20, 3, False, Square(3)),
    Game(3, 3, False, Line(3)),
    Game(3, 20, True, Line(2, exact=True)),
]


def snapshot(board: Board) -> tuple[object, ...]:
    return (
        board.key(),
        board.moves,
        board.turn,
        board.ply,
        board.outcome(),
        list(board.legal_moves),
        str(board),
        board.last_cell(),
    )


@pytest.mark.parametrize("game", SIZES, ids=str)
@pytest.mark.parametrize("seed", range(12))
def test_a_whole_random_game_agrees_with_the_naive_rules(game: Game, seed: int) -> None:
    choose = random.Random(seed)
    naive = naive_game(game)
    grid = naive.empty_grid()
    board = Board(game)
    while True:
        outcome = board.outcome()
        winners = {letter: cells for letter in "XO" if (cells := naive.winning_cells(grid, letter))}
        if winners:
            ((letter, cells),) = winners.items()
            assert outcome is not None
            assert str(outcome.winner) == letter
            # The board names the lines through the last piece; no others can have just arisen.
            assert set(outcome.cells) == cells
            assert list(board.legal_moves) == []
            return
        legal = naive.legal_moves(grid)
        assert list(board.legal_moves) == legal
        assert len(board.legal_moves) == len(legal)
        assert (outcome is not None and outcome.is_draw) == (not legal)
        if not legal:
            return
        move = choose.choice(legal)
        naive.drop(grid, move, str(board.turn))
        board.push(move)


@given(boards())
def test_push_then_pop_restores_everything(board: Board) -> None:
    before = snapshot(board)
    for move in list(board.legal_moves)[:5]:
        board.push(move)
        assert snapshot(board) != before
        assert board.pop() == move
        assert snapshot(board) == before


@given(boards(), st.integers(-500, 500))
def test_a_move_is_legal_exactly_if_push_takes_it(board: Board, move: int) -> None:
    before = snapshot(board)
    if move in board.legal_moves:
        board.push(move)
        assert board.peek() == move
    else:
        with pytest.raises(MoveError):
            board.push(move)
        assert snapshot(board) == before


@given(boards())
def test_positions_round_trip_as_text(board: Board) -> None:
    game = board.game
    again = Board.parse(game, board.text())
    assert again == board
    assert again.turn is board.turn
    assert (again.outcome() is None) == (board.outcome() is None)
    assert Board.parse(game, str(board)) == board
    if game.gravity:
        assert Board.parse(game, board.diagram(labels=True)) == board
    replayed = Board(game, board.moves_text())
    assert snapshot(replayed) == snapshot(board)
    assert eval(repr(board)) == board


@given(boards(), st.sampled_from([Board.copy, copy.copy, copy.deepcopy]))
def test_a_copy_is_equal_and_independent(board: Board, make: Callable[[Board], Board]) -> None:
    made = make(board)
    assert made == board and snapshot(made) == snapshot(board)
    before = snapshot(board)
    for move in list(made.legal_moves)[:1]:
        made.push(move)
        assert made != board
    assert snapshot(board) == before


@given(boards())
def test_symmetries_keep_the_game_the_same(board: Board) -> None:
    for symmetry in symmetries(board.game):
        image = transform(board, symmetry)
        assert canonical_key(image) == canonical_key(board)
        assert (image.outcome() is None) == (board.outcome() is None)
        assert {transform_move(board.game, move, symmetry) for move in board.legal_moves} == set(
            image.legal_moves
        )


@given(games())
def test_symmetries_are_different_permutations(game: Game) -> None:
    images = {
        tuple(game.cell(*symmetry.move_xy(game, *game.xy(cell))) for cell in range(game.cells))
        for symmetry in symmetries(game)
    }
    assert len(images) == len(symmetries(game))
    assert all(sorted(image) == list(range(game.cells)) for image in images)


def test_four_quarter_turns_are_none() -> None:
    board = Board("tictactoe", "a1 b1 c2")
    turned = board
    for _ in range(4):
        turned = transform(turned, Symmetry.QUARTER_TURN)
    assert turned == board
    once_and_back = transform(transform(board, Symmetry.QUARTER_TURN), Symmetry.THREE_QUARTER_TURN)
    assert once_and_back == board


@given(boards(finished=False), st.sampled_from(Side))
def test_winning_moves_are_those_that_win(board: Board, side: Side) -> None:
    naive = naive_game(board.game)
    expected = []
    for move in board.legal_moves:
        grid = [list(row) for row in naive.empty_grid()]
        for cell in range(board.game.cells):
            piece = board.piece_at(cell)
            x, y = board.game.xy(cell)
            grid[y][x] = None if piece is None else str(piece)
        already = naive.winning_cells(grid, str(side))
        naive.drop(grid, move, str(side))
        if naive.winning_cells(grid, str(side)) - already:
            expected.append(move)
    assert winning_moves(board, side) == expected


def test_known_numbers_of_connect_four_positions() -> None:
    layer = {Board("connect4").key(): Board("connect4")}
    counts = [1]
    for _ in range(7):
        following: dict[tuple[int, int], Board] = {}
        for board in layer.values():
            for move in board.legal_moves:
                board.push_legal(move)
                key = board.key()
                if key not in following:
                    following[key] = board.copy()
                board.pop()
        layer = following
        counts.append(len(layer))
    # The eighth layer is only counted, not kept.
    last = set()
    for board in layer.values():
        for move in board.legal_moves:
            board.push_legal(move)
            last.add(board.key())
            board.pop()
    counts.append(len(last))
    assert counts == [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]


@pytest.mark.parametrize(
    ("game", "moves", "move", "error", "words"),
    [
        ("connect4", "444444", 3, ColumnFullError, "column 4 is full"),
        ("connect4", "", 7, OffBoardError, "0 to 6"),
        ("connect4", "", -1, OffBoardError, "no column -1"),
        ("connect4", "1122334", 0, GameOverError, "X wins"),
        ("connect4", "", "4", NotAMoveError, "whole number"),
        ("connect4", "", True, NotAMoveError, "whole number"),
        ("connect4", "", 2.0, NotAMoveError, "whole number"),
        ("gomoku", "h8", 112, CellTakenError, "h8 is already taken"),
        ("gomoku", "h8", 225, OffBoardError, "0 to 224"),
    ],
)
def test_a_bad_move_is_named_and_changes_nothing(
    game: str, moves: str, move: int, error: type[Exception], words: str
) -> None:
    board = Board(game, moves)
    before = snapshot(board)
    with pytest.raises(error, match=words):
        board.push(move)
    assert snapshot(board) == before


@pytest.mark.parametrize("cell", [-1, 42])
def test_a_cell_off_the_board_is_named(cell: int) -> None:
    with pytest.raises(OffBoardError, match=f"no cell {cell}: cells are numbered 0 to 41"):
        Board("connect4", "4").piece_at(cell)


def test_moves_may_be_whole_numbers_of_any_type() -> None:
    board = Board("connect4", np.array([3, 3]))
    assert np.int64(3) in board.legal_moves and np.uint8(7) not in board.legal_moves
    board.push(np.int64(3))
    assert board == Board("connect4", "444")
    # Plain integers are kept, whose bits never run out on a large board.
    assert {type(move) for move in board.moves} == {int}
    assert Board("gomoku").after(np.int64(100)) == Board("gomoku", [100])
    assert Board.from_stones("connect4", np.int64(1), np.uint8(2)) == Board("connect4", "12")
    for wrong in (np.float64(3), np.bool_(True), np.array([3, 4])):
        assert wrong not in board.legal_moves
        with pytest.raises(NotAMoveError, match="whole number"):
            board.push(wrong)  # type: ignore[arg-type]


def test_a_game_is_over_once_it_has_an_outcome() -> None:
    board = Board("connect4", "112233")
    assert not board.is_game_over
    board.push_text("4")
    assert board.is_game_over
    board.pop()
    assert not board.is_game_over
    assert Board.parse("tictactoe", "XOX/XOO/OXX").is_game_over


def test_whoever_needs_a_game_that_goes_on_can_ask_for_it() -> None:
    Board("connect4", "112233").check_goes_on()
    with pytest.raises(GameOverError, match="the game is over: X wins"):
        Board("connect4", "1122334").check_goes_on()


def test_stones_can_be_set_up_for_a_game_by_name() -> None:
    board = Board.from_stones("tictactoe", 0b10, 0b1)
    assert board == Board("tictactoe", "b1 a1") and board.game.family == "tictactoe"


def test_playing_several_moves_is_all_or_nothing() -> None:
    board = Board("connect4", "44")
    before = snapshot(board)
    with pytest.raises(ColumnFullError, match="move 5: column 4 is full"):
        board.play("444441")
    assert snapshot(board) == before
    with pytest.raises(NotAMoveError, match="'x'"):
        board.play("1x")
    assert snapshot(board) == before


def test_nothing_to_take_back() -> None:
    with pytest.raises(NoMoveToUndoError):
        Board("connect4").pop()
    with pytest.raises(NoMoveToUndoError):
        Board.parse("tictactoe", "X--/---/---").pop()


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        ("XX-/---/---", "X moves first"),
        ("O--/---/---", "X moves first"),
        ("---/---", "3 rows, not 2"),
        ("----/---/---", "3 wide"),
        ("XXX/OOO/---", "both sides have won"),
        ("XXX/OO-/O--", "moved last"),
    ],
)
def test_impossible_pictures_are_refused(picture: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        Board.parse("tictactoe", picture)


def test_pieces_do_not_float() -> None:
    with pytest.raises(PositionError, match="column 2, row 2 floats"):
        Board.parse("connect3", "-----/-----/-X---/-----")


def test_pictures_are_read_leniently() -> None:
    text = """
    | - - - |
    | . x _ |
    | X O O |
      1 2 3
    """
    board = Board.parse(Game(3, 3, True, Line(3)), text)
    assert board.text() == "---/-X-/XOO"


def test_a_position_set_up_can_be_already_decided() -> None:
    board = Board.parse("tictactoe", "XXX/OO-/---")
    outcome = board.outcome()
    assert outcome is not None and outcome.winner is Side.X
    assert set(outcome.cells) == {6, 7, 8}


def test_the_svg_picture_is_well_formed_and_marks_the_win() -> None:
    from xml.etree import ElementTree

    for board in (Board("connect4", "1122334"), Board("gomoku", "h8 i9"), Board("square")):
        root = ElementTree.fromstring(board._repr_svg_())
        assert root.tag.endswith("svg")
        title = root.find("{http://www.w3.org/2000/svg}title")
        assert title is not None and str(board.game) in str(title.text)
    rings = Board("connect4", "1122334")._repr_svg_().count("#11823b")
    assert rings == 4


@settings(max_examples=30)
@given(boards())
def test_boards_cannot_be_keys_but_their_keys_can(board: Board) -> None:
    with pytest.raises(TypeError):
        hash(board)
    assert hash(board.key()) == hash(board.copy().key())


def test_the_board_after_a_move_is_another_board() -> None:
    board = Board("connect4", "44")
    after = board.after(3)
    assert (board.moves_text(), after.moves_text()) == ("44", "444")
