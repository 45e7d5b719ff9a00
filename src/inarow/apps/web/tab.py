"""The page's questions answered without a server: in a worker of the page, under Pyodide.

The same services answer as behind the server, one question at a time; JSON goes in and comes out.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, is_dataclass
from typing import Any, get_type_hints

from inarow.apps.web import questions, requests, services
from inarow.apps.web.checking import checked
from inarow.apps.web.limits import Limits
from inarow.rules.errors import InarowError
from inarow.search.stopping import StopSignal, asking, deadline

Step = Callable[[str], None]
#: What a game waits for.
_MOVES = ("move", "hint", "swap2", "threats")


def answer(question: str, text: str, is_stopped: Callable[[], bool], on_step: Step) -> str:
    """Answer a question, or say in a sentence what is wrong with it.

    While it searches, ``is_stopped`` is asked every few milliseconds whether to end, and
    ``on_step`` hears of the steps of an analysis.
    """
    try:
        found = _answer(question, json.loads(text), is_stopped, on_step)
    except InarowError as error:
        return json.dumps({"error": str(error)})
    return json.dumps({"answer": plain(found)}, allow_nan=False)


def _answer(question: str, asked: Any, is_stopped: Callable[[], bool], on_step: Step) -> Any:
    if question == "picture":
        return services.picture(checked(requests.PositionRequest, asked))
    if question == "players":
        return services.players(checked(requests.GameRequest, asked).game)
    if service := questions.lookups().get(question):
        return service(*_requests(service, asked))
    service, stop = questions.searches()[question], StopSignal()

    def ask() -> None:
        if is_stopped():
            stop.set()

    steps = [lambda step: on_step(json.dumps(plain(step)))] if question == "analyse" else []
    with asking(ask), deadline(stop, _seconds(question)):
        return service(*_requests(service, asked), stop, *steps)


def _requests(service: questions.Service, asked: Any) -> list[Any]:
    """The request that a service takes, if it takes one."""
    form = get_type_hints(service).get("request")
    return [] if form is None else [checked(form, asked)]


def _seconds(question: str) -> float:
    """How long a search may take, as on a server."""
    limits = Limits()
    if question == "analyse":
        return limits.analysis_seconds
    return limits.move_seconds if question in _MOVES else limits.study_seconds


def plain(found: Any) -> Any:
    """What is found as JSON takes it."""
    if isinstance(found, list):
        return [plain(one) for one in found]
    return asdict(found) if is_dataclass(found) and not isinstance(found, type) else found
