"""OpenSpiel's rules beside ours, its bots in our matches, our players among its bots."""

from __future__ import annotations

import random

import pytest

WHY = "OpenSpiel is not installed for this Python"
pyspiel = pytest.importorskip("pyspiel", reason=WHY)

from inarow.apps import openspiel as door  # noqa: E402
from inarow.apps.actions import action_of  # noqa: E402
from inarow.players.entrants import entrant  # noqa: E402
from inarow.players.player import PlayerError  # noqa: E402
from inarow.rules.board import Board  # noqa: E402
from inarow.rules.catalogue import game as make_game  # noqa: E402
from inarow.rules.errors import GameError, PositionError  # noqa: E402

#: Together 10,000 random games.
GAMES = {
    "connect_four": 4000,
    "connect_four(rows=5,columns=8,x_in_row=3)": 1000,
    "mnk(m=3,n=3,k=3)": 3440,
    "mnk(m=6,n=4,k=4)": 1500,
    "mnk": 60,
}


def test_the_comparison_is_of_10000_games() -> None:
    assert sum(GAMES.values()) == 10_000


@pytest.mark.parametrize("name", GAMES)
def test_its_rules_are_our_rules(name: str) -> None:
    theirs = pyspiel.load_game(name)
    game = door.game_of(theirs)
    chance = random.Random(name)
    winners = set()
    for _ in range(GAMES[name]):
        state, board = theirs.new_initial_state(), Board(game)
        while not state.is_terminal():
            assert state.current_player() == board.turn
            actions = state.legal_actions()
            assert sorted(action_of(game, move) for move in board.legal_moves) == actions
            action = chance.choice(actions)
            state.apply_action(action)
            board.push(action_of(game, action))
        outcome = board.outcome()
        assert outcome is not None
        winner = None if outcome.winner is None else int(outcome.winner)
        winners.add(winner)
        assert state.returns() == [
            0 if winner is None else 1 if winner == side else -1 for side in (0, 1)
        ]
        # OpenSpiel's picture has the top row first, as ours has.
        rows = [row for row in str(state).splitlines() if row and set(row) <= set("xo.")]
        assert "/".join(rows).upper().replace(".", "-") == board.text()
    assert winners >= {0, 1}


@pytest.mark.parametrize("name", ["connect_four", "mnk(m=6,n=5,k=4)"])
def test_states_and_boards_are_the_same_positions(name: str) -> None:
    game = door.game_of(pyspiel.load_game(name))
    board = Board(game)
    chance = random.Random(1)
    while not board.is_game_over:
        assert door.board_of(door.state_of(board)) == board
        assert door.board_of(door.state_of(board)).moves == board.moves
        board.push(chance.choice(list(board.legal_moves)))
    assert door.state_of(board).is_terminal()


def test_a_bot_of_ours_plays_under_openspiels_own_referee() -> None:
    """OpenSpiel's referee asks it; it wins at once where it can, and beats random moves."""
    import numpy as np
    from open_spiel.python.bots.uniform_random import UniformRandomBot

    game = pyspiel.load_game("connect_four")
    chance = np.random.RandomState(5)
    bots = [door.InarowBot("discount", seed=1), UniformRandomBot(1, chance)]
    for number in range(3):
        returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
        assert returns == [1, -1]
    state = door.state_of(Board("connect4", "112233"))
    assert bots[0].step(state) == 3
    assert door.InarowBot(entrant("perfect")).step(state) == 3


@pytest.mark.parametrize("name", ["minimax", "mcts_100", "mcts_1000"])
def test_its_bots_play_in_our_matches(name: str) -> None:
    """They see a win and a threat, and are the same again for the same seed."""
    player = entrant(f"inarow.apps.openspiel:{name}", seed=1)
    assert player.name == f"inarow.apps.openspiel:{name}"
    assert player.choose(Board("connect4", "112233")).move == 3
    assert player.choose(Board("connect4", "12131")).move == 0
    for game in ("tictactoe", "four"):
        assert player.refusal(make_game(game)) is None
    board = Board("connect4", "44")
    first, again = (entrant(f"inarow.apps.openspiel:{name}", seed=9) for _ in range(2))
    assert first.choose(board).move == again.choose(board).move


def test_what_openspiel_does_not_have_is_refused_in_a_sentence() -> None:
    player = door.minimax()
    for game in ("square", "gomoku-standard"):
        assert "won by a line" in str(player.refusal(make_game(game)))
        with pytest.raises(GameError, match="OpenSpiel has games that are won by a line"):
            door.spiel_game_of(make_game(game))
    with pytest.raises(GameError, match="OpenSpiel's breakthrough is not supported"):
        door.game_of(pyspiel.load_game("breakthrough"))
    with pytest.raises(PositionError, match="begin with an empty board"):
        door.state_of(Board.parse("tictactoe", "XO-/-X-/---"))
    with pytest.raises(PlayerError, match="five cannot play"):
        door.InarowBot("five").step(pyspiel.load_game("connect_four").new_initial_state())
