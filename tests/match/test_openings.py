"""Openings: legal, undecided, different from each other, the same again for the same seed."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow.match.conditions import MatchError
from inarow.match.openings import Openings
from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.rules.symmetry import symmetries
from inarow.rules.threats import winning_moves
from inarow.search.limit import Limit
from turning import transform

GAMES = ["connect4", "square", "gomoku(9)", "tictactoe", "four(5x5)"]


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(GAMES), st.integers(0, 5), st.integers(0, 10**6))
def test_openings_are_legal_open_and_different(name: str, plies: int, seed: int) -> None:
    rules = game(name)
    wanted = 1 if plies == 0 else 2
    openings = Openings(plies=plies, seed=seed).take(rules, wanted)
    boards = [Board(rules, opening) for opening in openings]
    for board in boards:
        assert board.ply == plies
        assert board.outcome() is None
        assert not winning_moves(board)
    for one, other in combinations(boards, 2):
        assert all(transform(one, symmetry) != other for symmetry in symmetries(rules))


def test_a_seed_gives_the_same_openings_and_more_only_adds() -> None:
    rules = game("connect4")
    few, many = (Openings(plies=4, seed=9).take(rules, count) for count in (5, 50))
    assert many[:5] == few
    assert len(set(many)) == 50
    assert Openings(plies=4, seed=10).take(rules, 5) != few


def test_all_openings_of_tic_tac_toe_after_two_moves_are_found() -> None:
    """There are 12 but for symmetry (a known count), and no thirteenth is made up."""
    rules = game("tictactoe")
    assert len(Openings(plies=2).take(rules, 12)) == 12
    with pytest.raises(MatchError, match="only 12 different openings"):
        Openings(plies=2).take(rules, 13)
    again = Openings(plies=2, repeat=True).take(rules, 30)
    assert again[12:24] == again[:12]


def test_a_file_of_openings(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("# the centre\n44\n\n4445  # another\n44\n77\n11\n", encoding="utf-8")
    rules = game("connect4")
    # 44 is there twice, and 11 is 77 in the mirror.
    assert Openings(file=str(file)).take(rules, 3) == ["44", "4445", "77"]
    file.write_text("44\n4x\n", encoding="utf-8")
    with pytest.raises(MatchError, match="line 2"):
        Openings(file=str(file)).take(rules, 2)
    with pytest.raises(MatchError, match="cannot read"):
        Openings(file=str(tmp_path / "none")).take(rules, 1)
    file.write_bytes(b"\x7fELF\xff")
    with pytest.raises(MatchError, match="byte 4 is not text"):
        Openings(file=str(file)).take(rules, 4)


@pytest.mark.parametrize(("name", "plies"), [("connect4", 60), ("mnk(3,3,2)", 2)])
def test_openings_that_do_not_exist_are_not_looked_for_for_ever(name: str, plies: int) -> None:
    with pytest.raises(MatchError, match=f"no opening of {plies} moves"):
        Openings(plies=plies).take(game(name), 1)


def test_balanced_openings_are_not_lost_already() -> None:
    """Tic-tac-toe after two moves, judged to the end: only drawn ones are left."""
    rules = game("tictactoe")
    every = Openings(plies=2).take(rules, 12)
    judged = Openings(plies=2, judge="minimax(fast=1,depth=9)", judge_limit=Limit(depth=9))
    balanced = list(judged.of(rules))
    drawn = [opening for opening in every if _value(Board(rules, opening)) == 0]
    assert sorted(balanced) == sorted(drawn)
    assert 0 < len(drawn) < 12


def _value(board: Board) -> int:
    """What the board is worth to the player to move, by full search."""
    outcome = board.outcome()
    if outcome is not None:
        return 0 if outcome.is_draw else -1
    best = -1
    for move in list(board.legal_moves):
        board.push_legal(move)
        best = max(best, -_value(board))
        board.pop()
    return best


def test_gomoku_openings_stay_together_near_the_middle() -> None:
    rules = game("gomoku")
    for opening in Openings(plies=5, seed=3).take(rules, 20):
        board = Board(rules, opening)
        columns = [rules.xy(move)[0] for move in board.moves]
        assert all(0 < column < 14 for column in columns)
        assert max(columns) - min(columns) <= 8
