"""What is asked of the exact solver without loading it: what it solves, and clearing its tables."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from inarow.rules.game import Game

if TYPE_CHECKING:
    from inarow.search.exact.solver import Solver

#: A board with a spare cell on top of each column is one integer of so many bits.
_BITS = 64


def refusal(game: Game) -> str | None:
    """Why the exact solver cannot solve a game, or None if it can."""
    if not game.gravity:
        return "the solver only solves games with falling pieces"
    if game.width * (game.height + 1) > _BITS:
        return "the board does not fit into 64 bits: width x (height + 1) is at most 64"
    wins = game.wins
    if not (wins.run or wins.block) or game.rule is not None:
        return "the solver only handles games won by a line or a square, with no other rules"
    if wins.run and wins.exact and max(game.width, game.height) > wins.run:
        return "the solver does not handle games in which longer lines do not win"
    return None


#: Has the solvers that each thread keeps.
_thread = threading.local()


def kept_solvers() -> dict[Game, Solver]:
    """The solvers of this thread by their game."""
    solvers: dict[Game, Solver] = _thread.__dict__.setdefault("solvers", {})
    return solvers


def forget_solvers() -> None:
    """Empty the tables, so that a search limited by nodes does not depend on those before it."""
    kept_solvers().clear()
