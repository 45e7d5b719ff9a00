"""A rule that forbids one side some moves, made up here: X may not play beside an own piece."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from inarow import Board, Game, GameError, Line, Side, game, player
from inarow.evaluate.groups import GroupCount
from inarow.rules.catalogue import CATALOGUE, entry
from inarow.rules.errors import CellTakenError, ColumnFullError, ForbiddenMoveError
from inarow.rules.symmetry import Symmetry, canonical_key, symmetries
from inarow.rules.threats import winning_moves
from inarow.search.exact import solvable
from inarow.search.gomoku import games as gomoku_games
from inarow.search.limit import Limit
from inarow.search.tree.compiled import search_compiled
from inarow.search.tree.readable import search_readably
from inarow.search.tree.recipe import Recipe


@dataclass(frozen=True, slots=True)
class Apart:
    """X may not play right beside a piece of X, in its row."""

    family: str = "apart"

    def forbids(self, board: Board, move: int, side: Side) -> str | None:
        x, y = board.game.xy(board.landing_cell(move))
        beside = [board.game.cell(at, y) for at in (x - 1, x + 1) if 0 <= at < board.game.width]
        touches = any(board.piece_at(cell) is Side.X for cell in beside)
        return "it is beside another X" if side is Side.X and touches else None


@dataclass(frozen=True, slots=True)
class Never:
    """O may not move at all after X's first piece."""

    family: str = "never"

    def forbids(self, board: Board, move: int, side: Side) -> str | None:  # noqa: ARG002
        return "O may not move" if side is Side.O else None


@pytest.fixture(autouse=True)
def catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    about = "Three in a row, but X may not touch X"
    monkeypatch.setitem(CATALOGUE, "apart", entry("apart", (4, 4), False, Line(3), about, Apart()))


def test_forbidden_moves_are_not_legal_and_are_refused_with_the_reason() -> None:
    board = Board("apart", "b2 d4")
    forbidden = {board.game.cell(0, 1), board.game.cell(2, 1)}
    free = set(range(16)) - forbidden - {board.game.cell(1, 1), board.game.cell(3, 3)}
    assert set(board.legal_moves) == free and len(board.legal_moves) == len(free)
    assert all((move in board.legal_moves) == (move in free) for move in range(16))
    with pytest.raises(ForbiddenMoveError, match="X may not play c2: it is beside another X"):
        board.push_text("c2")
    with pytest.raises(CellTakenError):
        board.push_text("b2")
    board.push_text("b3")
    # What X may not, O may.
    board.push_text("c2")


def test_where_pieces_fall_the_same_holds() -> None:
    falling = Game(4, 3, True, Line(3), rule=Apart())
    board = Board(falling, "2")
    assert list(board.legal_moves) == [0, 1, 2, 3]
    board.push_text("2")
    assert list(board.legal_moves) == [1, 3]
    with pytest.raises(ForbiddenMoveError, match="X may not play 1"):
        board.push_text("1")
    board.play("2")
    with pytest.raises(ColumnFullError):
        board.push_text("2")


def test_a_win_by_a_forbidden_move_is_not_one() -> None:
    board = Board.parse("apart", "O--O/----/X-X-/----")
    assert winning_moves(board) == []
    assert winning_moves(board, Side.O) == []
    free = Board.parse(Game(4, 4, False, Line(3)), "O--O/----/X-X-/----")
    assert winning_moves(free) == [free.game.cell(1, 1)]
    other = Board.parse("apart", "X--X/----/O-O-/----")
    assert winning_moves(other, Side.O) == [other.game.cell(1, 1)]


def test_a_side_without_a_move_ends_the_game_in_a_draw() -> None:
    rules = Game(3, 3, False, Line(3), rule=Never())
    board = Board(rules)
    board.push(0)
    outcome = board.outcome()
    assert outcome is not None and outcome.is_draw and not board.legal_moves
    assert Board.from_stones(rules, 1, 0).is_game_over
    board.pop()
    assert not board.is_game_over and len(board.legal_moves) == 9


def test_the_rule_is_part_of_the_game_and_of_its_text() -> None:
    apart = game("apart")
    assert apart != Game(4, 4, False, Line(3)) and str(apart) == "apart(4x4)"
    for made in (apart, game("apart(6x5)"), game("apart", k=4), game("apart(5,gravity)")):
        assert made.rule == Apart() and game(str(made)) == made
    assert str(game("apart(5,gravity)")) == "apart(5x5,k=3,gravity)"
    with pytest.raises(GameError, match="no game called 'never'"):
        game(str(Game(3, 3, False, Line(3), rule=Never())))


def test_who_does_not_ask_for_legal_moves_refuses_the_game() -> None:
    apart = game("apart")
    assert gomoku_games.refusal(apart) is not None
    assert gomoku_games.refusal(Game(4, 4, False, Line(3))) is None
    assert solvable.refusal(Game(4, 4, True, Line(3), rule=Apart())) is not None
    for name in ("minimax", "level", "level-1", "level-9", "level-10"):
        assert "rule about legal moves" in str(player(name).refusal(apart)), name
    with pytest.raises(GameError, match="cannot play apart"):
        search_compiled(Board(apart), Recipe(GroupCount()), Limit(depth=2))


def test_a_board_that_is_turned_may_allow_other_moves() -> None:
    assert symmetries(game("apart")) == (Symmetry.IDENTITY,)
    assert canonical_key(Board("apart", "a1 d4 b2")) != canonical_key(Board("apart", "d4 a1 c3"))


def test_the_readable_search_and_the_random_player_keep_to_it() -> None:
    board = Board("apart", "b2 d4")
    while not board.is_game_over:
        if board.turn is Side.X:
            move = search_readably(board, Recipe(GroupCount()), 2).best
        else:
            move = player("random", seed=board.ply).choose(board).move
        assert move is not None
        board.push(move)
