"""An opponent who adapts to a person's results, from one game and one run to the next."""

from __future__ import annotations

from inarow.apps.terminal.session import Seat, Session
from inarow.players.adapt import AdaptationFile
from inarow.players.player import PlayerError
from inarow.players.roster import usual_player
from inarow.rules.game import Game


class Adapting:
    """Chooses each game's opponent by the results so far, and keeps those in a file."""

    def __init__(self, game: Game, *, seed: int | None = None) -> None:
        self._game = game
        self._file = AdaptationFile()
        self._seed = seed
        self._known = self._file.load(str(game))
        self._level = self._known.next_level()
        self._is_counted = False

    @property
    def level(self) -> int:
        """The level of the opponent of this game."""
        return self._level

    def opponent(self) -> Seat:
        """The opponent of this game."""
        return usual_player(level=self._level, seed=self._seed)

    def welcome(self) -> str:
        """Who the opponent is, and why."""
        return self._known.welcome()

    def take_in(self, session: Session) -> str:
        """Count the result of a game that has ended, once, and say what follows from it."""
        if self._is_counted:
            return "Only the first result of a game counts."
        if session.had_help:
            return "Games with hints or takebacks do not count."
        assert session.result is not None
        winner = session.result.winner
        score = 0.5 if winner is None else float(winner in session.people)
        self._is_counted = True
        try:
            self._known = self._file.record(str(self._game), self._level, score)
        except PlayerError as error:
            return f"Your result was not saved: {error}."
        return self._known.outlook()
