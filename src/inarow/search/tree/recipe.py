"""How a searching player searches: the algorithm, its bounds, its move order, its extras."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from inarow.evaluate.evaluation import Evaluation
from inarow.search.tree.ordering import Ordering


class Algorithm(Enum):
    """The searches that the documents describe."""

    MINIMAX = "minimax"
    ALPHA_BETA = "alpha-beta"
    NEGAMAX = "negamax"


@dataclass(frozen=True, slots=True)
class Extras:
    """What makes a search faster without changing its value at a given depth."""

    #: Search depth 1, 2, 3 ... and start each time with what the last one found best.
    deepening: bool = False
    #: Remember positions that were reached before by other moves.
    table: bool = False
    #: Try the moves first that refuted a sibling position.
    killers: bool = False
    #: Try the moves first that cut off most often anywhere in the tree.
    history: bool = False
    #: Only ask of later moves whether they are better at all.
    null_windows: bool = False

    @property
    def any(self) -> bool:
        """Say whether any extra is on."""
        return self.deepening or self.table or self.killers or self.history or self.null_windows


ALL_EXTRAS = Extras(deepening=True, table=True, killers=True, history=True, null_windows=True)


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that decides what a search to a given depth finds and how many nodes it takes."""

    evaluation: Evaluation
    algorithm: Algorithm = Algorithm.NEGAMAX
    #: Fail-soft returns the best value it saw, fail-hard never one outside the window.
    fail_soft: bool = True
    ordering: Ordering = Ordering.IN_ORDER
    #: What a draw is worth to the player who searches; below 0 it is averse to ties. A board that
    #: is still open is charged with the share of its groups that nobody can fill any more, since
    #: all lines of a search reach the full board at the same depth or none does.
    draw_value: float = 0.0
    extras: Extras = field(default_factory=Extras)
