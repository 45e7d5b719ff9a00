"""What moves are called in the terminal: columns from 1 (or from 0), or points."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.rules.errors import ColumnFullError, MoveError, OffBoardError
from inarow.rules.game import Game
from inarow.rules.notation import column_letter, move_text, parse_move

#: Up to this many columns have a digit key.
KEYED_COLUMNS = 10


@dataclass(frozen=True, slots=True)
class MoveNames:
    """The names of a game's moves, to be written and read."""

    game: Game
    from_zero: bool = False

    @property
    def place(self) -> str:
        """What a player chooses: a column or a point."""
        return "column" if self.game.gravity else "point"

    @property
    def piece(self) -> str:
        """What a player places: discs fall, stones are put down."""
        return "disc" if self.game.gravity else "stone"

    @property
    def span(self) -> str:
        """The first and the last place, as the prompts show them."""
        last = self.game.width - 1 if self.game.gravity else self.game.cells - 1
        return f"{self.text(0)}-{self.text(last)}"

    @property
    def keys(self) -> str:
        """The keys of the columns, if they have any: 0 stands for the tenth."""
        is_full = self.game.width == KEYED_COLUMNS and not self.from_zero
        return "1-9, 0" if is_full else self.span

    def text(self, move: int) -> str:
        """The name of a move."""
        return move_text(self.game, move, from_zero=self.from_zero)

    def label(self, x: int) -> str:
        """The name of a column of the board: a number where pieces fall, else a letter."""
        return self.text(x) if self.game.gravity else column_letter(x)

    def parse(self, text: str) -> int:
        """The move that a text names, or a ``MoveError`` that says what is wrong with it."""
        return parse_move(self.game, text, from_zero=self.from_zero)

    def advice(self, move: int, reason: str) -> str:
        """The sentence that names a move and says why."""
        is_renumbered = self.game.gravity and self.from_zero
        return f"{self.text(move)}. {self.told(reason)}" if is_renumbered else reason

    def told(self, sentence: str) -> str:
        """A sentence from the study, which counts columns from 1, where they count from 0."""
        if self.game.gravity and self.from_zero:
            return f"{sentence} (This sentence counts columns from 1.)"
        return sentence

    def explain(self, error: MoveError, move: int) -> str:
        """One sentence on why a move cannot be played."""
        if isinstance(error, ColumnFullError):
            return f"Column {self.text(move)} is full."
        if isinstance(error, OffBoardError):
            return f"There is no such {self.place}: choose {self.span}."
        return sentence(str(error))


def sentence(words: str) -> str:
    """Words as a sentence: a capital letter first, a full stop last.

    >>> sentence("the game is over")
    'The game is over.'
    """
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '!', '?')) else '.'}"


class PointEntry:
    """A point such as h8 that is being typed, key by key.

    A letter that is a column begins a point, even if it is a command as well; typed twice it is
    the command.

    >>> from inarow.rules.catalogue import game
    >>> entry = PointEntry(game("gomoku"))
    >>> [entry.press(key) for key in ("h", "1", "2")] == [True, True, True]
    True
    >>> move_text(entry.game, entry.take())
    'h12'
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        #: What was typed so far.
        self.text: str = ""
        self._is_complete = False

    @property
    def _row(self) -> int:
        return int(self.text[1:] or 0)

    def is_column(self, key: str) -> bool:
        """Say whether a key is the letter of a column."""
        letters = [column_letter(x) for x in range(self.game.width)]
        return not self.game.gravity and key in letters

    def press(self, key: str) -> bool:
        """Take a key; say whether it belongs to a point, and so to nothing else."""
        if self.text and key in ("escape", "backspace"):
            self.text = self.text[:-1] if key == "backspace" else ""
            return True
        if self._row and key in ("enter", "space"):
            self._is_complete = True
            return True
        if self.text and key.isdecimal() and 0 < int(f"{self._row}{key}") <= self.game.height:
            self.text += key
            # Another digit might follow a 1, but not a 9.
            self._is_complete = self._row * 10 > self.game.height
            return True
        is_command = key == self.text
        self.text = key if self.is_column(key) and not is_command else ""
        return bool(self.text)

    def take(self) -> int | None:
        """The move that was typed, if it is complete; then another can be typed."""
        if not self._is_complete:
            return None
        move = parse_move(self.game, self.text)
        self.text = ""
        self._is_complete = False
        return move
