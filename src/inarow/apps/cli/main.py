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

#: The commands in the order in which help lists them, each a module of ``commands``.
_COMMANDS = {
    "play": "play a game in the terminal",
    "web": "play, analyse and learn in the browser",
    "site": "build the page for any web host, with no server",
    "analyse": "evaluate a position",
    "hint": "find the best move, and say why",
    "threats": "is there a win by threats? (Gomoku)",
    "review": "grade and explain every move of a game",
    "puzzles": "solve puzzles, or make your own",
    "learn": "a course: read chapters, write a player, have it checked",
    "trace": "draw the tree of a search",
    "compare": "compare searches on the same position",
    "record": "convert or draw a game",
    "match": "play a match between two players",
    "tournament": "play a tournament",
    "report": "show or export the results of a match",
    "lab": "run experiments, or make a data set",
    "solve": "solve positions exactly",
    "book": "build, show or check an opening book",
    "bench": "print the engines' signatures, and measure the exact solver",
    "games": "list the games",
    "history": "list the games that you have played",
    "players": "list the players",
    "gomocup": "play Gomoku under a tournament manager",
    "export": "write a player as a file for another program",
    "mcp": "give an assistant the tools, by the Model Context Protocol",
    "doctor": "say what is installed, how fast it is, and what is wrong",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit status: 0 done, 1 not found out, 2 misused."""
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


def _parser(given: Sequence[str] = tuple(_COMMANDS)) -> argparse.ArgumentParser:
    """The parser of all commands; only those among the given words are loaded."""
    parser = argparse.ArgumentParser(
        prog="inarow",
        description="Play, solve and explain every in-a-row game.",
        epilog="Run `inarow COMMAND --help` for the options of a command.",
        formatter_class=HelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"inarow {inarow.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, about in _COMMANDS.items():
        subparser = commands.add_parser(name, help=about, formatter_class=HelpFormatter)
        if name in given:
            module = import_module(f"inarow.apps.cli.commands.{name}")
            subparser.description = module.__doc__
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
    return parser
