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
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array
from inarow.kernels.people.features import CODES, WINDOW, WINDOWS
from inarow.kernels.people.layers import (
    add_shares,
    layer,
    shift,
    spread_codes,
    standardise,
    summarise,
)

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
        # Read as a whole: in a browser's tab a file has no size before it is read.
        with zipfile.ZipFile(BytesIO(path.read_bytes())) as file:
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
        """The amounts among the features, as the networks take them."""
        rows = np.zeros((len(features), WINDOWS), dtype=np.float32)
        middle, spread = self.weights["middle"], self.weights["spread"]
        standardise(features.astype(np.float64), middle, spread, CLIP, rows)
        return rows

    def probabilities(self, features: Array, strength: float) -> Array:
        """How likely each move is, for each of some positions with equally many legal moves.

        ``features`` has axes for positions, moves and features.
        """
        return self.by_strength(features, [strength])[0]

    def by_strength(
        self, features: Array, strengths: Sequence[float], folds: Iterable[int] | None = None
    ) -> list[Array]:
        """The same for several strengths, which share most of the work.

        The answers of several networks, those of ``folds`` or of all, are averaged.
        """
        positions, moves, inputs = features.shape
        seen = self._seen(features.reshape(positions * moves, inputs))
        networks = [
            (fold, number)
            for fold in (self.folds if folds is None else folds)
            for number in range(len(self.weights[f"score_{fold}"]))
        ]
        likely = [np.zeros((positions, moves)) for _ in strengths]
        for one in networks:
            looked = self._looked(seen, one)
            for strength, shares in zip(strengths, likely, strict=True):
                add_shares(self._scores(looked, positions, strength, one), len(networks), shares)
        return likely

    def _seen(self, features: Array) -> tuple[Array, Array]:
        """What all networks see of moves: amounts, and windows."""
        windows = (features.shape[1] - WINDOWS) // WINDOW
        spread = np.zeros((2 * windows * len(features), WINDOW * CODES), dtype=np.float32)
        spread_codes(features.astype(np.float64), WINDOWS, WINDOW, CODES, spread)
        return self.standardised(features), spread

    def _weights_of(self, one: tuple[int, int]) -> Callable[[str], Array]:
        fold, number = one

        def named(name: str) -> Array:
            weights: Array = self.weights[f"{name}_{fold}"][number]
            return weights

        return named

    def _looked(self, seen: tuple[Array, Array], one: tuple[int, int]) -> Array:
        """The first layer of one network of a fold, before it knows how strong somebody is."""
        (amounts, windows), w = seen, self._weights_of(one)
        coded = _layer(windows, w("encode"), w("encode_bias"))
        coded = _layer(coded, w("again"), w("again_bias"))
        means, most = _summary(coded, len(amounts))
        look, size = w("look"), coded.shape[1]
        looked = _layer(means, look[WINDOWS : WINDOWS + size], w("look_bias"), cut=False)
        looked = _layer(most, look[WINDOWS + size :], looked, cut=False)
        return _layer(amounts, look[:WINDOWS], looked, cut=False)

    def _scores(
        self, looked: Array, positions: int, strength: float, one: tuple[int, int]
    ) -> Array:
        """The scores of moves by one network of a fold."""
        w = self._weights_of(one)
        seen = np.zeros(looked.shape, dtype=np.float32)
        shift(looked, w("look_strength") * strength, seen)
        seen = _layer(seen, w("mix"), w("mix_bias"))
        means, most = _summary(seen, positions)
        others = w("compare_bias") + w("compare_strength") * strength
        others = _layer(means, w("mean"), others, cut=False)
        others = _layer(most, w("most"), others, cut=False)
        mixed = _layer(seen, w("compare"), others)
        mixed = _layer(mixed, w("last"), w("last_bias"))
        scores = _layer(seen, w("score"), np.zeros((1, 1), dtype=np.float32), cut=False)
        return _layer(mixed, w("score"), scores, cut=False)


def _summary(rows: Array, count: int) -> tuple[Array, Array]:
    """The mean and the largest of each column, over the rows that each of so many has."""
    means, most = (np.zeros((count, rows.shape[1]), dtype=np.float32) for _ in range(2))
    summarise(rows, means, most)
    return means, most


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
