"""Games in pairs, one at a time: the same opening twice, each player first once."""

from __future__ import annotations

from dataclasses import replace

from inarow.match.elo import Tally
from inarow.match.openings import Openings
from inarow.players.player import Player
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.side import Side

#: Random moves before the players begin, so that two fixed players do not repeat one game.
_OPENING_PLIES = 4

NOTHING_PLAYED = Tally(0, 0, 0, (0, 0, 0, 0, 0))


def opening(game: Game, number: int, seed: int) -> str:
    """The opening of the how-manieth pair, from 0."""
    return Openings(plies=_OPENING_PLIES, seed=seed, repeat=True).take(game, number + 1)[-1]


def after_pair(tally: Tally, board: Board, first: Player, second: Player) -> Tally:
    """What the first player has scored after two more games from a board, one with each side."""
    points = [_points(_winner(board, first, second), board.turn)]
    points.append(_points(_winner(board, second, first), board.turn.other))
    pairs = list(tally.pairs)
    pairs[round(2 * sum(points))] += 1
    lost, less, even, more, won = pairs
    return replace(
        tally,
        wins=tally.wins + points.count(1.0),
        draws=tally.draws + points.count(0.5),
        losses=tally.losses + points.count(0.0),
        pairs=(lost, less, even, more, won),
    )


def _winner(start: Board, mover: Player, other: Player) -> Side | None:
    """Who wins if ``mover`` makes the next move; None for a draw."""
    board = start.copy()
    players = {start.turn: mover, start.turn.other: other}
    while (outcome := board.outcome()) is None:
        board.push(players[board.turn].choose(board.copy()).move)
    return outcome.winner


def _points(winner: Side | None, side: Side) -> float:
    return 0.5 if winner is None else float(winner is side)
