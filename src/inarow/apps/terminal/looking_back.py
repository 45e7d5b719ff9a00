"""After the game: what decided it, and the moves that are looked at again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from inarow.apps.terminal import telling
from inarow.apps.terminal.boardview import BoardView
from inarow.apps.terminal.naming import MoveNames

if TYPE_CHECKING:
    from inarow.study.review.review import Review


class LookingBack:
    """A review of a game that is over, and where in it one looks."""

    def __init__(self, review: Review) -> None:
        self._record = review.record
        self._turning = review.turning_point
        self._notes = {note.number: note for note in review.record.annotations}
        decisive = self._turning.number if self._turning is not None else None
        self._first = decisive or review.opens_at or max(self._notes, default=0)
        #: The number of the move that is looked at.
        self.viewed: int | None = None

    def open(self, board_view: BoardView) -> None:
        """Go to the move that decided the game, or the first that was a mistake."""
        self._view(self._first, board_view)

    def step(self, by: int, board_view: BoardView) -> None:
        """Look at a later move or an earlier one, if a move is looked at."""
        if self.viewed is not None:
            self._view(self.viewed + by, board_view)

    def leave(self, board_view: BoardView) -> None:
        """Show the end of the game again."""
        self.viewed = None
        board_view.look_at(None)

    def _view(self, number: int, board_view: BoardView) -> None:
        if number in self._notes:
            note = self._notes[number]
            self.viewed = number
            start = self._record.first_board().ply
            better = None if note.best == note.move else note.best
            board_view.look_at(self._record.board(number - start), better)

    def told(self, names: MoveNames) -> str:
        """What decided the game, and which keys go on from here."""
        if self.viewed is not None:
            return "← → for other moves, v to end the review."
        if self._turning is None:
            return "Press n for a new game."
        look = "see that move" if self._turning.number else "review the game"
        return f"{names.told(self._turning.text)}\nPress v to {look}, n for a new game."

    def thought(self) -> Text | None:
        """What there is to say about the move that is looked at."""
        if self.viewed is None:
            return None
        return telling.noted(self._record, self._notes[self.viewed])
