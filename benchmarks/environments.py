"""How many moves a second environments make with random legal moves, ours beside others.

    python benchmarks/environments.py [--pgx PYTHON]

Seconds are processor seconds of all threads together, so that every number is one core's. Needs
the extras `pettingzoo` and `openspiel`, and pygame-ce for PettingZoo's own Connect Four; pgx is
measured in the environment of its own whose Python is given. The best of three runs counts.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import time
from collections.abc import Callable
from typing import Any

import numpy as np

_RUNS = 3
_GAMES_AT_ONCE = 4096

#: What pgx's own Python is told: the same games, all at once, beginning anew as they end.
_PGX = f"""
import time, jax, pgx
from pgx.experimental import auto_reset
env = pgx.make("connect_four")
count, steps = {_GAMES_AT_ONCE}, 200
step = jax.vmap(auto_reset(env.step, env.init))

def one(carry, key):
    state, = carry
    logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
    action = jax.random.categorical(key, logits, axis=-1)
    state = step(state, action, jax.random.split(key, count))
    return (state,), state.rewards.sum()

@jax.jit
def run(state, key):
    return jax.lax.scan(one, (state,), jax.random.split(key, steps))

state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), count))
best = 0.0
for number in range({_RUNS} + 1):
    began = time.process_time()
    (state,), rewards = run(state, jax.random.PRNGKey(number))
    rewards.block_until_ready()
    if number:
        best = max(best, count * steps / (time.process_time() - began))
print(best)
"""


def best_of(run: Callable[[], int]) -> float:
    """Moves a processor second, the best of some runs after one to warm up."""
    run()
    speeds = []
    for _ in range(_RUNS):
        began = time.process_time()
        moves = run()
        speeds.append(moves / (time.process_time() - began))
    return max(speeds)


def aec(env: Any, games: int = 100) -> Callable[[], int]:
    """PettingZoo's loop: look, choose among the legal actions, step."""

    def run() -> int:
        chance = random.Random(1)
        moves = 0
        for _ in range(games):
            env.reset()
            for _ in env.agent_iter():
                observation, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
                moves += 1
        return moves

    return run


def openspiel(with_tensor: bool, games: int = 1000) -> Callable[[], int]:
    """OpenSpiel's states, a game after the other."""
    import pyspiel

    game = pyspiel.load_game("connect_four")

    def run() -> int:
        chance = random.Random(1)
        moves = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if with_tensor:
                    state.observation_tensor()
                state.apply_action(chance.choice(state.legal_actions()))
                moves += 1
        return moves

    return run


def vector(game: str, steps: int = 100) -> Callable[[], int]:
    """Ours over arrays."""
    from inarow.apps.vector import VectorEnv

    env = VectorEnv(game, _GAMES_AT_ONCE)
    env.reset(seed=1)

    def run() -> int:
        for _ in range(steps):
            env.step(env.sample())
        return steps * _GAMES_AT_ONCE

    return run


def pgx(python: str) -> float:
    """What pgx reaches on this processor."""
    done = subprocess.run([python, "-c", _PGX], capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    """Measure, and print a table."""
    from pettingzoo.classic import connect_four_v3

    from inarow.apps import pettingzoo as ours

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pgx", metavar="PYTHON", help="the Python that has pgx")
    options = parser.parse_args()
    batch = f"{_GAMES_AT_ONCE:,} games"
    rows = [
        ("PettingZoo `connect_four_v3`", best_of(aec(connect_four_v3.env()))),
        ("the same without its wrappers", best_of(aec(connect_four_v3.raw_env()))),
        ("inarow for PettingZoo", best_of(aec(ours.env(game="connect4")))),
        ("the same without PettingZoo's wrappers", best_of(aec(ours.raw_env("connect4")))),
        ("OpenSpiel `connect_four`, from Python", best_of(openspiel(False))),
        ("the same with its observation tensor", best_of(openspiel(True))),
    ]
    if options.pgx:
        rows.append((f"pgx `connect_four`, {batch}", pgx(options.pgx)))
    for game in ("connect4", "square", "tictactoe", "gomoku"):
        rows.append((f"inarow `VectorEnv`, {batch} of {game}", best_of(vector(game))))
    print("| | moves a second on one core |\n| --- | ---: |")
    for name, speed in rows:
        print(f"| {name} | {float(f'{speed:.3g}'):,.0f} |")


if __name__ == "__main__":
    main()
