"""How good a move was: a grade, and for proved scores what it changed about the result."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from inarow.search.score import Kind, Score
from inarow.words import CHANGES


class Grade(Enum):
    """The five grades, best first."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Change(Enum):
    """What a move did to a proved result."""

    KEEPS_WIN = "keeps-win"
    DELAYS_WIN = "delays-win"
    WIN_TO_DRAW = "win-to-draw"
    WIN_TO_LOSS = "win-to-loss"
    KEEPS_DRAW = "keeps-draw"
    DRAW_TO_LOSS = "draw-to-loss"
    HOLDS_OUT = "holds-out"
    SHORTENS_LOSS = "shortens-loss"
    LOSES_AT_ONCE = "loses-at-once"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A grade, what changed if that is proved, and how much was lost of a win's worth of 1."""

    grade: Grade
    change: Change | None
    loss: float

    def __str__(self) -> str:
        grade = self.grade.value
        return grade if self.change is None else f"{grade}: {CHANGES[self.change.value]}"


#: The largest loss of the chance to win that still gets each grade.
_GOOD, _INACCURACY, _MISTAKE = 0.04, 0.1, 0.2
#: A win that comes more of the winner's moves later than this is not good any more.
_SMALL_DELAY = 2
#: The opponent wins with the very next move.
_AT_ONCE = 2
#: The opponent wins with the move after the next, as with an open four; where the game was lost
#: only in theory, or only looked bad, that is a blunder.
_SOON = 4

_LOST_RESULTS = {
    (Kind.WIN, Kind.DRAW): (Grade.MISTAKE, Change.WIN_TO_DRAW),
    (Kind.WIN, Kind.LOSS): (Grade.BLUNDER, Change.WIN_TO_LOSS),
    (Kind.DRAW, Kind.LOSS): (Grade.BLUNDER, Change.DRAW_TO_LOSS),
}


def judge(best: Score, played: Score) -> Verdict:
    """Judge a move by the score of the best move and its own, both from the mover's side.

    >>> str(judge(Score.win(3), Score.draw()))
    'mistake: turns a win into a draw'
    """
    loss = max(0.0, best.win_probability - played.win_probability)
    if best.is_exact and played.is_exact:
        grade, change = _judge_exactly(best, played)
        return Verdict(grade, change, loss)
    if played >= best:
        grade = Grade.BEST
    elif played.plies is not None and played.kind is Kind.LOSS and played.plies <= _SOON:
        grade = Grade.BLUNDER
    elif loss <= _GOOD:
        grade = Grade.GOOD
    elif loss <= _INACCURACY:
        grade = Grade.INACCURACY
    else:
        grade = Grade.MISTAKE if loss <= _MISTAKE else Grade.BLUNDER
    return Verdict(grade, None, loss)


def _judge_exactly(best: Score, played: Score) -> tuple[Grade, Change]:
    if best.kind is not played.kind and best > played:
        return _LOST_RESULTS[best.kind, played.kind]
    sooner_or_later = abs((played.moves or 0) - (best.moves or 0))
    match played.kind:
        case Kind.WIN if played >= best:
            return Grade.BEST, Change.KEEPS_WIN
        case Kind.WIN:
            slight = sooner_or_later <= _SMALL_DELAY and best.moves != 1
            return Grade.GOOD if slight else Grade.INACCURACY, Change.DELAYS_WIN
        case Kind.LOSS if played >= best:
            return Grade.BEST, Change.HOLDS_OUT
        case Kind.LOSS if played.plies == _AT_ONCE:
            # It was lost anyway, but nobody leaves a four open who sees it.
            return Grade.BLUNDER, Change.LOSES_AT_ONCE
        case Kind.LOSS:
            if sooner_or_later <= _SMALL_DELAY:
                return Grade.GOOD, Change.SHORTENS_LOSS
            is_soon = played.plies is not None and played.plies <= _SOON
            return Grade.BLUNDER if is_soon else Grade.INACCURACY, Change.SHORTENS_LOSS
        case _:
            return Grade.BEST, Change.KEEPS_DRAW
