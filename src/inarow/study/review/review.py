"""Review a game: a verdict and a reason for every move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape

from inarow.draw.board import board_drawing
from inarow.draw.plots import Plot, Series
from inarow.files.html_text import html_table
from inarow.rules.board import Board
from inarow.rules.notation import move_text
from inarow.rules.side import Side
from inarow.search.analysis import Analysis, Line
from inarow.search.engine import Engine
from inarow.search.limit import Limit
from inarow.search.score import Kind
from inarow.search.stopping import StopSignal, is_stopped
from inarow.search.strongest import strongest, strongest_name
from inarow.study.explain.phrases import People
from inarow.study.explain.reasons import why_bad, why_good
from inarow.study.records.record import Record
from inarow.study.review.annotation import Annotation
from inarow.study.review.grades import Grade, judge
from inarow.study.review.turning import TurningPoint, first_mistake, turning_point
from inarow.study.review.unseen import unseen_at

#: The solver needs these for an early position at most, since it begins with the last one.
_SOLVING_NODES = 3_000_000
_POSITION_NODES = 60_000
_GAME_NODES = 3_000_000

#: Hears how many of how many positions are done.
OnPosition = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Review:
    """An annotated record, which engines analysed it, and the whole in numbers."""

    record: Record
    by: str
    #: What the position is worth to X before the first move and after each, from 0 to 1; None
    #: where it was not looked at.
    curve: tuple[float | None, ...]

    def grades(self, side: Side) -> Counter[Grade]:
        """How often a side's moves got each grade."""
        return Counter(note.verdict.grade for note in self.record.annotations if note.side is side)

    def accuracy(self, side: Side) -> float:
        """The mean share of what was there that a side's moves kept, from 0 to 1."""
        losses = [note.verdict.loss for note in self.record.annotations if note.side is side]
        return 1.0 - sum(losses) / len(losses) if losses else 1.0

    @property
    def turning_point(self) -> TurningPoint | None:
        """What decided the game, if it is over."""
        return turning_point(self)

    @property
    def opens_at(self) -> int | None:
        """The number of the move to look at first: the reader's first mistake, or what decided."""
        people = People.of(self.record)
        if people.reader is not None:
            mistake = first_mistake(self.record.annotations, people.reader)
            if mistake is not None:
                return mistake.number
        turning = self.turning_point
        return None if turning is None else turning.number

    def _repr_html_(self) -> str:
        """Show in a notebook the board, the evaluation over the game, and every move's verdict."""
        game = self.record.game
        rows = [
            [str(note.number), str(note.side), move_text(game, note.move), str(note.verdict),
             note.reason.text, "" if note.best == note.move else move_text(game, note.best)]
            for note in self.record.annotations
        ]  # fmt: skip
        accuracy = ", ".join(f"{side} {self.accuracy(side):.0%}" for side in Side)
        pictures = board_drawing(self.record.board(), numbers=True), curve_plot(self).drawing()
        return "\n".join(
            [
                *(picture.svg() for picture in pictures),
                f"<p>Accuracy: {accuracy}; analysed by {escape(self.by)}</p>",
                html_table(["", "", "move", "verdict", "why", "better"], rows),
            ]
        )


def usual_limit(record: Record) -> Limit:
    """How long to look at each position, so that nobody waits too long for the whole game.

    Counted in nodes, so that the same game always gets the same review.
    """
    if strongest_name(record.game) == "exact":
        return Limit(nodes=_SOLVING_NODES)
    return Limit(nodes=min(_POSITION_NODES, _GAME_NODES // (len(record.moves) + 1)))


def review(
    record: Record,
    limit: Limit | None = None,
    *,
    engine: Engine | None = None,
    stop: StopSignal | None = None,
    on_progress: OnPosition | None = None,
) -> Review:
    """Annotate every move of a record, each position within the limit.

    The last position comes first, since what is proved about a position helps with those before
    it. If it is stopped, the moves from there on are annotated.
    """
    engine = engine or strongest(record.game)
    people = People.of(record)
    boards = [record.board(count) for count in range(len(record.moves) + 1)]
    found: dict[int, Analysis] = {}
    notes: list[Annotation] = []
    for number in reversed(range(len(boards))):
        if on_progress is not None:
            on_progress(len(found), len(boards))
        analysis = engine.analyse(boards[number], limit, stop=stop)
        if is_stopped(stop):
            break
        # A reason can take as long as the analysis, so that each is found at once.
        if number < len(record.moves):
            move = record.moves[number]
            note = _annotate(boards[number], move, analysis, found[number + 1], people)
            notes.append(_with_unseen(record, note, people))
        found[number] = analysis
    if on_progress is not None:
        on_progress(len(found), len(boards))
    curve = tuple(
        found[number].score.pov(Side.X, board.turn).win_probability if number in found else None
        for number, board in enumerate(boards)
    )
    by = dict.fromkeys(analysis.by for analysis in found.values() if analysis.lines)
    return Review(record.annotated(tuple(reversed(notes))), ", ".join(by), curve)


def _annotate(
    board: Board, move: int, here: Analysis, reply: Analysis, people: People
) -> Annotation:
    """Judge a move by the analyses of the positions before and after it."""
    assert here.best is not None
    score = reply.score.after_move()
    own_line = (move, *reply.pv)
    best, best_score, line = here.best, here.score, here.pv
    is_lost_only_after_it = score.kind is Kind.LOSS and best_score.kind is not Kind.LOSS
    if (move == best or score >= best_score) and not is_lost_only_after_it:
        # The analysis after the move looks further, so its word counts; of equals one was played.
        best, best_score, line = move, score, own_line
    verdict = judge(best_score, score)
    better = None if best == move else Line(best_score, line)
    if verdict.grade is Grade.BEST:
        reason = why_good(board, move, score, own_line, people=people)
    elif verdict.grade is Grade.GOOD and score.kind is not Kind.LOSS:
        reason = why_good(board, move, score, own_line, better=best, people=people)
    else:
        reason = why_bad(board, move, score, reply.pv, better, people)
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
        expectation=score.pov(Side.X, board.turn).win_probability,
    )


def _with_unseen(record: Record, note: Annotation, people: People) -> Annotation:
    """The same annotation, whose reason says what a people-like player did not see."""
    said = unseen_at(record, note, people)
    reason = replace(note.reason, text=f"{note.reason.text} {said}") if said else note.reason
    return replace(note, reason=reason)


def curve_plot(reviewed: Review) -> Plot:
    """The evaluation over the game: 1 where the first player has won, 0 where the second has."""
    points = tuple(
        (float(number), value) for number, value in enumerate(reviewed.curve) if value is not None
    )
    people = People.of(reviewed.record)
    first = people.name(Side.X)
    return Plot(
        f"{' against '.join(people.names)}: what the position is worth to {first}",
        "move",
        f"1 = {people.does(Side.X, 'win')}",
        (Series(first, points),),
        y_range=(0.0, 1.0),
    )
