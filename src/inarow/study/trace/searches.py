"""The searches that can be traced and compared, by name, each a step beyond the one before."""

from __future__ import annotations

from dataclasses import dataclass, field

from inarow.evaluate.evaluation import Evaluation
from inarow.rules.errors import InarowError, did_you_mean
from inarow.rules.game import Game
from inarow.search.tree.documented import recipe_for
from inarow.search.tree.ordering import Ordering
from inarow.search.tree.recipe import ALL_EXTRAS, Algorithm, Extras, Recipe


class SearchNameError(InarowError):
    """There is no search of this name."""


@dataclass(frozen=True, slots=True)
class NamedSearch:
    """One search of the list: its algorithm, the order of its moves, its extras."""

    name: str
    about: str
    algorithm: Algorithm
    ordered: bool = False
    extras: Extras = field(default_factory=Extras)

    def recipe(self, game: Game, heuristic: Evaluation | None = None) -> Recipe:
        """The recipe for one game, with the heuristic of the player that fits the game."""
        ordering = Ordering.CENTRE_FIRST if self.ordered else Ordering.IN_ORDER
        heuristic = heuristic or heuristic_for(game)
        if self.extras.any and not heuristic.is_compiled:
            raise SearchNameError(
                f"{self.name} cannot use a heuristic in plain Python; these can: "
                f"{', '.join(READABLE)}"
            )
        return Recipe(heuristic, self.algorithm, ordering=ordering, extras=self.extras)


_LIST = (
    NamedSearch("minimax", "every move to the full depth", Algorithm.MINIMAX),
    NamedSearch(
        "alpha-beta",
        "minimax that skips moves which cannot change the result",
        Algorithm.ALPHA_BETA,
    ),
    NamedSearch("negamax", "alpha-beta seen from the mover's side", Algorithm.NEGAMAX),
    NamedSearch("ordered", "alpha-beta, the middle first", Algorithm.ALPHA_BETA, True),
    NamedSearch(
        "table",
        "alpha-beta, the middle first, positions remembered",
        Algorithm.ALPHA_BETA,
        True,
        Extras(table=True),
    ),
    NamedSearch(
        "deepening",
        "the same, depth 1, 2, 3 ..., the last best move first",
        Algorithm.ALPHA_BETA,
        True,
        Extras(table=True, deepening=True),
    ),
    NamedSearch("all", "every extra", Algorithm.ALPHA_BETA, True, ALL_EXTRAS),
)

SEARCHES: dict[str, NamedSearch] = {search.name: search for search in _LIST}

#: Those that are readable Python, and so can ask a heuristic in plain Python.
READABLE = tuple(search.name for search in _LIST if not search.extras.any)


def named_search(name: str) -> NamedSearch:
    """The search of a name.

    >>> named_search("alpha-beta").about
    'minimax that skips moves which cannot change the result'
    """
    if name not in SEARCHES:
        hint = did_you_mean(name, SEARCHES)
        raise SearchNameError(f"there is no search called {name!r}; {hint}")
    return SEARCHES[name]


def heuristic_for(game: Game) -> Evaluation:
    """The heuristic of the documented player that fits a game."""
    return recipe_for(game).evaluation
