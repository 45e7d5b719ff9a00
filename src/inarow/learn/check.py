"""Whether a student's code does what an exercise asks for."""

from __future__ import annotations

from collections.abc import Callable

from inarow.learn.exercises.exercise import Exercise, exercise
from inarow.learn.feedback import Feedback, Rung
from inarow.learn.student import NO_FILE, CodeError, Student

#: Hears how far a ladder is: the rung that is being played.
OnRung = Callable[[Rung], None]


def check(
    name: str | Exercise, source: str, *, file: str = NO_FILE, on_rung: OnRung | None = None
) -> Feedback:
    """Run a student's source and say whether it passes an exercise, or what is wrong.

    ``file`` is where the source came from, for errors. The code is run as it is: whoever calls
    this sees to it that it may be, and ends it if it never ends.
    """
    wanted = exercise(name) if isinstance(name, str) else name
    try:
        student = Student(source, wanted.entry, file)
        return wanted.checks.feedback(student, wanted, on_rung)
    except CodeError as error:
        return error.feedback
