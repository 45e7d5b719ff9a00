"""What can be wrong with a game, a position or a move. Every error says so in one sentence."""

from collections.abc import Collection
from difflib import get_close_matches


def did_you_mean(name: str, known: Collection[str], otherwise: str = "") -> str:
    """What may be meant by a name that is not known; ``otherwise``, or all names, if nothing is.

    >>> did_you_mean("tre", ("tree", "exact")), did_you_mean("x", ("tree", "exact"))
    ("did you mean 'tree'?", 'there are tree, exact')
    """
    near = get_close_matches(name, known, n=1)
    return f"did you mean {near[0]!r}?" if near else otherwise or f"there are {', '.join(known)}"


class InarowError(ValueError):
    """The base of every error that inarow raises on bad input."""


class GameError(InarowError):
    """No game can be made from this description."""


class PositionError(InarowError):
    """This text is not a position of the game, or these pieces cannot be on its board."""


class MoveError(InarowError):
    """The move cannot be played; the board is as it was."""


class NotAMoveError(MoveError):
    """This is not a move of the game at all."""


class OffBoardError(MoveError):
    """The move lies outside the board."""


class ColumnFullError(MoveError):
    """The column has no room for another piece."""


class CellTakenError(MoveError):
    """The cell is already taken."""


class ForbiddenMoveError(MoveError):
    """There is room for the piece, but a rule of the game forbids this side the move."""


class GameOverError(MoveError):
    """The game has ended; there are no more moves."""


class NoMoveToUndoError(MoveError):
    """No move has been played since the start position."""
