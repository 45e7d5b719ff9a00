"""The player of five in a row and its relatives: the Gomoku engine, as strong as it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from inarow.players.options import option
from inarow.players.player import Analyst
from inarow.rules.game import Game
from inarow.search.gomoku.games import refusal
from inarow.search.gomoku.parts import parts_from
from inarow.search.limit import Limit

if TYPE_CHECKING:
    from inarow.search.gomoku.engine import GomokuEngine

#: What a move may take unless another limit is given.
USUAL_LIMIT = Limit(time=2.0)


@dataclass(frozen=True, slots=True)
class FiveOptions:
    """What can be changed about the Gomoku engine."""

    depth: int | None = option(None, "look at most this many moves ahead")
    without: str = option("", "switch off parts of the engine, to measure them: table+fours")

    def __post_init__(self) -> None:
        Limit(depth=self.depth)
        parts_from(self.without)


class FivePlayer(Analyst):
    """Plays line games on open boards with the Gomoku engine."""

    def __init__(self, name: str = "five", options: FiveOptions | None = None) -> None:
        options = options or FiveOptions()
        self.name = name
        self.depth = options.depth
        self.without = parts_from(options.without)
        self._engine: GomokuEngine | None = None

    def refusal(self, game: Game) -> str | None:
        """Stones must go anywhere, and a line must win that the pattern tables can hold."""
        return refusal(game)

    def limit_for(self, limit: Limit | None) -> Limit:
        """The usual limit unless another is given, and its own depth."""
        limit = limit or USUAL_LIMIT
        return limit if limit.depth is not None else replace(limit, depth=self.depth)

    def engine_for(self, game: Game) -> GomokuEngine:
        """The same engine for the whole game."""
        if self._engine is None or self._engine.game != game:
            from inarow.search.gomoku.engine import GomokuEngine

            self._engine = GomokuEngine(game, without=self.without)
        return self._engine
