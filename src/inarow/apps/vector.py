"""Thousands of games at once over arrays, for learning by self-play; needs nothing but NumPy.

The calls are those of Gymnasium's vector environments. What one game shows is what
:mod:`inarow.apps.pettingzoo` shows of it, with a first axis for the games.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from inarow.apps.actions import action_count
from inarow.kernels.compiling import Array
from inarow.kernels.tree.many_games import (
    BROKEN_OFF,
    GOES_ON,
    choose_actions,
    observe_games,
    step_games,
)
from inarow.kernels.tree.records import TREE_SEARCH
from inarow.rules import catalogue
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.search.tree.root import rules_of


class VectorEnv:
    """Many games of the same kind; in each of them it is the turn of one of its two players.

    The observation is that of whoever is to move: ``observation``, int8 of (games, rows, columns,
    2), top row first, own pieces in plane 0, and ``action_mask``, int8 of (games, actions). An
    action is the column where pieces fall, else the cell as the observation lists them. The arrays
    are the environment's own and change with the next step: copy what you keep.

    >>> env = VectorEnv("connect4", num_envs=1000)
    >>> observation, _ = env.reset(seed=1)
    >>> observation, rewards, ended, _, _ = env.step(env.sample())
    >>> observation["observation"].shape, rewards.shape, int(ended.sum())
    ((1000, 6, 7, 2), (1000, 2), 0)
    """

    def __init__(
        self, game: Game | str = "connect4", num_envs: int = 1024, *, autoreset: bool = True
    ) -> None:
        if num_envs < 1:
            raise InarowError(f"there must be at least 1 game, not {num_envs}")
        self.game: Game = catalogue.game(game)
        self.num_envs = num_envs
        self.num_actions: int = action_count(self.game)
        #: Whether a game that has ended restarts in the same step; otherwise it stays as it is.
        self.autoreset = autoreset
        self._rules = rules_of(self.game)
        self._search = np.zeros(1, dtype=TREE_SEARCH)[0]
        self._random = np.random.default_rng()
        self._cells = np.zeros((num_envs, self.game.cells), dtype=np.int8)
        self._plies = np.zeros(num_envs, dtype=np.int64)
        self._standings = np.zeros(num_envs, dtype=np.int8)
        self._rewards = np.zeros((num_envs, 2), dtype=np.float64)
        self._actions = np.zeros(num_envs, dtype=np.int64)
        board = (num_envs, self.game.height, self.game.width, 2)
        self._observation = {
            "observation": np.zeros(board, dtype=np.int8),
            "action_mask": np.zeros((num_envs, self.num_actions), dtype=np.int8),
        }
        self._observe()

    @property
    def players(self) -> Array:
        """Who is to move in each game: 0, who moved first, or 1."""
        return self._plies & 1

    def reset(self, *, seed: int | None = None) -> tuple[dict[str, Array], dict[str, Any]]:
        """Restart every game; a seed is for :meth:`sample`, since nothing else is random."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        for state in (self._cells, self._plies, self._standings, self._rewards):
            state.fill(0)
        self._observe()
        return self._observation, {}

    def step(
        self, actions: ArrayLike
    ) -> tuple[dict[str, Array], Array, Array, Array, dict[str, Any]]:
        """Make a move in every game.

        The result is the observation of those who move next; the rewards of player 0 and player 1,
        +1, -1 or 0; which games have ended; which of these by an illegal move, that loses; and {}.
        """
        chosen = np.ascontiguousarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise InarowError(
                f"actions are {self.num_envs} whole numbers, one a game,"
                f" not an array of {chosen.dtype} with shape {chosen.shape}"
            )
        self._actions[:] = chosen
        step_games(
            self._rules,
            self._search,
            self._cells,
            self._plies,
            self._actions,
            self.autoreset,
            self._rewards,
            self._standings,
        )
        self._observe()
        ended, broken_off = self._standings != GOES_ON, self._standings == BROKEN_OFF
        return self._observation, self._rewards, ended, broken_off, {}

    def sample(self) -> Array:
        """A random legal action for every game, 0 where one has ended."""
        numbers = self._random.integers(0, 1 << 63, self.num_envs, dtype=np.uint64)
        choose_actions(numbers, self._observation["action_mask"], self._actions)
        return self._actions

    def _observe(self) -> None:
        observe_games(
            self._rules,
            self._cells,
            self._plies,
            self.autoreset,
            self._standings,
            self._observation["observation"],
            self._observation["action_mask"],
        )
