"""Moves that end the game at once."""

from __future__ import annotations

from inarow.rules.board import Board, LegalMoves
from inarow.rules.side import Side


def winning_moves(board: Board, side: Side | None = None) -> list[int]:
    """The moves with which ``side`` (the player to move unless given) would win at once.

    >>> winning_moves(Board("connect4", "112233"))
    [3]
    >>> winning_moves(Board("connect4", "112233"), Side.O)
    []
    """
    who = board.turn if side is None else side
    game = board.game
    stones = board.stones(who)
    wins = []
    for move in LegalMoves(board, who):
        cell = board.landing_cell(move)
        if game.wins.completed_through(stones | 1 << cell, cell, game.width, game.height):
            wins.append(move)
    return wins
