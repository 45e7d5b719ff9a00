"""A board as the kernels about people take it."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import accumulate, chain

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Record
from inarow.kernels.people import records
from inarow.kernels.people.bounds import LARGE, REACH
from inarow.kernels.people.position import count_pieces
from inarow.players.people.games import refusal
from inarow.players.player import PlayerError
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.shapes import cells_in
from inarow.rules.side import Side
from inarow.search.tree.ordering import neighbours

#: Pieces right in the middle are no nearer to it than those half a cell away.
_LEAST_DISTANCE = 0.5


@lru_cache(maxsize=64)
def people_game(game: Game) -> Record:
    """The record of a game."""
    if reason := refusal(game):
        raise PlayerError(f"people-like players cannot play {game}: {reason}")
    record = np.zeros(1, dtype=records.PEOPLE_GAME)[0]
    record.width, record.height, record.cells = game.width, game.height, game.cells
    record.gravity, record.exact = game.gravity, game.wins.exact
    groups = game.groups
    record.group_count, record.group_size = len(groups), game.pieces_to_win
    places = len(groups) * game.pieces_to_win
    record.groups[:places] = list(chain.from_iterable(groups))
    directions, ends = zip(*(_run_of(game, group) for group in groups), strict=True)
    record.directions[: len(groups)], record.ends[: len(groups)] = directions, ends
    record.rises[: len(groups)] = [_rise_of(game, group) for group in groups]
    through: list[list[tuple[int, int]]] = [[] for _ in range(game.cells)]
    for number, group in enumerate(groups):
        for place, cell in enumerate(group):
            through[cell].append((number, 1 << place))
    record.starts[1 : game.cells + 1] = list(accumulate(map(len, through)))
    numbers, bits = zip(*chain.from_iterable(through), strict=True)
    record.through[:places], record.places[:places] = numbers, bits
    record.large = not game.gravity and game.cells > LARGE
    if record.large:
        around = [sorted(cells) for cells in neighbours(game, REACH)]
        record.around_starts[1 : game.cells + 1] = list(accumulate(map(len, around)))
        record.around[: sum(map(len, around))] = list(chain.from_iterable(around))
    record.nearness[: game.cells] = [_nearness(game, *game.xy(cell)) for cell in range(game.cells)]
    return record


def _nearness(game: Game, x: int, y: int) -> float:
    distance = math.hypot(x - (game.width - 1) / 2, y - (game.height - 1) / 2)
    return 1 / max(distance, _LEAST_DISTANCE)


def _run_of(game: Game, group: tuple[int, ...]) -> tuple[int, tuple[int, int]]:
    """Which way a group runs, and the cells before and after it."""
    if game.wins.run is None:
        return records.ACROSS, (records.NO_LINE, records.NO_LINE)
    (x, y), (next_x, next_y) = game.xy(group[0]), game.xy(group[1])
    dx, dy = next_x - x, next_y - y
    last_x, last_y = game.xy(group[-1])
    direction = records.DIAGONAL if dx and dy else records.UP if dy else records.ACROSS
    return direction, (_cell(game, x - dx, y - dy), _cell(game, last_x + dx, last_y + dy))


def _rise_of(game: Game, group: tuple[int, ...]) -> int:
    """How many places further on a group has the cell on top of another; 0 if it has none."""
    rises = {
        abs(place - group.index(cell - game.width))
        for place, cell in enumerate(group)
        if cell - game.width in group
    }
    return rises.pop() if rises else 0


def _cell(game: Game, x: int, y: int) -> int:
    on_board = 0 <= x < game.width and 0 <= y < game.height
    return game.cell(x, y) if on_board else -1


def people_board(game: Game, x_stones: int, o_stones: int) -> Record:
    """The record of a position."""
    record = np.zeros(1, dtype=records.PEOPLE_BOARD)[0]
    put(record, game, x_stones, o_stones)
    return record


def put(record: Record, game: Game, x_stones: int, o_stones: int) -> None:
    """Put a position into a record."""
    record.cells[:] = 0
    for piece, stones in enumerate((x_stones, o_stones), 1):
        record.cells[list(cells_in(stones))] = piece
    count_pieces(people_game(game), record)


def board_record(board: Board) -> Record:
    """The record of a board's position."""
    return people_board(board.game, board.stones(Side.X), board.stones(Side.O))


def memory_of(board: Board, count: int) -> list[int]:
    """The cells of the last moves, the last one first, and -1 for each that there is not."""
    memory = [-1] * count
    before = board.copy()
    for number in range(min(count, len(board.moves))):
        before_it = before.last_cell()
        # A position that was set up remembers no cells.
        memory[number] = -1 if before_it is None else before_it
        before.pop()
    return memory
