"""Look for a win by threats: a forced win that leaves the opponent no choice.

The answer is yes, with the line; no win by fours, which is proved; or none found in time. A win is
shown against every defence: what the attacker plays after each reply that stops the first threat.
The limit (default: 10 s) is for each answer.

POSITION is a list of moves ("h8 i9"), a diagram, or a file, whose last position is used: moves as
text, a JSON record or SGF.

The exit status is 0 if there is a win or a win by fours was ruled out, 1 otherwise.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from inarow.apps.cli.options.arguments import add_game, add_json, add_limit, add_position
from inarow.apps.cli.options.reading import read_position
from inarow.apps.cli.output.exits import INTERRUPTED, stop_on_interrupt
from inarow.apps.cli.output.progress import ProgressLine, telling_of_compiling
from inarow.apps.cli.output.text import wrapped
from inarow.rules.notation import spaced_moves
from inarow.search.stopping import StopSignal
from inarow.study.threats import Answer, ThreatProver, ThreatWin
from inarow.wire.write import json_line, threat_win_info

_NOT_FOUND_OUT = 1
#: How many replies are named that the same move answers.
_NAMED = 8

#: Every defence with how the win goes on against it.
_Defences = list[tuple[int, ThreatWin]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a position and how long to look."""
    add_position(parser)
    add_game(parser, option=True, usual="gomoku")
    add_limit(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the answer."""
    board = read_position(options.game, options.position)
    board.check_goes_on()
    prover = ThreatProver(board)
    stop = StopSignal()
    defences: _Defences = []
    line = ProgressLine(lambda: f"{len(defences)} defences tried" if defences else "looking")
    with line, telling_of_compiling(), stop_on_interrupt(stop):
        found = prover.ask(board, options.limit, stop=stop)
        if found.is_win:
            defences.extend(prover.replay(found, options.limit, stop=stop))
    if options.json:
        print(json_line(threat_win_info(found, defences)))
    else:
        print(board.diagram(labels=True))
        print()
        print(wrapped(found.text(), 0))
        for text in _shown(found, defences):
            print(wrapped(text, 0))
    if stop.is_set():
        return INTERRUPTED
    return _NOT_FOUND_OUT if found.answer is Answer.NOT_FOUND else 0


def _shown(found: ThreatWin, defences: _Defences) -> Iterator[str]:
    """The line of a win, and what it does against every defence."""
    if not found.is_win:
        return
    game = found.board.game
    yield f"line: {spaced_moves(game, found.line)}"
    if not defences and len(found.line) > 1:
        yield "No reply stops it."
    answered: dict[tuple[int, ...], list[int]] = {}
    for reply, after in defences:
        answered.setdefault(after.line, []).append(reply)
    for line, replies in sorted(answered.items(), key=lambda item: len(item[1])):
        more = f" and {len(replies) - _NAMED} more" if len(replies) > _NAMED else ""
        against = f"against {spaced_moves(game, replies[:_NAMED])}{more}"
        yield f"{against}: {spaced_moves(game, line) or 'nothing was found in time'}"
