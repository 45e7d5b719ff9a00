"""Many games at once are the same games one at a time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doors.ruled import RULED
from inarow.apps.vector import VectorEnv
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.game import Game

GAMES = ("connect4", "square", "tictactoe", "gomoku-standard(7x7)", "mnk(5,4,3,gravity)")


def planes_of(board: Board) -> list[list[list[bool]]]:
    """The board as whoever is to move sees it, cell by cell, the top row first."""
    game, turn = board.game, board.turn
    return [
        [
            [board.piece_at(game.cell(x, y)) is side for side in (turn, turn.other)]
            for x in range(game.width)
        ]
        for y in reversed(range(game.height))
    ]


def move_of(game: Game, action: int) -> int:
    """The move of an action, read off the picture of the board."""
    if game.gravity:
        return action
    row, x = divmod(action, game.width)
    return (game.height - 1 - row) * game.width + x


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("autoreset", [True, False])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), illegal=st.sampled_from([0.0, 0.0, 0.05]))
def test_every_game_goes_as_the_rules_say(
    name: str, autoreset: bool, seed: int, illegal: float
) -> None:
    count = 5
    env = VectorEnv(name, count, autoreset=autoreset)
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    boards: list[Board | None] = [Board(name) for _ in range(count)]
    for _ in range(60):
        actions = env.sample().copy()
        stray = chance.random(count) < illegal
        actions[stray] = chance.integers(-2, env.num_actions + 2, int(stray.sum()))
        before = list(boards)
        observation, rewards, ended, broken_off, _ = env.step(actions)
        for number, (board, action) in enumerate(zip(before, actions, strict=True)):
            if board is None:
                assert ended[number] and not rewards[number].any()
                assert not observation["action_mask"][number].any()
                continue
            mover = int(board.turn)
            move = move_of(board.game, int(action)) if 0 <= action < env.num_actions else -1
            is_legal = move in board.legal_moves
            wanted = [0, 0]
            if not is_legal:
                wanted[mover] = -1
            else:
                board.push(move)
                outcome = board.outcome()
                if outcome is not None and outcome.winner is not None:
                    wanted[mover], wanted[1 - mover] = 1, -1
            is_over = board.is_game_over or not is_legal
            assert rewards[number].tolist() == wanted
            assert ended[number] == is_over
            assert broken_off[number] == (not is_legal)
            if is_over and autoreset:
                board = Board(name)
            seen = observation["observation"][number]
            assert (seen == np.array(planes_of(board))).all()
            mask = observation["action_mask"][number]
            playable = autoreset or not is_over
            for other in range(env.num_actions):
                legal = playable and move_of(board.game, other) in board.legal_moves
                assert mask[other] == legal
            assert env.players[number] == board.turn
            boards[number] = None if is_over and not autoreset else board


def test_the_same_seed_samples_the_same_games() -> None:
    first, second = VectorEnv("connect4", 50), VectorEnv("connect4", 50)
    first.reset(seed=3)
    second.reset(seed=3)
    for _ in range(30):
        actions = first.sample()
        assert (actions == second.sample()).all()
        first.step(actions)
        second.step(actions)
    third = VectorEnv("connect4", 50)
    third.reset(seed=4)
    fourth = VectorEnv("connect4", 50)
    fourth.reset(seed=3)
    assert (third.sample() != fourth.sample()).any()


def test_what_is_not_a_move_in_every_game_is_refused() -> None:
    env = VectorEnv("tictactoe", 3)
    with pytest.raises(InarowError, match="3 whole numbers, one a game"):
        env.step([1, 2])
    with pytest.raises(InarowError, match="float64"):
        env.step([1.0, 2.0, 3.0])
    with pytest.raises(InarowError, match="at least 1 game"):
        VectorEnv("tictactoe", 0)
    with pytest.raises(InarowError, match="cannot play"):
        VectorEnv(RULED, 3)
