"""The games by name, and games from text: ``connect4``, ``connect4(8x7)``, ``mnk(15,15,5)``."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from inarow.rules.errors import GameError, did_you_mean
from inarow.rules.game import Game, MoveRule
from inarow.rules.shapes import Line, Shape, Square


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One game of the catalogue: what its name stands for, and a line about it."""

    game: Game
    about: str


def entry(
    name: str,
    size: tuple[int, int],
    gravity: bool,
    wins: Shape,
    about: str,
    rule: MoveRule | None = None,
) -> CatalogueEntry:
    """An entry for the catalogue under a name."""
    return CatalogueEntry(Game(*size, gravity=gravity, wins=wins, rule=rule, family=name), about)


_ENTRIES = (
    entry("connect4", (7, 6), True, Line(4), "Connect Four: drop pieces, four in a row wins"),
    entry("square", (7, 6), True, Square(2), "Connect 4 in a Square: a 2x2 square wins"),
    entry("gomoku", (15, 15), False, Line(5), "Gomoku, freestyle: five or more in a row"),
    entry("gomoku-standard", (15, 15), False, Line(5, True), "Gomoku: exactly five in a row"),
    entry("tictactoe", (3, 3), False, Line(3), "Tic-tac-toe: three in a row"),
    entry("connect3", (5, 4), True, Line(3), "Connect Three: a small board for learning"),
    entry("connect5", (9, 6), True, Line(5), "Connect Five: a wider board, five in a row"),
    entry("four", (7, 7), False, Line(4), "Four in a row on paper: pieces go anywhere"),
)

CATALOGUE: dict[str, CatalogueEntry] = {known.game.family: known for known in _ENTRIES}

#: The general game, which has no default size.
GENERAL = "mnk"

#: The shapes that have a size, by the letter under which a game's text gives it.
_SIZED: dict[str, Callable[[int], Shape]] = {"k": Line, "n": Square}

_SETTING = re.compile(r"([a-z])\s*=\s*(\d+)")
_TEXT = re.compile(r"\s*([a-z][a-z0-9-]*)\s*(?:\(([^()]*)\))?\s*", re.IGNORECASE)


def game(
    name: str | Game,
    *,
    width: int | None = None,
    height: int | None = None,
    k: int | None = None,
    n: int | None = None,
    exact: bool | None = None,
    gravity: bool | None = None,
) -> Game:
    """Make a game from its name or text, or from another game, with any rule changed.

    >>> game("connect4")
    Game('connect4(7x6)')
    >>> game("connect4", width=8, height=7) == game("connect4(8x7)")
    True
    >>> game("gomoku(19)").describe()
    '19x19, pieces go anywhere, 5 in a row wins'
    >>> game("mnk(7,6,4)", gravity=True) == game("connect4")
    True
    """
    changes = {"width": width, "height": height, "k": k, "n": n, "exact": exact, "gravity": gravity}
    if isinstance(name, Game):
        if all(value is None for value in changes.values()):
            return name
        rules = _Rules.like(name)
    elif isinstance(name, str):
        rules = _Rules.of_text(name)
    else:
        raise GameError(f"a game is its name or a Game, not {name!r}")
    if k is not None and n is not None:
        raise GameError("a line of k wins or a square of n, not both")
    rules.change(**changes)
    return rules.game()


def known_names() -> tuple[str, ...]:
    """Every name that :func:`game` understands."""
    return (*CATALOGUE, GENERAL)


@dataclass(slots=True)
class _Rules:
    """A game while its description is being read."""

    family: str
    width: int | None = None
    height: int | None = None
    gravity: bool = False
    wins: Shape | None = None
    exact: bool = False
    rule: MoveRule | None = None

    @classmethod
    def like(cls, game: Game) -> _Rules:
        """Start from a game."""
        size = (game.width, game.height)
        return cls(game.family, *size, game.gravity, game.wins, game.wins.exact, game.rule)

    @classmethod
    def of_text(cls, text: str) -> _Rules:
        """Start from a game of the catalogue, or from nothing for the general game, and read on."""
        match = _TEXT.fullmatch(text)
        if match is None:
            raise GameError(
                f"{text!r} is not a game: give a name, perhaps with a size: connect4(8x7)"
            )
        family, arguments = match[1].lower(), match[2]
        if family != GENERAL and family not in CATALOGUE:
            raise GameError(f"there is no game called {family!r}{_suggestion(family)}")
        rules = cls(family) if family == GENERAL else cls.like(CATALOGUE[family].game)
        if arguments is not None:
            rules.read(arguments)
        return rules

    def read(self, arguments: str) -> None:
        """Take in what stands between the brackets."""
        numbers: list[int] = []
        for word in filter(None, (part.strip().lower() for part in arguments.split(","))):
            if word.isdecimal():
                numbers.append(_number(word))
            elif size := re.fullmatch(r"(\d+)\s*x\s*(\d+)", word):
                self.width, self.height = _number(size[1]), _number(size[2])
            elif (setting := _SETTING.fullmatch(word)) and setting[1] in _SIZED:
                self.change(**{setting[1]: _number(setting[2])})
            elif word in ("exact", "gravity"):
                self.change(**{word: True})
            elif word == "free":
                self.change(gravity=False)
            else:
                raise GameError(
                    f"cannot read {word!r}: give a size (8x7), k=5, n=2, exact, gravity or free"
                )
        self._read_numbers(numbers)

    def _read_numbers(self, numbers: list[int]) -> None:
        match numbers:
            case []:
                pass
            case [side]:
                self.width = self.height = side
            case [width, height]:
                self.width, self.height = width, height
            case [width, height, k] if self.family == GENERAL:
                self.width, self.height = width, height
                self.change(k=k)
            case _:
                raise GameError(f"too many numbers for {self.family!r}: {numbers}")

    def change(self, **rules: int | bool | None) -> None:
        """Replace some of the rules; None leaves a rule as it is."""
        for rule, value in rules.items():
            if value is None:
                continue
            if rule in _SIZED:
                self.wins = _SIZED[rule](value)
            else:
                setattr(self, rule, value)

    def game(self) -> Game:
        """The game described, under its family's name if it only differs in size."""
        if self.width is None or self.height is None:
            raise GameError("a general game needs a size: mnk(15,15,5) or mnk(8x7,k=5,gravity)")
        if self.wins is None:
            raise GameError("a general game needs a line length: mnk(15,15,5), or k=5")
        wins = self.wins.with_exact(self.exact)
        made = Game(self.width, self.height, self.gravity, wins, rule=self.rule)
        known = CATALOGUE.get(self.family)
        if known and known.game.rules_beyond_size == made.rules_beyond_size:
            return replace(made, family=self.family)
        return made


def _number(digits: str) -> int:
    """A number of a description; a silly one is refused before it is read at length."""
    if len(digits) > 4:
        raise GameError(f"{digits[:8]}... is too large")
    return int(digits)


#: Other names of games, and games that are near relatives.
_RELATIVES = {
    "renju": "Renju's forbidden moves are not supported; the closest game is 'gomoku-standard'",
    "caro": "Caro's rule about blocked fives is not supported; the closest game is 'gomoku'",
    "pente": "captures are not supported; the closest game is 'gomoku(19)'",
    **dict.fromkeys(
        ("gobang", "omok", "five", "five-in-a-row", "wuziqi"), "it is called 'gomoku' here"
    ),
    **dict.fromkeys(
        ("four-in-a-row", "connect-four", "connectfour", "connect"), "it is called 'connect4' here"
    ),
    **dict.fromkeys(("noughts", "tic-tac-toe", "xo"), "it is called 'tictactoe' here"),
}


def _suggestion(name: str) -> str:
    if name in _RELATIVES:
        return f"; {_RELATIVES[name]}"
    return f"; {did_you_mean(name, known_names())}"
