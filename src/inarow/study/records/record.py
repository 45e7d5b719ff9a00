"""A game record: the game, who played, the moves, the result, and what is known of each move."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from inarow.players.oversight import Oversight
from inarow.rules.board import Board
from inarow.rules.diagram import is_diagram
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.rules.side import Side
from inarow.study.review.annotation import Annotation


class RecordError(InarowError):
    """This is not a game record; the message says where it is wrong."""


class Result(Enum):
    """How a game ended, on the board or otherwise."""

    X_WINS = "X"
    O_WINS = "O"
    DRAW = "draw"
    UNFINISHED = "unfinished"


class Opening(Enum):
    """What is left to do of an opening; in swap2 the colours are chosen last."""

    NONE = ""
    SWAP2 = "swap2"
    #: Two stones are being added, then the other side chooses.
    SWAP2_ADDING = "swap2-adding"


@dataclass(frozen=True, slots=True)
class Unseen:
    """Something that was not seen at a move; ``number`` is how many pieces there are after it."""

    number: int
    oversight: Oversight


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody wrote about a position, after so many pieces on the board."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """One game, played on a board or read from a file. Every move in it is legal."""

    game: Game
    moves: tuple[int, ...]
    players: tuple[str, str] = ("X", "O")
    #: The position before the first move, as one line of text; empty for an empty board.
    start: str = ""
    #: The result, if the game ended otherwise than on the board.
    agreed: Result | None = None
    #: For some or all of the moves, in their order.
    annotations: tuple[Annotation, ...] = ()
    #: While it lasts, ``players`` are who opens and who answers: nobody has a colour.
    opening: Opening = Opening.NONE
    #: What players who think like people did not see, and when.
    unseen: tuple[Unseen, ...] = ()
    #: In the order of the moves.
    comments: tuple[Comment, ...] = ()

    def __post_init__(self) -> None:
        texts = (*self.players, *(comment.text for comment in self.comments))
        if not all(map(_is_writable, texts)):
            raise RecordError("a name or a comment contains an invalid character")
        if self.start and not is_diagram(self.start):
            raise RecordError(f"{self.start!r} is not a diagram of a position to start from")
        on_board = result_of(self.board())
        if self.agreed is on_board:
            # One record, one form: what the board says needs no agreement.
            object.__setattr__(self, "agreed", None)
        elif self.agreed is not None and on_board is not Result.UNFINISHED:
            raise RecordError(f"the board says {on_board.value}, the record {self.agreed.value}")

    @classmethod
    def of(cls, board: Board, players: tuple[str, str] = ("X", "O")) -> Record:
        """The record of a board's history."""
        start = board.start()
        return cls(board.game, board.moves, players, start.text() if start.ply else "")

    @property
    def result(self) -> Result:
        """How the game ended."""
        return self.agreed or result_of(self.board())

    def first_board(self) -> Board:
        """The position before the first move."""
        return Board.parse(self.game, self.start)

    def board(self, moves: int | None = None) -> Board:
        """The position after some of the moves, or after all."""
        board = self.first_board()
        board.play(self.moves if moves is None else self.moves[:moves])
        return board

    def moves_text(self) -> str:
        """The moves as one text."""
        return self.board().moves_text()

    def annotated(self, annotations: tuple[Annotation, ...]) -> Record:
        """The same game with these annotations."""
        return replace(self, annotations=annotations)


def _is_writable(text: str) -> bool:
    """Say whether a text can go to a file; half of a pair of surrogates, for one, cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def result_of(board: Board) -> Result:
    """How a game on a board has ended so far."""
    outcome = board.outcome()
    if outcome is None:
        return Result.UNFINISHED
    if outcome.winner is None:
        return Result.DRAW
    return Result.X_WINS if outcome.winner is Side.X else Result.O_WINS
