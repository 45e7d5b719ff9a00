"""Document 003's figure 14: column, level, winner, seconds and turns of its 35 games."""

from __future__ import annotations

from dataclasses import dataclass

LEVELS = (1, 2, 3, 4, 5)
COLUMNS = (1, 2, 3, 4, 5, 6, 7)


@dataclass(frozen=True, slots=True)
class DocumentGame:
    """One game: the person moves first and starts in ``column``."""

    column: int
    level: int
    #: ``Human``, ``Agent`` or ``Cat``, which is a tie.
    winner: str
    seconds: float
    turns: int


#: Seconds and turns by level, column by column.
_GAMES = {
    1: ((23.915, 17), (9.438, 7), (21.697, 25), (4.174, 7), (4.143, 7), (3.477, 7), (8.854, 11)),
    2: ((14.634, 17), (23.848, 25), (10.668, 11), (10.792, 11), (9.878, 9), (5.443, 9),
        (24.796, 25)),
    3: ((37.548, 27), (8.002, 9), (6.659, 9), (5.578, 9), (7.803, 9), (6.34, 9), (8.43, 13)),
    4: ((62.492, 42), (45.748, 42), (38.443, 42), (37.046, 42), (38.268, 42), (32.778, 42),
        (30.817, 42)),
    5: ((89.88, 42), (58.018, 42), (48.716, 36), (58.896, 42), (54.27, 42), (49.311, 42),
        (37.902, 42)),
}  # fmt: skip

#: All games at levels 1 to 3 were won by the person, all at levels 4 and 5 were ties.
TABLE = tuple(
    DocumentGame(column, level, "Human" if level <= 3 else "Cat", seconds, turns)
    for level, games in _GAMES.items()
    for column, (seconds, turns) in zip(COLUMNS, games, strict=True)
)
