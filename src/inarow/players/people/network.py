"""The learned model: a small network that says how likely a person is to play each legal move.

It sees what each move does (:mod:`inarow.kernels.people.features`), compares the moves with each
other, and knows one number about the person, the strength: 0 is the average of the people it
learned from, 1 is a standard deviation above. ``lab/people/training.py`` trains it; here it is
used, also where there is no NumPy. There are networks for each fold of the moves that have not seen
that fold.
"""

from __future__ import annotations

import ast
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array
from inarow.kernels.people.layers import add_shares, layer, standardise, summarise

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
        with zipfile.ZipFile(path) as file:
            found = {name.removesuffix(".npy"): _array(file.read(name)) for name in file.namelist()}
        return cls({
            name: array if name == "seen" else array.astype(np.float32)
            for name, array in found.items()
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
        """Rows of features as the networks take them."""
        rows = np.zeros(features.shape, dtype=np.float32)
        middle, spread = self.weights["middle"], self.weights["spread"]
        standardise(features.astype(np.float64), middle, spread, CLIP, rows)
        return rows

    def probabilities(
        self, features: Array, strength: float, folds: Iterable[int] | None = None
    ) -> Array:
        """How likely each move is, for each of some positions with equally many legal moves.

        ``features`` has axes for positions, moves and features. The answers of several networks,
        those of ``folds`` or of all, are averaged.
        """
        positions, moves, inputs = features.shape
        rows = self.standardised(features.reshape(positions * moves, inputs))
        networks = [
            (fold, number)
            for fold in (self.folds if folds is None else folds)
            for number in range(len(self.weights[f"score_{fold}"]))
        ]
        likely = np.zeros((positions, moves))
        for one in networks:
            add_shares(self._scores(rows, positions, strength, one), len(networks), likely)
        return likely

    def _scores(self, rows: Array, positions: int, strength: float, one: tuple[int, int]) -> Array:
        """The scores of moves by one network of a fold."""
        fold, number = one

        def w(name: str) -> Array:
            weights: Array = self.weights[f"{name}_{fold}"][number]
            return weights

        seen = _layer(rows, w("look"), w("look_bias") + w("look_strength") * strength)
        seen = _layer(seen, w("mix"), w("mix_bias"))
        means, most = (np.zeros((positions, seen.shape[1]), dtype=np.float32) for _ in range(2))
        summarise(seen, means, most)
        others = w("compare_bias") + w("compare_strength") * strength
        others = _layer(means, w("mean"), others, cut=False)
        others = _layer(most, w("most"), others, cut=False)
        mixed = _layer(seen, w("compare"), others)
        mixed = _layer(mixed, w("last"), w("last_bias"))
        scores = _layer(seen, w("score"), np.zeros((1, 1), dtype=np.float32), cut=False)
        return _layer(mixed, w("score"), scores, cut=False)


@lru_cache(maxsize=1)
def shipped_network() -> Network:
    """The network that comes with the package."""
    return Network.read()


def _layer(rows: Array, weights: Array, bias: Array, *, cut: bool = True) -> Array:
    outputs = np.zeros((len(rows), weights.shape[1]), dtype=np.float32)
    layer(rows, weights, bias, cut, outputs)
    return outputs


def _array(content: bytes) -> Array:
    """An array as NumPy writes it into a file: a mark, a size, a description, then the numbers."""
    numbers = 10 + int.from_bytes(content[8:10], "little")
    about = ast.literal_eval(content[10:numbers].decode())
    return np.frombuffer(content[numbers:], about["descr"]).reshape(*about["shape"])
