"""Any game as a PettingZoo environment; Connect Four as ``pettingzoo.classic.connect_four_v3``.

Needs the extra ``pettingzoo``. The agents are ``player_0``, who moves first, and ``player_1``. An
observation is two planes of int8, top row first, the observer's pieces in plane 0, and the mask of
legal actions, all 0 for whoever is not to move. An action is the column where pieces fall, else the
cell as the observation lists them. A win is +1 and a loss -1; an illegal move loses.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from inarow.files.extras import check_extra

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError:
    check_extra("pettingzoo", "a PettingZoo environment")
    raise

from inarow.apps.actions import action_count, action_of
from inarow.draw.board import board_drawing
from inarow.kernels.compiling import Array
from inarow.rules import catalogue
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.side import Side

_AGENTS = ("player_0", "player_1")


def env(**arguments: Any) -> Any:
    """A game with PettingZoo's usual wrappers: in the right order, and an illegal move loses."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**arguments), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 -- PettingZoo's name
    """A game, with no wrappers around it.

    ``reset(options={"moves": "4455"})`` begins after some moves.
    """

    metadata = {  # noqa: RUF012 -- PettingZoo's own
        "render_modes": ["human", "ansi", "rgb_array"],
        "name": "inarow_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, game: Game | str = "connect4", render_mode: str | None = None) -> None:
        EzPickle.__init__(self, game, render_mode)
        super().__init__()
        self.game = catalogue.game(game)
        self.render_mode = render_mode
        self.board = Board(self.game)
        self.possible_agents = list(_AGENTS)
        self.agents = list(_AGENTS)
        actions = action_count(self.game)
        shape = (self.game.height, self.game.width, 2)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in _AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in _AGENTS
        }

    def observation_space(self, agent: str) -> Any:
        """The planes and the mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The columns, or the cells."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game. Nothing in it is random, so a seed changes nothing."""
        self.board = Board(self.game, (options or {}).get("moves", ""))
        self.agents = list(_AGENTS)
        self.rewards = dict.fromkeys(_AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(_AGENTS, 0)
        self.terminations = dict.fromkeys(_AGENTS, self.board.is_game_over)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self.infos: dict[str, Any] = {agent: {} for agent in _AGENTS}
        self.agent_selection = _AGENTS[self.board.turn]

    def observe(self, agent: str) -> dict[str, Array]:
        """The board as an agent sees it."""
        side = Side(_AGENTS.index(agent))
        planes = [self._plane(self.board.stones(one)) for one in (side, side.other)]
        mask = np.zeros(self.action_spaces[agent].n, dtype=np.int8)
        if agent == self.agent_selection:
            if self.game.rule is None:
                mask[:] = self._room()
            else:
                mask[[action_of(self.game, move) for move in self.board.legal_moves]] = 1
        return {"observation": np.stack(planes, axis=2), "action_mask": mask}

    def _plane(self, stones: int) -> Array:
        """The cells of a bit set as rows, the top one first."""
        count = self.game.cells
        packed = np.frombuffer(stones.to_bytes(-(-count // 8), "little"), dtype=np.uint8)
        bits = np.unpackbits(packed, count=count, bitorder="little").view(np.int8)
        return bits.reshape(self.game.height, self.game.width)[::-1]

    def _room(self) -> Array:
        """The actions for which there is room, also when the game is over, as in the original."""
        empty = 1 - self._plane(self.board.occupied)
        return empty[0] if self.game.gravity else empty.ravel()

    def step(self, action: int | None) -> None:
        """Make a move for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.board.push(action_of(self.game, action))
        other = _AGENTS[self.board.turn]
        outcome = self.board.outcome()
        if outcome is not None:
            if outcome.winner is not None:
                self.rewards[agent] += 1
                self.rewards[other] -= 1
            self.terminations = dict.fromkeys(_AGENTS, True)
        self.agent_selection = other
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | Array | None:
        """Show the board: printed, as text, or as pixels (with Pillow)."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode, such as 'ansi'")
            return None
        if self.render_mode == "rgb_array":
            from inarow.draw.pixels import paint

            return np.asarray(paint(board_drawing(self.board)))
        text = self.board.diagram(labels=True)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def close(self) -> None:
        """Nothing is open."""
