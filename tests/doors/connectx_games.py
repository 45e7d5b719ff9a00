"""Runs in Kaggle's own environment: plays an agent's file against its agents, prints JSON.

python connectx_games.py AGENT.py ACT_TIMEOUT OPPONENT...
"""

from __future__ import annotations

import contextlib
import json
import sys
from typing import Any


def play(file: str, opponent: str, place: int, seconds: float) -> dict[str, Any]:
    from kaggle_environments import make

    env = make("connectx", configuration={"actTimeout": seconds}, debug=True)
    agents = [opponent, opponent]
    agents[place] = file
    env.run(agents)
    return {
        "opponent": opponent,
        "reward": env.state[place].reward,
        "statuses": [state.status for state in env.state],
        "overage": env.state[place].observation.remainingOverageTime,
        "durations": [
            log[place]["duration"] for log in env.logs if len(log) > place and log[place]
        ],
        "moves": len(env.steps) - 1,
    }


if __name__ == "__main__":
    agent, limit, *opponents = sys.argv[1:]
    with contextlib.redirect_stdout(sys.stderr):
        played = [play(agent, one, place, float(limit)) for one in opponents for place in (0, 1)]
    print(json.dumps(played))
