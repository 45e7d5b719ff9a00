"""The workbench's questions, answered inside the sandbox: only here student code is run.

JSON goes in and comes out; what is printed, and each rung of a ladder or pair of a match, is told
in steps.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import asdict
from io import TextIOBase
from typing import Any

from inarow.apps.web.answers import ChoiceInfo
from inarow.apps.web.checking import checked
from inarow.apps.web.requests import PositionRequest
from inarow.apps.web.services import open_board
from inarow.learn.chapters.chapter import chapter
from inarow.learn.check import check
from inarow.learn.feedback import Rung
from inarow.learn.live import MatchBlock
from inarow.learn.pairs import NOTHING_PLAYED, after_pair, opening
from inarow.learn.playing import player_source, student_player, student_tree
from inarow.learn.student import CodeError, run_source
from inarow.match.elo import Tally
from inarow.players.player import check_plays
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.notation import move_text
from inarow.wire import course, write

Step = Callable[[str], None]
#: The most that student code may print, in characters; a loop prints without end.
_MOST_PRINTED = 20_000


def answer(question: str, text: str, on_step: Step) -> str:
    """Answer a question, or say in a sentence what is wrong, with the line if there is one."""
    asked = json.loads(text)
    tell = _Teller(on_step)
    try:
        with redirect_stdout(_Printed(tell)):
            found = _ANSWERS[question](asked, tell)
    except CodeError as error:
        return json.dumps({"error": str(error), "line": error.line})
    except InarowError as error:
        return json.dumps({"error": str(error)})
    return json.dumps({"answer": found}, allow_nan=False)


class _Teller:
    """Tells steps: what kind each is, and what it says."""

    def __init__(self, on_step: Step) -> None:
        self._on_step = on_step

    def __call__(self, kind: str, content: Any) -> None:
        self._on_step(json.dumps({"kind": kind, "content": content}, allow_nan=False))


class _Printed(TextIOBase):
    """Where ``print`` writes to."""

    def __init__(self, tell: _Teller) -> None:
        self._tell = tell
        self._left = _MOST_PRINTED

    def write(self, text: str, /) -> int:
        """Tell it, as long as it is not too much."""
        if self._left > 0:
            more = " …\n(no more is shown)\n" if len(text) > self._left else ""
            self._tell("printed", text[: self._left] + more)
        self._left -= len(text)
        return len(text)


def _run(asked: dict[str, Any], _: _Teller) -> None:
    run_source(asked["code"])


def _check(asked: dict[str, Any], tell: _Teller) -> dict[str, Any]:
    found = check(
        asked["exercise"],
        asked["code"],
        on_rung=lambda rung: tell("rung", asdict(course.rung_info(rung))),
    )
    return asdict(course.feedback_info(asked["exercise"], found))


def _move(asked: dict[str, Any], _: _Teller) -> dict[str, Any]:
    board = _board(asked)
    move = student_player(asked["code"]).choose(board).move
    position = write.position_info(board.after(move))
    return asdict(ChoiceInfo(move_text(board.game, move), None, position, [], None))


def _match(asked: dict[str, Any], tell: _Teller) -> dict[str, Any]:
    """Pairs of games against a player of the program, from random openings."""
    board, seed, pairs = _board(asked), asked["seed"], asked["pairs"]
    check_plays(player(asked["opponent"]), board.game)
    tally = NOTHING_PLAYED
    for number in range(pairs):
        start = Board(board.game, opening(board.game, number, seed))
        other = player(asked["opponent"], seed=seed + number)
        tally = after_pair(tally, start, student_player(asked["code"]), other)
        tell("rung", asdict(course.rung_info(Rung(asked["opponent"], 2 * pairs, 0, tally))))
    return asdict(course.rung_info(Rung(asked["opponent"], 2 * pairs, 0, tally)))


def _tree(asked: dict[str, Any], _: _Teller) -> dict[str, Any]:
    found = student_tree(asked["code"], _board(asked), asked["depth"])
    return asdict(write.trace_info(found))


def _board(asked: dict[str, Any]) -> Board:
    fields = ("game", "start", "moves")
    return open_board(checked(PositionRequest, {name: asked.get(name, "") for name in fields}))


def _source(asked: dict[str, Any], _: _Teller) -> str:
    return player_source(asked["code"])


def _pairs(asked: dict[str, Any], _: _Teller) -> dict[str, Any]:
    """One more pair of a chapter's match; no student code is in it."""
    block = chapter(asked["chapter"]).parts[asked["block"]]
    assert isinstance(block, MatchBlock)
    tally = Tally(asked["wins"], asked["draws"], asked["losses"], tuple(asked["pairs"]))
    return asdict(course.pairs_info(block, block.after(tally)))


_ANSWERS: dict[str, Callable[[dict[str, Any], _Teller], Any]] = {
    "run": _run, "check": _check, "move": _move, "match": _match, "tree": _tree,
    "source": _source, "pairs": _pairs,
}  # fmt: skip
