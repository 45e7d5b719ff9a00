"""Aversion to ties: moves that set traps, found again with the readable search."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow.evaluate.evaluation import Decision
from inarow.kernels.exact.fallible import winning_chance
from inarow.players.roster import player
from inarow.players.traps import move_with_most_traps
from inarow.rules.board import Board
from inarow.rules.threats import winning_moves
from inarow.search.exact.positions import bitboard_of, bits_of_board
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.search.tree.documented import MINIMAX
from inarow.search.tree.documented import SQUARE_BOTH_SIDES as SQUARE
from inarow.search.tree.readable import search_readably
from inarow.search.tree.recipe import Recipe
from inarow.search.tree.scoring import decision_of

AVERSE = replace(SQUARE, draw_value=-40.0)


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


def _decision(board: Board, recipe: Recipe, depth: int) -> Decision:
    if board.outcome() is not None:
        return Decision.OPEN if board.outcome().is_draw else Decision.LOST  # type: ignore[union-attr]
    return decision_of(search_readably(board, recipe, depth).score)


def _chance(board: Board, depth: int, blind: float, moves: list[int] | None = None) -> float:
    """As the kernel's page says it, on whole boards and by playing every move."""
    if winning_moves(board):
        return 1.0
    blocks = winning_moves(board, board.turn.other)
    if depth == 0 or len(blocks) > 1:
        return 0.0
    tried = [move for move in moves or board.legal_moves if not blocks or move in blocks]
    return max((_chance_after(_after(board, move), depth, blind) for move in tried), default=0.0)


def _chance_after(board: Board, depth: int, blind: float) -> float:
    """Of who has just moved."""
    if board.outcome() is not None or winning_moves(board):
        return 0.0
    threats = winning_moves(board, board.turn.other)
    if len(threats) > 1:
        return 1.0
    if threats:
        after = _after(board, threats[0])
        blocked = 0.0 if after.outcome() is not None else _chance(after, depth - 1, blind)
        return blind + (1 - blind) * blocked
    chances = [
        0.0 if after.outcome() is not None else _chance(after, depth - 1, blind)
        for after in (_after(board, reply) for reply in board.legal_moves)
    ]
    weights = [blind if chance == 1.0 else 1.0 for chance in chances]
    return sum(w * c for w, c in zip(weights, chances, strict=True)) / sum(weights)


def _kernel_chance(board: Board, move: int, depth: int, blind: float) -> float:
    game = board.game
    x, y = game.xy(board.landing_cell(move))
    cell = np.uint64(1 << (x * (game.height + 1) + y))
    return float(winning_chance(*bits_of_board(board), cell, depth, blind, bitboard_of(game)))


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(["square", "connect4", "connect3", "connect5"]), st.randoms(), st.data())
def test_chances_are_those_of_playing_every_move(
    name: str, chance: random.Random, data: st.DataObject
) -> None:
    board = Board(name)
    for _ in range(data.draw(st.integers(0, board.game.cells - 1))):
        quiet = [move for move in board.legal_moves if move not in winning_moves(board)]
        if not quiet:
            break
        board.push(chance.choice(quiet))
    if board.outcome() is not None:
        return
    depth, blind = data.draw(st.integers(0, 2)), data.draw(st.sampled_from([0.05, 0.2, 1.0]))
    for move in board.legal_moves:
        found = _kernel_chance(board, move, depth, blind)
        assert found == pytest.approx(_chance(board, depth, blind, [move]))


def _worth(board: Board, move: int, depth: int) -> float | None:
    """As the module's page says it, with the readable search and no shortcut."""
    after = _after(board, move)
    if _decision(after, SQUARE, depth - 1) is Decision.WON:
        return None
    over = after.outcome() is not None
    value = 0.0 if over else -search_readably(after, SQUARE, depth - 1).score.value
    return value - 40.0 * (1 - _kernel_chance(board, move, 2, 0.2))


@settings(deadline=None, max_examples=25)
@given(open_squares())
def test_the_move_is_worth_most_traps_counted(board: Board) -> None:
    depth = 2
    if board.outcome() is not None or _decision(board, AVERSE, depth) is not Decision.OPEN:
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
    match _decision(board, SQUARE, depth):
        case Decision.OPEN:
            assert _decision(_after(board, averse), SQUARE, depth - 1) is not Decision.WON
        case Decision.WON:
            assert averse == calm.choose(board).move
        case Decision.LOST if blocks := winning_moves(board, board.turn.other):
            assert averse in blocks


def test_a_search_that_is_stopped_or_out_of_time_sets_no_traps() -> None:
    stop = StopSignal()
    stop.set()
    board = Board("square", "4455")
    assert move_with_most_traps(board, AVERSE, 4, stop=stop) is None
    assert player("square-4(tie_aversion=30)").choose(board, stop=stop).move in board.legal_moves
    # By the processor's time, for a busy machine may take any.
    began = time.process_time()
    player("square-5(tie_aversion=30,fast=1)").choose(Board("square"), Limit(time=0.3))
    assert time.process_time() - began < 0.8
    assert move_with_most_traps(Board("four", "d4"), MINIMAX, 2) is None


def test_more_games_are_decided() -> None:
    """Against an opponent that is now and then careless; the lab measures how many more."""
    decided = {
        aversion: sum(_is_decided(seed, aversion) for seed in range(40)) for aversion in (0, 300)
    }
    assert decided[300] > decided[0]


def _is_decided(seed: int, aversion: int) -> bool:
    careless = player("level(slips=0.9,spread=0.9,misses=0.21)", seed=seed)
    seats = [careless, player(f"square-4(tie_aversion={aversion})")]
    board = Board("square", str(random.Random(seed).randint(1, 7)))
    while board.outcome() is None:
        board.push(seats[board.turn].choose(board).move)
    return not board.outcome().is_draw  # type: ignore[union-attr]
