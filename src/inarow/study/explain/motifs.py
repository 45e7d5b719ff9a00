"""Tactical motifs: what a move does on the board, each found from the board alone.

What the search found is added in :mod:`inarow.study.explain.plans`; how it is put into words is in
:mod:`inarow.study.explain.reasons`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from inarow.rules.board import Board
from inarow.rules.side import Side
from inarow.study.explain.rows import (
    four_directions,
    has_rows,
    open_four_cells,
    open_four_ends,
    open_three_directions,
)
from inarow.study.explain.sevens import seven_through
from inarow.study.explain.threats import cell_above, completes, threats


class Motif(Enum):
    """What a move can do, the most telling first."""

    WINS = "wins"
    MISSES_WIN = "misses-win"
    LEAVES_WIN = "leaves-win"
    GIVES_CELL_ABOVE = "gives-cell-above"
    BLOCKS = "blocks"
    SEVEN = "seven"
    OPEN_FOUR = "open-four"
    TWO_THREATS = "two-threats"
    STACKED_THREATS = "stacked-threats"
    FOUR_AND_THREE = "four-and-three"
    DOUBLE_THREE = "double-three"
    STOPS_OPEN_THREE = "stops-open-three"
    STOPS_TWO_THREATS = "stops-two-threats"
    THREAT = "threat"
    OPEN_THREE = "open-three"
    WASTES_THREAT = "wastes-threat"
    ODD_THREAT = "odd-threat"
    EVEN_THREAT = "even-threat"
    MIDDLE = "middle"
    # What only a search can find.
    ZUGZWANG = "zugzwang"
    FORCED_WIN = "forced-win"
    ONLY_MOVE = "only-move"
    PLAN = "plan"


@dataclass(frozen=True, slots=True)
class Finding:
    """A motif of a move and the cells that show it."""

    motif: Motif
    cells: tuple[int, ...] = ()


def motifs(board: Board, move: int) -> list[Finding]:
    """Every motif of a legal move, the most telling first.

    >>> [finding.motif.value for finding in motifs(Board("connect4", "112233"), 3)]
    ['wins', 'middle']
    """
    scene = _Scene(board, move)
    found = [*_immediate(scene), *_middle(scene)]
    if scene.after.outcome() is None:
        found += [*_double(scene), *_rows(scene), *_stops(scene), *_falling(scene)]
    order = list(Motif)
    return sorted(found, key=lambda finding: order.index(finding.motif))


class _Scene:
    """A move with the boards before and after it and the threats on both."""

    def __init__(self, board: Board, move: int) -> None:
        self.before = board
        self.mover = board.turn
        self.cell = board.landing_cell(move)
        self.after = board.copy()
        self.after.push(move)
        self.old = threats(board, self.mover)
        self.theirs = threats(board, self.mover.other)
        self.new = threats(self.after, self.mover)

    def is_new(self, cells: tuple[int, ...]) -> bool:
        """Say whether the move has made any of these threats."""
        return any(cell not in self.old.cells for cell in cells)


def _immediate(scene: _Scene) -> list[Finding]:
    """Wins and blocks of this move and the next."""
    found = []
    outcome = scene.after.outcome()
    won = outcome is not None and not outcome.is_draw
    if won and outcome is not None:
        found.append(Finding(Motif.WINS, outcome.cells))
    elif scene.old.now:
        found.append(Finding(Motif.MISSES_WIN, _sorted(scene.old.now)))
    if scene.cell in scene.theirs.now:
        found.append(Finding(Motif.BLOCKS, (scene.cell,)))
    left = scene.theirs.now - {scene.cell}
    if left and not won:
        found.append(Finding(Motif.LEAVES_WIN, _sorted(left)))
    return found


def _middle(scene: _Scene) -> list[Finding]:
    game = scene.before.game
    x, y = game.xy(scene.cell)
    in_column = 2 * x == game.width - 1
    if in_column and (game.gravity or 2 * y == game.height - 1):
        return [Finding(Motif.MIDDLE, (scene.cell,))]
    return []


def _double(scene: _Scene) -> list[Finding]:
    """Threats that the next piece carries out: one, or two that cannot both be stopped."""
    found = []
    now = _sorted(scene.new.now)
    if len(now) > 1 and scene.is_new(now):
        found.append(Finding(Motif.TWO_THREATS, now))
    elif now and scene.is_new(now):
        found.append(Finding(Motif.THREAT, now))
    stacked = [pair for pair in sorted(scene.new.stacked) if scene.is_new(pair)]
    if stacked:
        found.append(Finding(Motif.STACKED_THREATS, stacked[0]))
    seven = seven_through(scene.after, scene.mover, scene.cell)
    if seven is not None:
        found.append(Finding(Motif.SEVEN, seven[0]))
    return found


def _rows(scene: _Scene) -> list[Finding]:
    """Open fours and threes, where pieces go anywhere."""
    if not has_rows(scene.before.game):
        return []
    board, mover, cell = scene.after, scene.mover, scene.cell
    found = []
    ends = open_four_ends(board, mover, cell)
    if ends is not None:
        found.append(Finding(Motif.OPEN_FOUR, ends))
    threes = open_three_directions(board, mover, cell)
    if len(threes) > 1:
        found.append(Finding(Motif.DOUBLE_THREE, (cell,)))
    elif threes and four_directions(board, mover, cell):
        found.append(Finding(Motif.FOUR_AND_THREE, (cell,)))
    elif threes:
        found.append(Finding(Motif.OPEN_THREE, (cell,)))
    return found


def _stops(scene: _Scene) -> list[Finding]:
    """What the opponent would have done next and now cannot."""
    found = []
    opponent = scene.mover.other
    if has_rows(scene.before.game):
        theirs = open_four_cells(scene.before, opponent)
        if theirs and not open_four_cells(scene.after, opponent):
            found.append(Finding(Motif.STOPS_OPEN_THREE, _sorted(theirs)))
    if scene.cell not in scene.theirs.cells:
        theirs_there = threats(scene.before, opponent, also=scene.cell)
        made = theirs_there.now - scene.theirs.cells
        if theirs_there.unstoppable and made:
            found.append(Finding(Motif.STOPS_TWO_THREATS, _sorted(theirs_there.now)))
    return found


def _falling(scene: _Scene) -> list[Finding]:
    """Where pieces fall: the cell above, and threats on rows of one's own parity."""
    game = scene.before.game
    if not game.gravity:
        return []
    found = []
    above = cell_above(scene.before, scene.cell)
    if above is not None and completes(scene.after, scene.mover.other, above):
        found.append(Finding(Motif.GIVES_CELL_ABOVE, (above,)))
    if above is not None and above in scene.old.cells:
        found.append(Finding(Motif.WASTES_THREAT, (above,)))
    if game.height % 2 == 0:
        own = tuple(
            cell
            for cell in sorted(scene.new.cells - scene.old.cells - scene.new.now)
            if own_parity(scene.mover, game.xy(cell)[1] + 1)
        )
        motif = Motif.ODD_THREAT if scene.mover is Side.X else Motif.EVEN_THREAT
        if own:
            found.append(Finding(motif, own))
    return found


def own_parity(side: Side, row: int) -> bool:
    """Say whether a row (from 1) is one that ``side`` gets if the columns fill up one by one.

    On a board of even height the first player gets the odd rows and the second the even ones.
    """
    return row % 2 == (1 if side is Side.X else 0)


def _sorted(cells: frozenset[int] | set[int]) -> tuple[int, ...]:
    return tuple(sorted(cells))
