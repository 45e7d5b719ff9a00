"""The exact search on a GPU: every group of threads solves one position after the other.

It is the CPU's search: the same moves left out, forced moves played out, the same order, the same
table. A group has a thread for each column of the board, and each makes the child of its column.
Everything is one loop: a group that has finished its position takes the next one at the point
where the other groups of its warp enter their next node, so none waits for another to finish.

The names in capitals below that hold no value here are constants of a game, written in when the
kernel is made; see :func:`solve_kernel`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from inarow.kernels.bits import ONE, ZERO, Bits
from inarow.kernels.compiling import Array
from inarow.kernels.exact.bitboard import (
    BOTTOM,
    CELLS,
    HEIGHT,
    STRIDE,
    WIDTH,
    mirrored,
    winning_cells,
)
from inarow.kernels.exact.claimeven import UNKNOWN
from inarow.kernels.exact.forced_moves import (
    best_score_without_win_now,
    play_forced_moves,
    score_at_a_glance,
    score_of_loss_next,
)
from inarow.kernels.exact.gpu_compiling import DeviceFunctions, cuda, device_function, is_simulated
from inarow.kernels.exact.gpu_lanes import (
    bits_of_lane,
    group_of_this_thread,
    largest_of_group,
    value_of_lane,
)
from inarow.kernels.exact.null_window import rank_of_move
from inarow.kernels.exact.solving import next_window
from inarow.kernels.exact.transposition_table import (
    bucket_of,
    hashed,
    lower_bound,
    probe,
    store,
    upper_bound,
)

#: Threads in a block, and blocks on each multiprocessor; more do not fit at the same time.
_BLOCK = 128
_BLOCKS = 6

#: Indices into ``control``: the next task to take, and nodes searched.
NEXT_TASK, NODES = range(2)
CONTROL = 2

#: Indices into a task's row of ``bounds``: what is proved of the score.
LOWER, UPPER = range(2)

#: What a frame of a thread's stack holds of the child it made, and of the node.
_MOVER, _OTHER, _OTHER_WINS, _KEY = range(4)
_BOARD_WORDS = 4
_STATE, _NODE = range(2)
_NUMBER_WORDS = 2

#: No child left; below every rank, also when it is shifted.
_NONE = -(1 << 30)

#: No score is as small: no child has one yet.
_NO_SCORE = -100

_LANE_BITS = 5
_LANE_MASK = (1 << _LANE_BITS) - 1

#: Constants of a game and a run.
BOARD: tuple[Bits, ...] = ()
LAYOUT: tuple[Bits, ...] = ()
LANES = 8
BOARD_STACK = 256
NUMBER_STACK = 128
COLUMN: Bits = ZERO
CELL_COUNT = 42
STORE_FROM = 8
PROBE_CHILDREN_FROM = 12
MIRROR_FROM = 22


@device_function
def _popcount(bits: Bits) -> Any:
    return np.int64(cuda.popc(bits))


@device_function
def _lowest_index(bits: Bits) -> Any:
    return np.int64(cuda.ffs(bits)) - 1


@device_function
def _packed_node(best: int, beta: int, empties: int, same_mover: int, spent: int) -> Any:
    numbers = (empties << 16) | ((beta - _NO_SCORE) << 8) | (best - _NO_SCORE)
    return (spent << 32) | (same_mover << 24) | numbers


@device_function
def _key_of(mover: Bits, mask: Bits, empties: int) -> Bits:
    key = mover | (mask + BOARD[BOTTOM])
    if empties >= MIRROR_FROM:
        key = min(key, mirrored(key, BOARD))
    return hashed(key, LAYOUT)


@device_function
def _first_bounds(mover: Bits, other: Bits, worst: int, best: int, patterns: Array) -> Any:
    """What the clock and a glance say of a position's score, cut off at two ends."""
    empties = CELL_COUNT - _popcount(mover | other)
    lower, upper = score_of_loss_next(empties), best_score_without_win_now(empties)
    score = score_at_a_glance(mover, other, empties, BOARD, patterns)
    if score != UNKNOWN:
        lower, upper = score, score
    return min(max(lower, worst), best), min(max(upper, worst), best)


@device_function
def _safe_moves(mask: Bits, other_wins: Bits) -> Bits:
    """The moves that do not lose at once, if there are any."""
    playable = (mask + BOARD[BOTTOM]) & BOARD[CELLS]
    moves = playable & ~(other_wins >> ONE)
    if (other_wins & playable) != ZERO:
        moves &= other_wins
    return moves


def _solve_tasks(
    positions: Array,
    bounds: Array,
    table: Array,
    patterns: Array,
    control: Array,
    budget: int,
) -> None:
    """Narrow the bounds of every task until they meet or the budget of nodes is spent.

    A task is a position (mover's stones, other's stones) and bounds of its score. Nobody must have
    won yet. If the true score lies outside the given bounds, they meet at the nearer end.
    """
    boards = cuda.local.array(BOARD_STACK, np.uint64)
    numbers = cuda.local.array(NUMBER_STACK, np.int64)
    first, threads = group_of_this_thread()
    lane = (cuda.threadIdx.x & 31) - first
    tasks = positions.shape[0]
    column = ZERO
    if np.uint64(lane) < BOARD[WIDTH]:
        column = COLUMN << (np.uint64(lane) * BOARD[STRIDE])

    task = np.int64(-1)
    mover, other, other_wins, key = ZERO, ZERO, ZERO, ZERO
    empties, beta = np.int64(0), np.int64(0)
    lower, upper, spent = np.int64(0), np.int64(0), np.int64(0)
    score = np.int64(0)
    depth = np.int64(0)
    at_root, answered = True, False
    while True:
        if at_root:
            # 1. The task's next question, or another task.
            if answered:
                if score >= beta:
                    lower = min(score, upper)
                else:
                    upper = max(score, lower)
                answered = False
            if lower == upper or spent >= budget:
                if lane == 0:
                    if task >= 0:
                        bounds[task, LOWER] = lower
                        bounds[task, UPPER] = upper
                        cuda.atomic.add(control, NODES, spent)
                    task = np.int64(cuda.atomic.add(control, NEXT_TASK, 1))
                task = value_of_lane(task, 0, first, threads)
                if task >= tasks:
                    break
                spent = np.int64(0)
                lower, upper = _first_bounds(
                    positions[task, 0], positions[task, 1], np.int64(bounds[task, LOWER]),
                    np.int64(bounds[task, UPPER]), patterns,
                )  # fmt: skip
                if lower == upper:
                    continue
            mover, other = positions[task, 0], positions[task, 1]
            mask = mover | other
            empties = CELL_COUNT - _popcount(mask)
            other_wins = winning_cells(other, BOARD, patterns) & BOARD[CELLS] & ~mask
            key = _key_of(mover, mask, empties)
            beta = next_window(lower, upper, empties, spent)
            depth = np.int64(0)
            at_root = False

        # 2. Enter a node: each thread plays its column's move out to the next choice.
        spent += 1
        known = ZERO
        if empties >= STORE_FROM:
            # One thread reads for all: another group may write the entry between two reads, and
            # threads of a group that disagree would wait for each other for ever.
            if lane == 0:
                known = probe(table, bucket_of(key, empties, LAYOUT), key, LAYOUT)
            known = bits_of_lane(known, 0, first, threads)
        mask = mover | other
        move = _safe_moves(mask, other_wins) & column
        value = np.int64(_NO_SCORE)
        a, b, b_wins, child_key = ZERO, ZERO, ZERO, ZERO
        left, same_mover, choice = np.int64(0), np.int64(0), np.int64(_NONE)
        if move != ZERO:
            stones, filled = mover | move, mask | move
            wins = winning_cells(stones, BOARD, patterns) & BOARD[CELLS] & ~filled
            found, a, b, a_wins, b_wins, left, sign = play_forced_moves(
                other, stones, other_wins & ~move, wins, empties - 1, 1 - beta, BOARD, patterns
            )
            if found != UNKNOWN:
                value = -found
            else:
                same_mover = np.int64(sign < 0)
                choice = rank_of_move(
                    move, filled, wins, other_wins, a_wins if sign < 0 else b_wins,
                    b_wins if sign < 0 else a_wins, empties, left < empties - 1, BOARD,
                )  # fmt: skip
        best = np.int64(largest_of_group(np.int32(value), threads))
        lowest, highest = lower_bound(known, CELL_COUNT), upper_bound(known, CELL_COUNT)
        returning = True
        if best >= beta:
            score = best
        elif lowest >= beta:
            score = lowest
        elif highest < beta:
            score = highest
        else:
            # 3. Probe the table for the children; then the most promising one is next.
            if choice != _NONE and empties >= PROBE_CHILDREN_FROM:
                child_key = _key_of(a, a | b, left)
                entry = probe(table, bucket_of(child_key, left, LAYOUT), child_key, LAYOUT)
                low, high = lower_bound(entry, CELL_COUNT), upper_bound(entry, CELL_COUNT)
                if same_mover == 0:
                    low, high = -high, -low
                if low >= beta:
                    value, choice = low, np.int64(_NONE)
                elif high < beta:
                    value, choice = high, np.int64(_NONE)
            if empties >= PROBE_CHILDREN_FROM:
                best = np.int64(largest_of_group(np.int32(value), threads))
            returning = False
        if choice != _NONE:
            choice = (choice << _LANE_BITS) | (_LANE_MASK - lane)
        next_choice = np.int64(_NONE)
        if not returning:
            next_choice = np.int64(largest_of_group(np.int32(choice), threads))
            if best >= beta or next_choice == _NONE:
                score = best if best != _NO_SCORE else score_of_loss_next(empties)
                returning = True
        if spent >= budget:
            # 4. The budget is spent: end here; the bounds stay as they are.
            returning = False
            at_root = True
        if not returning and not at_root:
            frame, row = depth * _BOARD_WORDS, depth * _NUMBER_WORDS
            boards[frame + _MOVER] = a
            boards[frame + _OTHER] = b
            boards[frame + _OTHER_WINS] = b_wins
            boards[frame + _KEY] = key
            numbers[row + _STATE] = (choice << 8) | (left << 1) | same_mover
            numbers[row + _NODE] = _packed_node(best, beta, empties, 0, spent)
        while returning:
            # 5. Take the score back to the node above, until one has a child left.
            if depth == 0:
                at_root, answered = True, True
                break
            depth -= 1
            frame, row = depth * _BOARD_WORDS, depth * _NUMBER_WORDS
            node = numbers[row + _NODE]
            best, beta = (node & 255) + _NO_SCORE, ((node >> 8) & 255) + _NO_SCORE
            empties = (node >> 16) & 255
            if (node >> 24) & 1 == 0:
                score = -score
            best = max(best, score)
            choice = numbers[row + _STATE] >> 8
            next_choice = np.int64(largest_of_group(np.int32(choice), threads))
            returning = best >= beta or next_choice == _NONE
            if returning:
                score = best
                if lane == 0 and empties >= STORE_FROM:
                    key = boards[frame + _KEY]
                    store(
                        table, bucket_of(key, empties, LAYOUT), key, best, best >= beta,
                        spent - (node >> 32), CELL_COUNT, LAYOUT,
                    )  # fmt: skip
            else:
                numbers[row + _NODE] = (node & ~255) | (best - _NO_SCORE)
        if not at_root:
            # 6. Go on with the most promising child that is left.
            frame, row = depth * _BOARD_WORDS, depth * _NUMBER_WORDS
            chosen = _LANE_MASK - (next_choice & _LANE_MASK)
            state = value_of_lane(numbers[row + _STATE], chosen, first, threads)
            mover = bits_of_lane(boards[frame + _MOVER], chosen, first, threads)
            other = bits_of_lane(boards[frame + _OTHER], chosen, first, threads)
            other_wins = bits_of_lane(boards[frame + _OTHER_WINS], chosen, first, threads)
            if lane == chosen:
                numbers[row + _STATE] = np.int64(_NONE) << 8
            numbers[row + _NODE] = (numbers[row + _NODE] & ~(1 << 24)) | ((state & 1) << 24)
            empties = (state >> 1) & 127
            if (state & 1) == 0:
                beta = 1 - beta
            key = _key_of(mover, mover | other, empties)
            depth += 1


def _lanes_for(width: int) -> int:
    """The smallest group with a thread for each column."""
    return 1 << max(0, (width - 1).bit_length())


@lru_cache(maxsize=8)
def solve_kernel(board: tuple[int, ...], layout: tuple[int, ...]) -> tuple[Any, int]:
    """The kernel for one game and table, and how many threads solve one position."""
    width, height = board[WIDTH], board[HEIGHT]
    lanes = _lanes_for(width)
    functions = DeviceFunctions(
        {
            "BOARD": tuple(np.uint64(number) for number in board),
            "LAYOUT": tuple(np.uint64(number) for number in layout),
            "LANES": lanes,
            "BOARD_STACK": (width * height + 1) * _BOARD_WORDS,
            "NUMBER_STACK": (width * height + 1) * _NUMBER_WORDS,
            "COLUMN": np.uint64((1 << height) - 1),
            "CELL_COUNT": width * height,
            "MIRROR_FROM": width * height // 2,
            "popcount": _popcount,
            "lowest_index": _lowest_index,
        }
    )
    return cuda.jit(functions.rebuilt(_solve_tasks)), lanes


def launch_shape(lanes: int) -> tuple[int, int]:
    """Blocks and threads in a block that fill the GPU; the simulator has one group."""
    if is_simulated():
        return 1, lanes
    return _BLOCKS * cuda.get_current_device().MULTIPROCESSOR_COUNT, _BLOCK


@cuda.jit
def _clear(table: Array) -> None:
    for i in range(cuda.grid(1), table.shape[0], cuda.gridsize(1)):
        table[i] = ZERO


def clear(table: Any) -> None:
    """Make every entry of a table on the GPU empty."""
    _clear[launch_shape(1)](table)
