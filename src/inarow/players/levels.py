"""One scale of levels for every game: 1, a child who has just learned it, to 10, the best we have.

Levels 1 to 9 think like people (:mod:`inarow.players.people`): what makes them weak is what they
overlook and how little they look ahead, and what makes them strong is how seldom that happens and
how often they find the best move. How far apart they are is in ``docs/lab/levels.md``.
"""

from __future__ import annotations

from inarow.players.best import BestPlayer, refusal
from inarow.players.level_table import LEVELS, table_for
from inarow.players.people.person import Person
from inarow.players.player import Choice, Player, PlayerError
from inarow.players.slipping import SlippingPlayer
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.engine import OnProgress
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal


class LevelPlayer:
    """Plays at a level of the common scale."""

    def __init__(self, level: int, *, seed: int | None = None) -> None:
        if level not in LEVELS:
            raise PlayerError(f"levels go from {LEVELS[0]} to {LEVELS[-1]}, not {level}")
        self.level: int = level
        self.name: str = f"level-{level}"
        self._seed = seed
        #: A game, and who plays it.
        self._playing: tuple[Game, Player] | None = None

    def refusal(self, game: Game) -> str | None:
        """It plays whatever can be searched."""
        return refusal(game)

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: OnProgress | None = None,
    ) -> Choice:
        """Choose as the level does in this game."""
        player = self.player_for(board.game)
        return player.choose(board, limit, stop=stop, on_progress=on_progress)

    def player_for(self, game: Game) -> Player:
        """Who plays a game at this level; the same one for the whole game."""
        if self._playing is None or self._playing[0] != game:
            self._playing = game, self._made_for(game)
        return self._playing[1]

    def _made_for(self, game: Game) -> Player:
        if self.level == LEVELS[-1]:
            return BestPlayer(self.name)
        person = Person(self.name, table_for(game)[self.level - 1], self._seed)
        if person.refusal(game) is None:
            return person
        return SlippingPlayer(level=self.level, seed=self._seed)
