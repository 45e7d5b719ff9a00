"""Random games where pieces fall, played to a number of moves: positions to learn or measure on."""

from __future__ import annotations

from inarow.kernels.arrays import np
from inarow.kernels.bits import ONE, ZERO, Bits, popcount
from inarow.kernels.compiling import Array, Record, compiled
from inarow.kernels.exact.bitboard import BOTTOM, CELLS, RULES, unpacked, winning_cells

#: SplitMix64's constants: every game has its own sequence, whoever plays it and in which order.
_GOLDEN = np.uint64(0x9E37_79B9_7F4A_7C15)
_FIRST_FACTOR = np.uint64(0xBF58_476D_1CE4_E5B9)
_SECOND_FACTOR = np.uint64(0x94D0_49BB_1331_11EB)
_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))


@compiled("uint64(uint64)", inline=True)
def _mixed(state: Bits) -> Bits:
    """SplitMix64's output for a state."""
    state = (state ^ (state >> _SHIFTS[0])) * _FIRST_FACTOR
    state = (state ^ (state >> _SHIFTS[1])) * _SECOND_FACTOR
    return state ^ (state >> _SHIFTS[2])


@compiled("uint64(uint64, uint64)", inline=True)
def _one_of(bits: Bits, number: Bits) -> Bits:
    """One of the bits that are set, chosen by a random number."""
    skipped = number % np.uint64(popcount(bits))
    while skipped != ZERO:
        bits &= bits - ONE
        skipped -= ONE
    return bits & (~bits + ONE)


@compiled(f"uint64(uint64, uint64, boolean, {RULES})", inline=True)
def _moves_to_choose_from(
    mover: Bits, other: Bits, careful: bool, board: tuple[Bits, ...], patterns: Array
) -> Bits:
    """The moves that a random game may go on with; none where it is over or would be."""
    mask = mover | other
    playable = (mask + board[BOTTOM]) & board[CELLS]
    wins = winning_cells(mover, board, patterns) & playable
    if not careful:
        return playable & ~wins
    if wins != ZERO:
        return ZERO
    other_wins = winning_cells(other, board, patterns) & board[CELLS] & ~mask
    safe = playable & ~(other_wins >> ONE)
    if (other_wins & playable) != ZERO:
        safe &= other_wins
    return safe if safe != ZERO else playable


@compiled("int64(uint64[:, ::1], int64, boolean, uint64, Bitboard)")
def play_random_games(rows: Array, plies: int, careful: bool, seed: Bits, rules: Record) -> int:
    """Play a game for each row; put the positions after so many plies first, and count them.

    Moves are random among those that do not win. A careful player does not pass over a win, so
    that game is over; and it stops the other from winning with the next move where it can.
    """
    board, patterns = unpacked(rules), rules.patterns
    found = 0
    for i in range(rows.shape[0]):
        state = _mixed(seed + np.uint64(i) * _GOLDEN)
        mover, other = ZERO, ZERO
        played = 0
        while played < plies:
            moves = _moves_to_choose_from(mover, other, careful, board, patterns)
            if moves == ZERO:
                break
            state += _GOLDEN
            mover, other = other, mover | _one_of(moves, _mixed(state))
            played += 1
        if played == plies:
            rows[found, 0], rows[found, 1] = mover, other
            found += 1
    return found
