"""The card of a data set: what it holds, how it was made, and what it is not good for."""

from __future__ import annotations

import platform
from collections import Counter
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version

import numpy as np

import inarow
from inarow.lab.dataset import SPLITS, Chunk, Dataset, DatasetSettings, column_types, split_numbers
from inarow.lab.experiments.experiment import Page
from inarow.rules.game import Game
from inarow.search.exact.sampling import Source

CARD = "README"

_RESULTS = ("won", "drawn", "lost")

_MEANINGS = {
    "mover": "the stones of the player to move: cell (column x, row y from below, both from 0) is"
    " bit `x * {stride} + y`",
    "other": "the stones of the other player, likewise",
    "ply": "the number of stones on the board; if it is even, X (who moved first) is to move",
    "score": "the exact score for the player to move, the largest of its moves' scores",
    "score_1": "the exact score of a move into each column, from the left; null where it is full",
    "best": "the columns whose move keeps `score`, as bits: 1 is the leftmost column",
    "source": "`all`: drawn from all positions of the ply; `random` and `careful`: see below",
}

_HOW = """\
Of each position and its mirror image the set contains one, the one with the smaller key (`mover \
| (mask + bottom)`, as in the solver's transposition table). No position appears twice, and none \
is of a finished game. Plies with few positions are complete, or sampled from all of them. For \
the other plies, positions come from random games from the empty board, one position per game: \
half of them (`random`) with moves picked evenly from those that do not win at once, half \
(`careful`) by players who win at once if they can, which ends the game, block the opponent's \
immediate wins if they can, and are random otherwise. The rows of a ply are in random order."""

_CLASSIC = """\
The classic public set: all positions after eight plies in which nobody has won or can win with \
the next move, mirror images counted once. The first player is to move."""

_LABELS = """\
The label of a move is the exact score of the position after it, seen from the player who moves, \
found by the exact solver or looked up in the package's opening book, which that solver made. 0 is \
a draw; a win scores the number of pieces the winner has left after the winning move, plus one; a \
loss scores the negative of that. So the sign is the result, and a larger score is a faster \
win or a slower loss. With `e` empty cells a won game ends `2 * ((e + 1) // 2 - score) + 1` plies \
later, a lost one `2 * (e // 2 + score + 1)`."""

_LIMITS = """\
Random games reach positions that people and programs would not. If you care about real play, \
prefer the `careful` rows, and expect even these to be wilder. How often a position came up is not \
recorded, so row counts say nothing about games. The plies are balanced, the results are not. \
Mirror images are left out: mirror rows at random when training. Positions of neighbouring plies \
may follow from each other, so in the first plies the test set is close to the rest."""

_SPLITS = """\
Which split a position belongs to depends on its key alone, so no two splits share a position or a \
mirror image, and a position that is in the test set here is in no other size or seed's training \
set."""

_USE = """\
```python
import numpy as np
from datasets import load_dataset

table = load_dataset("FOLDER", split="test").with_format("arrow")[:]
bits = np.arange({width})[:, None] * {stride} + np.arange({height})
planes = np.stack(
    [
        table[side].to_numpy()[:, None, None] >> bits.astype(np.uint64) & np.uint64(1)
        for side in ("mover", "other")
    ],
    axis=1,
)  # row, side, column, height
scores = np.stack([table[f"score_{{x}}"].fill_null(-128) for x in range(1, {width} + 1)], axis=1)
```"""

#: The names that the Hugging Face hub has for sizes, each with the first size that is larger.
_SIZES = {
    "n<1K": 1_000,
    "1K<n<10K": 10_000,
    "10K<n<100K": 100_000,
    "100K<n<1M": 1_000_000,
    "1M<n<10M": 10_000_000,
    "10M<n<100M": 100_000_000,
}


@dataclass(slots=True)
class Counts:
    """What is counted while the chunks go by."""

    #: For each ply how many positions are won, drawn and lost for the player to move.
    results: dict[int, Counter[str]] = field(default_factory=dict)
    splits: Counter[str] = field(default_factory=Counter)
    sources: Counter[Source] = field(default_factory=Counter)
    devices: Counter[str] = field(default_factory=Counter)
    following: int = 0
    searched: int = 0
    nodes: int = 0
    seconds: float = 0.0

    def add(self, chunk: Chunk, game: Game) -> None:
        """Count one more chunk."""
        counted = np.bincount(split_numbers(game, chunk.rows), minlength=len(SPLITS))
        self.splits.update(dict(zip(SPLITS, counted.tolist(), strict=True)))
        signs = np.sign(chunk.best.astype(np.int64))
        found = self.results.setdefault(chunk.ply, Counter())
        for name, sign in zip(_RESULTS, (1, 0, -1), strict=True):
            found[name] += int((signs == sign).sum())
        for source in Source:
            self.sources[source] += int((chunk.sources == source).sum())
        self.devices[chunk.device] += len(chunk.rows)
        self.following += chunk.following
        self.searched += chunk.searched
        self.nodes += chunk.nodes
        self.seconds += chunk.seconds

    @property
    def total(self) -> int:
        """How many positions there are."""
        return sum(found.total() for found in self.results.values())


def metadata(dataset: Dataset, positions: int) -> str:
    """What the `datasets` package and its hub read first: a block of YAML."""
    size = next((name for name, end in _SIZES.items() if positions < end), "n>1B")
    lines = ["---", "license: mit", f"pretty_name: {_title(dataset.settings, positions)}"]
    lines += ["tags:", *(f"- {tag}" for tag in ("board-games", "game-solving", "tabular"))]
    lines += ["task_categories:", "- tabular-classification", "size_categories:", f"- {size}"]
    lines += ["configs:", "- config_name: default", "  data_files:"]
    for split, path in dataset.files.items():
        lines += [f"  - split: {split}", f"    path: {path.name}"]
    lines += ["dataset_info:", "  features:"]
    for name, kind in column_types(dataset.settings.game.width).items():
        lines += [f"  - name: {name}", f"    dtype: {kind}"]
    return "\n".join([*lines, "---", "", ""])


def _title(settings: DatasetSettings, positions: int) -> str:
    return f"{positions:,} positions of {settings.game} with every move's exact score"


def card(dataset: Dataset, command: str, check: str) -> Page:
    """The card of a data set whose chunks are all there, before they are put together."""
    settings, counts = dataset.settings, Counts()
    for chunk in dataset.chunks():
        counts.add(chunk, settings.game)
    page = Page(CARD, _title(settings, counts.total), metadata(dataset, counts.total))
    page.say(
        f"Made by `{command}` (seed {settings.seed}). Every row is a position with the exact score "
        "of each of its moves."
    )
    _columns(page, settings)
    page.head("Splits")
    page.table(["split", "positions"], [[name, f"{n:,}"] for name, n in counts.splits.items()])
    page.say(_SPLITS)
    _making(page, settings, counts, check)
    _counts(page, counts)
    page.head("Known limits")
    page.say("All positions are of one ply." if settings.classic else _LIMITS)
    page.head("Licence")
    page.say("MIT, like the project. All positions were generated; none come from other sources.")
    return page


def _columns(page: Page, settings: DatasetSettings) -> None:
    game = settings.game
    page.head("Columns")
    shown = []
    for name, kind in column_types(game.width).items():
        if name in _MEANINGS:
            label = f"`score_1` to `score_{game.width}`" if name == "score_1" else f"`{name}`"
            shown.append([label, kind, _MEANINGS[name].format(stride=game.height + 1)])
    page.table(["column", "type", "meaning"], shown)
    page.say(_USE.format(width=game.width, height=game.height, stride=game.height + 1))


def _making(page: Page, settings: DatasetSettings, counts: Counts, check: str) -> None:
    page.head("How it was made")
    page.say(_CLASSIC if settings.classic else _HOW)
    page.say(_LABELS)
    sources = ", ".join(f"{n:,} `{source.name.lower()}`" for source, n in counts.sources.items())
    devices = ", ".join(f"{n:,} on the {name}" for name, n in counts.devices.items())
    page.say(
        f"Rows by source: {sources}. Labelled: {devices}, in {counts.seconds:,.0f} s:"
        f" {counts.following:,} different positions follow within their chunks;"
        f" {counts.searched:,} of them were searched ({counts.nodes:,} nodes), the others looked up"
        " or decided within two moves."
    )
    page.say(check)
    page.say(f"Versions: {versions()}.")


def versions() -> str:
    """What the data set was made with."""
    found = [f"inarow {inarow.__version__}", f"Python {platform.python_version()}"]
    for package in ("numpy", "numba", "numba-cuda", "pyarrow"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


def _counts(page: Page, counts: Counts) -> None:
    page.head("Counts")
    page.say("Positions of each ply, won, drawn and lost for the player to move.")
    by_ply = sorted(counts.results.items())
    shown = [[ply, *(f"{n[name]:,}" for name in _RESULTS), f"{n.total():,}"] for ply, n in by_ply]
    sums = [f"{sum(n[name] for _, n in by_ply):,}" for name in _RESULTS]
    page.table(["ply", *_RESULTS, "all"], [*shown, ["all", *sums, f"{counts.total:,}"]])
