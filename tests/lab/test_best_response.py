"""How low people can be held: against plain recursion, and where the answer is known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inarow.lab.people.best_response import Policy, least_score, policy_of
from inarow.players.people.mind import erring_mind
from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.rules.side import Side

SMALL = game("mnk(3x3,k=3,gravity)")


def uniform(board: Board) -> dict[int, float]:
    moves = list(board.legal_moves)
    return dict.fromkeys(moves, 1 / len(moves))


def near_the_last(board: Board) -> dict[int, float]:
    """People are drawn to where the last piece fell, so that how a board came about matters."""
    last = board.moves[-1] if board.moves else 1
    weights = {move: 1 / (1 + abs(move - last)) for move in board.legal_moves}
    return {move: weight / sum(weights.values()) for move, weight in weights.items()}


def result(board: Board, people: Side) -> float | None:
    outcome = board.outcome()
    if outcome is None:
        return None
    return 0.5 if outcome.winner is None else float(outcome.winner is people)


def plainly(board: Board, people: Side, policy: Policy) -> float:
    """The same with nothing remembered and nothing left out."""
    if (score := result(board, people)) is not None:
        return score
    if board.turn is people:
        likely = policy(board).items()
        return sum(share * plainly(board.after(move), people, policy) for move, share in likely)
    return min(plainly(board.after(move), people, policy) for move in board.legal_moves)


def value(board: Board, side: Side) -> float:
    """What best play of both is worth to a side."""
    if (score := result(board, side)) is not None:
        return score
    best = max if board.turn is side else min
    return best(value(board.after(move), side) for move in board.legal_moves)


def without_mistakes(board: Board) -> dict[int, float]:
    worth = {move: value(board.after(move), board.turn) for move in board.legal_moves}
    best = [move for move, one in worth.items() if one == max(worth.values())]
    return dict.fromkeys(best, 1 / len(best))


@pytest.mark.parametrize("policy", [uniform, near_the_last])
def test_it_is_what_plain_recursion_finds(policy: Policy) -> None:
    expected = sum(plainly(Board(SMALL), people, policy) for people in Side) / 2
    assert least_score(SMALL, policy) == pytest.approx(expected)
    assert 0 < expected < 0.5


def test_whoever_makes_no_mistake_cannot_be_held_below_the_value_of_the_game() -> None:
    expected = sum(value(Board(SMALL), people) for people in Side) / 2
    assert least_score(SMALL, without_mistakes) == pytest.approx(expected)


@pytest.mark.parametrize("moves", ["", "b2", "b2 a1 c3"])
def test_a_policy_shares_itself_out_among_legal_moves(moves: str) -> None:
    board = Board("tictactoe", moves)
    likely = policy_of(erring_mind().at(0), samples=50)(board)
    assert sum(likely.values()) == pytest.approx(1)
    assert set(likely) <= set(board.legal_moves)


def test_whoever_never_attends_plays_any_move_equally_often() -> None:
    absent = replace(erring_mind().at(0), lapse=1.0)
    likely = policy_of(absent, samples=4000)(Board("connect3", "33"))
    assert sorted(likely) == [0, 1, 2, 3, 4]
    assert all(abs(share - 0.2) < 0.03 for share in likely.values())
