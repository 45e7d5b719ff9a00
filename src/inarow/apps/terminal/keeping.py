"""Writes the game of a session down after every change, and says how to come back to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inarow.apps.terminal.session import Session

if TYPE_CHECKING:
    from inarow.apps.kept_games import KeptGames


class Keeping:
    """Keeps the games of one session, each under a name of its own from its first move on."""

    def __init__(self, games: KeptGames | None = None, name: str = "") -> None:
        self._games = games
        #: The name of the game that is kept now; empty before its first move.
        self.name: str = name
        #: Why the game could not be saved, if so.
        self.trouble: str = ""

    def keep(self, session: Session) -> None:
        """Write the game down as it stands; one between computers is nobody's."""
        if not session.people or not (session.moves_played or self.name):
            return
        try:
            games = self._folder()
            self.name = self.name or games.new_name()
            games.save(self.name, session.record())
            self.trouble = ""
        except OSError as error:
            self.trouble = f"This game could not be saved: {error.strerror}."

    def next_game(self) -> None:
        """What comes next is another game."""
        self.name = ""

    def farewell(self, session: Session) -> list[str]:
        """What to say when the program ends: how to review the game, and how to go on with it."""
        if self.trouble:
            return [self.trouble]
        if not self.name or not session.board.moves:
            return []
        lines = [f"Review this game: inarow review {self.name}"]
        if session.result is None:
            lines.insert(0, f"Continue this game: inarow play --continue {self.name}")
        return lines

    def _folder(self) -> KeptGames:
        if self._games is None:
            from inarow.apps.kept_games import KeptGames

            self._games = KeptGames()
        return self._games
