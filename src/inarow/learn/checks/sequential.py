"""The question what a sequential test says of a row of games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from inarow.learn.student import Student
from inarow.match.elo import expected_score
from inarow.match.sprt import Conclusion, Sprt


@dataclass(frozen=True, slots=True)
class SprtQuestion:
    """Asks what a sequential test says of games in their order, won (W) or lost (L)."""

    games: str
    test: Sprt

    #: What the function is to say.
    WORDS: ClassVar[dict[Conclusion, str]] = {
        Conclusion.CONTINUE: "play on",
        Conclusion.ACCEPT_H0: "no better",
        Conclusion.ACCEPT_H1: "better",
    }
    #: It is about no position.
    board: ClassVar[None] = None

    def ask(self, student: Student) -> object:
        """What the function decides."""
        return student.call([game == "W" for game in self.games], *self._scores())

    def _scores(self) -> tuple[float, float]:
        return expected_score(self.test.elo0), expected_score(self.test.elo1)

    def wrong(self, answer: Any) -> str | None:
        """Compare with the program's own test, asked after each game until it decides."""
        right, after = self._decided()
        if answer == right:
            return None
        p0, p1 = self._scores()
        return (
            f"After {self.games}, {p0:.0%} or {p1:.0%}: you say {answer!r}, and the test says "
            f"{right!r} after {after} games."
        )

    def _decided(self) -> tuple[str, int]:
        for after in range(1, len(self.games) + 1):
            won = self.games[:after].count("W")
            found = self.test.decision((after - won, won))
            if found is not Conclusion.CONTINUE:
                return self.WORDS[found], after
        return self.WORDS[Conclusion.CONTINUE], len(self.games)
