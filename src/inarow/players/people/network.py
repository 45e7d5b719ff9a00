"""The learned model: a small network that says how likely a person is to play each legal move.

It sees what each move does (:mod:`inarow.kernels.people.features`), compares the moves with each
other, and knows one number about the person, the strength: 0 is the average of the people it
learned from, 1 is a standard deviation above. ``lab/people/training.py`` trains it; here it is
used, with NumPy alone. There are networks for each fold of the moves that have not seen that fold.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from inarow.kernels.compiling import Array

WEIGHTS = Path(__file__).with_name("network.npz")

#: Standardised features are cut off here, so that a rare one does not decide everything.
CLIP = 6.0


@dataclass(frozen=True)
class Network:
    """The networks of all folds."""

    weights: dict[str, Array]

    @classmethod
    def read(cls, path: Path = WEIGHTS) -> Network:
        """From the file that the training wrote."""
        with np.load(path) as data:
            return cls({
                name: data[name] if name == "seen" else data[name].astype(np.float32)
                for name in data.files
            })  # fmt: skip

    @property
    def folds(self) -> tuple[int, ...]:
        """The folds that networks have not seen."""
        return tuple(sorted(int(name[6:]) for name in self.weights if name.startswith("score_")))

    def has_seen(self, digests: Iterable[int]) -> bool:
        """Say whether the networks learned from some of these moves, by a sample of digests."""
        seen = set(self.weights["seen"].tolist())
        return any(digest in seen for digest in digests)

    def standardised(self, features: Array) -> Array:
        """Features as the networks take them."""
        from_middle = (features - self.weights["middle"]) / self.weights["spread"]
        clipped: Array = np.clip(from_middle, -CLIP, CLIP).astype(np.float32)
        return clipped

    def probabilities(
        self, features: Array, strength: float, folds: Iterable[int] | None = None
    ) -> Array:
        """How likely each move is, for each of some positions with equally many legal moves.

        ``features`` has axes for positions, moves and features. The answers of several networks,
        those of ``folds`` or of all, are averaged.
        """
        x = self.standardised(features)
        each = [
            _softmax(self._scores(x, strength, fold)).mean(axis=0)
            for fold in (self.folds if folds is None else folds)
        ]
        together: Array = np.mean(each, axis=0)
        return together

    def _scores(self, x: Array, strength: float, fold: int) -> Array:
        """The scores of moves by each network of a fold: axes network, position, move."""

        def w(name: str) -> Array:
            return self.weights[f"{name}_{fold}"]

        positions, moves, inputs = x.shape
        shape = (len(w("look")), positions, moves, w("look").shape[2])
        flat = x.reshape(1, positions * moves, inputs)
        seen = _relu(flat @ w("look") + (w("look_bias") + strength * w("look_strength")))
        seen = _relu(seen @ w("mix") + w("mix_bias"))
        by_move = seen.reshape(shape)
        about = by_move.mean(axis=2) @ w("mean") + by_move.max(axis=2) @ w("most")
        about += w("compare_bias") + strength * w("compare_strength")
        mixed = _relu((seen @ w("compare")).reshape(shape) + about[:, :, None])
        mixed = _relu(mixed.reshape(seen.shape) @ w("last") + w("last_bias")) + seen
        scores: Array = (mixed @ w("score")).reshape(shape[:3])
        return scores


@lru_cache(maxsize=1)
def shipped_network() -> Network:
    """The network that comes with the package."""
    return Network.read()


def _relu(values: Array) -> Array:
    return np.maximum(values, 0, out=values)


def _softmax(scores: Array) -> Array:
    risen: Array = np.exp(scores - scores.max(axis=-1, keepdims=True))
    risen /= risen.sum(axis=-1, keepdims=True)
    return risen
