"""Win by continuous threats (VCT): fours and open threes, found by proof numbers.

A depth-first proof-number search (df-pn) over an AND/OR tree: where the attacker moves, one
winning move is enough (OR); where the defender moves, every answer must lose (AND). The attacker
plays only fours and open threes, and where `search.vct_quiet` says so also quiet moves after which
fours would win; the defender's answers are complete (`answer_threats`, `answer_fours`), so a proof
holds against every defence. A node's proof number is a lower bound on how much is left to
prove it won, its disproof number the same for refuting it. Sums over children are replaced by
the largest child plus the number of others, for the same position is often reached twice and a
sum would count it twice.
"""

from inarow.kernels.arrays import np
from inarow.kernels.bits import lowest_index
from inarow.kernels.compiling import Array, Int, Record, compiled
from inarow.kernels.gomoku.evaluation import evaluate
from inarow.kernels.gomoku.patterns import (
    CLASS_FOUR,
    CLASS_THREE,
    CLASS_TWO,
    GROUP_FIVE,
    GROUP_FOUR,
    GROUP_FOUR_PLUS,
    GROUP_FOUR_THREE,
    GROUP_OPEN_FOUR,
    GROUP_THREE,
)
from inarow.kernels.gomoku.records import NO_CELL, PROOF
from inarow.kernels.gomoku.state import place, take_back
from inarow.kernels.gomoku.threats import answer_fours, answer_threats, first_cell, position_key
from inarow.kernels.gomoku.vcf import win_by_fours
from inarow.kernels.listening import listen

INFINITE = 1 << 24  # more than any real proof number
_BUCKET = 4
_ONE = np.uint64(1)
# Sets apart what is known of a position with its mover as attacker from what is known of it with
# its mover as defender: a proof of the one is a refutation of the other.
_ATTACKER_KEY = np.uint64(0xD1B54A32D192ED03)
# What is refuted without quiet moves may be won with them.
_QUIET_KEY = np.uint64(0x8CB92BA72F3D8DD7)
_CODE = np.uint32(0xFFFF)
# The proof numbers of moves not yet looked into: a four's is 1. A quiet move's grows with the
# plies before it, by one in so many: else it would be tried after every order of the fours that
# lead nowhere.
_THREE_PROOF = 3
_QUIET_PROOF = 6
_QUIET_PLIES = 4
# Where the evaluation promises the attacker less than a win, every move's number is higher: by one
# for so many points that are missing, up to a limit.
_PROMISING = 1000
_MISSING_POINTS = 50
_MOST_MISSING = 40


def new_proofs(entries: int) -> Array:
    """Return an empty table with room for `entries` positions, a power of two."""
    return np.zeros(entries, dtype=PROOF)


@compiled("uint64(uint64, int64, int64, int64)")
def attack_key(stones: np.uint64, mover: Int, attacker: Int, quiet: Int) -> np.uint64:
    """Return the table key of a position: its stones' hash, who moves, and whose win is meant.

    `quiet` is 1 where the attacker may play quiet moves.
    """
    key = position_key(stones, mover)
    if attacker:
        key ^= _ATTACKER_KEY
    return key ^ _QUIET_KEY if quiet else key


@compiled("int64(GomokuState, GomokuGeometry, int64, int64)")
def class_of(state: Record, geometry: Record, side: Int, cell: Int) -> Int:
    """Return the class of an empty cell: what a stone of `side` would make there."""
    multiset = geometry.multisets[(state.codes[cell] >> np.uint32(16 * side)) & _CODE]
    return np.int64(geometry.classes[multiset])


@compiled("int64(GomokuProof[::1], uint64)")
def find_proof(proofs: Record, key: np.uint64) -> Int:
    """Return the index of the position's entry, or -1."""
    start = np.int64(key & np.uint64(proofs.size - _BUCKET))
    for slot in range(start, start + _BUCKET):
        if proofs[slot].key == key:
            return slot
    return -1


@compiled("void(GomokuProof[::1], uint64, int64, int64, int64, int64, int64)")
def store_proof(
    proofs: Record, key: np.uint64, proof: Int, disproof: Int, move: Int, length: Int, work: Int
) -> None:
    """Write a position's numbers over its old entry or over the one that cost least."""
    start = np.int64(key & np.uint64(proofs.size - _BUCKET))
    chosen: Int = start
    for slot in range(start, start + _BUCKET):
        if proofs[slot].key == key:
            chosen = slot
            work += proofs[slot].work
            break
        if proofs[slot].work < proofs[chosen].work:
            chosen = slot
    entry = proofs[chosen]
    entry.key = key
    entry.proof = min(proof, INFINITE)
    entry.disproof = min(disproof, INFINITE)
    entry.move = move
    entry.length = length
    entry.work = min(work, 1 << 30)


@compiled("boolean(GomokuSearch, GomokuProof[::1], int64, uint64)")
def read_numbers(search: Record, proofs: Record, child: Int, key: np.uint64) -> bool:
    """Take a child's numbers from the table; return whether they are others than before.

    One that the table has lost keeps those that it had.
    """
    slot = find_proof(proofs, key)
    if slot < 0:
        return False
    entry = proofs[slot]
    old_proof = search.vct_proofs[child]
    old_disproof = search.vct_disproofs[child]
    search.vct_proofs[child] = entry.proof
    search.vct_disproofs[child] = entry.disproof
    search.vct_lengths[child] = entry.length
    return old_proof != entry.proof or old_disproof != entry.disproof


@compiled("uint64(GomokuState, GomokuGeometry, GomokuSearch, int64, boolean, int64)")
def child_key(
    state: Record, geometry: Record, search: Record, attacker: Int, attacking: bool, child: Int
) -> np.uint64:
    """Return the table key of the position after a listed move."""
    mover = attacker if attacking else 1 - attacker
    stones = state.hash ^ geometry.zobrist[mover, search.vct_children[child]]
    return attack_key(stones, 1 - mover, attacker, search.vct_quiet)


@compiled("void(GomokuSearch, uint64, int64)")
def push_cells(search: Record, cells: np.uint64, word: Int) -> None:
    """Append one word of a set of cells to the list of children."""
    while cells:
        search.vct_children[search.vct_top] = word * 64 + lowest_index(cells)
        search.vct_top += 1
        cells &= cells - _ONE


@compiled("void(GomokuState, GomokuGeometry, GomokuSearch, int64, boolean)")
def list_quiet_moves(
    state: Record, geometry: Record, search: Record, attacker: Int, threatened: bool
) -> None:
    """Append the moves that make something, but less than an open three.

    Under a threat only those that meet it, which `state.answers[state.stones]` holds.
    """
    for word in range(geometry.words):
        left = state.near[state.stones, word]
        if threatened:
            left &= state.answers[state.stones, word]
        while left:
            cell = np.int64(word * 64) + lowest_index(left)
            left &= left - _ONE
            if cell < geometry.cells and state.board[cell] == 0:
                made = class_of(state, geometry, attacker, cell)
                if CLASS_TWO <= made < CLASS_THREE:
                    search.vct_children[search.vct_top] = cell
                    search.vct_top += 1


@compiled("void(GomokuState, GomokuGeometry, uint8[::1], GomokuSearch, int64)")
def list_attacks(
    state: Record, geometry: Record, patterns: Array, search: Record, attacker: Int
) -> None:
    """Append the attacker's fours and threes; under a threat, only those that meet it."""
    defender = 1 - attacker
    block = first_cell(state, defender, GROUP_FIVE)
    if block != NO_CELL:
        search.vct_children[search.vct_top] = block
        search.vct_top += 1
        return
    threatened = state.counts[defender, GROUP_OPEN_FOUR] > 0
    if threatened:
        answer_threats(state, geometry, patterns, defender)
    for group in (GROUP_FOUR_THREE, GROUP_FOUR_PLUS, GROUP_FOUR):
        for word in range(geometry.words):
            push_cells(search, state.sets[attacker, group, word], word)
    for word in range(geometry.words):
        cells = state.sets[attacker, GROUP_THREE, word]
        if threatened:
            cells &= state.answers[state.stones, word]
        push_cells(search, cells, word)
    if search.vct_quiet:
        list_quiet_moves(state, geometry, search, attacker, threatened)


@compiled("boolean(GomokuState, GomokuGeometry, uint8[::1], GomokuSearch, uint64[::1], int64)")
def fours_win(
    state: Record, geometry: Record, patterns: Array, search: Record, refuted: Array, attacker: Int
) -> bool:
    """Return whether the attacker, on the move, would win by fours; the line is left behind."""
    search.vcf_nodes = 0
    search.vcf_limit = search.vct_leaf_limit
    won = win_by_fours(state, geometry, patterns, search, refuted, attacker, 0)
    search.vct_nodes += search.vcf_nodes
    return won


@compiled("int64(GomokuState, GomokuGeometry, uint8[::1], GomokuSearch, uint64[::1], int64)")
def list_defences(
    state: Record, geometry: Record, patterns: Array, search: Record, refuted: Array, attacker: Int
) -> Int:
    """Append every answer that does not lose at once to the attacker's threat.

    Return the plies to the five if it is not answered; 0 where there is no threat.
    """
    if state.counts[attacker, GROUP_FIVE] > 0:
        search.vct_children[search.vct_top] = first_cell(state, attacker, GROUP_FIVE)
        search.vct_top += 1
        return 2
    plies = np.int64(4)
    if state.counts[attacker, GROUP_OPEN_FOUR] > 0:
        answer_threats(state, geometry, patterns, attacker)
    elif fours_win(state, geometry, patterns, search, refuted, attacker):
        answer_fours(state, geometry, search, attacker)
        plies = search.vcf_length + 1
    else:
        return 0
    for word in range(geometry.words):
        push_cells(search, state.answers[state.stones, word], word)
    return plies


@compiled("int64(GomokuState, int64, boolean, int64)")
def decided(state: Record, attacker: Int, attacking: bool, quiet: Int) -> Int:
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
    if state.counts[defender, GROUP_OPEN_FOUR] > 0:
        return -1
    return 0 if quiet or state.counts[attacker, GROUP_OPEN_FOUR] > 0 else -1


@compiled("int64(int64, int64, int64)")
def first_proof(made: Int, quiet: Int, plies: Int) -> Int:
    """Return the proof number of an attack that was not looked into yet."""
    if made < CLASS_THREE:
        return _QUIET_PROOF + plies // _QUIET_PLIES if quiet else 1
    return _THREE_PROOF if made < CLASS_FOUR else 1


@compiled("int64(GomokuState, GomokuGeometry, GomokuSearch, int64)")
def missing_promise(state: Record, geometry: Record, search: Record, attacker: Int) -> Int:
    """Return by how much the proof numbers of the attacker's moves are higher than first ones.

    That leads the search to positions in which the attack is well under way (df-pn+).
    """
    missing = _PROMISING - evaluate(state, geometry, search, attacker)
    return min(max(missing // _MISSING_POINTS, 0), _MOST_MISSING)


@compiled(
    "void(GomokuState, GomokuGeometry, GomokuSearch, GomokuProof[::1], int64, boolean,"
    " int64, int64)"
)
def first_numbers(
    state: Record,
    geometry: Record,
    search: Record,
    proofs: Record,
    attacker: Int,
    attacking: bool,
    first: Int,
    last: Int,
) -> None:
    """Set the numbers of these children: what the table knows of them, else first guesses."""
    missing: Int = 0
    if attacking:
        missing = missing_promise(state, geometry, search, attacker)
    plies = state.stones - search.vct_stones
    for child in range(first, last):
        search.vct_proofs[child] = search.vct_disproofs[child] = 1
        if attacking:
            made = class_of(state, geometry, attacker, np.int64(search.vct_children[child]))
            search.vct_proofs[child] = first_proof(made, search.vct_quiet, plies) + missing
        key = child_key(state, geometry, search, attacker, attacking, child)
        read_numbers(search, proofs, child, key)


@compiled("int64(GomokuState, int64)")
def winning_cell(state: Record, attacker: Int) -> Int:
    """Return the attacker's five, or else its open four."""
    cell = first_cell(state, attacker, GROUP_FIVE)
    return cell if cell != NO_CELL else first_cell(state, attacker, GROUP_OPEN_FOUR)


@compiled(
    "boolean(GomokuState, GomokuGeometry, uint8[::1], GomokuSearch, uint64[::1], GomokuProof[::1],"
    " int64, boolean, int64, int64)"
)
def win_by_threats(
    state: Record,
    geometry: Record,
    patterns: Array,
    search: Record,
    refuted: Array,
    proofs: Record,
    attacker: Int,
    attacking: bool,
    proof_limit: Int,
    disproof_limit: Int,
) -> bool:
    """Search until a number reaches its limit; return whether the attacker wins, proved.

    False means that threats alone do not win where the disproof number became 0; else a limit was
    reached, or the search was stopped.
    """
    search.vct_nodes += 1
    mover = attacker if attacking else 1 - attacker
    quiet = search.vct_quiet
    key = attack_key(state.hash, mover, attacker, quiet)
    # 1. Won or refuted on sight?
    plies = decided(state, attacker, attacking, quiet)
    if plies > 0:
        store_proof(proofs, key, 0, INFINITE, winning_cell(state, attacker), plies, 1)
        return True
    if plies < 0:
        store_proof(proofs, key, INFINITE, 0, NO_CELL, 0, 1)
        return False
    # 2. A new position of the attacker's: do fours alone win?
    is_new = attacking and find_proof(proofs, key) < 0
    if is_new and fours_win(state, geometry, patterns, search, refuted, attacker):
        store_proof(proofs, key, 0, INFINITE, search.vcf_line[0], search.vcf_length, 1)
        return True
    # 3. The moves: threats for the attacker, complete answers for the defender.
    first = search.vct_top
    unanswered: Int = 0
    if attacking:
        list_attacks(state, geometry, patterns, search, attacker)
    else:
        unanswered = list_defences(state, geometry, patterns, search, refuted, attacker)
        if unanswered == 0:
            store_proof(proofs, key, INFINITE, 0, NO_CELL, 0, 1)
            return False
    last = search.vct_top
    before = search.vct_nodes
    first_numbers(state, geometry, search, proofs, attacker, attacking, first, last)
    proof = INFINITE
    disproof = INFINITE
    while True:
        # 4. This position's numbers from its children's, and the child to look into next.
        best = -1
        best_number: Int = 2 * INFINITE
        second_number: Int = 2 * INFINITE
        largest: Int = 0
        unsettled = 0
        longest: Int = unanswered
        move: Int = NO_CELL
        length: Int = 0
        chosen_other: Int = 1
        for i in range(first, last):
            child_proof = np.int64(search.vct_proofs[i])
            child_disproof = np.int64(search.vct_disproofs[i])
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
            if child_proof == 0:
                child_length = np.int64(search.vct_lengths[i]) + 1
                if not attacking:
                    longest = max(longest, child_length)
                elif move == NO_CELL or child_length < length:
                    move = np.int64(search.vct_children[i])
                    length = child_length
        total = min(largest + max(unsettled - 1, 0), INFINITE) if largest else 0
        if attacking:
            proof = min(best_number, INFINITE)
            disproof = total
        else:
            disproof = min(best_number, INFINITE)
            proof = total
            length = longest
        if proof == 0:
            disproof = INFINITE
        if disproof == 0:
            proof = INFINITE
        # 5. Enough known, or out of nodes?
        if proof >= proof_limit or disproof >= disproof_limit:
            break
        listen(1)
        if search.stop != 0 or search.vct_nodes >= search.vct_limit or proof == 0 or disproof == 0:
            break
        # 6. Look into that child, up to where another becomes more promising.
        #    The same position may have been reached and searched another way meanwhile.
        best_key = child_key(state, geometry, search, attacker, attacking, best)
        if read_numbers(search, proofs, best, best_key):
            continue
        near_limit = min(second_number + 1 + second_number // 4, INFINITE)
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
        cell = np.int64(search.vct_children[best])
        place(state, geometry, patterns, cell, mover)
        win_by_threats(
            state,
            geometry,
            patterns,
            search,
            refuted,
            proofs,
            attacker,
            not attacking,
            child_proof_limit,
            child_disproof_limit,
        )
        take_back(state, geometry)
        read_numbers(search, proofs, best, best_key)
    search.vct_top = first
    store_proof(proofs, key, proof, disproof, move, length, search.vct_nodes - before + 1)
    return proof == 0
