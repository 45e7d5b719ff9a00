"""What a new game is made of: the game, the opponent and the side, from options or a dialog."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from inarow.apps.terminal.adapting import Adapting
from inarow.apps.terminal.session import Seat, Session
from inarow.players.entrants import entrant
from inarow.players.pacing import PacedPlayer
from inarow.players.roster import NEED_OPTIONS, ROSTER, level_of, player, player_title
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.limit import Limit
from inarow.words import LEVELS, STRENGTHS, USUAL_LEVEL, level_title

PERSON = "human"
ADAPTS = "adapt"


@dataclass(frozen=True, slots=True)
class Setup:
    """What was chosen for a game."""

    game: Game
    #: A name of the roster, ``human`` or ``adapt``.
    opponent: str = f"level-{USUAL_LEVEL}"
    #: Whether the person moves first; None for either.
    is_first: bool | None = True
    swap2: bool = False
    #: Whether the opponent takes its time, as people do.
    is_natural: bool = False


def opponents(game: Game) -> Iterator[tuple[str, str]]:
    """Whom one can play a game against, with what to say of each; people-like players first."""
    for level, about in LEVELS.items():
        yield f"level-{level}", f"{level_title(level)}: {about}"
    yield ADAPTS, "Adapts to your results: you win about half of your games"
    yield PERSON, "Another person, here"
    others = [name for name in ROSTER if level_of(name) is None and name not in NEED_OPTIONS]
    for name in others:
        if player(name).refusal(game) is None:
            yield name, f"More: {player_title(name)}: {ROSTER[name].about}"


def match_for(answer: str) -> str:
    """The opponent who is an even match, by the answer to "How strong are you?"."""
    return f"level-{STRENGTHS[answer]}"


def answer_for(opponent: str) -> str:
    """What somebody may have answered who plays against an opponent; the usual one if unknown."""
    level = level_of(opponent) or USUAL_LEVEL
    return min(STRENGTHS, key=lambda answer: abs(STRENGTHS[answer] - level))


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
    if opponent is not None and setup.is_natural:
        opponent = PacedPlayer(opponent, seed=seed)
    is_first = random.Random(seed).random() < 0.5 if setup.is_first is None else setup.is_first
    seats = (None, opponent) if is_first else (opponent, None)
    return Session(Board(setup.game), seats, limit, swap2=setup.swap2), adapting
