"""The data set: what is in it, that a killed run goes on, and the card beside it."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow.apps.cli.main import main
from inarow.lab import dataset as datasets
from inarow.lab.dataset import (
    SPLITS,
    Chunk,
    Dataset,
    DatasetError,
    DatasetSettings,
    open_dataset,
    split_numbers,
)
from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.search.exact.book import Book, shipped_book
from inarow.search.exact.labelling import FULL, Labeller
from inarow.search.exact.positions import bits_of_board
from inarow.search.exact.row_solver import CpuRowSolver
from inarow.search.exact.solver import Solver
from strategies import boards

NAME = "mnk(5x4,k=4,gravity)"
RULES = game(NAME)


def make(folder: Path, *options: str) -> int:
    return main(["lab", "dataset", "--game", NAME, "--out", str(folder), "--jobs", "1", *options])


def rows_of(folder: Path) -> Any:
    """The rows of all splits, one after the other."""
    return pyarrow.concat_tables(
        pyarrow.parquet.read_table(folder / f"{split}.parquet") for split in SPLITS
    )


def board_of(mover: int, other: int, ply: int) -> Board:
    stones = [0, 0]
    for side, bits in enumerate((mover, other)):
        for x in range(RULES.width):
            for y in range(RULES.height):
                if bits >> (x * (RULES.height + 1) + y) & 1:
                    stones[side ^ (ply & 1)] |= 1 << (y * RULES.width + x)
    return Board.from_stones(RULES, *stones)


def test_rows_are_what_the_solver_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert make(tmp_path / "set", "--positions", "600", "--check", "50") == 0
    assert "50 random rows were checked against the CPU solver: 0 differences" in (
        capsys.readouterr().out
    )
    table = rows_of(tmp_path / "set")
    assert {field.name: str(field.type) for field in table.schema} == (
        datasets.column_types(RULES.width)
    )
    solver, rows = Solver(RULES), table.to_pylist()
    assert len(rows) == 600
    for row in rows[::7]:
        solution = solver.solve_moves(board_of(row["mover"], row["other"], row["ply"]))
        scores = {x: row[f"score_{x + 1}"] for x in range(RULES.width)}
        legal = {x: score for x, score in scores.items() if score is not None}
        assert legal == {x: bounds.lower for x, bounds in solution.moves.items()}
        assert row["score"] == solution.points
        assert [x for x in range(RULES.width) if row["best"] >> x & 1] == list(solution.best_moves)


def test_the_same_command_gives_the_same_file_and_then_does_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in ("one", "two"):
        assert make(tmp_path / folder, "--positions", "100", "--check", "5") == 0
    tables = [rows_of(tmp_path / folder) for folder in ("one", "two")]
    assert tables[0].equals(tables[1])
    capsys.readouterr()
    assert make(tmp_path / "one", "--positions", "100") == 0
    assert "is complete" in capsys.readouterr().out
    assert make(tmp_path / "one", "--positions", "200") == 2
    told = capsys.readouterr().err
    assert "another data set (" in told and "{" not in told


def test_the_card_counts_what_is_there(tmp_path: Path) -> None:
    assert make(tmp_path / "set", "--positions", "300", "--plies", "2-6") == 0
    card = (tmp_path / "set" / "README.md").read_text()
    counts: dict[int, Counter[int]] = defaultdict(Counter)
    for row in rows_of(tmp_path / "set").to_pylist():
        counts[row["ply"]][int(np.sign(row["score"]))] += 1
    for ply, found in counts.items():
        wins, draws, losses = (found[sign] for sign in (1, 0, -1))
        assert f"| {ply} | {wins:,} | {draws:,} | {losses:,} | {found.total():,} |" in card
    assert "seed 1" in card
    assert "MIT" in card


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Any]]:
    """A folder, and what the `datasets` package makes of it without the network."""
    load = pytest.importorskip("datasets", reason="the package datasets is not here")
    folder = tmp_path_factory.mktemp("made") / "set"
    assert make(folder, "--positions", "1500", "--check", "0") == 0
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(load.config, "HF_DATASETS_CACHE", folder.parent / "cache")
        patched.setattr(load.config, "HF_HUB_OFFLINE", True)
        yield folder, load.load_dataset(str(folder), cache_dir=str(folder.parent / "cache"))


def test_the_datasets_package_loads_the_folder_as_it_is(loaded: tuple[Path, Any]) -> None:
    folder, data = loaded
    assert list(data) == list(SPLITS)
    assert {name: value.dtype for name, value in data["train"].features.items()} == (
        datasets.column_types(RULES.width)
    )
    for split, rows in data.items():
        assert rows.to_list() == (
            pyarrow.parquet.read_table(folder / f"{split}.parquet").to_pylist()
        )


def test_the_example_on_the_card_runs(loaded: tuple[Path, Any]) -> None:
    folder, data = loaded
    card = (folder / "README.md").read_text()
    sample = re.search(r"```python\n(.*?)```", card, re.DOTALL)
    assert sample is not None
    names: dict[str, Any] = {}
    exec(sample[1].replace("FOLDER", str(folder)), names)
    assert names["planes"].shape == (len(data["test"]), 2, RULES.width, RULES.height)
    assert names["planes"].sum(axis=(1, 2, 3)).tolist() == data["test"]["ply"][:]
    assert names["scores"].max(axis=1).tolist() == data["test"]["score"][:]
    for split in SPLITS:
        assert f"| {split} | {len(data[split]):,} |" in card


def test_the_metadata_of_the_card_can_be_read(loaded: tuple[Path, Any]) -> None:
    from huggingface_hub import DatasetCard

    about = DatasetCard.load(loaded[0] / "README.md").data
    assert about.license == "mit"
    assert about.size_categories == ["1K<n<10K"]


def test_no_two_splits_share_a_position_or_a_mirror_image(loaded: tuple[Path, Any]) -> None:
    """Told by boards alone, without the keys that the splits are made from."""
    seen: dict[frozenset[str], str] = {}
    for split, rows in loaded[1].items():
        for row in rows:
            board = board_of(row["mover"], row["other"], row["ply"])
            assert seen.setdefault(pair_of(board), split) == split
    assert len(seen) == 1500


def pair_of(board: Board) -> frozenset[str]:
    """A position and its mirror image, as diagrams."""
    rows = board.text().split("/")
    return frozenset({board.text(), "/".join(row[::-1] for row in rows)})


@settings(max_examples=200, deadline=None)
@given(board=boards(game("connect4"), finished=False), seed=st.integers(0, 2**32))
def test_the_split_of_a_position_is_its_mirror_images_and_no_sets(board: Board, seed: int) -> None:
    mirrored = Board.parse(board.game, "/".join(r[::-1] for r in board.text().split("/")))
    rows = np.array([bits_of_board(board), bits_of_board(mirrored)], dtype=np.uint64)
    own = split_numbers(board.game, rows)
    assert own[0] == own[1]
    among = np.random.default_rng(seed).integers(0, 1 << 40, (50, 2), dtype=np.uint64)
    assert split_numbers(board.game, np.concatenate([among, rows[:1]]))[-1] == own[0]


def test_splits_have_their_shares() -> None:
    rows = np.arange(200_000, dtype=np.uint64)[:, None] * np.array([[1, 0]], dtype=np.uint64)
    shares = np.bincount(split_numbers(game("connect4"), rows)) / len(rows) * 100
    assert np.allclose(shares, list(SPLITS.values()), atol=1.0)


_RUN = f"""
import sys, time
from pathlib import Path
from inarow.lab.dataset import Dataset, DatasetSettings
from inarow.rules.catalogue import game
from inarow.search.exact.labelling import Labeller
from inarow.search.exact.positions import bits_of_board
from inarow.search.exact.row_solver import CpuRowSolver

rules = game({NAME!r})

def tell(text):
    print(text, flush=True)
    time.sleep(float(sys.argv[2]))

dataset = Dataset(Path(sys.argv[1]), DatasetSettings(rules, 900, seed=3), chunk=20)
dataset.open()
dataset.make(Labeller(rules, CpuRowSolver(rules, table_mb=1)), "cpu", tell=tell)
"""


def _start(folder: Path, pause: float) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _RUN, str(folder), str(pause)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.slow
def test_a_killed_run_loses_at_most_a_chunk(tmp_path: Path) -> None:
    process = _start(tmp_path / "killed", pause=0.05)
    assert process.stdout is not None
    told = [process.stdout.readline() for _ in range(6)]
    process.send_signal(signal.SIGKILL)
    told += process.stdout.readlines()
    process.wait()
    chunks = tmp_path / "killed" / "chunks"
    kept = {path: path.stat().st_mtime_ns for path in chunks.glob("*.npz")}
    assert len(told) <= len(kept) <= len(told) + 1
    rest, _ = _start(tmp_path / "killed", pause=0).communicate(timeout=120)
    whole, _ = _start(tmp_path / "whole", pause=0).communicate(timeout=120)
    assert len(rest.splitlines()) == len(whole.splitlines()) - len(kept)
    assert all(path.stat().st_mtime_ns == made for path, made in kept.items())
    for killed, expected in zip(
        open_dataset(tmp_path / "killed").chunks(), open_dataset(tmp_path / "whole").chunks(),
        strict=True,
    ):  # fmt: skip
        assert np.array_equal(killed.rows, expected.rows)
        assert np.array_equal(killed.scores, expected.scores)


@pytest.mark.slow
def test_ctrl_c_ends_it_cleanly(tmp_path: Path) -> None:
    """Labels of early positions of a large board take for ever on one core."""
    command = ["lab", "dataset", "--positions", "4000", "--plies", "13-14", "--jobs", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "inarow", *command, "--out", str(tmp_path / "set")],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    wish = tmp_path / "set" / "dataset.json"
    deadline = time.monotonic() + 120
    while not wish.exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in complaint
    assert not list((tmp_path / "set" / "chunks").glob("*.new"))


def test_a_wrong_label_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Labeller.label

    def spoilt(self: Labeller, *arguments: object) -> object:
        labels = honest(self, *arguments)  # type: ignore[arg-type]
        if len(arguments) > 2:
            labels.scores[labels.scores != FULL] += 1
        return labels

    monkeypatch.setattr(Labeller, "label", spoilt)
    assert make(tmp_path / "set", "--positions", "100", "--check", "10") == 1
    assert not list((tmp_path / "set").glob("*.parquet"))
    assert "10 differences" in (tmp_path / "set" / "README.md").read_text()


def test_without_pyarrow_nothing_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patched:
        patched.setitem(sys.modules, "pyarrow", None)
        assert make(tmp_path / "set", "--positions", "100") == 2
    assert "[parquet]'" in capsys.readouterr().err
    assert not list(tmp_path.rglob("*.npz"))
    assert make(tmp_path / "set", "--positions", "100") == 0
    assert rows_of(tmp_path / "set").num_rows == 100
    assert not (tmp_path / "set" / "chunks").exists()


def test_chunks_survive_their_file(tmp_path: Path) -> None:
    rows = np.array([[1, 2], [4, 8]], dtype=np.uint64)
    scores = np.array([[1, FULL], [-3, -3]], dtype=np.int8)
    chunk = Chunk(2, rows, scores, np.zeros(2, dtype=np.uint8), 3, 2, 10, 0.5, "gpu")
    chunk.save(tmp_path / "chunk.npz")
    again = Chunk.load(tmp_path / "chunk.npz")
    assert np.array_equal(again.rows, rows)
    assert (again.ply, again.following, again.searched, again.nodes) == (2, 3, 2, 10)
    assert (again.seconds, again.device) == (0.5, "gpu")
    assert again.best.tolist() == [1, -3]
    assert again.best_moves.tolist() == [1, 3]
    (tmp_path / "chunk.npz").write_bytes(b"PK torn")
    with pytest.raises(DatasetError, match=r"chunk\.npz"):
        Chunk.load(tmp_path / "chunk.npz")


@pytest.mark.slow
def test_the_classic_set_has_its_counts(tmp_path: Path) -> None:
    """Only which positions it holds and what they are worth; each move's label takes longer."""
    dataset = Dataset(tmp_path, DatasetSettings(game("connect4"), classic=True))
    rows = dataset._sample(8).rows
    assert len(rows) == dataset._counts(1)[8] == 67_557
    labeller = Labeller(game("connect4"), CpuRowSolver(game("connect4")), _book())
    labels = labeller.label(rows[::200], 8)
    expected = _book().scores(rows[::200], 8)[0]
    assert np.array_equal(labels.best, expected)


def _book() -> Book:
    book = shipped_book(game("connect4"))
    assert book is not None
    return book


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--positions", "0"], "positions must be at least 1"),
        (["--plies", "3-50"], "within 0 to 19"),
        (["--plies", "6-3"], "within 0 to 19"),
        (["--plies", "early"], "8-20"),
        (["--classic"], "connect4"),
        (["--check", "-5"], "--check must be at least 0, not -5"),
        (["--seed", "-1"], "seed must be at least 0, not -1"),
    ],
)
def test_bad_wishes_are_refused(
    tmp_path: Path, options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert make(tmp_path / "set", *options) == 2
    assert complaint in capsys.readouterr().err


def test_a_folder_that_holds_something_else_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    assert make(tmp_path / "file") == 2
    assert "cannot make a data set in" in capsys.readouterr().err
    (tmp_path / "dataset.json").write_text('{"format": "inaro')
    assert make(tmp_path) == 2
    assert "cannot read" in capsys.readouterr().err
    for content in ("[]", "3", '{"game": 3, "plies": [0, 1]}', '{"plies": 3}', "{torn"):
        (tmp_path / "dataset.json").write_text(content)
        with pytest.raises(DatasetError, match="does not contain a data set"):
            open_dataset(tmp_path)


def test_the_command_on_the_card_can_be_typed(tmp_path: Path) -> None:
    assert make(tmp_path / "set", "--positions", "50", "--plies", "3-4", "--check", "0") == 0
    card = (tmp_path / "set" / "README.md").read_text()
    command = re.search(r"Made by `([^`]*)`", card)
    assert command is not None
    again = [tmp_path / "again" if word == "FOLDER" else word for word in shlex.split(command[1])]
    assert main([str(word) for word in again[1:]]) == 0
    tables = [rows_of(tmp_path / folder) for folder in ("set", "again")]
    assert tables[0].equals(tables[1])
