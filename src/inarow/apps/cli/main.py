"""The command line: ``inarow COMMAND ...``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

import inarow
from inarow.apps.cli.output.exits import INTERRUPTED, USAGE_ERROR
from inarow.apps.cli.output.help import HelpFormatter
from inarow.rules.diagram import is_diagram
from inarow.rules.errors import InarowError, did_you_mean

#: The commands as help groups and lists them, each a module of ``commands``.
_GROUPS = {
    "Play": {
        "web": "play, analyse and learn in the browser",
        "play": "play in the terminal",
        "games": "list the games, and how to describe your own",
        "players": "list the players and their options",
        "history": "list the games that you have played",
    },
    "Study": {
        "hint": "find the best move, and say why",
        "analyse": "find the best lines of a position, with scores",
        "solve": "solve positions exactly",
        "threats": "look for a win by threats (Gomoku)",
        "review": "grade and explain every move of a game",
        "puzzles": "solve puzzles, or make your own",
        "record": "convert a game to another format, or draw it",
    },
    "Learn how programs play": {
        "learn": "a course: read chapters, write a player, have it checked",
        "trace": "draw the tree of a search",
        "compare": "compare searches on the same position",
    },
    "Matches and experiments": {
        "match": "play a match between two players",
        "tournament": "play a tournament",
        "report": "show or export the results",
        "lab": "run experiments, or make a data set",
        "bench": "print the engines' signatures, and measure the exact solver",
        "book": "build, show or check an opening book",
    },
    "Other programs": {
        "gomocup": "play Gomoku under a tournament manager",
        "export": "write a player as a file for Kaggle's ConnectX",
        "mcp": "serve the tools to an AI assistant (Model Context Protocol)",
        "site": "build the page as plain files for any web host",
    },
    "Help": {
        "doctor": "check the installation",
    },
}
_COMMANDS = {name: about for group in _GROUPS.values() for name, about in group.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit status: 0 done, 1 undecided, 2 wrong usage."""
    try:
        given = _asked(sys.argv[1:] if arguments is None else list(arguments))
        if not given:
            _parser(()).print_help(sys.stderr)
            return USAGE_ERROR
        options = _parser(given).parse_args([_no_option(word) for word in given])
        status: int = options.run(options)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except InarowError as error:
        print(f"inarow: {error}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone, as `| head` does.
        _give_up_output()
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        print(f"inarow: {where}{error.strerror or error}", file=sys.stderr)
        _give_up_output()
        return USAGE_ERROR


def _asked(words: list[str]) -> list[str]:
    """The words of a command; `help` and `help COMMAND` are what newcomers type for help."""
    if words[:1] == ["help"]:
        return [*words[1:2], "--help"]
    if words and words[0] not in _COMMANDS and not words[0].startswith("-"):
        advice = did_you_mean(words[0], _COMMANDS, "`inarow help` lists them")
        raise InarowError(f"there is no command called {words[0]!r}; {advice}")
    return words


def _give_up_output() -> None:
    """Drop what is not yet written, or Python would complain about it once more at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _no_option(word: str) -> str:
    """An argument; a diagram of a board that starts with ``-`` gets a space before it.

    Otherwise argparse would take it for options. Readers of diagrams skip spaces.
    """
    rows = word.count("/") + word.count("\n")
    return f" {word}" if rows > 1 and word.startswith("-") and is_diagram(word) else word


def _listing() -> str:
    """The commands, group by group."""
    widest = max(map(len, _COMMANDS))
    parts = []
    for title, commands in _GROUPS.items():
        rows = "\n".join(f"  {name:{widest}}  {about}" for name, about in commands.items())
        parts.append(f"{title}:\n{rows}")
    return "\n\n".join([*parts, "Run `inarow COMMAND --help` for the options of a command."])


def _parser(given: Sequence[str] = tuple(_COMMANDS)) -> argparse.ArgumentParser:
    """The parser of all commands; only those among the given words are loaded."""
    parser = argparse.ArgumentParser(
        prog="inarow",
        usage="inarow [-h] [--version] COMMAND ...",
        description="Play, solve and explain Connect Four, Gomoku and every other in-a-row game."
        "\n\nNew here? `inarow web` opens the game in your browser, `inarow play` in the terminal.",
        epilog=_listing(),
        formatter_class=HelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"inarow {inarow.__version__}")
    commands = parser.add_subparsers(
        title="commands", prog="inarow", metavar="COMMAND", required=True, help=argparse.SUPPRESS
    )
    for name, about in _COMMANDS.items():
        subparser = commands.add_parser(name, help=about, formatter_class=HelpFormatter)
        if name in given:
            module = import_module(f"inarow.apps.cli.commands.{name}")
            subparser.description = module.__doc__
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
    return parser
