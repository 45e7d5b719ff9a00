"""The course: chapters whose every idea runs, and exercises that check a student's own code.

* A chapter is a Markdown file in ``chapters/``. :mod:`~inarow.learn.chapters.chapter` makes a list
  of blocks of it: prose, code, and live blocks (:mod:`~inarow.learn.live`), each of which is
  computed by the program and has a form in plain text. No number is typed in by hand:
  ``{{ nodes(...) }}`` is worked out when the chapter is read (:mod:`~inarow.learn.numbers`).
* An exercise is a Markdown file in ``exercises/`` (the task, and the code to start from), another
  with the solution and typical mistakes, and checks in
  :mod:`~inarow.learn.exercises.exercise`.
* :func:`~inarow.learn.check.check` runs a student's source and returns a
  :class:`~inarow.learn.feedback.Feedback`: passed, or the first thing that is wrong, in words,
  with the trees of both searches. A known mistake is told by what the code does, not by how it
  looks: each exercise's mistakes are run too, and the one that behaves the same gives the sentence.
* A student's code gets the program's own API, and what ``inarow.learn`` exports.

The same code runs in the terminal (``inarow learn``), in the documentation and in a browser's tab;
it needs nothing but Python. :mod:`inarow.wire.course` makes JSON of all of it, so that a page only
draws.
"""

from inarow.learn.heuristic import WIN, evaluate
from inarow.rules.threats import winning_moves

__all__ = ["WIN", "evaluate", "winning_moves"]
