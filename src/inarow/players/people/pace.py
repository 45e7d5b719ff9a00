"""How long a person thinks about a move, in seconds.

People take longer where several moves are close (the learned model's entropy says how close), in
the middle of a game more than at its ends, and less where they can win or must block. The
logarithm of the time is a sum of these and of chance. ``inarow lab people --pace`` fits the
numbers, which are ``pace.json``.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Sequence
from dataclasses import asdict, astuple, dataclass
from functools import lru_cache
from pathlib import Path

from inarow.kernels.people.features import CAN_WIN, MUST_BLOCK, PIECES
from inarow.players.people.describing import features_of
from inarow.players.people.games import refusal
from inarow.players.people.network import shipped_network
from inarow.rules.board import Board

FITTED = Path(__file__).with_name("pace.json")

#: Nobody moves sooner, and whoever thinks longer than the other is not waited for.
SHORTEST, LONGEST = 0.3, 20.0


@dataclass(frozen=True, slots=True)
class Pace:
    """What the logarithm of the seconds grows by."""

    #: At the start of the game if there is only one move.
    always: float
    #: With every nat that the next move is uncertain.
    uncertain: float
    #: With the share of the board that is filled, and with its square.
    filled: float
    filled_squared: float
    #: Where a win can be had now, and where one must be blocked.
    win: float
    block: float
    #: The standard deviation of the rest.
    chance: float

    def expected(self, seen: Sequence[float]) -> float:
        """The logarithm of the seconds, as :func:`seen_in` sees a position, without chance."""
        numbers: tuple[float, ...] = astuple(self)[:-1]
        return sum(a * b for a, b in zip(numbers, (1.0, *seen), strict=True))

    def to_json(self) -> dict[str, float]:
        """As plain data."""
        return {name: round(value, 4) for name, value in asdict(self).items()}


@lru_cache(maxsize=1)
def fitted_pace() -> Pace:
    """The numbers that come with the package."""
    return Pace(**json.loads(FITTED.read_text(encoding="utf-8")))


def seen_in(
    uncertain: float, pieces: float, cells: int, can_win: float, must_block: float
) -> tuple[float, ...]:
    """What the time depends on, in the order of :class:`Pace`."""
    filled = pieces / cells
    wins = float(can_win > 0)
    return uncertain, filled, filled * filled, wins, float(must_block > 0) * (1 - wins)


def thinking_time(board: Board, choose: random.Random, strength: float = 0.0) -> float:
    """Seconds that a person of a strength might think about a board, by chance.

    In games that people-like players do not know, every move takes a middling time.

    >>> seconds = thinking_time(Board("connect4", "444"), random.Random(1))
    >>> SHORTEST <= seconds <= LONGEST
    True
    """
    pace = fitted_pace()
    middle = pace.expected(_seen_on(board, strength))
    seconds = math.exp(middle + pace.chance * choose.gauss(0.0, 1.0))
    return min(max(seconds, SHORTEST), LONGEST)


#: How uncertain people's next moves are on average, in nats.
_MIDDLING = 1.8


def _seen_on(board: Board, strength: float) -> tuple[float, ...]:
    game = board.game
    if refusal(game):
        return seen_in(_MIDDLING, len(board.moves), game.cells, 0, 0)
    _, rows = features_of(board)
    likely = shipped_network().probabilities(rows.reshape(1, *rows.shape), strength)[0].tolist()
    uncertain = -sum(share * math.log(share) for share in likely if share > 0)
    pieces, can_win, must_block = (
        float(rows[0, column]) for column in (PIECES, CAN_WIN, MUST_BLOCK)
    )
    return seen_in(uncertain, pieces, game.cells, can_win, must_block)
