"""Positions of games where pieces fall, as bits for the kernels: one, or many as arrays.

A position is two numbers, the stones of the player to move and of the other; many are a row each.
Each column takes a bit a cell and a spare bit on top, as in :mod:`inarow.kernels.exact.bitboard`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array
from inarow.kernels.exact.bitboard import BITBOARD, FOUR_IN_LINE, PATTERNS, SQUARE_OF_TWO
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.shapes import cells_in
from inarow.rules.side import Side

_ONE = np.uint64(1)


def patterns_of(game: Game) -> list[tuple[int, ...]]:
    """What wins, each as distances in bits from its lowest cell."""
    patterns = set()
    for group in game.groups:
        bits = sorted(_bit_of(game, cell) for cell in group)
        patterns.add(tuple(bit - bits[0] for bit in bits))
    return sorted(patterns)


def _bit_of(game: Game, cell: int) -> int:
    """The bit that stands for a cell."""
    x, y = game.xy(cell)
    return x * (game.height + 1) + y


def _shape_of(game: Game) -> int:
    """The kernel's word for what wins; four in a line needs four columns to be shifted along."""
    if game.wins.block == 2:
        return SQUARE_OF_TWO
    return FOUR_IN_LINE if game.wins.run == 4 and game.width >= 4 else PATTERNS


def bitboard_of(game: Game) -> Any:
    """The game's board and what wins on it, as the kernels take them."""
    stride = game.height + 1
    bottom = sum(1 << x * stride for x in range(game.width))
    column = (1 << game.height) - 1
    edges = [0, 0, 0]
    for x in range(game.width):
        distance = min(x, game.width - 1 - x)
        for bit in range(3):
            if distance >> bit & 1:
                edges[bit] |= column << x * stride
    patterns = np.array(patterns_of(game), dtype=np.uint64)
    board = np.zeros(1, dtype=BITBOARD)[0]
    board["stride"] = stride
    board["bottom"] = bottom
    board["cells"] = bottom * column
    board["spare"] = bottom << game.height
    board["claimeven"] = sum(bottom << y for y in range(game.height - 1, -1, -2))
    board["width"], board["height"] = game.width, game.height
    board["shape"] = _shape_of(game)
    board["edge_1"], board["edge_2"], board["edge_4"] = edges
    board["pattern_count"], board["pattern_length"] = patterns.shape
    board["patterns"][: patterns.shape[0], : patterns.shape[1]] = patterns
    return board


def bits_of_board(board: Board) -> tuple[np.uint64, np.uint64]:
    """The stones of the player to move and of the other, a column at a time."""
    return _by_columns(board, board.turn), _by_columns(board, board.turn.other)


def board_of_bits(game: Game, mover: int, other: int) -> Board:
    """The board on which the player to move and the other have these stones.

    >>> board = Board("connect4", "4453")
    >>> board_of_bits(board.game, *map(int, bits_of_board(board))) == board
    True
    """
    mine, theirs = (
        sum(1 << cell for cell in range(game.cells) if bits >> _bit_of(game, cell) & 1)
        for bits in (mover, other)
    )
    x_to_move = mine.bit_count() == theirs.bit_count()
    return Board.from_stones(game, *((mine, theirs) if x_to_move else (theirs, mine)))


def _by_columns(board: Board, side: Side) -> np.uint64:
    return np.uint64(sum(1 << _bit_of(board.game, cell) for cell in cells_in(board.stones(side))))


class PositionArrays:
    """What can be said of many positions of one game at once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        board = bitboard_of(game)
        self._stride, self._bottom, self._cells = board["stride"], board["bottom"], board["cells"]
        self._patterns = [[np.uint64(d) for d in row] for row in patterns_of(game)]

    def start(self) -> Array:
        """The empty board, the only row."""
        return np.zeros((1, 2), dtype=np.uint64)

    def empties(self, rows: Array) -> Array:
        """The number of empty cells of each position."""
        return (self.game.cells - np.bitwise_count(rows[:, 0] | rows[:, 1])).astype(np.int32)

    def won(self, stones: Array) -> Array:
        """Say of each set of stones whether it holds something that wins."""
        found = np.zeros(stones.shape, dtype=bool)
        for distances in self._patterns:
            cells = stones.copy()
            for distance in distances[1:]:
                cells &= stones >> distance
            found |= cells != 0
        return found

    def completing(self, rows: Array, side: int) -> Array:
        """The empty cells where one more stone of a side (0: to move, 1: the other) wins."""
        stones = rows[:, side]
        cells = np.zeros_like(stones)
        for distances in self._patterns:
            for missing in distances:
                others = np.full_like(stones, ~np.uint64(0))
                for distance in distances:
                    if distance > missing:
                        others &= stones >> (distance - missing)
                    elif distance < missing:
                        others &= stones << (missing - distance)
                cells |= others
        return cells & self._cells & ~(rows[:, 0] | rows[:, 1])

    def _playable(self, rows: Array) -> Array:
        return ((rows[:, 0] | rows[:, 1]) + self._bottom) & self._cells

    def can_win_now(self, rows: Array) -> Array:
        """Say where the player to move has a move that wins."""
        return (self.completing(rows, 0) & self._playable(rows)) != 0

    def is_threatened(self, rows: Array) -> Array:
        """Say where the other player would win if it were their move."""
        return (self.completing(rows, 1) & self._playable(rows)) != 0

    def safe_moves(self, rows: Array) -> Array:
        """The cells to play on after which the other player cannot win at once."""
        playable = self._playable(rows)
        wins = self.completing(rows, 1)
        threats = wins & playable
        safe = playable & ~(wins >> _ONE)
        safe = np.where(threats != 0, safe & threats, safe)
        return np.where((threats & (threats - _ONE)) != 0, np.uint64(0), safe)

    def are_open(self, rows: Array) -> Array:
        """Say where the next two moves need not decide the game."""
        return ~self.can_win_now(rows) & (self.safe_moves(rows) != 0)

    def scores_at_a_glance(self, rows: Array) -> tuple[Array, Array]:
        """The scores of the positions that the next two moves decide, and which those are."""
        empties = self.empties(rows)
        wins = self.can_win_now(rows)
        known = wins | (self.safe_moves(rows) == 0)
        return np.where(wins, (empties + 1) >> 1, -(empties >> 1)), known

    def after_each_column(
        self, rows: Array, allowed: Array | None = None
    ) -> Iterator[tuple[int, Array, Array]]:
        """For each column: it, which rows can play there, and these rows after the move.

        ``allowed`` are the cells that may be played on; all, if it is not given.
        """
        playable = self._playable(rows)
        if allowed is not None:
            playable &= allowed
        column = np.uint64((1 << self.game.height) - 1)
        for x in range(self.game.width):
            moves = playable & (column << (np.uint64(x) * self._stride))
            which = np.flatnonzero(moves)
            after = np.stack([rows[which, 1], rows[which, 0] | moves[which]], axis=1)
            yield x, which, after

    def keys(self, rows: Array) -> Array:
        """A number for each position, the same for a position and its mirror image."""
        keys = rows[:, 0] | ((rows[:, 0] | rows[:, 1]) + self._bottom)
        return np.minimum(keys, self._mirrored(keys))

    def _mirrored(self, bits: Array) -> Array:
        column = (_ONE << self._stride) - _ONE
        image = np.zeros_like(bits)
        for _ in range(self.game.width):
            image = (image << self._stride) | (bits & column)
            bits = bits >> self._stride
        return image

    def of_keys(self, keys: Array) -> Array:
        """The positions that have these keys, one of each pair of mirror images."""
        filled = keys.copy()
        for _ in range(self.game.height):
            filled |= (filled >> _ONE) & self._cells
        mask = (filled >> _ONE) & self._cells
        mover = keys & ~(mask + self._bottom)
        return np.stack([mover, mask & ~mover], axis=1)

    def layers(self) -> Iterator[Array]:
        """The sorted keys of all positions after 0, 1, 2 ... plies where the game is not over."""
        keys = self.keys(self.start())
        while True:
            yield keys
            found = []
            for _, _, after in self.after_each_column(self.of_keys(keys)):
                going_on = after[~self.won(after[:, 1])]
                found.append(np.unique(self.keys(going_on)))
            keys = np.unique(np.concatenate(found))
