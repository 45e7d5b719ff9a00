"""Aversion to ties: moves that set traps, found again with the readable search."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow.players import documented
from inarow.players.roster import player
from inarow.players.traps import move_with_most_traps, sensible_moves
from inarow.rules.board import Board
from inarow.rules.threats import winning_moves
from inarow.search.evaluation import Verdict
from inarow.search.limit import Limit
from inarow.search.readable import search_readably
from inarow.search.recipe import Recipe
from inarow.search.score import Kind
from inarow.search.stopping import StopSignal
from inarow.search.verdicts import verdict_of

AVERSE = replace(documented.SQUARE, draw_value=-40.0)


@st.composite
def open_squares(draw: st.DrawFn) -> Board:
    """Square games in the middle, where nobody has won."""
    chance = draw(st.randoms(use_true_random=False))
    board = Board("square")
    for _ in range(draw(st.integers(0, 30))):
        moves = [move for move in board.legal_moves if move not in winning_moves(board)]
        if moves:
            board.push(chance.choice(moves))
    return board


def _after(board: Board, move: int) -> Board:
    after = board.copy()
    after.push(move)
    return after


def _verdict(board: Board, recipe: Recipe, depth: int) -> Verdict:
    if board.outcome() is not None:
        return Verdict.OPEN if board.outcome().is_draw else Verdict.LOST  # type: ignore[union-attr]
    return verdict_of(search_readably(board, recipe, depth).score, recipe.evaluation)


def _worth(board: Board, move: int, depth: int) -> float | None:
    """As the module's page says it, with the readable search and no shortcut."""
    after = _after(board, move)
    theirs = replace(AVERSE, draw_value=40.0)
    if _verdict(after, theirs, depth - 1) is Verdict.WON:
        return None
    over = after.outcome() is not None
    score = None if over else search_readably(after, theirs, depth - 1).score
    value = -40.0 if score is None or score.kind is Kind.DRAW else -score.value
    if over:
        return value - 40.0
    replies = sensible_moves(after)
    wrong = sum(_verdict(_after(after, reply), AVERSE, depth) is Verdict.WON for reply in replies)
    return value - 40.0 * (1 - wrong / len(replies))


@settings(deadline=None, max_examples=25)
@given(open_squares())
def test_the_move_is_worth_most_traps_counted(board: Board) -> None:
    depth = 2
    if board.outcome() is not None or _verdict(board, AVERSE, depth) is not Verdict.OPEN:
        return
    worths = {move: _worth(board, move, depth) for move in board.legal_moves}
    chosen = move_with_most_traps(board, AVERSE, depth)
    known = [worth for worth in worths.values() if worth is not None]
    if not known:
        assert chosen is None
    else:
        assert chosen is not None
        assert worths[chosen] == pytest.approx(max(known))


@settings(deadline=None, max_examples=60)
@given(open_squares(), st.sampled_from([2, 3, 4]), st.sampled_from([10, 100, 1000]))
def test_a_seen_win_is_kept_and_a_seen_loss_avoided(
    board: Board, depth: int, aversion: int
) -> None:
    if board.outcome() is not None:
        return
    averse = player(f"square-{depth}(tie_aversion={aversion})").choose(board).move
    calm = player(f"square-{depth}")
    match _verdict(board, documented.SQUARE, depth):
        case Verdict.OPEN:
            assert _verdict(_after(board, averse), documented.SQUARE, depth - 1) is not Verdict.WON
        case Verdict.WON:
            assert averse == calm.choose(board).move
        case Verdict.LOST if blocks := winning_moves(board, board.turn.other):
            assert averse in blocks


@settings(deadline=None, max_examples=100)
@given(open_squares())
def test_sensible_moves_win_or_block_and_give_nothing_away(board: Board) -> None:
    if board.outcome() is not None:
        return
    wins = [move for move in board.legal_moves if _after(board, move).outcome() is not None]
    wins = [move for move in wins if not _after(board, move).outcome().is_draw]  # type: ignore[union-attr]
    found = sensible_moves(board)
    assert found and set(found) <= set(board.legal_moves)
    if wins:
        assert set(found) == set(wins)
    for move in found:
        after = _after(board, move)
        gives = any(
            (end := _after(after, reply).outcome()) is not None and not end.is_draw
            for reply in ([] if after.outcome() is not None else after.legal_moves)
        )
        assert not gives or found == list(board.legal_moves)


def test_a_search_that_is_stopped_or_out_of_time_sets_no_traps() -> None:
    stop = StopSignal()
    stop.set()
    board = Board("square", "4455")
    assert move_with_most_traps(board, AVERSE, 4, stop=stop) is None
    assert player("square-4(tie_aversion=30)").choose(board, stop=stop).move in board.legal_moves
    began = time.perf_counter()
    player("square-5(tie_aversion=30,fast=1)").choose(board, Limit(time=0.3))
    assert time.perf_counter() - began < 0.8
    assert move_with_most_traps(Board("four", "d4"), documented.MINIMAX, 2) is None


def test_more_games_are_decided() -> None:
    """Against an opponent that is now and then careless; the lab measures how many more."""
    decided = {}
    for aversion in (0, 30):
        decided[aversion] = sum(_is_decided(seed, aversion) for seed in range(20))
    assert decided[30] > decided[0]


def _is_decided(seed: int, aversion: int) -> bool:
    careless = player("level(slips=0.9,spread=0.9,misses=0.21)", seed=seed)
    seats = [careless, player(f"square-4(tie_aversion={aversion})")]
    board = Board("square", str(random.Random(seed).randint(1, 7)))
    while board.outcome() is None:
        board.push(seats[board.turn].choose(board).move)
    return not board.outcome().is_draw  # type: ignore[union-attr]
