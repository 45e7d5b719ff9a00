"""Where a game was decided: one sentence, and the move to look at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inarow.rules.notation import move_text
from inarow.rules.side import Side
from inarow.search.score import Kind, Score
from inarow.study.explain.phrases import People, result_clause
from inarow.study.records.record import Record, Result
from inarow.study.review.annotation import Annotation
from inarow.study.review.grades import Change, Grade
from inarow.study.review.unseen import unseen_at

if TYPE_CHECKING:
    from inarow.study.review.review import Review

#: From this chance to win on a side is ahead.
_AHEAD = 0.65
#: A loss that takes this many moves is one in theory: few players would have found it.
_FAR = 5
_MISTAKES = (Grade.MISTAKE, Grade.BLUNDER)
_LOSERS = {Result.X_WINS: Side.O, Result.O_WINS: Side.X}


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """What decided a game, and which piece on the board that was, from 1, if it was one."""

    text: str
    number: int | None = None


def turning_point(reviewed: Review) -> TurningPoint | None:
    """What decided a game that is over; None of one that is not.

    >>> from inarow.rules.board import Board
    >>> from inarow.study.review.review import review
    >>> record = Record.of(Board("tictactoe", "b2 b1 a1 c3 a3 a2 c1"), ("You", "Level 4"))
    >>> turning_point(review(record)).text
    'Level 4 had a draw until move 2: playing b1 instead of a1 loses.'
    """
    record = reviewed.record
    if record.result is Result.UNFINISHED:
        return None
    people = People.of(record)
    loser = _LOSERS.get(record.result)
    if loser is None:
        return _of_draw(record, people)
    if record.agreed and _chance(reviewed, loser) >= 0.5:
        return TurningPoint(f"The game was not lost when {people.name(loser)} resigned.")
    return _of_loss(reviewed, people, loser)


def first_mistake(notes: Iterable[Annotation], side: Side) -> Annotation | None:
    """The first move of a side that cost it something that counts."""
    own = [note for note in notes if note.side is side]
    grades = (_MISTAKES, (Grade.INACCURACY,))
    return next((note for wanted in grades for note in own if note.verdict.grade in wanted), None)


def _of_loss(reviewed: Review, people: People, loser: Side) -> TurningPoint:
    record = reviewed.record
    own = [note for note in record.annotations if note.side is loser]
    given = [note for note in own if _gives_away(note)] + [note for note in own if _gives_up(note)]
    if given:
        return _told(record, people, given[-1])
    first = record.annotations[0] if record.annotations else None
    if first is not None and first.best_score.pov(loser, first.side).kind is Kind.LOSS:
        winner = people.does(loser.other, "were")
        return TurningPoint(f"{_capital(winner)} winning from the start.")
    return TurningPoint("No single move decided this game.")


def _of_draw(record: Record, people: People) -> TurningPoint:
    thrown = [note for note in record.annotations if note.verdict.change is Change.WIN_TO_DRAW]
    if thrown:
        return _told(record, people, thrown[-1])
    is_proved = all(note.score.is_exact for note in record.annotations)
    return TurningPoint(f"Neither side was ever {'winning' if is_proved else 'clearly ahead'}.")


def _gives_away(note: Annotation) -> bool:
    """Say whether a move threw away something that its side still had."""
    return note.verdict.grade in _MISTAKES and note.best_score.kind is not Kind.LOSS


def _gives_up(note: Annotation) -> bool:
    """Say whether a move lost soon what was lost only in theory."""
    is_far = note.best_score.moves is not None and note.best_score.moves >= _FAR
    was_lost = note.best_score.kind is Kind.LOSS
    return was_lost and is_far and note.verdict.grade is Grade.BLUNDER


def _told(record: Record, people: People, note: Annotation) -> TurningPoint:
    played, best = (move_text(record.game, move) for move in (note.move, note.best))
    instead = "" if note.move == note.best else f" instead of {best}"
    before = _capital(_state(people, note.side, note.best_score))
    after = _soon(note.score) if _gives_up(note) else _result(note.score)
    unseen = unseen_at(record, note, people)
    text = f"{before} until move {note.number}: playing {played}{instead} {after}. {unseen}"
    return TurningPoint(text.rstrip(), note.number)


def _state(people: People, side: Side, score: Score) -> str:
    """How a side stood."""
    match score.kind:
        case Kind.WIN:
            return f"{people.does(side, 'were')} winning"
        case Kind.DRAW:
            return f"{people.name(side)} had a draw"
        case Kind.LOSS:
            return f"{people.does(side, 'were')} holding out"
    chance = score.win_probability
    if 1 - _AHEAD < chance < _AHEAD:
        return "the game was even"
    return f"{people.does(side, 'were')} {'ahead' if chance > 0.5 else 'behind but not lost'}"


def _soon(score: Score) -> str:
    return "loses at once" if score.moves == 1 else result_clause(score)


def _result(score: Score) -> str:
    match score.kind:
        case Kind.LOSS:
            return "loses"
        case Kind.DRAW:
            return "only draws"
        case _:
            return "gives too much away"


def _chance(reviewed: Review, side: Side) -> float:
    """A side's chance to win in the last position."""
    for_x = reviewed.curve[-1]
    if for_x is None:
        return 0.0
    return for_x if side is Side.X else 1.0 - for_x


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
