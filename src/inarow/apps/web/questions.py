"""What a page can ask, by name, and who answers: the same behind a server and without one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from inarow.apps.web import lessons, services

#: A function of the seam; one that searches takes a request and a stop signal.
Service: TypeAlias = Callable[..., Any]


def lookups() -> dict[str, Service]:
    """What is answered at once."""
    return {
        "status": services.status,
        "games": services.games,
        "game": services.game,
        "players": services.players,
        "searches": lessons.searches,
        "position": services.position,
        "adapt": services.adapt,
        "open": services.open_text,
        "export": services.export,
    }


def searches() -> dict[str, Service]:
    """What has to be searched for: to play, to analyse, and to learn."""
    return {
        "move": services.move,
        "hint": lessons.hint,
        "swap2": lessons.swap2,
        "threats": lessons.threats,
        "analyse": services.analyse,
        "review": lessons.review,
        "tree": lessons.tree,
        "compare": lessons.compare,
        "puzzle": lessons.puzzle,
    }
