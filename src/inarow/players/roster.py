"""The players by name: ``discount``, ``square-3``, ``minimax(depth=7,fast=1)``."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from inarow import words
from inarow.evaluate.blocks import SquareBlocks
from inarow.players.five import USUAL_LIMIT, FiveOptions, FivePlayer
from inarow.players.level_table import LEVELS
from inarow.players.levels import LevelPlayer
from inarow.players.options import NoOptions, option, options_text, parse_options
from inarow.players.people.choices import ImitatorOptions, PersonOptions
from inarow.players.people.person import Imitator, Person
from inarow.players.perfect import PerfectPlayer
from inarow.players.player import Player, PlayerError, RandomPlayer
from inarow.players.searching import SearchingPlayer, SearchOptions
from inarow.players.slipping import SlippingPlayer
from inarow.players.slipping_table import Slips
from inarow.rules.errors import did_you_mean
from inarow.search.tree import documented
from inarow.search.tree.recipe import ALL_EXTRAS, Recipe
from inarow.words import USUAL_LEVEL


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """One player of the roster: a line about it, what can be changed about it, and its maker."""

    name: str
    about: str
    #: A dataclass, see :mod:`inarow.players.options`.
    options: type[Any]
    #: Makes the player from its full name, its options and a seed.
    make: Callable[[str, Any, int | None], Player]
    #: Whether it plays better the longer it thinks, and how long it does unless told.
    timed: bool = False
    seconds: float | None = None

    @property
    def title(self) -> str:
        """What people call it."""
        return words.PLAYERS.get(self.name) or self.name.replace("-", " ").capitalize()


@dataclass(frozen=True, slots=True)
class SquareOptions(SearchOptions):
    """What can be changed about document 003's player."""

    opponent: float = option(0.0, "how much the opponent's points count against its own")

    def __post_init__(self) -> None:
        SearchOptions.__post_init__(self)
        if not math.isfinite(self.opponent):
            raise PlayerError(f"opponent must be a finite number, not {self.opponent}")


def _searching(
    name: str, about: str, recipe: Recipe, depth: int, *, random_first_choice: bool = False
) -> RosterEntry:
    def make(full_name: str, options: SearchOptions, seed: int | None) -> Player:
        changed = replace(recipe, draw_value=-options.tie_aversion)
        if options.fast:
            changed = replace(changed, extras=ALL_EXTRAS)
        if isinstance(options, SquareOptions):
            changed = replace(changed, evaluation=SquareBlocks(opponent=options.opponent))
        return SearchingPlayer(
            full_name,
            changed,
            options.depth or depth,
            random_first_choice=random_first_choice,
            seed=seed,
        )

    kind = SquareOptions if recipe is documented.SQUARE else SearchOptions
    return RosterEntry(name, about, kind, make)


def _level(level: int) -> RosterEntry:
    return RosterEntry(
        f"level-{level}",
        f"Level {level} of {LEVELS[-1]}: {words.LEVELS[level]}",
        NoOptions,
        lambda _, __, seed: LevelPlayer(level, seed=seed),
    )


def level_of(name: str) -> int | None:
    """The level of a player's name, if it is one.

    >>> level_of("level-4"), level_of("minimax")
    (4, None)
    """
    head, _, number = name.partition("-")
    return int(number) if head == "level" and number.isdecimal() else None


_ENTRIES = [
    _searching(
        "minimax",
        "Document 000: minimax with alpha-beta, depth 5, counts open groups",
        documented.MINIMAX,
        documented.MINIMAX_DEPTH,
        random_first_choice=True,
    ),
    _searching(
        "branch-and-bound",
        "Document 001: negamax, depth 4, counts threes with an empty end",
        documented.BRANCH_AND_BOUND,
        documented.BRANCH_AND_BOUND_DEPTH,
    ),
    _searching(
        "discount",
        "Document 002: alpha-beta, depth 6, discounts the side not to move",
        documented.DISCOUNT,
        documented.DISCOUNT_DEPTH,
    ),
    *(
        _searching(
            f"square-{level}",
            f"Document 003: Connect 4 in a Square, level {level} of 5 (depth {level})",
            documented.SQUARE,
            level,
        )
        for level in documented.SQUARE_LEVELS
    ),
    _searching(
        "shapes",
        "Document 004: negamax, depth 3, scores shapes of five in a row",
        documented.SHAPES,
        documented.SHAPES_DEPTH,
    ),
    *map(_level, LEVELS),
    RosterEntry(
        "level",
        "A search that slips at random, with your own settings",
        Slips,
        lambda _, settings, seed: SlippingPlayer(settings, seed=seed),
    ),
    RosterEntry(
        "perfect",
        "Solves the game: wins as fast and loses as slowly as possible",
        NoOptions,
        lambda *_: PerfectPlayer(),
        timed=True,
    ),
    RosterEntry(
        "five",
        f"Five in a row: the Gomoku engine, {USUAL_LIMIT.time:g} s a move",
        FiveOptions,
        lambda name, options, _: FivePlayer(name, options),
        timed=True,
        seconds=USUAL_LIMIT.time,
    ),
    RosterEntry(
        "person",
        "Thinks like a person: looks at some lines, overlooks some things",
        PersonOptions,
        Person,
    ),
    RosterEntry(
        "imitator",
        "Plays each move as often as people do: a network trained on their games",
        ImitatorOptions,
        Imitator,
    ),
    RosterEntry(
        "random", "Plays any legal move", NoOptions, lambda _, __, seed: RandomPlayer(seed)
    ),
]

ROSTER: dict[str, RosterEntry] = {entry.name: entry for entry in _ENTRIES}
#: Players that are nothing without options, so that no list offers them.
NEED_OPTIONS = frozenset({"level"})

#: What became of players that are gone.
_RENAMED = {
    "gomoku": "it is called 'shapes' now",
    **{f"five-{grade}": "the levels, level-1 to level-10, took its place" for grade in range(1, 6)},
}

_TEXT = re.compile(r"\s*([a-z][a-z0-9-]*)\s*(?:\(([^()]*)\))?\s*", re.IGNORECASE)


def player(text: str, *, seed: int | None = None) -> Player:
    """Make a player from its name, with options in brackets.

    >>> player("discount").name
    'discount'
    >>> player("square-5(fast=1, depth=6)", seed=7).name
    'square-5(depth=6,fast=1)'
    """
    match = _TEXT.fullmatch(text)
    if match is None:
        raise PlayerError(f"{text!r} is not a player: write a name, or a name(option=value)")
    name = match[1].lower()
    if name not in ROSTER:
        raise PlayerError(f"there is no player called {name!r}; {_advice(name)}")
    entry = ROSTER[name]
    options, own_seed = parse_options(entry.options, match[2] or "", name)
    changes = options_text(options)
    return entry.make(
        f"{name}({changes})" if changes else name, options, seed if own_seed is None else own_seed
    )


def _advice(name: str) -> str:
    if name in _RENAMED:
        return _RENAMED[name]
    for level, person in words.NAMES.items():
        if name == person.lower():
            return f"{person} is level-{level}"
    return did_you_mean(name, ROSTER, "`inarow players` lists them")


def player_title(text: str) -> str:
    """What people call a player; a name that is not one of the roster's stays as it is.

    >>> player_title("branch-and-bound"), player_title("level-3"), player_title("Ann Lee")
    ('Branch and bound', 'Ben', 'Ann Lee')
    >>> player_title("minimax(depth=7)")
    'Minimax (depth=7)'
    """
    match = _TEXT.fullmatch(text)
    if match is None or match[1] not in ROSTER:
        return text
    title = ROSTER[match[1]].title
    return f"{title} ({match[2]})" if match[2] else title


def usual_player(*, level: int | None = None, seed: int | None = None) -> Player:
    """Whom a newcomer meets, in every game: the usual level, or the one that is asked for."""
    return LevelPlayer(USUAL_LEVEL if level is None else level, seed=seed)
