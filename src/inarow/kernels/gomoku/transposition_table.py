"""The transposition table of the Gomoku search, shared by threads without locks.

Four entries of two words share a cache line. An entry keeps its data beside its key XOR its
data, so that a write torn between two threads fails the comparison and reads as a miss.
"""

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array, Int, compiled

BUCKET_WORDS = 8

BOUND_NONE = 0
BOUND_LOWER = 1
BOUND_UPPER = 2
BOUND_EXACT = 3

_OFFSET = 32768


def new_table(megabytes: float) -> Array:
    """Return an empty table of at most this size, its length a power of two."""
    words = BUCKET_WORDS
    while words * 16 <= megabytes * 2**20:
        words *= 2
    return np.zeros(words, dtype=np.uint64)


@compiled("uint64(int64, int64, int64, int64, int64, int64)")
def pack(move: Int, depth: Int, bound: Int, age: Int, value: Int, evaluation: Int) -> np.uint64:
    """Return an entry's data as one word."""
    return np.uint64(
        (move + 1)
        | (min(max(depth, 0), 255) << 10)
        | (bound << 18)
        | ((age & 63) << 20)
        | ((value + _OFFSET) << 26)
        | ((evaluation + _OFFSET) << 42)
    )


@compiled("int64(uint64)")
def packed_move(data: np.uint64) -> Int:
    """Return the move of an entry, or -1."""
    return np.int64(data & np.uint64(1023)) - 1


@compiled("int64(uint64)")
def packed_depth(data: np.uint64) -> Int:
    """Return the depth an entry was searched to."""
    return np.int64((data >> np.uint64(10)) & np.uint64(255))


@compiled("int64(uint64)")
def packed_bound(data: np.uint64) -> Int:
    """Return what kind of value an entry holds."""
    return np.int64((data >> np.uint64(18)) & np.uint64(3))


@compiled("int64(uint64)")
def packed_age(data: np.uint64) -> Int:
    """Return the search an entry was written in, modulo 64."""
    return np.int64((data >> np.uint64(20)) & np.uint64(63))


@compiled("int64(uint64)")
def packed_value(data: np.uint64) -> Int:
    """Return the value of an entry."""
    return np.int64((data >> np.uint64(26)) & np.uint64(65535)) - _OFFSET


@compiled("int64(uint64)")
def packed_evaluation(data: np.uint64) -> Int:
    """Return the static evaluation of an entry."""
    return np.int64((data >> np.uint64(42)) & np.uint64(65535)) - _OFFSET


@compiled("int64(uint64[::1], uint64)")
def bucket(table: Array, key: np.uint64) -> Int:
    """Return where the entries for a key begin."""
    return np.int64(key & np.uint64(table.size - 1)) & ~np.int64(BUCKET_WORDS - 1)


@compiled("uint64(uint64[::1], uint64)")
def probe(table: Array, key: np.uint64) -> np.uint64:
    """Return the data stored for a key, or 0."""
    start = bucket(table, key)
    for slot in range(start, start + BUCKET_WORDS, 2):
        data = table[slot + 1]
        if table[slot] ^ data == key and data:
            return data
    return np.uint64(0)


@compiled("void(uint64[::1], uint64, uint64)")
def store(table: Array, key: np.uint64, data: np.uint64) -> None:
    """Store data for a key, over the same key or over the oldest, shallowest entry."""
    start = bucket(table, key)
    chosen: Int = start
    lowest: Int = np.int64(1 << 30)
    for slot in range(start, start + BUCKET_WORDS, 2):
        old = table[slot + 1]
        if table[slot] ^ old == key:
            if packed_move(data) < 0 and packed_move(old) >= 0:
                data |= np.uint64(packed_move(old) + 1)
            chosen = slot
            break
        staleness = (packed_age(data) - packed_age(old)) & 63
        worth = packed_depth(old) - 8 * staleness
        if worth < lowest:
            lowest = worth
            chosen = slot
    table[chosen] = key ^ data
    table[chosen + 1] = data
