"""Random numbers of 64 bits from a seed, to hash positions with: the same everywhere.

The generator is PCG64 (O'Neill, 2014), seeded as NumPy's ``default_rng`` seeds it. It stands here
since NumPy is not everywhere, and other numbers would give other hash tables and node counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

_WORD = 0xFFFF_FFFF
_MASK = (1 << 64) - 1
_MASK_128 = (1 << 128) - 1
_FACTOR = 0x2360ED051FC65DA44385DF649FCCF645
_POOL = 4


def random_words(seed: int, count: int) -> list[int]:
    """Numbers of 64 bits, as ``default_rng(seed).integers(0, 2**64, count, dtype=uint64)``."""
    return list(islice(_generated(seed), count))


def random_words_below(seed: int, count: int, end: int) -> list[int]:
    """Numbers from 1 on, as ``default_rng(seed).integers(1, end, count, dtype=uint64)``.

    The end must be above 2**32: below it NumPy makes two numbers of one.
    """
    size, words = end - 1, _generated(seed)
    found: list[int] = []
    while len(found) < count:
        # Lemire's method: of a product's 128 bits the upper half is below the size.
        product = next(words) * size
        if product & _MASK >= (1 << 64) % size:
            found.append(1 + (product >> 64))
    return found


def _generated(seed: int) -> Iterator[int]:
    first, second, third, fourth = _seeded_words(seed)
    step = ((third << 64 | fourth) << 1 | 1) & _MASK_128
    state = ((step + (first << 64 | second)) * _FACTOR + step) & _MASK_128
    while True:
        state = (state * _FACTOR + step) & _MASK_128
        folded, turn = (state >> 64 ^ state) & _MASK, state >> 122
        yield (folded >> turn | folded << (64 - turn)) & _MASK


def _seeded_words(seed: int) -> list[int]:
    """Four numbers of 64 bits, well mixed from a seed of at most 32 bits."""
    constant = 0x43B0D7E5

    def hashed(value: int) -> int:
        nonlocal constant
        value ^= constant
        constant = constant * 0x931E8875 & _WORD
        value = value * constant & _WORD
        return value ^ value >> 16

    pool = [hashed(value) for value in (seed, 0, 0, 0)]
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                mixed = (0xCA01F9DD * pool[target] - 0x4973F715 * hashed(pool[source])) & _WORD
                pool[target] = mixed ^ mixed >> 16
    halves, constant = [], 0x8B51F9DD
    for place in range(2 * _POOL):
        value = pool[place % _POOL] ^ constant
        constant = constant * 0x58F38DED & _WORD
        value = value * constant & _WORD
        halves.append(value ^ value >> 16)
    return [low | high << 32 for low, high in zip(halves[::2], halves[1::2], strict=True)]
