"""Random numbers for kernels: SplitMix64, which any language repeats in a few lines."""

from __future__ import annotations

# Signatures name its records.
import inarow.kernels.people.records  # noqa: F401
from inarow.kernels.arrays import np
from inarow.kernels.compiling import Int, Record, compiled

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_EVERY_OTHER = np.uint64(0x0000FFFF0000FFFF)
_PAIR = np.uint64(0xFFFFFFFF)

#: Eight uniform numbers of 16 bits have this sum on average and this standard deviation.
_MEAN = 8 * 65535 / 2
_DEVIATION = (8 * (65536.0**2 - 1) / 12) ** 0.5


@compiled("uint64(PeopleMind)")
def next_bits(mind: Record) -> np.uint64:
    """The next 64 random bits."""
    mind.random = np.uint64(mind.random) + _STEP
    bits = np.uint64(mind.random)
    bits = (bits ^ (bits >> np.uint64(30))) * _FIRST
    bits = (bits ^ (bits >> np.uint64(27))) * _SECOND
    return bits ^ (bits >> np.uint64(31))


@compiled("float64(PeopleMind)")
def uniform(mind: Record) -> float:
    """A random number from 0 to 1."""
    return float(next_bits(mind) >> np.uint64(11)) * 2.0**-53


@compiled("float64(PeopleMind)")
def nearly_normal(mind: Record) -> float:
    """A random number of mean 0 and deviation 1: a sum of eight uniform ones, at most 4.9."""
    total = np.uint64(0)
    for _ in range(2):
        bits = next_bits(mind)
        # Four numbers are added in two pairs at a time.
        pairs = (bits & _EVERY_OTHER) + ((bits >> np.uint64(16)) & _EVERY_OTHER)
        total += (pairs & _PAIR) + (pairs >> np.uint64(32))
    return (float(total) - _MEAN) / _DEVIATION


@compiled("int64(PeopleMind, int64)")
def below(mind: Record, count: Int) -> int:
    """A random whole number below a count."""
    return int(uniform(mind) * count)
