"""The functions behind the API, without a server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from inarow.apps.web import lessons, requests, services
from inarow.rules.errors import InarowError
from inarow.search.stopping import StopSignal
from inarow.wire.types import AnalysisInfo

POSITIONS = [("connect4", "4453"), ("square", ""), ("gomoku", "h8 i9"), ("tictactoe", "a1")]
SEARCHES: list[tuple[Callable[..., Any], type[requests.PositionRequest], dict[str, Any]]] = [
    (services.move, requests.MoveRequest, {"player": "level-5"}),
    (services.move, requests.MoveRequest, {"player": "random"}),
    (services.analyse, requests.AnalysisRequest, {}),
    (lessons.hint, requests.HintRequest, {}),
    (lessons.review, requests.ReviewRequest, {}),
    (lessons.tree, requests.TreeRequest, {"search": "alpha-beta"}),
    (lessons.compare, requests.CompareRequest, {}),
]


@pytest.mark.parametrize(("game", "moves"), POSITIONS)
@pytest.mark.parametrize(("service", "request_type", "more"), SEARCHES)
def test_what_is_stopped_at_once_still_answers(
    service: Callable[..., Any],
    request_type: type[requests.PositionRequest],
    more: dict[str, Any],
    game: str,
    moves: str,
) -> None:
    """With what is known by then, or with a sentence; never with a crash."""
    stop = StopSignal()
    stop.set()
    try:
        service(request_type(game=game, moves=moves, **more), stop)
    except InarowError as error:
        assert len(str(error)) > 10


@pytest.mark.parametrize(("game", "moves"), POSITIONS)
def test_analysis_gets_better_step_by_step(game: str, moves: str) -> None:
    """Every step names each move at most once, and plays legal lines."""
    steps: list[AnalysisInfo] = []
    request = requests.AnalysisRequest(
        game=game, moves=moves, limit=requests.LimitRequest(nodes=30_000)
    )
    services.analyse(request, StopSignal(), steps.append)
    assert steps
    for step in steps:
        names = [line.moves[0].move for line in step.lines]
        assert len(names) == len(set(names))
        for line in step.lines:
            played = " ".join(move.move for move in line.moves)
            board = services.board_of(request)
            board.play(played)
