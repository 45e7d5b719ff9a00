"""How likely somebody loses who overlooks things and otherwise plays anything, where pieces fall.

The opponent lets us win at once, where it could prevent that, as often as it is ``blind``. Beside
that it makes any move equally often. We always make the move that gives us the best chance.
"""

from __future__ import annotations

from inarow.kernels.bits import ONE, ZERO, Bits
from inarow.kernels.compiling import Array, Record, compiled
from inarow.kernels.exact.bitboard import BOTTOM, CELLS, RULES, unpacked, winning_cells


@compiled(f"float64(uint64, uint64, uint64, int64, float64, {RULES})")
def _chance(
    own: Bits,
    other: Bits,
    allowed: Bits,
    depth: int,
    blind: float,
    board: tuple[Bits, ...],
    patterns: Array,
) -> float:
    """The chance that ``own``, to move, wins with one of the next ``depth + 1`` moves of its own.

    The first of them must be one of the ``allowed`` cells, unless it wins.
    """
    bottom, cells = board[BOTTOM], board[CELLS]
    moves = ((own | other) + bottom) & cells
    # 1. A win at once is taken, and a lost position gives no chance worth counting.
    if winning_cells(own, board, patterns) & moves != ZERO:
        return 1.0
    must_block = winning_cells(other, board, patterns) & moves
    if depth == 0 or must_block & (must_block - ONE) != ZERO:
        return 0.0
    if must_block != ZERO:
        moves = must_block
    moves &= allowed
    best = 0.0
    while moves != ZERO and best < 1.0:
        move = moves & (~moves + ONE)
        moves ^= move
        mine = own | move
        replies = ((mine | other) + bottom) & cells
        # 2. A move that lets the opponent win is none.
        if winning_cells(other, board, patterns) & replies != ZERO:
            continue
        threats = winning_cells(mine, board, patterns) & replies
        # 3. Two threats win, and one does if it is overlooked.
        if threats & (threats - ONE) != ZERO:
            return 1.0
        if threats != ZERO:
            blocked = _chance(mine, other | threats, cells, depth - 1, blind, board, patterns)
            best = max(best, blind + (1.0 - blind) * blocked)
            continue
        # 4. Otherwise any reply will do, but one that gives the game away is seldom made.
        total, weight = 0.0, 0.0
        while replies != ZERO:
            reply = replies & (~replies + ONE)
            replies ^= reply
            chance = _chance(mine, other | reply, cells, depth - 1, blind, board, patterns)
            share = blind if chance == 1.0 else 1.0
            total += share * chance
            weight += share
        if weight > 0.0:
            best = max(best, total / weight)
    return best


@compiled("float64(uint64, uint64, uint64, int64, float64, Bitboard)")
def winning_chance(
    own: Bits, other: Bits, move: Bits, depth: int, blind: float, board: Record
) -> float:
    """The chance that ``own`` wins after a move, with it or one of ``depth`` more of its moves."""
    return _chance(own, other, move, depth, blind, unpacked(board), board.patterns)
