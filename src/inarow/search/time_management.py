"""A player's clock: the most a turn may take, what is left for the game, and how to share it."""

from __future__ import annotations

from dataclasses import dataclass

#: Kept back from every turn for what happens around the search: reading, answering, being late.
MARGIN = 0.05
#: No turn is planned shorter than this, however little is left.
SHORTEST = 0.01
#: A game is planned to go on for at least this many turns of one's own.
TURNS_AHEAD = 18


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds for this turn and seconds left for the whole game; None where unlimited."""

    turn: float | None = None
    left: float | None = None

    def budget(self, empty_cells: int) -> float | None:
        """Return the seconds to spend on this turn, or None when nothing limits it.

        >>> Clock(turn=5.0, left=180.0).budget(200)
        4.95
        >>> round(Clock(turn=5.0, left=18.0).budget(200), 2)
        0.95
        >>> Clock().budget(200) is None
        True
        """
        amounts = []
        if self.turn is not None:
            amounts.append(self.turn - MARGIN)
        if self.left is not None:
            turns = max(1, min(TURNS_AHEAD, (empty_cells + 1) // 2))
            amounts.append(self.left / turns - MARGIN)
        return max(min(amounts), SHORTEST) if amounts else None
