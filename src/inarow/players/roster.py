"""The players by name: ``discount``, ``square-3``, ``minimax(depth=7,slips=0.2)``."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from inarow.players.chance import RandomPlayer
from inarow.players.five import FULL, GRADES, FivePlayer, Grade
from inarow.players.level_table import LEVELS, Level
from inarow.players.levels import LevelPlayer
from inarow.players.perfect import PerfectPlayer
from inarow.players.player import Player, PlayerError
from inarow.players.searching import SearchingPlayer, Slips
from inarow.rules.game import Game
from inarow.search.gomoku.parts import parts_from
from inarow.search.tree import documented
from inarow.search.tree.recipe import ALL_EXTRAS, Recipe


@dataclass(frozen=True, slots=True)
class Options:
    """What can be changed about a player that searches; None leaves its own setting."""

    #: How many moves ahead it looks; only a level player takes a number between two.
    depth: float | None = None
    #: How much worse than nothing a draw is to it, in its heuristic's units.
    tie_aversion: float = 0.0
    #: How often it slips, from 0 to 1.
    slips: float = 0.0
    #: Within how many plies a slip neither loses nor misses a win.
    slips_safe: int = 2
    #: Of a level player, as in :class:`Level`.
    nodes: int = 0
    spread: float = 0.5
    careless: float = 0.0
    misses: float = 0.0
    near: float = 0.0
    best: float = 0.0
    #: Whether its search uses every extra: the same moves' worth, found faster.
    fast: bool = False
    #: Parts of the engine that the player five does without, joined by plus signs.
    without: str = ""
    seed: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.tie_aversion < math.inf:
            raise PlayerError(f"aversion to ties is a number from 0 up, not {self.tie_aversion}")

    def whole_depth(self) -> int | None:
        """The depth of a player that looks equally far in every turn."""
        if self.depth is None:
            return None
        if self.depth % 1:
            raise PlayerError(f"only a level looks {self.depth:g} moves ahead, others 1, 2, 3 ...")
        if self.depth < 1:
            raise PlayerError(f"a search looks at least 1 move ahead, not {self.depth:g}")
        return int(self.depth)

    def of_level(self) -> bool:
        """Whether it changes what only a level player has."""
        usual = Options()
        return any(getattr(self, name) != getattr(usual, name) for name in _OF_LEVEL)

    def changes(self) -> str:
        """The options that differ from the usual ones, as text."""
        usual = Options()
        return ",".join(
            f"{name}={value if isinstance(value, str) else format(value, 'g')}"
            for name in _OPTION_TYPES
            if (value := getattr(self, name)) != getattr(usual, name) and name != "seed"
        )


#: What only a player of the kind 'level' has.
_OF_LEVEL = ("nodes", "spread", "careless", "misses", "near", "best")

#: All that the player 'level' takes, besides a seed.
_ALL_OF_LEVEL = ", ".join(("depth", "slips", "tie_aversion", *_OF_LEVEL))

_OPTION_TYPES: dict[str, Callable[[str], int | float | bool | str]] = {
    "depth": float,
    "tie_aversion": float,
    "slips": float,
    "slips_safe": int,
    "nodes": int,
    "spread": float,
    "careless": float,
    "misses": float,
    "near": float,
    "best": float,
    "fast": lambda text: bool(int(text)),
    "without": str,
    "seed": int,
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One player of the roster: a line about it, and how to make it."""

    name: str
    about: str
    make: Callable[[str, Options], Player]


def _searching(
    recipe: Recipe, depth: int, *, random_first_choice: bool = False
) -> Callable[[str, Options], Player]:
    def make(name: str, options: Options) -> Player:
        if options.of_level():
            raise PlayerError(
                f"{', '.join(_OF_LEVEL)} are options of the player 'level', not of {name}"
            )
        if options.without:
            raise PlayerError(f"'without' is an option of the player 'five', not of {name}")
        return SearchingPlayer(
            f"{name}({changes})" if (changes := options.changes()) else name,
            replace(
                recipe,
                draw_value=-options.tie_aversion,
                extras=ALL_EXTRAS if options.fast else recipe.extras,
            ),
            options.whole_depth() or depth,
            slips=Slips(options.slips, options.slips_safe),
            random_first_choice=random_first_choice,
            seed=options.seed,
        )

    return make


def _perfect(name: str, options: Options) -> Player:
    if options.changes():
        raise PlayerError(f"{name} makes no mistakes, so it takes no option")
    return PerfectPlayer()


def _five(grade: Grade) -> Callable[[str, Options], Player]:
    def make(name: str, options: Options) -> Player:
        if replace(options, depth=None, without="", seed=None) != Options():
            raise PlayerError(f"{name} takes no option but depth, without and seed")
        changes = options.changes()
        chosen = grade
        if options.depth is not None:
            chosen = replace(grade, limit=replace(grade.limit, depth=options.whole_depth()))
        return FivePlayer(
            f"{name}({changes})" if changes else name,
            chosen,
            without=parts_from(options.without),
            seed=options.seed,
        )

    return make


def _random(name: str, options: Options) -> Player:
    if options.changes():
        raise PlayerError(f"{name} does not search, so it takes no option but seed")
    return RandomPlayer(options.seed)


def _level(level: int) -> Callable[[str, Options], Player]:
    def make(name: str, options: Options) -> Player:
        if options.changes():
            raise PlayerError(f"{name} is what it is; give options to the player 'level' instead")
        return LevelPlayer(level, seed=options.seed)

    return make


def _own_level(name: str, options: Options) -> Player:
    if options.fast or options.without or options.slips_safe != Options().slips_safe:
        raise PlayerError(f"{name} takes the options {_ALL_OF_LEVEL} and seed")
    settings = Level(
        1 if options.depth is None else options.depth,
        slips=options.slips,
        tie_aversion=options.tie_aversion,
        **{name: getattr(options, name) for name in _OF_LEVEL},
    )
    return LevelPlayer(settings=settings, seed=options.seed)


_ENTRIES = [
    Entry(
        "minimax",
        "Document 000: minimax with alpha-beta, depth 5, counts open groups",
        _searching(documented.MINIMAX, documented.MINIMAX_DEPTH, random_first_choice=True),
    ),
    Entry(
        "branch-and-bound",
        "Document 001: negamax, depth 4, counts threes with an empty end",
        _searching(documented.BRANCH_AND_BOUND, documented.BRANCH_AND_BOUND_DEPTH),
    ),
    Entry(
        "discount",
        "Document 002: alpha-beta, depth 6, discounts the side that waits",
        _searching(documented.DISCOUNT, documented.DISCOUNT_DEPTH),
    ),
    *(
        Entry(
            f"square-{level}",
            f"Document 003: Connect 4 in a Square, level {level} of 5 (depth {level})",
            _searching(documented.SQUARE, level),
        )
        for level in documented.SQUARE_LEVELS
    ),
    Entry(
        "gomoku",
        "Document 004: negamax, depth 3, scores shapes of five in a row",
        _searching(documented.GOMOKU, documented.GOMOKU_DEPTH),
    ),
    *(
        Entry(
            f"level-{level}",
            f"Level {level} of {LEVELS[-1]} on the scale of all games"
            + {LEVELS[0]: ": a child wins", LEVELS[-1]: ": the best there is"}.get(level, ""),
            _level(level),
        )
        for level in LEVELS
    ),
    Entry("level", f"A level of your own: {_ALL_OF_LEVEL}", _own_level),
    Entry("perfect", "Solves the game: wins as fast and loses as slowly as possible", _perfect),
    *(
        Entry(f"five-{level}", f"Five in a row, level {level}: {grade.about}", _five(grade))
        for level, grade in enumerate(GRADES, start=1)
    ),
    Entry("five", f"Five in a row: {FULL.about}", _five(FULL)),
    Entry("random", "Plays any legal move", _random),
]

ROSTER: dict[str, Entry] = {entry.name: entry for entry in _ENTRIES}

_TEXT = re.compile(r"\s*([a-z][a-z0-9-]*)\s*(?:\(([^()]*)\))?\s*", re.IGNORECASE)


def player(text: str, *, seed: int | None = None) -> Player:
    """Make a player from its name, with options in brackets.

    >>> player("discount").name
    'discount'
    >>> player("square-5(slips=0.1, depth=6)", seed=7).name
    'square-5(depth=6,slips=0.1)'
    """
    match = _TEXT.fullmatch(text)
    if match is None:
        raise PlayerError(f"{text!r} is not a player: write a name, or a name(option=value)")
    name = match[1].lower()
    if name not in ROSTER:
        close = get_close_matches(name, ROSTER, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(ROSTER)}"
        raise PlayerError(f"there is no player called {name!r}; {hint}")
    options = _parse_options(match[2] or "")
    return ROSTER[name].make(
        name, options if options.seed is not None else replace(options, seed=seed)
    )


def default_player(game: Game, *, level: int | None = None, seed: int | None = None) -> Player:
    """The documented player that fits a game, or the one of a level from 1 to 10."""
    if level is not None:
        return LevelPlayer(level, seed=seed)
    return player(default_name(game), seed=seed)


def default_name(game: Game) -> str:
    """The name of the documented player that fits a game."""
    if game.wins.block:
        return "square-4"
    if game.gravity and game.wins.run:
        return "discount"
    return (
        "gomoku" if ROSTER["gomoku"].make("gomoku", Options()).refusal(game) is None else "minimax"
    )


def _parse_options(text: str) -> Options:
    values: dict[str, Any] = {}
    for word in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = (part.strip() for part in word.partition("="))
        name = name.replace("-", "_")
        if name not in _OPTION_TYPES:
            raise PlayerError(f"there is no option {name!r}; there are {', '.join(_OPTION_TYPES)}")
        try:
            values[name] = _OPTION_TYPES[name](value)
        except ValueError:
            raise PlayerError(f"{value!r} is no value for the option {name!r}") from None
    return Options(**values)
