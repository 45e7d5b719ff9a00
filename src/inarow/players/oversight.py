"""What a people-like player did not see when it moved."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.rules.side import Side


@dataclass(frozen=True, slots=True)
class Oversight:
    """A nearly full group that was not seen; without cells, nothing was looked at at all."""

    #: Whose pieces they are.
    side: Side
    #: The whole group, and how many of its cells that side has filled.
    cells: tuple[int, ...] = ()
    pieces: int = 0
    #: Which way it runs, in a word: ``diagonal``, ``vertical``, ``horizontal``; or ``square``; or
    #: none if it is another shape.
    way: str = ""

    def told(self, who: str = "it", whose: str = "your") -> str:
        """What to say of who overlooked it, to whoever's pieces they are.

        >>> Oversight(Side.X, (0, 1, 2, 3), 3, "diagonal").told()
        'It did not see your diagonal three.'
        >>> Oversight(Side.X).told("Nina")
        'Nina moved without thinking.'
        """
        subject = who[:1].upper() + who[1:]
        if not self.cells:
            return f"{subject} moved without thinking."
        number = _NUMBERS.get(self.pieces, str(self.pieces))
        what = f"{number} of a square" if self.way == "square" else f"{self.way} {number}".lstrip()
        return f"{subject} did not see {whose} {what}."


_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}
