"""Win by continuous threats (VCT): fours and open threes, found by proof numbers.

A depth-first proof-number search (df-pn) over an AND/OR tree: where the attacker moves, one
winning move is enough (OR); where the defender moves, every answer must lose (AND). The attacker
plays only fours and open threes; the defender's answers are complete (`answer_threats`), so a
proof holds against every defence. A node's proof number is a lower bound on how much is left to
prove it won, its disproof number the same for refuting it. Sums over children are replaced by
the largest child plus the number of others, for the same position is often reached twice and a
sum would count it twice.
"""

from typing import Any

import numba
import numpy as np
from numba import types

from inarow.kernels.compiling import Array, Int, Record, counted
from inarow.kernels.gomoku.patterns import (
    GROUP_FIVE,
    GROUP_FOUR,
    GROUP_FOUR_THREE,
    GROUP_OPEN_FOUR,
    GROUP_THREE,
)
from inarow.kernels.gomoku.state import (
    CELLS,
    GROUND_TYPE,
    LINES_TYPE,
    NO_CELL,
    STATE_TYPE,
    place,
    take_back,
)
from inarow.kernels.gomoku.threats import answer_threats, lowest_bit, only_cell
from inarow.kernels.gomoku.vcf import FAILED_TYPE, FOURS_TYPE, win_by_fours

ENTRY = np.dtype(
    [
        ("key", "u8"),
        ("proof", "i4"),
        ("disproof", "i4"),
        ("move", "i2"),  # the attacker's winning move, where proved
        ("length", "i2"),  # plies to the five at most, where proved
        ("work", "i4"),  # nodes spent below, to decide what to overwrite
    ],
    align=True,
)
TREE = np.dtype(
    [
        ("nodes", "i8"),
        ("limit", "i8"),
        ("leaf_fours", "i8"),  # nodes for a win by fours at a new position
        ("top", "i8"),
        ("deepest", "i8"),
        ("children", "i2", (64 * CELLS,)),
    ],
    align=True,
)
ENTRY_TYPE = numba.from_dtype(ENTRY)
TABLE_TYPE = types.Array(ENTRY_TYPE, 1, "C")
TREE_TYPE = numba.from_dtype(TREE)

UNREACHABLE = 1 << 24  # more than any real proof number
_BUCKET = 4
_ONE = np.uint64(1)
_MOVER_KEY = np.uint64(0x9E3779B97F4A7C15)
# Sets apart what is known of a position with its mover as attacker from what is known of it with
# its mover as defender: a proof of the one is a refutation of the other.
_ATTACKER_KEY = np.uint64(0xD1B54A32D192ED03)
_PAIR = types.UniTuple(types.int64, 2)  # type: ignore[no-untyped-call]


def new_table(entries: int) -> Any:
    """Return an empty table with room for `entries` positions, a power of two."""
    return np.zeros(entries, dtype=ENTRY)


@counted(types.uint64(types.uint64, types.int64, types.int64))
def attack_key(stones: np.uint64, mover: Int, attacker: Int) -> np.uint64:
    """Return the table key of a position: its stones' hash, who moves, and whose win is meant."""
    key = stones
    if mover != 0:
        key ^= _MOVER_KEY
    if attacker != 0:
        key ^= _ATTACKER_KEY
    return key


@counted(types.int64(TABLE_TYPE, types.uint64))
def find(table: Record, key: np.uint64) -> Int:
    """Return the index of the position's entry, or -1."""
    start = np.int64(key & np.uint64(table.size - _BUCKET))
    for slot in range(start, start + _BUCKET):
        if table[slot].key == key:
            return slot
    return -1


@counted(
    types.void(
        TABLE_TYPE, types.uint64, types.int64, types.int64, types.int64, types.int64, types.int64
    ),
)
def store(
    table: Record, key: np.uint64, proof: Int, disproof: Int, move: Int, length: Int, work: Int
) -> None:
    """Write a position's numbers over its old entry or over the one that cost least."""
    start = np.int64(key & np.uint64(table.size - _BUCKET))
    chosen: Int = start
    for slot in range(start, start + _BUCKET):
        if table[slot].key == key:
            chosen = slot
            work += table[slot].work
            break
        if table[slot].work < table[chosen].work:
            chosen = slot
    entry = table[chosen]
    entry.key = key
    entry.proof = min(proof, UNREACHABLE)
    entry.disproof = min(disproof, UNREACHABLE)
    entry.move = move
    entry.length = length
    entry.work = min(work, 1 << 30)


@counted(types.void(TREE_TYPE, types.uint64, types.int64))
def push_cells(tree: Record, cells: np.uint64, word: Int) -> None:
    """Append one word of a set of cells to the list of children."""
    while cells:
        tree.children[tree.top] = word * 64 + np.int64(lowest_bit(cells))
        tree.top += 1
        cells &= cells - _ONE


@counted(
    types.void(STATE_TYPE, GROUND_TYPE, LINES_TYPE, TREE_TYPE, types.int64),
)
def list_attacks(state: Record, ground: Record, lines: Array, tree: Record, attacker: Int) -> None:
    """Append the attacker's fours and threes; under a threat, only those that meet it."""
    defender = 1 - attacker
    block = only_cell(state, defender, GROUP_FIVE)
    if block != NO_CELL:
        tree.children[tree.top] = block
        tree.top += 1
        return
    pressed = state.counts[defender, GROUP_OPEN_FOUR] > 0
    if pressed:
        answer_threats(state, ground, lines, defender)
    for group in (GROUP_FOUR_THREE, GROUP_FOUR):
        for word in range(ground.words):
            push_cells(tree, state.sets[attacker, group, word], word)
    for word in range(ground.words):
        cells = state.sets[attacker, GROUP_THREE, word]
        if pressed:
            cells &= state.answers[state.stones, word]
        push_cells(tree, cells, word)


@counted(
    types.void(STATE_TYPE, GROUND_TYPE, LINES_TYPE, TREE_TYPE, types.int64),
)
def list_defences(state: Record, ground: Record, lines: Array, tree: Record, attacker: Int) -> None:
    """Append every answer that does not lose at once to the attacker's threat."""
    if state.counts[attacker, GROUP_FIVE] > 0:
        tree.children[tree.top] = only_cell(state, attacker, GROUP_FIVE)
        tree.top += 1
        return
    answer_threats(state, ground, lines, attacker)
    for word in range(ground.words):
        push_cells(tree, state.answers[state.stones, word], word)


@counted(
    types.int64(STATE_TYPE, types.int64, types.boolean),
)
def settled(state: Record, attacker: Int, attacking: bool) -> Int:
    """Return plies to the attacker's five if the position shows it won, -1 if refuted, else 0."""
    defender = 1 - attacker
    if attacking:
        if state.counts[attacker, GROUP_FIVE] > 0:
            return 1
        if state.counts[defender, GROUP_FIVE] > 1:
            return -1
        if state.counts[defender, GROUP_FIVE] == 0 and state.counts[attacker, GROUP_OPEN_FOUR] > 0:
            return 3
        return 0
    if state.counts[defender, GROUP_FIVE] > 0:
        return -1
    if state.counts[attacker, GROUP_FIVE] > 0:
        return 2 if state.counts[attacker, GROUP_FIVE] > 1 else 0
    if state.counts[attacker, GROUP_OPEN_FOUR] == 0 or state.counts[defender, GROUP_OPEN_FOUR] > 0:
        return -1
    return 0


@counted(types.int64(STATE_TYPE, types.int64))
def winning_cell(state: Record, attacker: Int) -> Int:
    """Return the attacker's five, or else its open four."""
    cell = only_cell(state, attacker, GROUP_FIVE)
    return cell if cell != NO_CELL else only_cell(state, attacker, GROUP_OPEN_FOUR)


@counted(
    _PAIR(
        STATE_TYPE,
        GROUND_TYPE,
        LINES_TYPE,
        FOURS_TYPE,
        FAILED_TYPE,
        TABLE_TYPE,
        TREE_TYPE,
        types.int64,
        types.boolean,
        types.int64,
        types.int64,
    ),
)
def explore(
    state: Record,
    ground: Record,
    lines: Array,
    fours: Record,
    failed: Array,
    table: Record,
    tree: Record,
    attacker: Int,
    attacking: bool,
    proof_limit: Int,
    disproof_limit: Int,
) -> tuple[Int, Int]:
    """Search the position until a number reaches its limit; return proof and disproof numbers.

    (0, UNREACHABLE) means that the attacker wins, proved; (UNREACHABLE, 0) that threats alone do
    not win. Anything else is unfinished: a limit was reached, or the search was stopped.
    """
    tree.nodes += 1
    mover = attacker if attacking else 1 - attacker
    key = attack_key(state.hash, mover, attacker)
    # 1. Won or refuted on sight?
    plies = settled(state, attacker, attacking)
    if plies > 0:
        store(table, key, 0, UNREACHABLE, winning_cell(state, attacker), plies, 1)
        return 0, UNREACHABLE
    if plies < 0:
        store(table, key, UNREACHABLE, 0, NO_CELL, 0, 1)
        return UNREACHABLE, 0
    # 2. A new position of the attacker's: do fours alone win?
    if attacking and find(table, key) < 0:
        fours.nodes = 0
        fours.limit = tree.leaf_fours
        won = win_by_fours(state, ground, lines, fours, failed, attacker, 0)
        tree.nodes += fours.nodes
        if won:
            store(table, key, 0, UNREACHABLE, fours.line[0], fours.length, 1)
            return 0, UNREACHABLE
    # 3. The moves: threats for the attacker, complete answers for the defender.
    first = tree.top
    if attacking:
        list_attacks(state, ground, lines, tree, attacker)
    else:
        list_defences(state, ground, lines, tree, attacker)
    last = tree.top
    before = tree.nodes
    proof = UNREACHABLE
    disproof = UNREACHABLE
    while True:
        # 4. This position's numbers from its children's, and the child to look into next.
        best = -1
        best_number = 2 * UNREACHABLE
        second_number = 2 * UNREACHABLE
        largest = 0
        unsettled = 0
        longest: Int = 2 if state.counts[attacker, GROUP_FIVE] > 0 else 4
        move: Int = NO_CELL
        length: Int = 0
        chosen_other = 1
        for i in range(first, last):
            cell = np.int64(tree.children[i])
            child_key = attack_key(state.hash ^ ground.zobrist[mover, cell], 1 - mover, attacker)
            slot = find(table, child_key)
            child_proof: Int = 1
            child_disproof: Int = 1
            if slot >= 0:
                child_proof = np.int64(table[slot].proof)
                child_disproof = np.int64(table[slot].disproof)
            elif (
                attacking
                and ground.group[
                    ground.classes[
                        (state.codes[cell] >> np.uint32(16 * attacker)) & np.uint32(0xFFFF)
                    ]
                ]
                == GROUP_THREE
            ):
                child_proof = 3
            number = child_proof if attacking else child_disproof
            opposite = child_disproof if attacking else child_proof
            if number < best_number:
                second_number = best_number
                best_number = number
                best = i
                chosen_other = opposite
            elif number < second_number:
                second_number = number
            largest = max(largest, opposite)
            if opposite > 0:
                unsettled += 1
            if slot >= 0 and child_proof == 0:
                if attacking:
                    if move == NO_CELL or table[slot].length + 1 < length:
                        move = cell
                        length = np.int64(table[slot].length) + 1
                else:
                    longest = max(longest, np.int64(table[slot].length) + 1)
        total = min(largest + max(unsettled - 1, 0), UNREACHABLE) if largest else 0
        if attacking:
            proof = min(best_number, UNREACHABLE)
            disproof = total
        else:
            disproof = min(best_number, UNREACHABLE)
            proof = total
            length = longest
        if proof == 0:
            disproof = UNREACHABLE
        if disproof == 0:
            proof = UNREACHABLE
        # 5. Enough known, or out of nodes?
        if proof >= proof_limit or disproof >= disproof_limit:
            break
        if fours.stop != 0 or tree.nodes >= tree.limit or proof == 0 or disproof == 0:
            break
        # 6. Look into that child, up to where another becomes more promising.
        cell = np.int64(tree.children[best])
        near_limit = min(second_number + 1 + second_number // 4, UNREACHABLE)
        others = max(unsettled - 1, 0)
        if attacking:
            child_proof_limit = min(proof_limit, near_limit)
            child_disproof_limit = disproof_limit - others
        else:
            child_proof_limit = proof_limit - others
            child_disproof_limit = min(disproof_limit, near_limit)
        if chosen_other >= (child_disproof_limit if attacking else child_proof_limit):
            child_disproof_limit = max(child_disproof_limit, chosen_other + 1)
            child_proof_limit = max(child_proof_limit, chosen_other + 1)
        place(state, ground, lines, cell, mover)
        explore(
            state,
            ground,
            lines,
            fours,
            failed,
            table,
            tree,
            attacker,
            not attacking,
            child_proof_limit,
            child_disproof_limit,
        )
        take_back(state, ground)
    tree.top = first
    store(table, key, proof, disproof, move, length, tree.nodes - before + 1)
    return proof, disproof
