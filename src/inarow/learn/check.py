"""Whether a student's code does what an exercise asks for."""

from __future__ import annotations

from inarow.learn.checks.asking import Attempt, OnRung
from inarow.learn.exercises.exercise import Exercise, exercise
from inarow.learn.feedback import Feedback
from inarow.learn.student import NO_FILE, CodeError, Student


def check(
    name: str | Exercise, source: str, *, file: str = NO_FILE, on_rung: OnRung = lambda _: None
) -> Feedback:
    """Run a student's source and say whether it passes an exercise, or what is wrong.

    ``file`` is where the source came from, for errors. The code is run as it is: whoever calls
    this sees to it that it may be, and ends it if it never ends. ``on_rung`` hears of every pair of
    games where the exercise is a ladder.
    """
    wanted = exercise(name) if isinstance(name, str) else name
    try:
        attempt = Attempt(Student(source, wanted.entry, file), wanted, on_rung)
        return wanted.checks.feedback(attempt)
    except CodeError as error:
        return error.feedback
