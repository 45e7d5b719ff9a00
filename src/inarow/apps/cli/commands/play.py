"""Play a game in the terminal, against the computer or another person.

The game fills the terminal; use the mouse or the keyboard. With --plain, or in a pipe, it is plain
text: a board of X, O and -, and a prompt for a column (or a point such as h8). Your games are
saved: `inarow history` lists them. The exit status is 0 if the game was finished or you quit, 1 if
the input ended early, 130 after Ctrl-C.

  inarow play                               Connect Four against the computer
  inarow play gomoku --first computer       Gomoku; the computer moves first
  inarow play square --level 2              Connect 4 in a Square against an easy opponent
  inarow play --adapt                       an opponent who adjusts to your strength
  inarow play --continue                    resume your last unfinished game
  inarow play --opponent human              two people, one keyboard
  inarow play --players discount minimax    watch two computer players
"""

from __future__ import annotations

import argparse
import os
import sys

from inarow.apps.cli.options.arguments import USUAL_GAME, add_game, add_limit, add_seed
from inarow.apps.cli.options.reading import standard_input
from inarow.apps.kept_games import KeptGames
from inarow.apps.terminal.adapting import Adapting
from inarow.apps.terminal.keeping import Keeping
from inarow.apps.terminal.naming import MoveNames
from inarow.apps.terminal.session import Seat, Session
from inarow.apps.terminal.setup import ADAPTS, PERSON, Setup
from inarow.players.entrants import entrant
from inarow.players.own import is_own
from inarow.players.pacing import PacedPlayer
from inarow.players.player import PlayerError
from inarow.players.roster import ROSTER, usual_player
from inarow.rules.board import Board
from inarow.rules.catalogue import game as make_game
from inarow.search.gomoku.games import can_swap2
from inarow.study.records.record import RecordError
from inarow.words import LEVELS, USUAL_LEVEL

#: Stands for the game that was left last.
_LATEST = "latest"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the game, who plays it, and how it is shown."""
    add_game(parser, option=False)
    # Whether a game was named matters: --continue goes on with the last one of any kind, else.
    parser.set_defaults(game=None)
    parser.add_argument(
        "--opponent",
        metavar="PLAYER",
        help=f"your opponent: a name from `inarow players`, or {PERSON} "
        f"(default: level-{USUAL_LEVEL})",
    )
    parser.add_argument(
        "--level",
        type=int,
        metavar="N",
        help=f"strength of the computer, from 1 ({LEVELS[1]}) to 10 "
        f"({LEVELS[10]}); default: {USUAL_LEVEL}",
    )
    parser.add_argument(
        "--adapt",
        action="store_true",
        help="an opponent who adapts to your results: you will win about half of your games",
    )
    parser.add_argument(
        "--first",
        choices=(PERSON, "computer"),
        default=PERSON,
        help="who moves first (default: %(default)s)",
    )
    parser.add_argument(
        "--players",
        nargs=2,
        metavar=("FIRST", "SECOND"),
        help=f"both players: two names from `inarow players`, or {PERSON}",
    )
    parser.add_argument(
        "--pace",
        choices=("quick", "natural"),
        default="quick",
        help="natural: the computer takes time to think, up to a few seconds "
        "(default: %(default)s)",
    )
    parser.add_argument("--swap2", action="store_true", help="Gomoku: use the swap2 opening")
    parser.add_argument(
        "--continue",
        dest="kept",
        nargs="?",
        const=_LATEST,
        metavar="GAME",
        help="resume a game from `inarow history` (default: the last unfinished one)",
    )
    parser.add_argument(
        "--position",
        default="",
        metavar="POSITION",
        help='start from this position: moves (4453, or "h8 i9") or a diagram',
    )
    add_limit(parser)
    add_seed(parser)
    parser.add_argument(
        "--plain", action="store_true", help="plain text instead of the full screen"
    )
    parser.add_argument("--from-zero", action="store_true", help="number the columns from 0")


def run(options: argparse.Namespace) -> int:
    """Set the game up and play it where it can be shown best."""
    if options.kept is not None:
        session, setup, adapting, keeping = _continued(options)
    else:
        session, setup, adapting = _begun(options)
        keeping = Keeping()
    names = MoveNames(session.board.game, options.from_zero)
    if options.plain or not _has_a_screen():
        from inarow.apps.terminal import plain

        return plain.play(session, names, adapting, keeping)
    from inarow.apps.terminal import fullscreen

    return fullscreen.play(session, names, adapting, setup, keeping)


def _begun(options: argparse.Namespace) -> tuple[Session, Setup, Adapting | None]:
    """A new game, as the options want it."""
    start = Board.parse(options.game or make_game(USUAL_GAME), options.position)
    if options.swap2 and (not can_swap2(start.game) or options.position or options.players):
        raise PlayerError("--swap2 is only for Gomoku, from the empty board, with a human player")
    adapting = _adapting(options, start) if options.adapt else None
    session = _session(options, start, adapting)
    setup = Setup(
        start.game,
        ADAPTS if adapting else options.opponent or f"level-{options.level or USUAL_LEVEL}",
        options.first == PERSON,
        options.swap2,
        options.pace == "natural",
    )
    return session, setup, adapting


def _continued(options: argparse.Namespace) -> tuple[Session, Setup, None, Keeping]:
    """A game that was kept, with the players that it had."""
    for name in ("opponent", "level", "adapt", "players", "swap2", "position"):
        if getattr(options, name):
            raise PlayerError(f"--continue cannot be combined with --{name}")
    games = KeptGames()
    open_games = (
        game
        for game in games.latest()
        if not game.is_over and options.game in (None, game.record.game)
    )
    kept = next(open_games, None) if options.kept == _LATEST else games.load(options.kept)
    if kept is None:
        what = "game" if options.game is None else f"game of {options.game}"
        raise RecordError(f"there is no unfinished {what}; `inarow history` lists your games")
    if kept.is_over:
        raise RecordError(f"{kept.name} is finished; try: inarow review {kept.name}")
    record = kept.record
    first, second = (
        _paced(options, _seat(name if _is_computer(name) else PERSON, options.seed))
        for name in record.players
    )
    session = Session.resumed(record, (first, second), options.limit)
    computer = first or second
    is_swap2 = session.opening is not None
    opponent = computer.name if computer else PERSON
    is_natural = options.pace == "natural"
    setup = Setup(record.game, opponent, first is None, is_swap2, is_natural)
    return session, setup, None, Keeping(games, kept.name)


def _is_computer(name: str) -> bool:
    return name.partition("(")[0] in ROSTER or is_own(name)


def _has_a_screen() -> bool:
    return standard_input().isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _adapting(options: argparse.Namespace, start: Board) -> Adapting:
    for name in ("opponent", "level", "players"):
        if getattr(options, name) is not None:
            raise PlayerError(f"--adapt cannot be combined with --{name}")
    if options.position:
        raise PlayerError("--adapt cannot be combined with --position")
    return Adapting(start.game, seed=options.seed)


def _session(options: argparse.Namespace, start: Board, adapting: Adapting | None) -> Session:
    if adapting is None:
        first, second = _seats(options)
    else:
        first, second = _in_order(options, adapting.opponent())
    # Who makes the first move of this session plays X, unless the position gives O the turn.
    seats = (second, first) if start.turn else (first, second)
    return Session(start, seats, options.limit, swap2=options.swap2)


def _seats(options: argparse.Namespace) -> tuple[Seat, Seat]:
    """Who makes the first move of the session and who the second."""
    seed: int | None = options.seed
    if options.players is not None:
        if options.opponent is not None or options.level is not None:
            raise PlayerError("--players cannot be combined with --opponent or --level")
        first, second = options.players
        # Two players of one kind should not make the same random choices.
        return _seat(first, seed), _seat(second, None if seed is None else seed + 1)
    if options.opponent is None:
        opponent: Seat = usual_player(level=options.level, seed=seed)
    elif options.level is not None:
        raise PlayerError("--level cannot be combined with --opponent; try --opponent level-3")
    else:
        opponent = _seat(options.opponent, seed)
    return _in_order(options, opponent)


def _in_order(options: argparse.Namespace, opponent: Seat) -> tuple[Seat, Seat]:
    """The person and the opponent, whoever moves first."""
    opponent = _paced(options, opponent)
    return (None, opponent) if options.first == PERSON else (opponent, None)


def _paced(options: argparse.Namespace, seat: Seat) -> Seat:
    """The same player, who takes its time if that is wanted."""
    if seat is None or options.pace != "natural":
        return seat
    return PacedPlayer(seat, seed=options.seed)


def _seat(name: str, seed: int | None) -> Seat:
    return None if name.strip().lower() == PERSON else entrant(name, seed=seed)
