"""The perfect player keeps the score, wins what is won and never loses what is not lost."""

from __future__ import annotations

import random

import pytest

from inarow.api import solve
from inarow.players.player import PlayerError
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.rules.side import Side
from inarow.search.exact.sampling import random_board
from inarow.search.exact.solution import score_of
from inarow.search.exact.solver import Solver
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal


def play_out(board: Board, x: str, o: str) -> Board:
    """Play a game to its end."""
    players = {Side.X: player(x, seed=1), Side.O: player(o, seed=1)}
    while board.outcome() is None:
        board.push(players[board.turn].choose(board).move)
    return board


@pytest.mark.parametrize("name", ["connect4", "square", "connect4(6x5)"])
def test_every_move_keeps_the_score(name: str) -> None:
    chance = random.Random(name)
    rules = game(name)
    perfect = player("perfect")
    for _ in range(5):
        board = random_board(rules, rules.cells - 18, chance)
        before = solve(board)
        choice = perfect.choose(board)
        assert choice.move in before.best_moves
        assert choice.analysis is not None and choice.analysis.score == before.score


def test_against_itself_the_game_lasts_as_long_as_the_score_says() -> None:
    board = Board("connect4", "44444326555533")
    solution = solve(board)
    assert solution.points is not None and solution.points != 0
    plies = score_of(board, solution.points).plies
    end = play_out(board.copy(), "perfect", "perfect")
    assert end.ply - board.ply == plies


@pytest.mark.parametrize("opponent", ["discount", "minimax", "random"])
def test_it_never_loses_what_is_not_lost(opponent: str) -> None:
    chance = random.Random(opponent)
    rules = game("connect4")
    solver = Solver(rules, table_mb=8)
    played = 0
    while played < 3:
        board = random_board(rules, 15, chance)
        if not solver.reaches(board, 0):
            continue
        mine = board.turn
        x, o = ("perfect", opponent) if mine is Side.X else (opponent, "perfect")
        outcome = play_out(board, x, o).outcome()
        assert outcome is not None and outcome.winner is not mine.other
        played += 1


@pytest.mark.slow
def test_it_beats_the_discount_player_from_the_empty_board() -> None:
    """The demonstration of document 002, with a perfect player in the human's seat."""
    outcome = play_out(Board("connect4"), "perfect", "discount").outcome()
    assert outcome is not None and outcome.winner is Side.X


def test_among_equals_it_leaves_most_ways_to_go_wrong() -> None:
    solver = Solver(game("connect4"))
    chance = random.Random(5)
    checked = 0
    while checked < 4:
        board = random_board(game("connect4"), 24, chance)
        solution = solver.solve(board, line=False)
        if len(solution.best_moves) < 2 or solution.points is None:
            continue
        errors = {}
        for move in solution.best_moves:
            after = board.copy()
            after.push(move)
            if after.outcome() is None:
                errors[move] = solver.count_errors(after, -solution.points)
        if len(errors) == len(solution.best_moves):
            chosen = player("perfect").choose(board).move
            assert errors[chosen] == max(errors.values())
            checked += 1


def test_errors_are_counted_as_an_analysis_says() -> None:
    board = Board("connect4", "44444326555533")
    solver = Solver(board.game)
    analysed = solver.solve_moves(board)
    points = analysed.bounds.lower
    worse = sum(bounds.lower < points for bounds in analysed.moves.values())
    assert solver.count_errors(board, points) == (0, worse)


def test_stopped_early_it_still_plays_a_sensible_move() -> None:
    stop = StopSignal()
    stop.set()
    perfect = player("perfect")
    assert perfect.choose(Board("connect4"), stop=stop).move == 3
    assert perfect.choose(Board("connect4", "1122"), Limit(nodes=1)).move in (2, 3)


def test_it_refuses_what_it_cannot_solve() -> None:
    assert player("perfect").refusal(game("gomoku")) is not None
    with pytest.raises(PlayerError, match="cannot play"):
        player("perfect").choose(Board("gomoku"))
    with pytest.raises(PlayerError, match="no option"):
        player("perfect(depth=3)")
