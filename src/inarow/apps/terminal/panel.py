"""The panel beside the board: the game, who plays, how things stand, and what was thought."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from inarow.apps.terminal import telling
from inarow.apps.terminal.naming import MoveNames
from inarow.apps.terminal.session import Session


class Panel(Vertical):
    """Five texts, one below the other."""

    def __init__(self) -> None:
        super().__init__(id="panel")
        # Kept at hand: a query looks only at the dialog on top.
        self._title, self._sides, self._status, self._thought, self._moves = (
            Static(id=name) for name in ("title", "sides", "status", "thought", "moves")
        )

    def compose(self) -> ComposeResult:
        """Lay out the texts."""
        yield from (self._title, self._sides, self._status, self._thought, self._moves)

    def show_session(self, session: Session, names: MoveNames) -> None:
        """Show what is played, by whom, and the moves so far."""
        self._title.update(telling.title(session.board.game))
        self._sides.update(telling.sides(session))
        self._moves.update(telling.moves(session, names))

    def show_status(self, text: Text) -> None:
        """Show how things stand."""
        self._status.update(text)

    def show_thought(self, text: Text | None) -> None:
        """Show what was thought, or nothing."""
        self._thought.display = bool(text)
        self._thought.update(text or "")
