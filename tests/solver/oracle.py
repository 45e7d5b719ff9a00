"""Slow and simple: what the solver is checked against. Shares no code with it."""

from __future__ import annotations

from collections.abc import Iterator

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.side import Side


def negamax_points(board: Board) -> int:
    """The points of a position by trying every game to its end: no pruning, no table."""
    if (outcome := board.outcome()) is not None:
        if outcome.is_draw:
            return 0
        return -((board.game.cells + 2 - board.ply) // 2)
    best = -board.game.cells
    for move in list(board.legal_moves):
        board.push_legal(move)
        best = max(best, -negamax_points(board))
        board.pop()
    return best


def every_position(game: Game) -> dict[tuple[int, int], int]:
    """The points of every position that can be reached, by (X's stones, O's stones).

    Stones are bits of cells y * width + x, as in the rules. Positions are listed a ply at a time
    and valued from the last ply back, each by all of its moves.
    """
    layers: list[dict[tuple[int, int], list[tuple[int, int]]]] = []
    groups = [sum(1 << cell for cell in group) for group in game.groups]
    ended: dict[tuple[int, int], int] = {}
    layer: list[tuple[int, int]] = [(0, 0)]
    for ply in range(game.cells + 1):
        children: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for stones in layer:
            if ply and any(group & stones[~ply & 1] == group for group in groups):
                ended[stones] = -((game.cells + 2 - ply) // 2)
            elif ply == game.cells:
                ended[stones] = 0
            else:
                children[stones] = list(_moves(game, stones, ply & 1))
        layers.append(children)
        layer = list({child for made in children.values() for child in made})
    values = dict(ended)
    for children in reversed(layers):
        for stones, made in children.items():
            values[stones] = max(-values[child] for child in made)
    return {stones: value for stones, value in values.items() if stones not in ended}


def _moves(game: Game, stones: tuple[int, int], mover: int) -> Iterator[tuple[int, int]]:
    occupied = stones[0] | stones[1]
    for x in range(game.width):
        for y in range(game.height):
            bit = 1 << (y * game.width + x)
            if not occupied & bit:
                yield (stones[0] | bit, stones[1]) if mover == 0 else (stones[0], stones[1] | bit)
                break


def board_of(game: Game, stones: tuple[int, int]) -> Board:
    """The position with these stones."""
    return Board.from_stones(game, stones[Side.X], stones[Side.O])
