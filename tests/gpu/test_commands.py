"""``inarow solve --device gpu`` with a checkpoint, and ``inarow book``; the CPU plays the GPU."""

from __future__ import annotations

import random
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from benchmarks import exact_solver

from gpu.test_batch import on_cpu
from inarow.apps.cli.main import main
from inarow.kernels.compiling import Array
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.exact import gpu
from inarow.search.exact.batch import Batch, Progress
from inarow.search.exact.book import load_book
from inarow.search.exact.positions import PositionArrays
from inarow.search.exact.sampling import random_board
from inarow.search.exact.solver import Solver
from inarow.search.stopping import StopSignal

SMALL = "mnk(4x4,k=3,gravity)"


def _npy() -> bytes:
    file = BytesIO()
    np.save(file, np.zeros(3))
    return file.getvalue()


#: An array in a file of its own, which is no checkpoint either.
NPY = _npy()


class PretendedGpu(gpu.GpuSolver):
    """The batch solver with the CPU's search in place of the kernel; counts what it searches."""

    searched = 0
    #: After how many launches somebody presses Ctrl-C.
    stops_after: int | None = None

    def __init__(self, game: Game, *, table_gb: float | None = None) -> None:  # noqa: ARG002
        self.game = game

    def bounds(
        self, rows: Array, worst: int, best: int, *, known: Array | None = None,
        stop: StopSignal | None = None, on_progress: Callable[[Progress], None] | None = None,
    ) -> Array:  # fmt: skip
        bounds = np.empty((len(rows), 2), dtype=np.int32)
        bounds[:] = (worst, best) if known is None else known
        launch, launches = on_cpu(str(self.game)), 0

        def counted(some: Array, windows: Array, budget: int) -> tuple[Array, int]:
            nonlocal launches
            launches += 1
            PretendedGpu.searched += len(some)
            if launches == self.stops_after and stop is not None:
                stop.set()
            return launch(some, windows, budget)

        batch = Batch(PositionArrays(self.game), rows, bounds, 4, counted, first_budget=200)
        return batch.run(stop, on_progress)


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> type[PretendedGpu]:
    monkeypatch.setattr(gpu, "missing_gpu", lambda: None)
    monkeypatch.setattr(gpu, "GpuSolver", PretendedGpu)
    monkeypatch.setattr(PretendedGpu, "searched", 0)
    monkeypatch.setattr(PretendedGpu, "stops_after", None)
    return PretendedGpu


@pytest.fixture
def positions(tmp_path: Path) -> Path:
    chance = random.Random(3)
    boards = [random_board(Board("connect4").game, 20, chance) for _ in range(12)]
    path = tmp_path / "positions"
    path.write_text("".join(f"{board.moves_text()}\n" for board in boards))
    return path


def solved(path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str]:
    capsys.readouterr()
    status = main(["solve", "--file", str(path), *options])
    return status, capsys.readouterr().out


@pytest.mark.usefixtures("pretended")
@pytest.mark.parametrize("options", [[], ["--all"], ["--weak"]])
def test_the_gpus_answers_are_the_processors(
    positions: Path, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    expected = solved(positions, capsys, *options)
    assert solved(positions, capsys, "--device", "gpu", *options) == expected
    assert expected[0] == 0


def test_an_interrupted_run_goes_on_from_its_checkpoint(
    positions: Path,
    tmp_path: Path,
    pretended: type[PretendedGpu],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    expected = solved(positions, capsys)
    on_gpu = ("--device", "gpu", "--checkpoint", str(tmp_path / "proved"))
    with monkeypatch.context() as patched:
        patched.setattr(pretended, "stops_after", 2)
        status, _ = solved(positions, capsys, *on_gpu)
    assert status == 1
    with np.load(tmp_path / "proved") as stored:
        done = int((stored["bounds"][:, 0] == stored["bounds"][:, 1]).sum())
    assert 0 < done < 12
    monkeypatch.setattr(pretended, "searched", 0)
    assert solved(positions, capsys, *on_gpu) == expected
    assert pretended.searched > 0
    monkeypatch.setattr(pretended, "searched", 0)
    assert solved(positions, capsys, *on_gpu) == expected
    assert pretended.searched == 0


@pytest.mark.usefixtures("pretended")
def test_a_checkpoint_of_other_positions_or_no_checkpoint_is_refused(
    positions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checkpoint = tmp_path / "proved"
    on_gpu = ["--device", "gpu", "--checkpoint", str(checkpoint)]
    assert solved(positions, capsys, *on_gpu)[0] == 0
    assert main(["solve", "--weak", "--file", str(positions), *on_gpu]) == 2
    assert "other positions or other options" in capsys.readouterr().err
    for no_checkpoint in (b"", b"nonsense", NPY):
        checkpoint.write_bytes(no_checkpoint)
        assert main(["solve", "--file", str(positions), *on_gpu]) == 2
        assert "cannot resume" in capsys.readouterr().err


@pytest.mark.usefixtures("pretended")
def test_a_checkpoint_of_another_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--device", "gpu", "--checkpoint", str(tmp_path / "proved"), "44444326555533"]
    assert main(["solve", *asked]) == 0
    assert main(["solve", "--game", "square", *asked]) == 2
    assert "other positions or other options" in capsys.readouterr().err


@pytest.mark.usefixtures("pretended")
@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--checkpoint", "there/is/no/such/folder/file"], "cannot write"),
        (["--book"], "--book works on the CPU only"),
        (["--threads", "2"], "--threads works on the CPU only"),
        (["--table-mb", "64"], "--table-mb works on the CPU only"),
        (["--limit", "nodes=100"], "--limit nodes works on the CPU only"),
    ],
)
def test_what_a_gpu_cannot_do_is_refused_before_the_work(
    options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "--device", "gpu", *options, "44444326555533"]) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.usefixtures("pretended")
def test_what_is_proved_is_written_now_and_then(
    positions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(gpu, "_SECONDS_BETWEEN", 0.0)
    written: list[int] = []
    keep = gpu._Checkpoint.keep

    def watched(self: gpu._Checkpoint, bounds: Array, *, now: bool = False) -> None:
        keep(self, bounds, now=now)
        written.append(int((bounds[:, 0] == bounds[:, 1]).sum()))

    monkeypatch.setattr(gpu._Checkpoint, "keep", watched)
    on_gpu = ("--device", "gpu", "--checkpoint", str(tmp_path / "proved"))
    assert solved(positions, capsys, *on_gpu)[0] == 0
    assert len(written) > 2
    assert written == sorted(written)
    assert written[-1] == 12


@pytest.mark.usefixtures("pretended")
@pytest.mark.parametrize("device", ["cpu", "gpu"])
def test_a_book_is_built_shown_checked_and_used(
    device: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "small.book")
    options = ["--game", SMALL, "--plies", "6", "--keep", "0-2,6", "--device", device]
    assert main(["book", "build", path, *options]) == 0
    built = capsys.readouterr().out
    assert main(["book", "show", path]) == 0
    shown = capsys.readouterr().out
    assert built.startswith(shown.rstrip("\n"))
    book = load_book(Path(path))
    assert book.plies == (0, 1, 2, 6)
    assert f"{len(book):,} positions" in shown
    assert main(["book", "check", path, "--entries", "40"]) == 0
    assert "40 entries solved again, 0 differences" in capsys.readouterr().out
    assert main(["solve", "--game", SMALL, "--book", path, "--json", "12"]) == 0
    with_book = capsys.readouterr().out
    points = Solver(book.game).solve(Board(book.game, "12")).points
    assert f'"points": {points}' in with_book


def test_a_wrong_entry_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "small.book"
    assert main(["book", "build", str(path), "--game", SMALL, "--plies", "3"]) == 0
    book = load_book(path)
    for ply in book.plies:
        keys, scores = book.layer(ply)
        book._layers[ply] = keys, scores + np.int8(1)
    book.save(path)
    assert main(["book", "check", str(path), "--entries", "5"]) == 1
    assert "5 differences" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["book", "build", "x.book", "--plies", "42"], "--plies must be 0 to 41"),
        (["book", "build", "x.book", "--keep", "some"], "0-8,12"),
        (["book", "show", "--game", SMALL], "no built-in book"),
        (["book", "check", "there/is/no.book"], "cannot read"),
        (["solve", "1", "--game", SMALL, "--book"], "there is no built-in book"),
    ],
)
def test_bad_input_gets_a_named_error(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert complaint in capsys.readouterr().err


def test_how_long_a_move_takes(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--positions", "24", "--jobs", "1"]
    exact_solver.main(["latency", *options])
    heading, columns, whole, *parts = capsys.readouterr().out.splitlines()
    assert "the move of 24 random positions" in heading
    assert columns.split()[:2] == ["pieces", "positions"]
    assert whole.split()[:2] == ["all", "24"]
    assert sum(int(line.split()[1]) for line in parts) == 24
    mean, median, most, worst = map(float, whole.split()[2:])
    assert 0 < median <= most <= worst
    assert mean <= worst
