"""What a check says about a student's code."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.match.elo import Tally
from inarow.rules.board import Board
from inarow.study.trace.tree import Trace


@dataclass(frozen=True, slots=True)
class Rung:
    """A step of a ladder: an opponent, the points that pass, and how it went."""

    opponent: str
    games: int
    needed: float
    tally: Tally

    @property
    def passed(self) -> bool:
        """Say whether the points were enough."""
        return self.tally.games == self.games and self.tally.points >= self.needed


@dataclass(frozen=True, slots=True)
class Feedback:
    """Whether code does what an exercise asks for, or else what is wrong, in words."""

    passed: bool
    text: str
    #: The line of the student's code that an error is about, from 1.
    line: int | None = None
    #: The first position on which the code is wrong.
    board: Board | None = None
    #: The tree that the student's search walked there, and the one that it should have walked.
    yours: Trace | None = None
    ours: Trace | None = None
    #: The games played so far, where the exercise is a ladder.
    rungs: tuple[Rung, ...] = ()
