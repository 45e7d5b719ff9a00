"""How one cell of the full-screen board looks, from one character to many.

A cell of size ``s`` is ``s`` lines high and ``2 s`` characters wide, which on most terminals is a
square. X is a solid disc and O a ring, so that they differ by more than their colour. From three
lines on they are drawn in quarters of characters; smaller cells use the shapes that fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from inarow.rules.side import Side

PIECE_COLOURS = ("#ff5d5d", "#ffd23f")
FRAME = "#1d4e9e"
HOLE = "#0b1830"
TABLE = "#233a33"
LINES = "#5d8373"
LABELS = "#dbe7ff"
WON = "#27ae60"
HINT = "#4dd0e1"
INK = "#161616"

#: The pieces and their marked forms in one character: plain, last move, winning; X first.
_SMALL = {"plain": "●○", "last": "◉◎", "won": "★☆"}
_SMALL_HINT = "◆"
_GHOST_SIGN = "◌"
_DISC = ("▟█▙", "▜█▛")
_RING = ("▟▀▙", "▜▄▛")

#: Characters by the quarters that are inked: 1 upper left, 2 upper right, 4 and 8 below them.
_QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"

#: The part of a ring's radius that is empty.
_RING_HOLE = 0.56
#: How much of a piece's colour shows where it would go.
_GHOST = 0.4
#: How much brighter the ground of a last move is.
_TINT = 0.3


class Mark(Enum):
    """What is special about a cell."""

    NONE = ""
    LAST = "last"
    WON = "won"
    HINT = "hint"
    #: The piece is not there yet: this is where it would go.
    GHOST = "ghost"


@dataclass(frozen=True, slots=True)
class CellLook:
    """What a cell shows, and what lies around it."""

    side: Side | None = None
    mark: Mark = Mark.NONE
    #: Whether the cell is a hole in a frame, or else a crossing of lines.
    framed: bool = True
    #: To which sides lines lead from a crossing: left, right, up, down.
    roads: tuple[bool, bool, bool, bool] = (True, True, True, True)
    #: Whether there is no colour to tell a hole from its frame.
    monochrome: bool = False


@dataclass(frozen=True, slots=True)
class Glyph:
    """One character with its colours."""

    text: str
    ink: str
    ground: str


GlyphRow = tuple[Glyph, ...]


@lru_cache(maxsize=4096)
def draw_cell(look: CellLook, size: int) -> tuple[GlyphRow, ...]:
    """A cell as rows of characters."""
    canvas = _Canvas(look, size)
    if not look.framed:
        canvas.draw_lines()
    if size == 1:
        canvas.draw_small()
    else:
        canvas.draw_hole_or_piece()
        canvas.draw_mark()
    return tuple(tuple(row) for row in canvas.rows)


def mixed(over: str, under: str, share: float) -> str:
    """A colour that has a share of one and the rest of another.

    >>> mixed("#ff0000", "#000000", 0.5)
    '#800000'
    """
    parts = [(int(over[i : i + 2], 16), int(under[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in parts)


class _Canvas:
    """A cell while it is drawn."""

    def __init__(self, look: CellLook, size: int) -> None:
        self.look = look
        self.size = size
        self.ground = FRAME if look.framed else TABLE
        if look.framed and size == 1:
            self.ground = HOLE
        if look.mark is Mark.WON and size > 1:
            self.ground = WON
        if look.mark is Mark.LAST and size == 2:
            # Its pieces have no middle for a sign.
            self.ground = mixed(LABELS, self.ground, _TINT)
        self.rows = [[Glyph(" ", LINES, self.ground)] * (2 * size) for _ in range(size)]
        # The middle of the piece, which leaves the last half line and character of a cell free.
        self.middle_x, self.middle_y = size - 1, (size - 1) // 2

    @property
    def under(self) -> str:
        """What is seen through a ring or an empty hole."""
        return HOLE if self.look.framed else self.ground

    @property
    def colour(self) -> str:
        """The colour of the piece, faint where it is not there yet."""
        if self.look.mark is Mark.HINT:
            return mixed(HINT, self.under, _GHOST)
        if self.look.side is None:
            return HOLE
        colour = PIECE_COLOURS[self.look.side]
        return mixed(colour, self.under, _GHOST) if self.look.mark is Mark.GHOST else colour

    @property
    def is_only_a_sign(self) -> bool:
        """Say whether a piece to come would, without colours, look like a real one."""
        return self.look.monochrome and self.look.mark in (Mark.GHOST, Mark.HINT)

    def draw_lines(self) -> None:
        """Draw the crossing of lines on which a stone can be put."""
        left, right, up, down = self.look.roads
        if self.size == 2:
            # The middle lies between the lines of text, so the road runs below the upper one.
            self._line(0, "▁", left, right)
        else:
            self._line(self.middle_y, "─", left, right)
        for y in range(self.size):
            reached = (y < self.middle_y and up) or (y > self.middle_y and down)
            if reached or (self.size == 2 and up):
                self._put(self.middle_x, y, "│", LINES)
        if self.size != 2:
            self._put(self.middle_x, self.middle_y, _crossing(left, right, up, down), LINES)

    def _line(self, y: int, text: str, left: bool, right: bool) -> None:
        for x in range(2 * self.size):
            if (x < self.middle_x and left) or (x > self.middle_x and right) or x == self.middle_x:
                self._put(x, y, text, LINES)

    def draw_small(self) -> None:
        """Draw a piece of one character."""
        look = self.look
        if look.side is None:
            if look.mark is Mark.HINT:
                self._put(0, 0, _SMALL_HINT, HINT)
            elif look.framed:
                self._put(0, 0, "·", LINES)
        elif look.mark is Mark.WON:
            self.rows[0][0] = Glyph(_SMALL["won"][look.side], INK, self.colour)
        else:
            form = "last" if look.mark is Mark.LAST else "plain"
            letter = _GHOST_SIGN if self.is_only_a_sign else _SMALL[form][look.side]
            self._put(0, 0, letter, self.colour)

    def draw_hole_or_piece(self) -> None:
        """Draw a piece, or the hole where one can fall."""
        is_empty = self.look.side is None and self.look.mark is not Mark.HINT
        if self.is_only_a_sign or (is_empty and (self.look.monochrome or not self.look.framed)):
            return
        if self.size == 2:
            self._draw_with_corners()
        else:
            self._draw_in_quarters()

    def _draw_with_corners(self) -> None:
        shape = _RING if self.look.side is Side.O else _DISC
        for y, text in enumerate(shape):
            for x, letter in enumerate(text):
                inside = self.under if letter in "▀▄" else self.ground
                self.rows[y][x] = Glyph(letter, self.colour, inside)

    def _draw_in_quarters(self) -> None:
        for y, row in enumerate(self.rows):
            for x in range(2 * self.size):
                quarters = [self._quarter(2 * x + i, 2 * y + j) for j in (0, 1) for i in (0, 1)]
                if any(quarters):
                    row[x] = self._character(quarters)

    def _character(self, quarters: list[str | None]) -> Glyph:
        """A character of two colours, the piece's as ink, so that it shows without colours too."""
        colours = [quarter or self.ground for quarter in quarters]
        bits = sum(1 << i for i, colour in enumerate(colours) if colour == self.colour)
        others = [colour for colour in colours if colour != self.colour]
        ground = others[0] if others else self.colour
        return Glyph(_QUARTERS[bits], self.colour, ground)

    def _quarter(self, x: int, y: int) -> str | None:
        """The colour of the piece or hole at a quarter of a character, or None outside of it.

        A quarter is twice as high as wide; lengths are counted in its height.
        """
        radius = self.size - 0.5
        from_middle = (x / 2 + 0.25 - radius) ** 2 + (y + 0.5 - radius) ** 2
        if from_middle > radius**2:
            return None
        is_ring = self.look.side is Side.O
        return self.under if is_ring and from_middle < (_RING_HOLE * radius) ** 2 else self.colour

    def draw_mark(self) -> None:
        """Draw the sign of a last move, a win or a hint in the middle."""
        look = self.look
        here = self.under if look.side is Side.O else self.colour
        ink = INK if look.side is Side.X else PIECE_COLOURS[Side.O]
        match look.mark:
            case Mark.LAST if self.size > 2:
                self.rows[self.middle_y][self.middle_x] = Glyph("•", ink, here)
            case Mark.WON:
                self.rows[self.middle_y][self.middle_x] = Glyph("★", ink, here)
            case Mark.HINT:
                self.rows[self.middle_y][self.middle_x] = Glyph(_SMALL_HINT, HINT, here)
            case Mark.GHOST if look.monochrome:
                self._put(self.middle_x, self.middle_y, _GHOST_SIGN, self.colour)
            case Mark.NONE if look.monochrome and look.side is None and look.framed:
                self._put(self.middle_x, self.middle_y, "·", LINES)
            case _:
                return

    def _put(self, x: int, y: int, text: str, ink: str) -> None:
        self.rows[y][x] = Glyph(text, ink, self.ground)


def _crossing(left: bool, right: bool, up: bool, down: bool) -> str:
    """The character in which the lines of a crossing meet."""
    column = 0 if not left else 2 if not right else 1
    row = 0 if not up else 2 if not down else 1
    return ("┌┬┐", "├┼┤", "└┴┘")[row][column]
