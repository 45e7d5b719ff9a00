"""Make the table of openings that exported ConnectX agents carry: some minutes of work.

Its positions are those in which a player who always takes a best move may have to move, up to so
many plies, as the first or the second, mirror images once: python tools/connectx/openings.py
"""

from __future__ import annotations

import zlib
from base64 import b85encode
from collections.abc import Iterable

import inarow
from inarow.apps.connectx.agent import OPENINGS_BOARD, best_columns, bits_of, mirrored
from inarow.apps.connectx.export import OPENINGS_FILE, cells_of
from inarow.rules.board import Board
from inarow.rules.side import Side

#: From here on an agent proves its moves in time.
PLIES = 12


def main() -> None:
    """Write the file."""
    columns = {key: column for side in Side for key, column in best_moves_of(side).items()}
    words = " ".join(f"{key:x}{column}" for key, column in sorted(columns.items()))
    packed = b85encode(zlib.compress(words.encode(), 9)).decode()
    assert best_columns(packed) == columns
    OPENINGS_FILE.write_text(packed + "\n", "utf-8")
    print(f"{len(columns):,} positions, {len(packed):,} bytes in {OPENINGS_FILE}")


def best_moves_of(side: Side) -> dict[int, int]:
    """A best column for each position in which a side has the turn, having played best so far."""
    columns: dict[int, int] = {}
    layer = [Board("connect4")]
    for ply in range(PLIES + 1):
        if ply % 2 == side:
            moves = [[best_move(board)] for board in layer]
            columns |= {keys_of(board)[0]: best for board, [best] in zip(layer, moves, strict=True)}
        else:
            moves = [list(board.legal_moves) for board in layer]
        layer = different(
            board.after(move) for board, each in zip(layer, moves, strict=True) for move in each
        )
    return columns


def best_move(board: Board) -> int:
    """The best move that is nearest to the middle."""
    middle = (board.game.width - 1) / 2
    return min(inarow.solve(board).best_moves, key=lambda move: abs(move - middle))


def different(boards: Iterable[Board]) -> list[Board]:
    """The boards on which the game goes on, mirror images once."""
    going_on = (board for board in boards if not board.is_game_over)
    return list({min(keys_of(board)): board for board in going_on}.values())


def keys_of(board: Board) -> tuple[int, int]:
    """The keys of a board and of its mirror image, as an agent makes them."""
    columns, rows, _ = OPENINGS_BOARD
    bits = bits_of(cells_of(board), columns, rows, board.turn + 1)
    return sum(bits), sum(mirrored(each, columns, rows) for each in bits)


if __name__ == "__main__":
    main()
