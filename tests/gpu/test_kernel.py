"""The GPU's kernel in the simulator, on tiny boards, and what happens without a GPU."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path

import pytest

from inarow.apps.cli.main import main
from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.search.exact.solver import Solver
from inarow.wire.write import solution_info

POSITIONS = {
    "mnk(4x3,k=3,gravity)": ["122", "23"],
    "mnk(4x4,k=4,gravity)": ["21314444113", "14414321312"],
    "square(3x4)": ["1312122", "2321121"],
}

needs_numba_cuda = pytest.mark.skipif(
    find_spec("numba_cuda") is None, reason="numba-cuda is not installed"
)


@needs_numba_cuda
def test_simulated_kernel_has_the_solvers_scores() -> None:
    script = Path(__file__).with_name("simulated.py")
    result = subprocess.run(
        [sys.executable, str(script), json.dumps(POSITIONS)],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    expected = []
    for name, positions in POSITIONS.items():
        solver = Solver(game(name))
        boards = [Board(game(name), moves) for moves in positions]
        expected += [asdict(solution_info(solver.solve(board))) for board in boards]
        expected.append(asdict(solution_info(solver.solve_moves(boards[0], weak=True))))
    for found, right in zip(json.loads(result.stdout), expected, strict=True):
        assert {key: found[key] for key in ("position", "lower", "upper", "moves")} == {
            key: right[key] for key in ("position", "lower", "upper", "moves")
        }


def test_without_a_gpu_it_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inarow.search.exact.gpu.missing_gpu", lambda: "none was found")
    assert main(["solve", "112233", "--device", "gpu"]) == 2
    assert "none was found" in capsys.readouterr().err
    assert main(["solve", "112233", "--device", "auto"]) == 0
    shown = capsys.readouterr()
    assert shown.out == "112233 18\n"
    assert "none was found" in shown.err
