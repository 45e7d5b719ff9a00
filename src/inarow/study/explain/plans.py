"""What a line that the search found shows: zugzwang, a forced win, or a tactic to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inarow.rules.board import Board
from inarow.rules.side import Side
from inarow.rules.threats import winning_moves
from inarow.study.explain.motifs import Finding, Motif, motifs
from inarow.study.explain.threats import after_line, threats

#: Motifs that win with the move after the next when the opponent has nothing faster,
WINS_AT_ONCE = (Motif.SEVEN, Motif.OPEN_FOUR, Motif.TWO_THREATS, Motif.STACKED_THREATS)
#: and those that mostly decide a game too.
DECISIVE = (*WINS_AT_ONCE, Motif.FOUR_AND_THREE, Motif.DOUBLE_THREE)


@dataclass(frozen=True, slots=True)
class Later:
    """A decisive motif that comes later in a line."""

    #: The moves before it, and the move itself.
    before: tuple[int, ...]
    move: int
    finding: Finding


@dataclass(frozen=True, slots=True)
class Zugzwang:
    """A threat that the opponent has to move under in the end."""

    cell: int
    #: With which move of the line it comes about; 0 if it was there before.
    since: int


def zugzwang(board: Board, line: Sequence[int]) -> Zugzwang | None:
    """The threat with which a line wins because the opponent has to move under it.

    The threat cannot be carried out until the opponent fills the cell below; and when the
    opponent does that at the end of the line, nothing is threatened, yet every other move loses
    at once too.
    """
    mover = board.turn
    if not board.game.gravity or len(line) < 3 or not _wins(board, line, mover):
        return None
    before_last = after_line(board, line[:-2])
    final = after_line(board, line[:-1])
    cell = final.landing_cell(line[-1])
    under_it = before_last.landing_cell(line[-2]) == cell - board.game.width
    if not under_it or threats(before_last, mover).now or not _every_move_loses(before_last):
        return None
    boards = (after_line(board, line[:count]) for count in range(len(line) - 1))
    since = next((n for n, one in enumerate(boards) if cell in threats(one, mover).cells), None)
    return None if since is None else Zugzwang(cell, since)


def forced_by_threats(board: Board, line: Sequence[int]) -> tuple[int, ...] | None:
    """The moves of a line up to where it has won by threats that allow one answer each.

    Such a line is a proof by itself: the opponent never has a choice. At least one threat is made
    before the one that wins, or else it is a plain double threat.
    """
    position = board.copy()
    mover = board.turn
    made = 0
    for number, move in enumerate(line):
        if move not in position.legal_moves or not _keeps_forcing(position, move, mover):
            return None
        own_move = position.turn is mover
        position.push_legal(move)
        if own_move:
            stage = _stage(position, mover)
            if stage == _WON:
                return tuple(line[: number + 1]) if made else None
            if stage != _FORCING:
                return None
            made += 1
    return None


def _keeps_forcing(position: Board, move: int, mover: Side) -> bool:
    """Say whether a move answers what it has to answer, so that nobody had a choice."""
    must_stop = winning_moves(position, position.turn.other)
    if position.turn is mover and move in winning_moves(position):
        return True
    if position.turn is mover and not must_stop:
        return True
    return must_stop == [move]


_FORCING, _WON, _LOOSE = "forcing", "won", "loose"


def _stage(position: Board, mover: Side) -> str:
    """What the mover has got by the move just made."""
    outcome = position.outcome()
    if outcome is not None:
        return _WON if outcome.winner is mover else _LOOSE
    theirs = winning_moves(position)
    if theirs:
        return _LOOSE
    own = winning_moves(position, mover)
    if len(own) > 1:
        return _WON
    return _FORCING if own else _LOOSE


def decisive_later(board: Board, line: Sequence[int]) -> Later | None:
    """The first decisive motif of a later move of the same side in a line."""
    position = board.copy()
    for number, move in enumerate(line):
        if move not in position.legal_moves:
            return None
        if number and position.turn is board.turn:
            for finding in motifs(position, move):
                if finding.motif in DECISIVE and not _answered(position, move):
                    return Later(tuple(line[:number]), move, finding)
        position.push_legal(move)
    return None


def _answered(position: Board, move: int) -> bool:
    """Say whether the opponent can win at once after a move."""
    after = after_line(position, (move,))
    return after.outcome() is None and bool(winning_moves(after))


def _wins(board: Board, line: Sequence[int], side: Side) -> bool:
    position = board.copy()
    for move in line:
        if move not in position.legal_moves:
            return False
        position.push_legal(move)
    outcome = position.outcome()
    return outcome is not None and outcome.winner is side


def _every_move_loses(board: Board) -> bool:
    """Say whether each move of the player to move lets the other one win at once."""
    return all(winning_moves(after_line(board, (move,))) for move in board.legal_moves)
