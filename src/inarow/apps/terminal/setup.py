"""What a new game is made of: the game, the opponent and the side, from options or a dialog."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from inarow.apps.terminal.adapting import Adapting
from inarow.apps.terminal.session import Seat, Session
from inarow.players.entrants import entrant
from inarow.players.roster import ROSTER, player, player_title
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.limit import Limit
from inarow.words import USUAL_LEVEL

PERSON = "human"
ADAPTS = "adapt"
#: Players that are nothing without options.
_NEEDS_OPTIONS = frozenset({"level"})


@dataclass(frozen=True, slots=True)
class Setup:
    """What was chosen for a game."""

    game: Game
    #: A name of the roster, ``human`` or ``adapt``.
    opponent: str = f"level-{USUAL_LEVEL}"
    #: Whether the person moves first; None for either.
    is_first: bool | None = True
    swap2: bool = False


def opponents(game: Game) -> Iterator[tuple[str, str]]:
    """Whom one can play a game against, with what to say of each."""
    yield ADAPTS, "Adapts to you: you win about half of your games"
    levels = [name for name in ROSTER if name.startswith("level-")]
    others = [name for name in ROSTER if name not in levels and name not in _NEEDS_OPTIONS]
    for name in (*levels, *others):
        if player(name).refusal(game) is None:
            about = ROSTER[name].about
            yield name, about if name in levels else f"{player_title(name)}: {about}"
    yield PERSON, "Another person, here"


def begin(
    setup: Setup, limit: Limit | None = None, seed: int | None = None
) -> tuple[Session, Adapting | None]:
    """The session of a new game, and who follows the results if the opponent adapts."""
    adapting = Adapting(setup.game, seed=seed) if setup.opponent == ADAPTS else None
    opponent: Seat = None
    if adapting is not None:
        opponent = adapting.opponent()
    elif setup.opponent != PERSON:
        opponent = entrant(setup.opponent, seed=seed)
    is_first = random.Random(seed).random() < 0.5 if setup.is_first is None else setup.is_first
    seats = (None, opponent) if is_first else (opponent, None)
    return Session(Board(setup.game), seats, limit, swap2=setup.swap2), adapting
