"""List the games that you have played, the latest first.

Games played in the terminal are saved from the first move on. Use their names to review, resume or
draw them:

  inarow review game-17
  inarow play --continue game-17
  inarow record game-17 -o game.gif
"""

from __future__ import annotations

import argparse
from itertools import islice

from inarow.apps.cli.options.arguments import add_json, positive
from inarow.apps.kept_games import KeptGame, KeptGames
from inarow.rules.side import Side
from inarow.study.explain.phrases import People
from inarow.study.records.record import Result
from inarow.wire.write import json_line, record_info
from inarow.words import GAMES, OWN_GAME

_USUAL_COUNT = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take how many games to list."""
    parser.add_argument(
        "--count", "-n", type=positive, default=_USUAL_COUNT, metavar="N",
        help="list the last N games (default: %(default)s)",
    )  # fmt: skip
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the list."""
    games = list(islice(KeptGames().latest(), options.count))
    if options.json:
        for kept in games:
            print(json_line(record_info(kept.record)))
    elif not games:
        print("No games yet. `inarow play` starts one.")
    else:
        print("\n".join(map(_line, games)))
    return 0


def _line(kept: KeptGame) -> str:
    record = kept.record
    people = People.of(record)
    title = GAMES.get(record.game.family, OWN_GAME)
    ends = {
        Result.UNFINISHED: "unfinished",
        Result.DRAW: "draw",
        Result.X_WINS: people.does(Side.X, "win"),
        Result.O_WINS: people.does(Side.O, "win"),
    }
    ending = ends[record.result]
    if record.result in (Result.X_WINS, Result.O_WINS) and people.reader is not None:
        ending = "you won" if ending.startswith("you") else "you lost"
    who = " - ".join(people.names)
    day = f"{kept.played:%Y-%m-%d %H:%M}"
    return f"{kept.name:9} {day}  {title:22} {who:24} {len(record.moves):3} moves  {ending}"
