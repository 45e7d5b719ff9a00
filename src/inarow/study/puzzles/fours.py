"""Positions of which it is proved that exactly one move wins, or saves, where fours decide.

Where stones go anywhere and a line wins, a side that plays nothing but fours (one stone short of
a line) leaves one answer each time. There are few such sequences, so all of them can be tried:
that there is no win by fours can be proved as well as that there is one. Nothing is said here of
slower wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.threats import winning_moves
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.gomoku.proofs import FoursFound
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.search.tree.ordering import near_last_move
from inarow.study.explain.rows import four_directions

#: Searches for fours need no large tables.
_MEGABYTES = 8.0


@dataclass(frozen=True, slots=True)
class OnlyWin:
    """The one move that starts a win by fours, and that win."""

    move: int
    line: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OnlyDefence:
    """The one move after which the opponent has no win by fours, and the wins after all others."""

    move: int
    #: The opponent's winning line after each of the other moves.
    refutations: dict[int, tuple[int, ...]]


class FoursProver:
    """Proves that one move stands alone; what is not proved within the limit counts as not so."""

    def __init__(self, game: Game, limit: Limit, stop: StopSignal | None = None) -> None:
        self._engine = GomokuEngine(game, megabytes=_MEGABYTES)
        self._limit = limit
        self._stop = stop

    def only_win(self, board: Board) -> OnlyWin | None:
        """The only move that starts a win by fours, if exactly one does.

        None also where a side can complete a line at once, for then there is nothing to find.
        """
        if _can_complete(board):
            return None
        found = self._search(board)
        if not found.line:
            return None
        for move in _fours(board):
            if move != found.line[0] and self._may_win(board, move):
                return None
        return OnlyWin(found.line[0], found.line)

    def only_defence(self, board: Board) -> OnlyDefence | None:
        """The only move that stops all the opponent's wins by fours, if exactly one does.

        None also where a side can complete a line at once, or where the mover wins by fours.
        """
        if _can_complete(board) or not self._is_without_win(board):
            return None
        saving = []
        refutations = {}
        for move in _near_first(board):
            reply = self._search(board.after(move))
            if reply.line:
                refutations[move] = reply.line
                continue
            saving.append(move)
            if len(saving) > 1 or not reply.exhausted:
                return None
        return OnlyDefence(saving[0], refutations) if saving and refutations else None

    def _may_win(self, board: Board, move: int) -> bool:
        """Say whether a four may start a win by fours: it does, or it is not proved not to."""
        after = board.after(move)
        answers = winning_moves(after, board.turn)
        if len(answers) > 1:
            return True
        after.push(answers[0])
        return after.outcome() is None and not self._is_without_win(after)

    def _is_without_win(self, board: Board) -> bool:
        found = self._search(board)
        return not found.line and found.exhausted

    def _search(self, board: Board) -> FoursFound:
        return self._engine.search_fours(board, self._limit, stop=self._stop)


def _can_complete(board: Board) -> bool:
    return bool(winning_moves(board) or winning_moves(board, board.turn.other))


def _fours(board: Board) -> Iterator[int]:
    """The moves after which one more stone of the same side would complete a line."""
    for move in board.legal_moves:
        after = board.after(move)
        if four_directions(after, board.turn, move):
            yield move


def _near_first(board: Board) -> list[int]:
    """Every legal move, those first that are likely to make a difference."""
    near = near_last_move(board)
    known = set(near)
    return near + [move for move in board.legal_moves if move not in known]
