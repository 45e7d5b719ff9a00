"""Hard positions split into the positions that follow, and their results put together again.

Layer 0 holds the hard positions; each further layer holds the positions one ply after the open
ones of the layer before, equal ones and mirror images only once. A hard position asks one question,
"is the score at least beta?", and passes it down; only the last layer is searched. What is proved
there goes up again, and whatever can no longer change an answer is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from inarow.kernels.compiling import Array
from inarow.search.exact.positions import PositionArrays

#: Beyond every score.
_NEVER = 1000

#: Part of the range of scores left that the next question leaps over; far questions are cheap.
_LEAP = 4


@dataclass(slots=True)
class _Layer:
    rows: Array
    lower: Array
    upper: Array
    #: For each move that leads here: the position in the layer before, and the one in this layer.
    parents: Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    children: Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


class Splitting:
    """One question about each of some hard positions, of which bounds are known."""

    def __init__(self, arrays: PositionArrays, rows: Array, bounds: Array) -> None:
        self._arrays = arrays
        self._layers = [_Layer(rows, bounds[:, 0].copy(), bounds[:, 1].copy())]
        self._betas = _questions(bounds[:, 0], bounds[:, 1])

    @property
    def root_bounds(self) -> Array:
        """What is proved of the hard positions."""
        return np.stack([self._layers[0].lower, self._layers[0].upper], axis=1)

    @property
    def leaf_rows(self) -> Array:
        """The positions of the last layer."""
        return self._layers[-1].rows

    def is_done(self) -> bool:
        """Say whether every question is answered."""
        hard = self._layers[0]
        return bool(((hard.lower >= self._betas) | (hard.upper < self._betas)).all())

    def open_leaves(self) -> tuple[Array, Array]:
        """The positions of the last layer that matter, and the bounds between which they do."""
        hard = self._layers[0]
        low = np.maximum(self._betas - 1, hard.lower)
        high = np.minimum(self._betas, hard.upper)
        for layer in self._layers[1:]:
            asking = low[layer.parents] < high[layer.parents]
            parents, children = layer.parents[asking], layer.children[asking]
            # A position that several others lead to must answer each of them.
            wanted_low = np.full(len(layer.rows), _NEVER, dtype=np.int32)
            wanted_high = np.full(len(layer.rows), -_NEVER, dtype=np.int32)
            np.minimum.at(wanted_low, children, -high[parents])
            np.maximum.at(wanted_high, children, -low[parents])
            low = np.maximum(wanted_low, layer.lower)
            high = np.minimum(wanted_high, layer.upper)
        leaves = np.flatnonzero(low < high)
        return leaves, np.stack([low[leaves], high[leaves]], axis=1)

    def split(self, leaves: Array) -> None:
        """Add a layer with what follows the given positions of the last one."""
        arrays, rows = self._arrays, self.leaf_rows[leaves]
        # Where the other player can win at once, no move is worse, so none of those is needed.
        safe = arrays.safe_moves(rows)
        parents, keys = [], []
        for _, which, after in arrays.after_each_column(rows, safe):
            parents.append(leaves[which])
            keys.append(arrays.keys(after))
        unique, children = np.unique(np.concatenate(keys), return_inverse=True)
        following = arrays.of_keys(unique)
        lower, upper = self._bounds_at_sight(following)
        self._layers.append(_Layer(following, lower, upper, np.concatenate(parents), children))
        self.take_back()

    def _bounds_at_sight(self, rows: Array) -> tuple[Array, Array]:
        """What the clock says of scores, and those that the next two moves decide."""
        empties = self._arrays.empties(rows)
        lower, upper = -(empties >> 1), (empties - 1) >> 1
        scores, known = self._arrays.scores_at_a_glance(rows)
        lower[known] = upper[known] = scores[known]
        return lower, upper

    def prove(self, leaves: Array, windows: Array, found: Array) -> None:
        """Take in what a search found between the given bounds of the last layer."""
        layer = self._layers[-1]
        raised, lowered = found[:, 0] > windows[:, 0], found[:, 1] < windows[:, 1]
        layer.lower[leaves[raised]] = found[raised, 0]
        layer.upper[leaves[lowered]] = found[lowered, 1]

    def take_back(self) -> None:
        """Carry what is proved up to the hard positions."""
        for above, layer in zip(self._layers[-2::-1], self._layers[:0:-1], strict=True):
            for mine, theirs, narrower in (
                (above.lower, layer.upper, np.maximum),
                (above.upper, layer.lower, np.minimum),
            ):
                best = np.full(len(above.rows), -_NEVER, dtype=np.int32)
                np.maximum.at(best, layer.parents, -theirs[layer.children])
                split = best != -_NEVER
                mine[split] = narrower(mine[split], best[split])


def _questions(lower: Array, upper: Array) -> Array:
    """For each pair of bounds the next question: who wins, if anybody; then how soon, in leaps."""
    leap = np.maximum(1, (upper - lower) // _LEAP)
    beta = np.where(lower >= 0, lower + leap, upper - leap + 1)
    beta = np.where(upper == 0, 0, beta)
    return np.where((lower < 1) & (upper >= 1), 1, beta)
