"""A data set of positions with the exact score of every move, for those who train models.

The work is done in chunks, each a file of arrays that is complete as soon as it is there; the same
call makes what is missing. In the end the chunks become Parquet files, one for each split, in which
each chunk is a row group. Which split a position belongs to depends on the position alone, so that
no two data sets of a game mix them up, whatever their sizes and seeds.
"""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from inarow.files.extras import pyarrow_for
from inarow.files.trouble import reason, trouble_as
from inarow.files.whole import write_whole
from inarow.kernels.compiling import Array
from inarow.rules.catalogue import game as make_game
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.search.exact.batch import Progress
from inarow.search.exact.book import shipped_book
from inarow.search.exact.labelling import FULL, Labeller
from inarow.search.exact.positions import PositionArrays
from inarow.search.exact.sampling import Sample, Sampler, Source
from inarow.search.stopping import StopSignal, is_stopped

#: Positions in a chunk: many for the sake of a GPU, few enough that little is lost.
CHUNK = 1 << 18

#: The splits, and how many of a hundred positions each gets.
SPLITS = {"train": 80, "validation": 10, "test": 10}

_FORMAT = "inarow dataset 1"
_WISH = "dataset.json"
_CHUNKS = "chunks"

#: The classic public set: all positions after 8 plies where nobody can win with the next move.
_CLASSIC_PLY = 8

_SCRAMBLE = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))

Tell = Callable[[str], None]
OnProgress = Callable[[str, Progress], None]


class DatasetError(InarowError):
    """A data set cannot be made or read."""


@dataclass(frozen=True, slots=True)
class DatasetSettings:
    """What goes into a data set."""

    game: Game
    positions: int = 100_000
    first_ply: int = 0
    last_ply: int | None = None
    seed: int = 1
    classic: bool = False

    def __post_init__(self) -> None:
        if self.classic and self.game != make_game("connect4"):
            raise DatasetError(f"the classic set is for connect4, not {self.game}")
        if self.positions < 1:
            raise DatasetError(f"positions must be at least 1, not {self.positions}")
        if self.seed < 0:
            raise DatasetError(f"seed must be at least 0, not {self.seed}")
        most = self.game.cells - 1
        last = most if self.last_ply is None else self.last_ply
        if not 0 <= self.first_ply <= last <= most:
            raise DatasetError(f"plies must be within 0 to {most} for {self.game}")

    @property
    def plies(self) -> range:
        """The plies to take positions from."""
        if self.classic:
            return range(_CLASSIC_PLY, _CLASSIC_PLY + 1)
        last = self.game.cells - 1 if self.last_ply is None else self.last_ply
        return range(self.first_ply, last + 1)

    def as_json(self) -> dict[str, Any]:
        """What a folder remembers of it."""
        return {
            "format": _FORMAT,
            "game": str(self.game),
            "positions": self.positions,
            "plies": [self.plies[0], self.plies[-1]],
            "seed": self.seed,
            "classic": self.classic,
        }


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some positions of one ply with the scores of their moves, and what these took."""

    ply: int
    rows: Array
    #: A row a position, a number a column; :data:`FULL` where the column is full.
    scores: Array
    sources: Array
    following: int = 0
    searched: int = 0
    nodes: int = 0
    seconds: float = 0.0
    device: str = "cpu"

    @property
    def best(self) -> Array:
        """The score of each position for the player to move."""
        best: Array = self.scores.max(axis=1)
        return best

    @property
    def best_moves(self) -> Array:
        """The columns that keep the score, as bits, the leftmost column's the lowest."""
        keeping = self.scores == self.best[:, None]
        weights = 1 << np.arange(self.scores.shape[1], dtype=np.int64)
        found: Array = (keeping * weights).sum(axis=1).astype(np.uint16)
        return found

    def part(self, chosen: Array) -> Chunk:
        """Some of its positions, without what they took."""
        return Chunk(self.ply, self.rows[chosen], self.scores[chosen], self.sources[chosen])

    def save(self, path: Path) -> None:
        """Write it so that the file is there only when it is complete."""
        data = io.BytesIO()
        np.savez(data, **{name: getattr(self, name) for name in self.__slots__})
        write_whole(path, data.getvalue())

    @staticmethod
    def load(path: Path) -> Chunk:
        """Read what :meth:`save` wrote."""
        try:
            with np.load(path) as stored:
                values = {name: stored[name] for name in Chunk.__slots__}
        except (OSError, ValueError, KeyError, BadZipFile) as error:
            raise DatasetError(f"cannot read {path}: {reason(error)}") from None
        arrays = {"rows", "scores", "sources"}
        return Chunk(**{n: v if n in arrays else v.item() for n, v in values.items()})


@dataclass(slots=True)
class Dataset:
    """A folder with a data set, or with the finished part of one."""

    folder: Path
    settings: DatasetSettings
    chunk: int = CHUNK
    _sampler: Sampler | None = field(default=None, repr=False)

    def open(self) -> None:
        """Set the folder up, or check that it belongs to the same settings."""
        path = self.folder / _WISH
        with trouble_as(DatasetError, f"cannot make a data set in {self.folder}"):
            if path.exists():
                self._check_wish(path)
                return
            (self.folder / _CHUNKS).mkdir(parents=True, exist_ok=True)
            write_whole(path, json.dumps(self.settings.as_json()) + "\n")

    def _check_wish(self, path: Path) -> None:
        try:
            stored = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise DatasetError(f"cannot read {path}: {error}") from None
        wanted = self.settings.as_json()
        if stored != wanted:
            known = stored if isinstance(stored, dict) else {}
            other = [
                f"{name} {known.get(name)}" for name in wanted if known.get(name) != wanted[name]
            ]
            raise DatasetError(
                f"{self.folder} contains another data set ({', '.join(other)}): name another folder"
            )

    @property
    def is_finished(self) -> bool:
        """Say whether the Parquet files are there."""
        return all(path.exists() for path in self.files.values())

    @property
    def files(self) -> dict[str, Path]:
        """The file that holds each split in the end."""
        return {split: self.folder / f"{split}.parquet" for split in SPLITS}

    def is_made(self, jobs: int = 1) -> bool:
        """Say whether every chunk is there."""
        counts = self._counts(jobs)
        return all(path.exists() for ply in counts for path in self._paths(ply, counts[ply]))

    def make(
        self,
        labeller: Labeller,
        device: str,
        *,
        jobs: int = 1,
        stop: StopSignal | None = None,
        tell: Tell,
        on_progress: OnProgress | None = None,
    ) -> None:
        """Make every chunk that is missing, the last plies first, whose scores are cheap."""
        counts = self._counts(jobs)
        for ply in reversed(self.settings.plies):
            paths = self._paths(ply, counts[ply])
            if all(path.exists() for path in paths):
                continue
            sample = self._sample(ply)
            for number, path in enumerate(paths):
                if is_stopped(stop):
                    return
                if path.exists():
                    continue
                part = slice(number * self.chunk, (number + 1) * self.chunk)
                chunk = self._labelled(labeller, sample, ply, part, device, stop, on_progress)
                chunk.save(path)
                tell(
                    f"ply {ply:2}, part {number + 1} of {len(paths)}: {len(chunk.rows):,} positions"
                    f" in {chunk.seconds:.2f} s; {chunk.following:,} positions follow,"
                    f" {chunk.searched:,} searched, {chunk.nodes:,} nodes"
                )

    def _labelled(
        self,
        labeller: Labeller,
        sample: Sample,
        ply: int,
        part: slice,
        device: str,
        stop: StopSignal | None,
        on_progress: OnProgress | None,
    ) -> Chunk:
        started = time.perf_counter()
        nodes = 0

        def watch(progress: Progress) -> None:
            nonlocal nodes
            nodes = progress.nodes
            if on_progress is not None:
                on_progress(f"ply {ply}", progress)

        labels = labeller.label(sample.rows[part], ply, stop, watch)
        return Chunk(
            ply, sample.rows[part], labels.scores, sample.sources[part], labels.following,
            labels.searched, nodes, time.perf_counter() - started, device,
        )  # fmt: skip

    def _counts(self, jobs: int) -> dict[int, int]:
        """How many positions each ply gets."""
        if self.settings.classic:
            return {_CLASSIC_PLY: len(_classic_rows(self.settings.game))}
        if self._sampler is None:
            settings = self.settings
            self._sampler = Sampler(
                settings.game, settings.plies, settings.positions, settings.seed, jobs
            )
        return self._sampler.counts

    def _sample(self, ply: int) -> Sample:
        if self._sampler is None:
            rows = _classic_rows(self.settings.game)
            return Sample(rows, np.full(len(rows), Source.ALL, dtype=np.uint8))
        return self._sampler.sample(ply)

    def _paths(self, ply: int, count: int) -> list[Path]:
        parts = -(-count // self.chunk)
        return [self.folder / _CHUNKS / f"ply-{ply:02}-{number:03}.npz" for number in range(parts)]

    def chunks(self) -> Iterator[Chunk]:
        """What is there, one chunk at a time, the first plies first."""
        if self.is_finished:
            for path in self.files.values():
                yield from _chunks_of_parquet(path, self.settings.game.width)
            return
        for path in sorted((self.folder / _CHUNKS).glob("*.npz")):
            yield Chunk.load(path)

    def write_parquet(self) -> None:
        """Put all chunks into Parquet files, one for each split, then remove them."""
        writer_of = _pyarrow().parquet.ParquetWriter
        schema = _schema(self.settings)
        beside = {split: path.with_suffix(".new") for split, path in self.files.items()}
        with ExitStack() as files:
            writers = [
                files.enter_context(writer_of(path, schema, compression="zstd"))
                for path in beside.values()
            ]
            for chunk in self.chunks():
                splits = split_numbers(self.settings.game, chunk.rows)
                for number, writer in enumerate(writers):
                    part = chunk.part(splits == number)
                    if len(part.rows):
                        writer.write_table(_table(part, schema), row_group_size=len(part.rows))
        for split, path in self.files.items():
            beside[split].replace(path)
        for path in (self.folder / _CHUNKS).iterdir():
            path.unlink()
        (self.folder / _CHUNKS).rmdir()

    def random_rows(self, count: int) -> Chunk:
        """Some rows of the data set, drawn from all chunks alike, as one chunk of many plies."""
        sizes = [len(chunk.rows) for chunk in self.chunks()]
        chance = np.random.default_rng(1)
        chosen = np.sort(chance.choice(sum(sizes), min(count, sum(sizes)), replace=False))
        first, parts = 0, []
        for chunk in self.chunks():
            here = chosen[(chosen >= first) & (chosen < first + len(chunk.rows))] - first
            parts.append(chunk.part(here))
            first += len(chunk.rows)
        return together(parts)


def together(chunks: Iterable[Chunk]) -> Chunk:
    """The positions of several chunks as one of many plies."""
    parts = [(chunk.rows, chunk.scores, chunk.sources) for chunk in chunks]
    rows, scores, sources = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Chunk(-1, rows, scores, sources)


def split_numbers(game: Game, rows: Array) -> Array:
    """The split of each position, as its place in :data:`SPLITS`; mirror images share theirs.

    The key of a position is scrambled as in SplitMix64, which leaves no pattern to be learnt.
    """
    bits = PositionArrays(game).keys(rows)
    for shift, factor in _SCRAMBLE:
        bits = (bits ^ (bits >> np.uint64(shift))) * np.uint64(factor)
    percent = (bits ^ (bits >> np.uint64(31))) % np.uint64(100)
    ends = np.cumsum(list(SPLITS.values()))
    found: Array = np.searchsorted(ends, percent, side="right")
    return found


def open_dataset(folder: Path) -> Dataset:
    """The data set of a folder."""
    try:
        stored = json.loads((folder / _WISH).read_text(encoding="utf-8"))
        first, last = stored["plies"]
        settings = DatasetSettings(
            make_game(stored["game"]), stored["positions"], first, last, stored["seed"],
            stored["classic"],
        )  # fmt: skip
    except OSError as error:
        raise DatasetError(f"{folder} does not contain a data set: {reason(error)}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise DatasetError(f"{folder} does not contain a data set: {_WISH} is damaged") from None
    return Dataset(folder, settings)


def differences(chunk: Chunk, labeller: Labeller) -> int:
    """How many positions of a chunk get other scores when they are labelled again."""
    arrays = PositionArrays(labeller.game)
    plies = labeller.game.cells - arrays.empties(chunk.rows)
    different = 0
    for ply in np.unique(plies):
        here = plies == ply
        again = labeller.label(chunk.rows[here], int(ply)).scores
        different += int((again != chunk.scores[here]).any(axis=1).sum())
    return different


def _classic_rows(game: Game) -> Array:
    book = shipped_book(game)
    assert book is not None
    arrays = PositionArrays(game)
    rows = arrays.of_keys(book.layer(_CLASSIC_PLY)[0])
    return rows[~arrays.is_threatened(rows)]


_pyarrow = partial(pyarrow_for, "a data set")


def column_types(width: int) -> dict[str, str]:
    """The columns of the Parquet files and their types."""
    return {
        "mover": "uint64",
        "other": "uint64",
        "ply": "uint8",
        "score": "int8",
        **{f"score_{x}": "int8" for x in range(1, width + 1)},
        "best": "uint16",
        "source": "string",
    }


def _schema(settings: DatasetSettings) -> Any:
    pyarrow = _pyarrow()
    types = column_types(settings.game.width)
    fields = [(name, getattr(pyarrow, kind)()) for name, kind in types.items()]
    about = {"inarow": json.dumps(settings.as_json())}
    return pyarrow.schema(fields, metadata=about)


def _table(chunk: Chunk, schema: Any) -> Any:
    pyarrow = _pyarrow()
    names = np.array([source.name.lower() for source in Source])
    columns = [
        chunk.rows[:, 0],
        chunk.rows[:, 1],
        np.full(len(chunk.rows), chunk.ply, dtype=np.uint8),
        chunk.best,
        *(pyarrow.array(scores, mask=scores == FULL) for scores in chunk.scores.T),
        chunk.best_moves,
        names[chunk.sources],
    ]
    return pyarrow.table([pyarrow.array(column) for column in columns], schema=schema)


def _chunks_of_parquet(path: Path, width: int) -> Iterator[Chunk]:
    file = _pyarrow().parquet.ParquetFile(path)
    for number in range(file.num_row_groups):
        group = file.read_row_group(number)
        rows = np.stack([group[name].to_numpy() for name in ("mover", "other")], axis=1)
        columns = [group[f"score_{x}"].fill_null(FULL).to_numpy() for x in range(1, width + 1)]
        coded = group["source"].combine_chunks().dictionary_encode()
        names = [Source[name.upper()] for name in coded.dictionary.to_pylist()]
        sources = np.array(names, dtype=np.uint8)[coded.indices.to_numpy()]
        yield Chunk(group["ply"][0].as_py(), rows, np.stack(columns, axis=1), sources)
