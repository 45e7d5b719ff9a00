"""The server's first answers: what is looked up loads nothing, and no search loads a compiler."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .conftest import environment

_REPORT = "\nprint(sorted({'numba', 'numpy'} & set(sys.modules)))"


def _loaded(code: str, **variables: str) -> str:
    """Run some code in a fresh process; say which of Numba and NumPy it has loaded."""
    code = f"import sys\nfrom inarow.apps.web import lessons, requests, services\n{code}{_REPORT}"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**environment(), **variables},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.strip()


def test_what_is_looked_up_loads_no_search() -> None:
    code = """
for game in services.games():
    services.players(game.text)
    services.position(requests.PositionRequest(game=game.text))
    services.export(requests.ExportRequest(game=game.text, format="json"))
lessons.searches()
"""
    assert _loaded(code) == "[]"


def test_the_first_answer_ever_needs_no_compiler(tmp_path: Path) -> None:
    code = """
from inarow.search.stopping import StopSignal
for game in ("tictactoe", "connect4", "gomoku"):
    lessons.hint(requests.HintRequest(game=game), StopSignal())
"""
    assert _loaded(code, INAROW_CACHE_DIR=str(tmp_path)) == "['numpy']"
    assert {path.name.partition("-")[0] for path in tmp_path.iterdir()} == {
        "tree", "exact", "gomoku",
    }  # fmt: skip
