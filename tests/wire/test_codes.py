"""The codes of the wire are those of the program, and each has its words."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from enum import Enum
from typing import Any, get_args

import pytest

from inarow import words
from inarow.rules.board import Board
from inarow.rules.catalogue import CATALOGUE
from inarow.rules.side import Side
from inarow.search.analysis import Analysis, Line
from inarow.search.score import Kind, Score
from inarow.study.explain.motifs import Motif
from inarow.study.review.grades import Change, Grade
from inarow.study.trace.tree import Meaning
from inarow.study.trace.visits import End
from inarow.wire import read, types
from inarow.wire.write import analysis_info, json_line, score_info


def values(kind: type[Enum]) -> set[Any]:
    return {one.value for one in kind}


@pytest.mark.parametrize(
    ("codes", "kind"),
    [
        (types.KindCode, Kind),
        (types.GradeCode, Grade),
        (types.ChangeCode, Change),
        (types.EndCode, End),
        (types.MeaningCode, Meaning),
    ],
)
def test_the_types_name_every_code(codes: Any, kind: type[Enum]) -> None:
    assert set(get_args(codes)) == values(kind)


def test_every_code_has_words() -> None:
    assert set(words.CHANGES) == values(Change)
    assert set(words.ENDS) == values(End)
    assert set(words.BOUNDS) == values(Meaning) - {Meaning.UNKNOWN.value}
    assert set(words.GAMES) == set(CATALOGUE)


def test_codes_are_no_sentences() -> None:
    for kind in (Change, End, Meaning, Motif, Grade):
        assert all(value == value.lower() and " " not in value for value in values(kind))


def test_the_words_of_earlier_versions_stay_readable() -> None:
    assert set(read._EARLIER_CHANGES.values()) == set(Change) - {Change.LOSES_AT_ONCE}
    # These two were written as they are now.
    same = {Motif.ZUGZWANG, Motif.PLAN}
    assert set(read._EARLIER_MOTIFS.values()) == {None, *Motif} - same


def test_the_types_need_nothing_but_python() -> None:
    code = (
        "import sys, inarow.wire.types, inarow.wire.write, inarow.wire.read; "
        "print(sorted({'numpy', 'numba', 'pydantic', 'fastapi'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("value", [math.inf, -math.inf, 3.5])
def test_an_analysis_is_json_that_any_program_reads(value: float) -> None:
    board = Board("connect4", "44")
    score = Score.heuristic(value, scale=2.0)
    found = Analysis(board.game, score, (Line(score, (3, 2)),), by="tree")
    data = json.loads(json_line(analysis_info(board, found)), parse_constant=pytest.fail)
    assert (data["wire"], data["turn"], data["exact"]) == (types.WIRE, str(Side.X), False)
    assert data["lines"][0]["moves"] == [{"move": "4", "cell": 17}, {"move": "3", "cell": 2}]
    assert data["score"]["win_probability"] == score.win_probability


def test_a_proved_score_has_no_estimate() -> None:
    info = score_info(Score.loss(4))
    assert (info.kind, info.plies, info.value, info.scale) == ("loss", 4, None, None)
