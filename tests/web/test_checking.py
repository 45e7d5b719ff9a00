"""Requests are checked without pydantic as with it: the same pass, with the same sentences."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from inarow.apps.web import requests
from inarow.apps.web.checking import RequestError, checked
from inarow.apps.web.models import model_of

FORMS = (
    requests.PositionRequest, requests.AnalysisRequest, requests.MoveRequest,
    requests.CompareRequest, requests.TreeRequest, requests.PuzzleRequest, requests.ExportRequest,
    requests.PasteRequest, requests.GameRequest, requests.ReviewRequest, requests.AdaptRequest,
)  # fmt: skip
_VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 500), st.integers(), st.floats(), st.just("x" * 5000),
    st.text(max_size=100), st.lists(st.integers(), max_size=2),
    st.dictionaries(st.sampled_from(["seconds", "nodes", "depth", "other"]),
                    st.one_of(st.none(), st.integers(-1, 10**11), st.floats(), st.text(max_size=3)),
                    max_size=3),
)  # fmt: skip
_NAMES = ("game", "moves", "start", "limit", "player", "seed", "depth", "search", "level", "format",
          "text", "known", "result", "players", "winner", "other")  # fmt: skip
_BODIES = st.one_of(st.dictionaries(st.sampled_from(_NAMES), _VALUES, max_size=6), _VALUES)


def _with_pydantic(form: Any, data: Any) -> Any:
    model: Any = model_of(form)
    try:
        # As FastAPI does it.
        return model.model_validate(data, from_attributes=True).form()
    except ValidationError as error:
        return requests.validation_sentence(error.errors())


def _without(form: type[Any], data: Any) -> Any:
    try:
        return checked(form, data)
    except RequestError as error:
        return str(error)


@given(st.sampled_from(FORMS), _BODIES)
def test_both_take_and_refuse_the_same(form: type[Any], data: Any) -> None:
    assert _without(form, data) == _with_pydantic(form, data)


@pytest.mark.parametrize(
    ("form", "data", "sentence"),
    [
        (requests.MoveRequest, {}, "player: Field required"),
        (requests.MoveRequest, {"player": 5}, "player: Input should be a valid string"),
        (requests.AnalysisRequest, {"limit": {"depth": 0}},
         "limit.depth: Input should be greater than or equal to 1"),
        (requests.ExportRequest, {"format": "pgn"}, "format: Input should be 'json' or 'sgf'"),
        (requests.PasteRequest, {"text": "x", "colour": 1},
         "colour: Extra inputs are not permitted"),
    ],
)  # fmt: skip
def test_sentences(form: type[Any], data: Any, sentence: str) -> None:
    assert _without(form, json.loads(json.dumps(data))) == sentence
