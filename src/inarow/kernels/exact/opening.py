"""What an opening book is asked for: a position's key, and the keys as they are kept in a file."""

from __future__ import annotations

from inarow.kernels.arrays import np
from inarow.kernels.bits import ONE, ZERO, Bits
from inarow.kernels.compiling import Array, Record, compiled
from inarow.kernels.exact.bitboard import BOTTOM, STRIDE, WIDTH, unpacked
from inarow.kernels.exact.forced_moves import score_at_a_glance


@compiled("Tuple((int64, uint64))(uint64, uint64, int64, Bitboard)")
def glance(mover: Bits, other: Bits, empties: int, rules: Record) -> tuple[int, Bits]:
    """The score if the next two moves decide the game, else UNKNOWN; and the position's key.

    A position and its mirror image have the same key.
    """
    board = unpacked(rules)
    key = mover | ((mover | other) + board[BOTTOM])
    column = (ONE << board[STRIDE]) - ONE
    image, rest = ZERO, key
    for _ in range(board[WIDTH]):
        image = (image << board[STRIDE]) | (rest & column)
        rest >>= board[STRIDE]
    return score_at_a_glance(mover, other, empties, board, rules.patterns), min(key, image)


@compiled("void(uint8[:, ::1], uint64[::1])")
def unpack_keys(planes: Array, keys: Array) -> None:
    """Find sorted keys by the distances between them: a plane holds one byte of every distance."""
    key = ZERO
    for i in range(keys.size):
        distance = ZERO
        for plane in range(planes.shape[0]):
            distance |= np.uint64(planes[plane, i]) << np.uint64(8 * plane)
        key += distance
        keys[i] = key
