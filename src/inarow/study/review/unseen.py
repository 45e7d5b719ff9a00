"""What a people-like player did not see when it went wrong."""

from __future__ import annotations

from inarow.players.oversight import Oversight
from inarow.rules.board import Board
from inarow.study.explain.phrases import People
from inarow.study.records.record import Record
from inarow.study.review.annotation import Annotation
from inarow.study.review.grades import Grade

_BAD = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)


def unseen_at(record: Record, note: Annotation, people: People) -> str:
    """A sentence on what was not seen at a bad move that has to do with it; empty if nothing was.

    What a player overlooks is often beside the point. A group has to do with a bad move if the best
    one would have filled or blocked it, or if the piece that was played opens a cell of it.
    """
    if note.verdict.grade not in _BAD:
        return ""
    oversights = [one.oversight for one in record.unseen if one.number == note.number]
    if not oversights:
        return ""
    board = record.board(note.number - record.first_board().ply - 1)
    matters = _cells_that_matter(board, note)
    for one in oversights:
        if not one.cells or matters & set(one.cells):
            return one.told(people.names[note.side], _whose(one, note, people))
    return ""


def _cells_that_matter(board: Board, note: Annotation) -> set[int]:
    cells = {board.landing_cell(note.best)}
    game = board.game
    above = board.landing_cell(note.move) + game.width
    if game.gravity and above < game.cells:
        cells.add(above)
    return cells


def _whose(one: Oversight, note: Annotation, people: People) -> str:
    return "its own" if one.side is note.side else people.whose(one.side)
