"""What a position is worth to the player to move: proved (win, draw, loss) or estimated."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from enum import Enum

from inarow.rules.side import Side

#: No estimate is larger: a search that sees nothing but wins may find an infinite value.
_LARGEST = 1e15


class Kind(Enum):
    """What a score claims."""

    LOSS = "loss"
    DRAW = "draw"
    WIN = "win"
    HEURISTIC = "heuristic"


@dataclass(frozen=True, slots=True)
class Score:
    """A score from the mover's side: a proved result, or a heuristic value.

    ``plies`` counts the moves of both sides until the game ends, where that is known. For people
    a win is counted in the winner's own moves, as chess counts mates:

    >>> print(Score.win(1), Score.win(5), Score.loss(4), Score.draw(), Score.heuristic(12.5))
    win in 1 win in 3 loss in 2 draw +12.5
    >>> Score.win(1) > Score.win(5) > Score.heuristic(999) > Score.draw() > Score.loss(8)
    True
    >>> -Score.win(3) == Score.loss(3)
    True
    """

    kind: Kind
    value: float = 0.0
    plies: int | None = None
    #: The heuristic value that means odds of e to 1; no part of what makes scores equal.
    scale: float = field(default=1.0, compare=False)

    @classmethod
    def win(cls, plies: int | None = None) -> Score:
        """The mover wins, at the latest after this many moves of both sides."""
        return cls(Kind.WIN, plies=plies)

    @classmethod
    def loss(cls, plies: int | None = None) -> Score:
        """The mover loses, at the earliest after this many moves of both sides."""
        return cls(Kind.LOSS, plies=plies)

    @classmethod
    def draw(cls) -> Score:
        """Nobody can win against best play."""
        return cls(Kind.DRAW)

    @classmethod
    def heuristic(cls, value: float, scale: float = 1.0) -> Score:
        """An estimate in the units of the evaluation that gave it; always a finite number."""
        if math.isnan(value):
            raise ValueError("a score must be a number, not nan")
        # Plus zero: an estimate of zero has no sign.
        return cls(Kind.HEURISTIC, max(-_LARGEST, min(_LARGEST, value)) + 0.0, scale=scale)

    @property
    def is_exact(self) -> bool:
        """Say whether the score is a proved result rather than an estimate."""
        return self.kind is not Kind.HEURISTIC

    @property
    def moves(self) -> int | None:
        """How many moves of the winner are left until a proved win or loss, if known."""
        return None if self.plies is None else (self.plies + 1) // 2

    @property
    def win_probability(self) -> float:
        """The mover's chance to win, from 0 to 1; a draw counts as half a win.

        >>> Score.win(3).win_probability, Score.draw().win_probability
        (1.0, 0.5)
        >>> round(Score.heuristic(200, scale=200).win_probability, 3)
        0.731
        """
        match self.kind:
            case Kind.WIN:
                return 1.0
            case Kind.LOSS:
                return 0.0
            case Kind.DRAW:
                return 0.5
            case Kind.HEURISTIC:
                return 1.0 / (1.0 + math.exp(-max(-40.0, min(40.0, self.value / self.scale))))

    def described(self) -> str:
        """The score as text, an estimate with the chance that it stands for.

        >>> Score.heuristic(200, scale=200).described(), Score.win(3).described()
        ('+200 (73% to win)', 'win in 2')
        """
        return str(self) if self.is_exact else f"{self} ({self.win_probability:.0%} to win)"

    def pov(self, side: Side, turn: Side) -> Score:
        """The score from one side's point of view, where ``turn`` is the side to move.

        >>> print(Score.win(3).pov(Side.O, turn=Side.X))
        loss in 2
        """
        return self if side is turn else -self

    def __neg__(self) -> Score:
        opposite = {Kind.WIN: Kind.LOSS, Kind.LOSS: Kind.WIN}.get(self.kind, self.kind)
        # Not -value: an estimate of zero has no sign.
        return replace(self, kind=opposite, value=0.0 - self.value)

    def after_move(self) -> Score:
        """The score for the player who moves into a position that has this score."""
        plies = None if self.plies is None else self.plies + 1
        return replace(-self, plies=plies)

    def _rank(self) -> tuple[int, float]:
        distance = math.inf if self.plies is None else self.plies
        match self.kind:
            case Kind.WIN:
                return (2, -distance)
            case Kind.LOSS:
                return (0, distance)
            case _:
                return (1, self.value)

    def __lt__(self, other: Score) -> bool:
        return self._rank() < other._rank() if isinstance(other, Score) else NotImplemented

    def __le__(self, other: Score) -> bool:
        """A draw and an estimate of zero are as good as each other, though not equal."""
        return self._rank() <= other._rank() if isinstance(other, Score) else NotImplemented

    def __str__(self) -> str:
        match self.kind:
            case Kind.HEURISTIC:
                return f"{self.value:+g}"
            case Kind.DRAW:
                return "draw"
            case _:
                return (
                    self.kind.value if self.plies is None else f"{self.kind.value} in {self.moves}"
                )
