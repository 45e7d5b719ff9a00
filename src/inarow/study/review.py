"""Review a game: a verdict and a reason for every move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from inarow.rules.board import Board
from inarow.rules.side import Side
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.study.analyst import USUAL_LIMIT, MoveAnalyst, analyse_any, expectation, strongest
from inarow.study.annotation import Annotation
from inarow.study.reasons import Reason, why_bad, why_good
from inarow.study.record import Record
from inarow.study.verdicts import Grade, judge

#: Hears how many of how many positions are done.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Review:
    """An annotated record, who annotated it, and the whole in numbers."""

    record: Record
    by: str
    #: What the position is worth to X before the first move and after each, from 0 to 1.
    curve: tuple[float, ...]

    def grades(self, side: Side) -> Counter[Grade]:
        """How often a side's moves got each grade."""
        return Counter(note.verdict.grade for note in self.record.annotations if note.side is side)

    def accuracy(self, side: Side) -> float:
        """The mean share of what was there that a side's moves kept, from 0 to 1."""
        losses = [note.verdict.loss for note in self.record.annotations if note.side is side]
        return 1.0 - sum(losses) / len(losses) if losses else 1.0

    def to_json(self) -> dict[str, Any]:
        """The review as plain data."""
        return {
            "record": self.record.to_json(),
            "by": self.by,
            "curve": list(self.curve),
            "sides": {
                str(side): {
                    "accuracy": self.accuracy(side),
                    "grades": {grade.value: count for grade, count in self.grades(side).items()},
                }
                for side in Side
            },
        }


def review(
    record: Record,
    limit: Limit = USUAL_LIMIT,
    *,
    analyst: MoveAnalyst | None = None,
    stop: StopSignal | None = None,
    on_progress: Progress | None = None,
) -> Review:
    """Annotate every move of a record, each position within the limit.

    If it is stopped, the moves up to there are annotated.
    """
    analyst = analyst or strongest(record.game)
    board = record.first_board()
    here = analyse_any(analyst, board, limit, stop)
    curve = [_for_x(board, here, analyst.scale)]
    notes: list[Annotation] = []
    for number, move in enumerate(record.moves):
        if on_progress is not None:
            on_progress(number, len(record.moves))
        after = board.copy()
        after.push(move)
        reply = analyse_any(analyst, after, limit, stop)
        if stop is not None and stop.is_set():
            break
        curve.append(_for_x(after, reply, analyst.scale))
        notes.append(_annotate(board, move, here, reply, analyst.scale, curve[-1]))
        board, here = after, reply
    if on_progress is not None:
        on_progress(len(notes), len(record.moves))
    return Review(record.annotated(tuple(notes)), analyst.name, tuple(curve))


def annotate(record: Record, limit: Limit = USUAL_LIMIT, **options: Any) -> Record:
    """The record with a verdict and a reason for every move; see :func:`review`."""
    return review(record, limit, **options).record


def _for_x(board: Board, found: Analysis, scale: float) -> float:
    value = expectation(found.score, scale)
    return value if board.turn is Side.X else 1.0 - value


def _annotate(
    board: Board, move: int, here: Analysis, reply: Analysis, scale: float, for_x: float
) -> Annotation:
    """Judge a move by the analyses of the positions before and after it."""
    assert here.best is not None
    score = reply.score.after_move()
    own_line = (move, *reply.line)
    best, best_score, line = here.best, here.score, here.line
    if move == best or score > best_score:
        # The analysis after the move looks further, so its word counts.
        best, best_score, line = move, score, own_line
    verdict = judge(best_score, score, scale)
    reason: Reason
    if verdict.grade in (Grade.BEST, Grade.GOOD):
        reason = why_good(board, move, score, own_line)
    else:
        reason = why_bad(board, move, score, reply.line, best)
    return Annotation(
        number=board.ply + 1,
        side=board.turn,
        move=move,
        best=best,
        best_score=best_score,
        score=score,
        line=line,
        verdict=verdict,
        reason=reason,
        expectation=for_x,
    )
