"""The highest level looks for what people overlook, and gives nothing away for it."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import cache

import pytest

from inarow.players.best import BestPlayer, _is_sound, repeatable
from inarow.players.people import luring
from inarow.players.people.luring import most_luring
from inarow.rules.board import Board
from inarow.rules.catalogue import CATALOGUE, game
from inarow.rules.side import Side
from inarow.rules.threats import winning_moves
from inarow.search.limit import Limit
from inarow.search.score import Score
from inarow.search.stopping import StopSignal
from inarow.search.strongest import strongest

TICTACTOE = game("tictactoe")
STEADY = repeatable(TICTACTOE)


def value(board: Board) -> int:
    """1 if the side to move wins with best play, -1 if it loses, 0 for a tie."""
    return _value(board.stones(Side.X), board.stones(Side.O))


@cache
def _value(x_stones: int, o_stones: int) -> int:
    board = Board.from_stones(TICTACTOE, x_stones, o_stones)
    if (outcome := board.outcome()) is not None:
        return 0 if outcome.winner is None else -1
    return max(-value(board.after(move)) for move in board.legal_moves)


def positions(worth: int, count: int) -> Iterator[Board]:
    """Tic-tac-toe boards on which the game goes on, worth so much to the side to move."""
    chance = random.Random(worth)
    while count:
        board = Board(TICTACTOE)
        for _ in range(chance.randrange(7)):
            if board.outcome() is None:
                board.push(chance.choice(list(board.legal_moves)))
        if board.outcome() is None and value(board) == worth:
            count -= 1
            yield board


@pytest.mark.parametrize("worth", [1, 0])
def test_it_keeps_what_it_has(worth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a win nor a tie is given away for a lure, however little is known of it."""
    monkeypatch.setattr(luring, "_MOVES", 1_000)
    for board in positions(worth, 25):
        after = board.after(BestPlayer().choose(board, STEADY).move)
        assert value(after) == -worth, board.moves_text()


def test_where_nothing_is_proved_little_is_given_away() -> None:
    """A move that the search thinks much worse is no lure, whatever people would answer."""
    best, near, far = (Score.heuristic(value, scale=200.0) for value in (50.0, 49.0, 0.0))
    assert _is_sound(best, best) and _is_sound(near, best)
    assert not _is_sound(far, best) and not _is_sound(Score.loss(4), best)


def test_whoever_is_lost_leaves_as_little_as_possible_to_be_seen() -> None:
    """Of two threats one is blocked: a person misses one that is left sooner than both."""
    forked = 0
    for board in positions(-1, 40):
        threats = winning_moves(board, board.turn.other)
        choice = BestPlayer().choose(board, STEADY)
        assert choice.move in board.legal_moves
        if len(threats) > 1:
            forked += 1
            assert choice.move in threats, board.moves_text()
    assert forked > 5


def test_a_distant_loss_is_put_off_as_long_as_possible() -> None:
    """Nobody foresees it, so there is no telling who would be lured."""
    board = Board("connect4", "4")
    lines = strongest(board.game).analyse(board, Limit(), lines=7).lines
    latest = {line.move for line in lines if line.score == lines[0].score}
    assert len(latest) < 7
    assert BestPlayer().choose(board, repeatable(board.game)).move in latest


@pytest.mark.parametrize("name", ["tictactoe", "connect3", "square", "four", "connect5"])
def test_the_same_board_gives_the_same_move_if_nodes_are_limited(name: str) -> None:
    board = Board(name)
    chance = random.Random(name)
    for _ in range(3):
        board.push(chance.choice(list(board.legal_moves)))
    limit = Limit(nodes=3000)
    assert BestPlayer().choose(board, limit).move == BestPlayer().choose(board, limit).move


@pytest.mark.parametrize("name", CATALOGUE)
def test_it_ends_when_it_is_stopped(name: str) -> None:
    stop = StopSignal()
    stop.set()
    began = time.process_time()
    assert BestPlayer().choose(Board(name), Limit(), stop=stop).move in Board(name).legal_moves
    assert time.process_time() - began < 1


@pytest.mark.parametrize("name", ["square", "connect5", "four"])
def test_searching_and_luring_share_the_time(name: str) -> None:
    board = Board(name)
    for move in list(board.legal_moves)[:3]:
        board.push(move)
    highest = BestPlayer()
    highest.choose(board, Limit(time=0.05))
    began = time.process_time()
    highest.choose(board, Limit(time=0.4))
    # On a busy machine the clock says nothing.
    assert time.process_time() - began < 0.7


def test_with_no_time_left_it_is_the_first_of_the_moves() -> None:
    assert most_luring(Board("square"), [5, 2, 3], seconds=-1.0) == 5
