"""What sentences about a game are made of: who plays, places on the board, rows and results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inarow.players.roster import player_title
from inarow.rules.game import Game
from inarow.rules.notation import cell_text, move_text
from inarow.rules.side import Side
from inarow.search.score import Kind, Score

if TYPE_CHECKING:
    from inarow.study.records.record import Record

#: What the person who reads is called; English has verbs of its own for that.
YOU = "You"

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
#: Verbs that do not simply take an s.
_THIRD_PERSON = {"are": "is", "were": "was", "have": "has"}


@dataclass(frozen=True, slots=True)
class People:
    """Who plays the two sides, as sentences name them.

    >>> people = People(("You", "Level 4"))
    >>> people.whose(Side.X), people.whose(Side.O), people.does(Side.X, "have")
    ('your', "Level 4's", 'you have')
    >>> people.does(Side.O, "have"), People().does(Side.O, "complete")
    ('Level 4 has', 'O completes')
    """

    names: tuple[str, str] = ("X", "O")

    @classmethod
    def of(cls, record: Record) -> People:
        """Who played a game that was recorded; players of the roster under their titles."""
        if record.opening.value:
            return cls(("Black", "White"))
        first, second = record.players
        return cls((player_title(first), player_title(second)))

    @property
    def reader(self) -> Side | None:
        """The side of the person who reads, if that is one of the two."""
        return Side(self.names.index(YOU)) if self.names.count(YOU) == 1 else None

    def name(self, side: Side) -> str:
        """A side's name inside a sentence."""
        return "you" if side is self.reader else self.names[side]

    def whose(self, side: Side) -> str:
        """What stands before something that is a side's own."""
        return "your" if side is self.reader else f"{self.names[side]}'s"

    def does(self, side: Side, verb: str) -> str:
        """A side and what it does."""
        if side is not self.reader:
            verb = _THIRD_PERSON.get(verb, f"{verb}s")
        return f"{self.name(side)} {verb}"


def in_moves(count: int | None) -> str:
    """How soon, as the end of a sentence.

    >>> in_moves(1), in_moves(21), in_moves(None)
    (' in 1 move', ' in 21 moves', '')
    """
    if count is None:
        return ""
    return f" in {count} {'move' if count == 1 else 'moves'}"


def result_clause(score: Score) -> str:
    """What a score means for the mover, as the end of a sentence; nothing for an estimate."""
    match score.kind:
        case Kind.WIN:
            return "wins by force" if score.moves is None else f"wins{in_moves(score.moves)}"
        case Kind.LOSS:
            return f"loses{in_moves(score.moves)}"
        case Kind.DRAW:
            return "holds the draw"
        case Kind.HEURISTIC:
            return ""


def name_of_move(game: Game, move: int) -> str:
    """A move as the beginning of a sentence."""
    text = move_text(game, move)
    return f"Column {text}" if game.gravity else text


def moves_words(game: Game, moves: Sequence[int]) -> str:
    """Moves inside a sentence."""
    names = joined([move_text(game, move) for move in moves])
    if not game.gravity:
        return names
    return f"column {names}" if len(moves) == 1 else f"columns {names}"


def cells_words(game: Game, cells: Sequence[int]) -> str:
    """Where threats are: columns where pieces fall and the columns differ, else cells."""
    columns = sorted(cell % game.width for cell in cells)
    if game.gravity and len(set(columns)) == len(columns):
        word = "column" if len(columns) == 1 else "columns"
        return f"{word} {joined([str(x + 1) for x in columns])}"
    if game.gravity and len(set(columns)) == 1:
        return f"column {columns[0] + 1}, {rows_words(game, cells)}"
    return joined([cell_text(game, cell) for cell in cells])


def where_words(game: Game, cells: Sequence[int]) -> str:
    """The same, after a verb.

    >>> from inarow.rules.catalogue import game
    >>> where_words(game("connect4"), [3]), where_words(game("gomoku"), [3])
    ('in column 4', 'at d1')
    """
    words = cells_words(game, cells)
    return f"{'in' if words.startswith('column') else 'at'} {words}"


def rows_words(game: Game, cells: Sequence[int]) -> str:
    """The rows of some cells."""
    rows = sorted({game.xy(cell)[1] + 1 for cell in cells})
    return f"row {rows[0]}" if len(rows) == 1 else f"rows {joined([str(row) for row in rows])}"


def joined(words: Sequence[str]) -> str:
    """Words with commas between them and an "and" before the last.

    >>> joined(["a", "b", "c"])
    'a, b and c'
    """
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + f" and {words[-1]}"


def plain_row(game: Game) -> str:
    """What wins, after "the" or "your"."""
    return f"{number_word(game.wins.run)} in a row" if game.wins.run else game.wins.noun


def row_name(game: Game) -> str:
    """What wins, on its own."""
    return plain_row(game) if game.wins.run else str(game.wins)


def short_row(game: Game, missing: int) -> str:
    """A row that lacks some pieces, as Gomoku players call it: a four, a three."""
    return number_word(game.wins.run - missing) if game.wins.run else game.wins.noun


def number_word(value: int) -> str:
    """A small number as a word."""
    return _NUMBERS[value] if 0 <= value < len(_NUMBERS) else str(value)


def threats_word(game: Game) -> str:
    """What a game calls moves that threaten to win with the next one."""
    is_gomoku = not game.gravity and game.wins.run == 5
    return "fours" if is_gomoku else "threats"
