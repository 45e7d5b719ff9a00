"""The player of five in a row and its relatives: the Gomoku engine, as strong as it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from inarow.players.options import option
from inarow.players.player import Analyst, PlayerError
from inarow.rules.game import Game
from inarow.search.gomoku.games import refusal
from inarow.search.gomoku.parameters import evaluation_from, parameters_from
from inarow.search.gomoku.parts import Part, parts_from
from inarow.search.limit import Limit

if TYPE_CHECKING:
    from inarow.search.gomoku.engine import GomokuEngine

#: What a move may take unless another limit is given.
USUAL_LIMIT = Limit(time=2.0)

#: More than any machine has to spare.
_MOST_MEGABYTES = 1 << 20
_MOST_THREADS = 256


@dataclass(frozen=True, slots=True)
class FiveOptions:
    """What can be changed about the Gomoku engine."""

    depth: int | None = option(None, "look at most this many moves ahead")
    without: str = option("", "switch off parts of the engine, to measure them: table+fours")
    tune: str = option("", "other search parameters, to measure them: window=40+vcf_nodes=8")
    evaluation: str = option("", "a file with another evaluation, from `inarow lab evaluation`")
    memory: float = option(64.0, "megabytes for its tables")
    threads: int = option(1, "threads that search together")

    def __post_init__(self) -> None:
        Limit(depth=self.depth)
        parts_from(self.without)
        parameters_from(self.tune)
        evaluation_from(self.evaluation)
        if not 0 < self.memory <= _MOST_MEGABYTES:
            raise PlayerError(
                f"memory must be at most {_MOST_MEGABYTES} megabytes, not {self.memory:g}"
            )
        if not 1 <= self.threads <= _MOST_THREADS:
            raise PlayerError(f"threads must be from 1 to {_MOST_THREADS}, not {self.threads}")


class FivePlayer(Analyst):
    """Plays line games on open boards with the Gomoku engine."""

    def __init__(self, name: str = "five", options: FiveOptions | None = None) -> None:
        options = options or FiveOptions()
        self.name = name
        self.depth: int | None = options.depth
        self.options: FiveOptions = options
        self.without: frozenset[Part] = parts_from(options.without)
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

            self._engine = GomokuEngine(
                game,
                megabytes=self.options.memory,
                threads=self.options.threads,
                without=self.without,
                parameters=parameters_from(self.options.tune),
                evaluation=evaluation_from(self.options.evaluation),
            )
        return self._engine
