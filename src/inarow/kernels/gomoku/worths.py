"""What a cell is worth in the evaluation: two numbers in one.

A cell has one worth to the side to move and another to the side that waits. Both are small, so
they share a word of 64 bits, the mover's in its lower half: one addition adds up both.
"""

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array, Int, compiled

_HALF = 32
_SIGN = 1 << (_HALF - 1)
_LOWER = (1 << _HALF) - 1


@compiled("int64(int64, int64)")
def worth(to_mover: Int, to_waiter: Int) -> Int:
    """Return both worths as one number."""
    return to_mover + (to_waiter << _HALF)


@compiled("void(int16[:, ::1], int64[::1])")
def fill_worths(evaluation: Array, worths: Array) -> None:
    """Fill in the worths of every multiset of patterns from the evaluation's two columns."""
    for multiset in range(worths.size):
        mover = np.int64(evaluation[multiset, 0])
        worths[multiset] = worth(mover, np.int64(evaluation[multiset, 1]))


@compiled("int64(int64)")
def to_mover(worths: Int) -> Int:
    """Return a sum of worths to the side to move."""
    return ((worths + _SIGN) & _LOWER) - _SIGN


@compiled("int64(int64)")
def to_waiter(worths: Int) -> Int:
    """Return a sum of worths to the side that waits."""
    return (worths - to_mover(worths)) >> _HALF
