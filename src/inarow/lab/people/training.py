"""Training the network that predicts people's moves, with PyTorch.

It takes described moves (``inarow lab people --describe``) and writes the weights. This file uses
nothing else of the package, so that it can also be run by itself on a machine with a GPU::

    python training.py described.npz weights.npz --device cuda

Fold f's networks have seen every fold but f. The networks of a fold learn together: each has
weights of its own, but they share one number for each person, the strength.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
Tell = Callable[[str], None]

#: Standardised features are cut off here, so that a rare one does not decide everything.
CLIP = 6.0

#: The last columns hold codes, not amounts, one of four each: windows of six cells, one for each
#: of four directions (``kernels/people/features.py``).
CODES, WINDOW, DIRECTIONS = 4, 6, 4
WINDOW_COLUMNS = WINDOW * DIRECTIONS


@dataclass(frozen=True)
class Described:
    """Moves of people as numbers: what can be played, and what was."""

    #: Features of every legal move, one move after the other.
    features: Array
    #: Where each move's rows begin; one more at the end.
    starts: Array
    #: Which of the legal moves was played.
    played: Array
    person: Array
    folds: Array
    #: Higher is better: a first guess at who is strong.
    skill: Array
    #: How much each move counts, 1 on average: every kind of session as much as the others.
    weight: Array
    #: A sample of the moves' digests, by which the networks know what they have seen.
    seen: Array

    @classmethod
    def read(cls, path: Path) -> Described:
        """From a file of NumPy arrays."""
        with np.load(path) as data:
            fields = {name: data[name] for name in cls.__dataclass_fields__}
        return cls(**{**fields, "features": np.ascontiguousarray(fields["features"].T)})

    def write(self, path: Path) -> None:
        """To a file of NumPy arrays."""
        fields: dict[str, Any] = {name: getattr(self, name) for name in self.__dataclass_fields__}
        # Column by column, numbers are alike and take less room.
        fields["features"] = np.ascontiguousarray(self.features.T)
        _save(path, fields)


@dataclass(frozen=True)
class TrainingSettings:
    """How to train."""

    members: int = 4
    hidden: int = 64
    #: How many numbers say what a window looks like.
    encoded: int = 24
    epochs: int = 10
    batch: int = 256
    rate: float = 3e-3
    decay: float = 1e-1
    dropout: float = 0.2
    seed: int = 1
    device: str = "cpu"
    #: This fold only; 0 is all of them.
    fold: int = 0


def train(data: Described, recipe: TrainingSettings, tell: Tell) -> dict[str, Array]:
    """The weights of all folds' networks."""
    amounts = data.features[:, :-WINDOW_COLUMNS]
    middle = amounts.mean(axis=0, dtype=np.float64)
    spread = amounts.std(axis=0, dtype=np.float64) + 1e-6
    standardised = np.clip((amounts - middle) / spread, -CLIP, CLIP).astype(np.float32)
    weights: dict[str, Array] = {
        "middle": middle.astype(np.float32),
        "spread": spread.astype(np.float32),
    }
    weights["seen"] = data.seen
    for fold in [recipe.fold] if recipe.fold else sorted(set(data.folds.tolist())):
        found = _Training(data, standardised, fold, recipe, tell).run()
        weights |= {f"{name}_{fold}": value for name, value in found.items()}
    return weights


class _Training:
    """The networks that do not see one fold."""

    def __init__(
        self, data: Described, amounts: Array, fold: int, recipe: TrainingSettings, tell: Tell
    ) -> None:
        import torch

        self.torch, self.recipe, self.fold, self.tell = torch, recipe, fold, tell
        torch.manual_seed(recipe.seed * 100 + fold)
        self.random = np.random.default_rng(recipe.seed * 100 + fold)
        self.data = data
        self.amounts = torch.from_numpy(amounts).to(recipe.device)
        self.windows = torch.from_numpy(_window_numbers(data.features)).to(recipe.device)
        self.looks = torch.from_numpy(_all_windows()).to(recipe.device)
        self.choices = np.diff(data.starts)
        self.seen = np.flatnonzero(data.folds != fold)
        self.held_out = np.flatnonzero(data.folds == fold)
        self.weights = self._first_weights(amounts.shape[1])

    def _first_weights(self, inputs: int) -> dict[str, Any]:
        torch, members, hidden = self.torch, self.recipe.members, self.recipe.hidden
        encoded = self.recipe.encoded

        def layer(rows: int, columns: int) -> Any:
            return torch.randn(members, rows, columns) * (2 / rows) ** 0.5

        first = {
            "encode": layer(WINDOW * CODES, encoded),
            "encode_bias": torch.zeros(members, 1, encoded),
            "again": layer(encoded, encoded), "again_bias": torch.zeros(members, 1, encoded),
            "look": layer(inputs + 2 * encoded, hidden),
            "look_bias": torch.zeros(members, 1, hidden),
            "look_strength": torch.zeros(members, 1, hidden),
            "mix": layer(hidden, hidden), "mix_bias": torch.zeros(members, 1, hidden),
            "compare": layer(hidden, hidden), "compare_bias": torch.zeros(members, 1, hidden),
            "compare_strength": torch.zeros(members, 1, hidden),
            "mean": layer(hidden, hidden) / 2, "most": layer(hidden, hidden) / 2,
            "last": layer(hidden, hidden), "last_bias": torch.zeros(members, 1, hidden),
            "score": layer(hidden, 1) / 4,
            "strength": torch.from_numpy(self._first_strengths()),
        }  # fmt: skip
        return {
            name: value.to(self.recipe.device).requires_grad_() for name, value in first.items()
        }

    def _first_strengths(self) -> Array:
        """Everybody's mean skill in the moves that are seen, standardised, one row a person."""
        people = int(self.data.person.max()) + 1
        person = self.data.person[self.seen]
        total = np.bincount(person, self.data.skill[self.seen], people)
        count = np.maximum(np.bincount(person, minlength=people), 1)
        mean = total / count
        standardised: Array = ((mean - mean.mean()) / mean.std())[:, None].astype(np.float32)
        return standardised

    def _batches(self, which: Array, size: int) -> Iterator[Array]:
        """Moves with equally many choices in each batch, so that no row is filled up."""
        which = self.random.permutation(which)
        which = which[np.argsort(self.choices[which], kind="stable")]
        edges = np.flatnonzero(np.diff(self.choices[which])) + 1
        parts = [
            part[i : i + size] for part in np.split(which, edges) for i in range(0, len(part), size)
        ]
        for number in self.random.permutation(len(parts)):
            yield parts[number]

    def _losses(self, which: Array, drop: bool) -> Any:
        """Each network's nats for each move."""
        torch, w = self.torch, self.weights
        choices = int(self.choices[which[0]])
        rows = torch.from_numpy(self.data.starts[which][:, None] + np.arange(choices))
        flat_rows = rows.to(self.recipe.device).reshape(-1)
        count, hidden = len(which), self.recipe.hidden
        person = torch.from_numpy(self.data.person[which]).to(self.recipe.device)
        strength = w["strength"][person]
        repeated = strength.repeat_interleave(choices, dim=0)

        def dropped(value: Any) -> Any:
            return torch.nn.functional.dropout(value, self.recipe.dropout, drop)

        # Every window that there can be is encoded once, then those around each cell are looked up.
        coded = torch.relu(self.looks @ w["encode"] + w["encode_bias"])
        coded = torch.relu(coded @ w["again"] + w["again_bias"])[:, self.windows[flat_rows].long()]
        amounts = self.amounts[flat_rows].expand(len(coded), -1, -1)
        flat = torch.cat([amounts, coded.mean(dim=2), coded.amax(dim=2)], dim=2)
        seen = torch.relu(flat @ w["look"] + w["look_bias"] + repeated * w["look_strength"])
        seen = torch.relu(dropped(seen) @ w["mix"] + w["mix_bias"])
        by_move = seen.view(-1, count, choices, hidden)
        about = by_move.mean(dim=2) @ w["mean"] + by_move.amax(dim=2) @ w["most"]
        about = about + w["compare_bias"] + strength * w["compare_strength"]
        mixed = (dropped(seen) @ w["compare"]).view(-1, count, choices, hidden) + about[:, :, None]
        mixed = torch.relu(mixed).view(-1, count * choices, hidden)
        mixed = torch.relu(dropped(mixed) @ w["last"] + w["last_bias"]) + seen
        scores = (mixed @ w["score"]).view(-1, count, choices)
        played = torch.from_numpy(self.data.played[which]).to(self.recipe.device)
        chosen = scores.gather(2, played.expand(len(scores), -1)[:, :, None])[:, :, 0]
        return torch.logsumexp(scores, dim=2) - chosen

    def run(self) -> dict[str, Array]:
        torch, recipe = self.torch, self.recipe
        batches = sum(1 for _ in self._batches(self.seen, recipe.batch))
        strength = self.weights["strength"]
        others = [value for name, value in self.weights.items() if name != "strength"]
        optimiser = torch.optim.AdamW(
            [{"params": others, "weight_decay": recipe.decay},
             {"params": [strength], "weight_decay": 0.0}],
            lr=recipe.rate,
        )  # fmt: skip
        schedule = torch.optim.lr_scheduler.OneCycleLR(
            optimiser, recipe.rate, total_steps=recipe.epochs * batches + 1, pct_start=0.15
        )
        for epoch in range(1, recipe.epochs + 1):
            began = time.process_time()
            for which in self._batches(self.seen, recipe.batch):
                optimiser.zero_grad()
                # People are expected to be about as strong as others: strength is standard normal.
                prior = strength.square().sum() * (recipe.members / 2 / len(self.seen))
                counts = torch.from_numpy(self.data.weight[which]).to(recipe.device)
                losses = self._losses(which, drop=True) * counts
                loss = losses.mean(dim=1).sum() + prior
                loss.backward()
                optimiser.step()
                schedule.step()
            self.tell(
                f"fold {self.fold}, epoch {epoch} of {recipe.epochs}: {self._nats():.4f} nats a"
                f" move held out, {time.process_time() - began:.0f} s"
            )
        found = {name: value.detach().float().cpu().numpy() for name, value in self.weights.items()}
        return _standardised(found)

    def _nats(self) -> float:
        """The nats a move of the fold that is not seen, each network by itself."""
        with self.torch.no_grad():
            batches = self._batches(self.held_out, 1024)
            return float(
                np.concatenate(
                    [self._losses(each, drop=False).mean(dim=0).cpu() for each in batches]
                ).mean()
            )


def _window_numbers(features: Array) -> Array:
    """The windows of each row as numbers, there and back: axes row, window."""
    codes = features[:, -WINDOW_COLUMNS:].astype(np.int16).reshape(-1, DIRECTIONS, WINDOW)
    places = CODES ** np.arange(WINDOW, dtype=np.int16)
    both: Array = np.concatenate([codes @ places, codes[:, :, ::-1] @ places], axis=1)
    return both


def _all_windows() -> Array:
    """What the network sees of each window: axes number of the window, cell and code."""
    numbers = np.arange(CODES**WINDOW)[:, None]
    codes = numbers // CODES ** np.arange(WINDOW) % CODES
    seen: Array = np.eye(CODES, dtype=np.float32)[codes].reshape(-1, WINDOW * CODES)
    return seen


def _standardised(weights: dict[str, Array]) -> dict[str, Array]:
    """The same networks for strengths of mean 0 and standard deviation 1; the strengths go."""
    strength = weights.pop("strength")
    middle, spread = strength.mean(), strength.std()
    for layer in ("look", "compare"):
        weights[f"{layer}_bias"] = weights[f"{layer}_bias"] + middle * weights[f"{layer}_strength"]
        weights[f"{layer}_strength"] = weights[f"{layer}_strength"] * spread
    return weights


def write_weights(weights: dict[str, Array], path: Path) -> None:
    """Write weights in half precision, which is enough."""
    small: dict[str, Any] = {
        name: value.astype(np.float16) if value.dtype == np.float32 else value
        for name, value in weights.items()
    }
    _save(path, small)


def _save(path: Path, arrays: dict[str, Any]) -> None:
    """Write arrays beside the file that is meant, and put them in its place when all is there."""
    draft = path.with_name(f"{path.stem}.new.npz")
    np.savez_compressed(draft, **arrays)
    draft.replace(path)


def main() -> None:
    """Train from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("described", type=Path)
    parser.add_argument("weights", type=Path)
    for name, field in TrainingSettings.__dataclass_fields__.items():
        parser.add_argument(f"--{name}", type=type(field.default), default=field.default)
    options = vars(parser.parse_args())
    data, target = Described.read(options.pop("described")), options.pop("weights")
    weights = train(data, TrainingSettings(**options), lambda text: print(text, flush=True))
    write_weights(weights, target)


if __name__ == "__main__":
    main()
