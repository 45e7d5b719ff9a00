"""Games in pairs, one at a time: the same opening twice, each player first once."""

from __future__ import annotations

from dataclasses import replace

from inarow.match.elo import Tally
from inarow.match.openings import Openings
from inarow.players.player import Player, play_out
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.side import Side

#: Random moves before the players begin, so that two fixed players do not repeat one game.
_OPENING_PLIES = 4

NOTHING_PLAYED = Tally(0, 0, 0, (0, 0, 0, 0, 0))


def opening(game: Game, number: int, seed: int) -> str:
    """The opening of a pair; pairs are numbered from 0."""
    return Openings(plies=_OPENING_PLIES, seed=seed, repeat=True).take(game, number + 1)[-1]


def after_pair(tally: Tally, board: Board, first: Player, second: Player) -> Tally:
    """What the first player has scored after two more games from a board, one with each side."""
    points = [_score(board, first, second, side) for side in (board.turn, board.turn.other)]
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


def _score(board: Board, first: Player, second: Player, side: Side) -> float:
    """What the first player scores with a side in a game from a board."""
    seats = (first, second) if side is Side.X else (second, first)
    winner = play_out(board.copy(), *seats)
    return 0.5 if winner is None else float(winner is side)
