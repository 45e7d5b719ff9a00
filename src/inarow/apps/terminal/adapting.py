"""An opponent who adapts to a person's results, from one game and one run to the next."""

from __future__ import annotations

from inarow.apps.terminal.session import Seat, Session
from inarow.players.adapt import Adaptation, AdaptationFile
from inarow.players.player import PlayerError
from inarow.players.roster import usual_player
from inarow.rules.game import Game

#: How many of the last games are summed up.
_RECENT = 20


class Adapting:
    """Chooses each game's opponent by the results so far, and keeps those in a file."""

    def __init__(
        self, game: Game, file: AdaptationFile | None = None, *, seed: int | None = None
    ) -> None:
        self._game = game
        self._file = file or AdaptationFile()
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
        if not self._known.games:
            return f"This is your first game, so you start against level {self.level}."
        return f"{_points(self._known)}, so you play level {self.level}."

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
            return f"The result was not saved: {error}."
        return f"{_points(self._known)}. Next: level {self._known.next_level()}."


def _points(known: Adaptation) -> str:
    """How a person has done lately."""
    recent = known.results[-_RECENT:]
    made = sum(score for _, score in recent)
    games = "1 game" if len(recent) == 1 else f"{len(recent)} games"
    last = "last " if known.games > 1 else ""
    return f"You scored {made:g} out of {len(recent)} in your {last}{games}"
