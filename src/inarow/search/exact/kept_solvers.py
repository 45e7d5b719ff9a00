"""The solvers that a thread keeps. They are kept here so that forgetting them loads no solver."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inarow.rules.game import Game
    from inarow.search.exact.solver import Solver

_thread = threading.local()


def kept_solvers() -> dict[Game, Solver]:
    """The solvers of this thread by their game."""
    solvers: dict[Game, Solver] = _thread.__dict__.setdefault("solvers", {})
    return solvers


def forget_solvers() -> None:
    """Begin anew, so that a search limited by nodes does not depend on those before it."""
    kept_solvers().clear()
