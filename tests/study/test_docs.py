"""The notebook runs and shows what it says; the reviewed games in the docs hold what they claim."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inarow.rules.catalogue import game as make_game
from inarow.study.explain.reasons import why_good
from inarow.study.records.record import Record, Result
from inarow.study.review.grades import Grade
from inarow.wire.formats import read_file
from notebook import run_cells
from study.test_motifs import FOUND_BY_SEARCH, seen_by_oracle

DOCS = Path(__file__).parents[2] / "docs"
NOTEBOOKS = sorted(DOCS.glob("*.ipynb"))


def kinds(outputs: list[dict[str, Any]]) -> list[list[str]]:
    """What outputs are made of, whatever they say."""
    return [sorted(one.get("data", one)) for one in outputs]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_the_notebooks_run_and_show_what_the_files_show(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    if "apps.notebook" in path.read_text(encoding="utf-8"):
        pytest.importorskip("anywidget", reason="anywidget is not installed for this Python")
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell, shown in zip(cells, run_cells(notebook), strict=True):
        # Of what takes time, the time is never the same.
        as_seen = kinds if "varies" in cell["metadata"].get("tags", []) else list
        assert as_seen(shown) == as_seen(cell["outputs"])


def games() -> list[Path]:
    return sorted((DOCS / "games").iterdir())


def read(path: Path) -> Record:
    return read_file(path, make_game("connect4"))


@pytest.mark.parametrize("path", games(), ids=lambda path: path.name)
def test_reviewed_games_can_be_read_and_have_ended(path: Path) -> None:
    record = read(path)
    assert record.result is not Result.UNFINISHED
    assert record.players != ("X", "O")


@pytest.mark.parametrize("name", ["connect4.json", "square.json"])
def test_what_the_reviews_say_of_a_move_is_on_the_board(name: str) -> None:
    """A motif that is said of a good move is seen by the plain judge too."""
    record = read(DOCS / "games" / name)
    assert len(record.annotations) == len(record.moves)
    checked = 0
    for number, note in enumerate(record.annotations):
        board = record.board(number)
        if note.verdict.grade is Grade.BEST and note.reason.motif not in {None, *FOUND_BY_SEARCH}:
            assert note.reason.motif in seen_by_oracle(board, note.move)
            checked += 1
        if note.score.is_exact and note.verdict.grade is Grade.BEST and note.score.plies == 1:
            assert why_good(board, note.move, note.score, (note.move,)) == note.reason
    assert checked >= 4
