"""The PettingZoo environment by PettingZoo's own tests, and beside the original Connect Four."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import numpy as np
import pytest

from doors.ruled import RULED

WHY = "PettingZoo is not installed for this Python"
pettingzoo_test = pytest.importorskip("pettingzoo.test", reason=WHY)

from inarow.apps import pettingzoo as door  # noqa: E402
from inarow.apps.actions import action_of  # noqa: E402
from inarow.rules.board import Board  # noqa: E402
from inarow.rules.game import Game  # noqa: E402
from inarow.rules.side import Side  # noqa: E402

GAMES = ("connect4", "square", "tictactoe", "gomoku(9x9)", RULED)


# It warns of an empty board, and of observations with a mask, which the original has as well.
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_own_api_test(game: Game | str) -> None:
    pettingzoo_test.api_test(door.env(game=game), num_cycles=200)


@pytest.mark.parametrize("game", GAMES[:3])
def test_pettingzoos_own_seed_test(game: Game | str) -> None:
    pettingzoo_test.seed_test(partial(door.env, game=game), num_cycles=50)


def test_pettingzoos_own_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test.render_test import render_test

    render_test(partial(door.env, game="connect4"))
    assert "X" in capsys.readouterr().out


def test_the_picture_shows_the_move() -> None:
    env = door.env(game="connect4", render_mode="rgb_array")
    env.reset()
    empty = env.render()
    env.step(0)
    changed = np.argwhere((env.render() != empty).any(axis=2))
    height, width, _ = empty.shape
    assert (changed[:, 0] > 0.75 * height).all() and (changed[:, 1] < 0.25 * width).all()


def _same(ours: Any, theirs: Any) -> None:
    assert ours.agents == theirs.agents
    assert ours.agent_selection == theirs.agent_selection
    assert ours.rewards == theirs.rewards
    assert ours.terminations == theirs.terminations
    assert ours.truncations == theirs.truncations
    for agent in ours.agents:
        own, original = ours.observe(agent), theirs.observe(agent)
        for name in ("observation", "action_mask"):
            assert own[name].dtype == original[name].dtype
            np.testing.assert_array_equal(own[name], original[name])
    for own, original in zip(ours.last()[1:], theirs.last()[1:], strict=True):
        assert own == original


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_connect_four_is_exactly_the_original() -> None:
    """Random games to the last dead step; in some a full column is played, which loses."""
    original = pytest.importorskip(
        "pettingzoo.classic.connect_four_v3", reason="the original needs pygame"
    )
    ours, theirs = door.env(), original.env()
    for agent in ("player_0", "player_1"):
        assert ours.observation_space(agent) == theirs.observation_space(agent)
        assert ours.action_space(agent) == theirs.action_space(agent)
    chance = random.Random(4)
    endings = set()
    for number in range(60):
        ours.reset(seed=number)
        theirs.reset(seed=number)
        while theirs.agents:
            _same(ours, theirs)
            observation, reward, over, cut, _ = theirs.last()
            action: int | None = None
            if over or cut:
                endings.add((float(reward), cut))
            elif number % 3:
                action = int(chance.choice(list(np.flatnonzero(observation["action_mask"]))))
            else:
                # Few columns, so that they fill up and an illegal move comes.
                action = chance.randrange(3)
            ours.step(action)
            theirs.step(action)
        assert not ours.agents
    assert {(1.0, False), (-1.0, False), (-1.0, True)} <= endings


@pytest.mark.parametrize("game", GAMES)
def test_actions_are_the_cells_of_the_observation(game: Game | str) -> None:
    env = door.env(game=game)
    env.reset()
    chance = random.Random(7)
    board = Board(game)
    while not board.is_game_over:
        agent = env.agent_selection
        seen = env.observe(agent)
        assert agent == f"player_{int(board.turn)}"
        legal = {action_of(board.game, move) for move in board.legal_moves}
        assert set(np.flatnonzero(seen["action_mask"])) == legal
        for y in range(board.game.height):
            for x in range(board.game.width):
                piece = board.piece_at(board.game.cell(x, board.game.height - 1 - y))
                own, other = (piece is side for side in (board.turn, board.turn.other))
                assert tuple(seen["observation"][y, x]) == (own, other)
        action = chance.choice(sorted(legal))
        if not board.game.gravity:
            y, x = divmod(action, board.game.width)
            assert not seen["observation"][y, x].any()
        env.step(action)
        board.push(action_of(board.game, action))
    outcome = board.outcome()
    assert outcome is not None
    for side in Side:
        won = 0 if outcome.winner is None else 1 if outcome.winner is side else -1
        assert env.rewards[f"player_{int(side)}"] == won


def test_a_game_can_begin_after_some_moves() -> None:
    env = door.env(game="connect4")
    env.reset(options={"moves": "112"})
    assert env.agent_selection == "player_1"
    assert env.observe("player_0")["observation"][5].tolist()[:2] == [[1, 0], [1, 0]]
