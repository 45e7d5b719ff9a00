"""The course as documents of the wire: contents, chapters, live blocks, exercises and feedback."""

from __future__ import annotations

from typing import cast

from inarow.learn.chapters.chapter import Chapter, Part, chapters
from inarow.learn.exercises.exercise import Exercise
from inarow.learn.feedback import Feedback, Rung
from inarow.learn.live import (
    BoardBlock,
    ChartBlock,
    ExerciseBlock,
    Live,
    MatchBlock,
    QuizBlock,
    TreeBlock,
    ValuesBlock,
)
from inarow.learn.markdown import Code, Prose
from inarow.learn.pairs import NOTHING_PLAYED
from inarow.match.elo import Tally
from inarow.players.roster import player_title
from inarow.study.trace.tree import Trace
from inarow.wire import types
from inarow.wire.types import WIRE
from inarow.wire.write import comparison_info, document, finite, position_info, trace_info


def contents_info() -> types.ContentsInfo:
    """The chapters with their exercises."""
    return types.ContentsInfo(WIRE, [_entry(chapter) for chapter in chapters()])


def _entry(chapter: Chapter) -> types.ContentsEntryInfo:
    titles = {one.name: one.title for one in chapter.exercises}
    return document(types.ContentsEntryInfo, chapter, exercises=titles)


def chapter_info(chapter: Chapter) -> types.ChapterInfo:
    """A chapter; its live blocks are asked for one by one, since each takes some work."""
    blocks = [_block(part) for part in chapter.parts]
    exercises = [one.name for one in chapter.exercises]
    return document(types.ChapterInfo, chapter, wire=WIRE, blocks=blocks, exercises=exercises)


def _block(part: Part) -> types.BlockInfo:
    match part:
        case Prose():
            return types.BlockInfo("prose", part.html, "", None)
        case Code():
            return types.BlockInfo("code", "", part.source, None)
        case ExerciseBlock():
            return types.BlockInfo("exercise", "", "", part.name)
    return types.BlockInfo(cast(types.BlockCode, part.kind), "", "", None)


def live_info(live: Live) -> types.LiveInfo:
    """What a live block shows."""
    quiz = live.quiz() if isinstance(live, QuizBlock) else None
    if isinstance(live, TreeBlock):
        trace: Trace | None = live.trace()
    else:
        trace = None if quiz is None else quiz.trace
    opponent = live.opponent or None if isinstance(live, BoardBlock) else None
    return types.LiveInfo(
        WIRE,
        cast(types.BlockCode, live.kind),
        # A match is played pair by pair, before the reader's eyes.
        live.describe(NOTHING_PLAYED) if isinstance(live, MatchBlock) else live.text(),
        None if isinstance(live, ExerciseBlock) else position_info(live.board),
        opponent,
        opponent and player_title(opponent),
        None if trace is None else trace_info(trace),
        [comparison_info(row) for row in live.rows()] if isinstance(live, ChartBlock) else [],
        live.table() if isinstance(live, ValuesBlock) else [],
        None if quiz is None else document(types.QuizInfo, quiz),
        pairs_info(live, NOTHING_PLAYED) if isinstance(live, MatchBlock) else None,
    )


def pairs_info(match: MatchBlock, tally: Tally) -> types.PairsInfo:
    """A match as it stands."""
    estimate, (low, high) = tally.elo(), match.sprt.bounds
    return document(
        types.PairsInfo,
        tally,
        first=match.first,
        second=match.second,
        elo=finite(estimate.elo),
        low=finite(estimate.low),
        high=finite(estimate.high),
        llr=match.sprt.llr(tally.pairs),
        llr_low=low,
        llr_high=high,
        over=match.is_over(tally),
        text=match.describe(tally),
    )


def exercise_info(exercise: Exercise) -> types.ExerciseInfo:
    """An exercise, without its solution."""
    html = "\n".join(exercise.task_html())
    return document(types.ExerciseInfo, exercise, wire=WIRE, html=html, plays=exercise.checks.plays)


def feedback_info(exercise: str, feedback: Feedback) -> types.FeedbackInfo:
    """What a check says."""
    return document(
        types.FeedbackInfo,
        feedback,
        wire=WIRE,
        exercise=exercise,
        position=None if feedback.board is None else position_info(feedback.board),
        yours=None if feedback.yours is None else trace_info(feedback.yours),
        ours=None if feedback.ours is None else trace_info(feedback.ours),
        rungs=[rung_info(rung) for rung in feedback.rungs],
    )


def rung_info(rung: Rung) -> types.RungInfo:
    """A step of a ladder."""
    tally = rung.tally
    return document(
        types.RungInfo,
        rung,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        points=tally.points,
        elo=str(tally.elo()),
    )
