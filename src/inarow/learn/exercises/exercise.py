"""The exercises by name: what is asked, what to start from, and how the answer is checked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from html import escape
from importlib.resources import files

from inarow.learn.checks.answers import AnswerChecks
from inarow.learn.checks.asking import Case, Checks
from inarow.learn.checks.choice import ChoiceChecks
from inarow.learn.checks.fours import FoursChecks
from inarow.learn.checks.heuristic import LADDER_DEPTH, HeuristicChecks
from inarow.learn.checks.leaves import LeavesQuestion
from inarow.learn.checks.order import OrderChecks
from inarow.learn.checks.prediction import PredictionChecks
from inarow.learn.checks.search import SearchChecks
from inarow.learn.checks.sequential import SprtQuestion
from inarow.learn.checks.table import TableChecks
from inarow.learn.checks.windows import WindowQuestion
from inarow.learn.ladder import Step
from inarow.learn.markdown import Block, Code, Prose, blocks_of, title_of
from inarow.learn.watching import Call
from inarow.match.sprt import Sprt
from inarow.rules.errors import InarowError, did_you_mean
from inarow.search.tree.recipe import Algorithm


class ExerciseError(InarowError):
    """There is no such exercise."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A typical wrong answer, and the sentence that names the fault."""

    sentence: str
    source: str


@dataclass(frozen=True, slots=True)
class Exercise:
    """A task, and how an answer is checked."""

    name: str
    #: The chapter that it belongs to.
    chapter: str
    #: The function to write.
    entry: str
    checks: Checks

    @property
    def title(self) -> str:
        """What it is called."""
        return title_of(_read(self.name))

    @property
    def task(self) -> list[Block]:
        """What is asked for."""
        return [block for block in blocks_of(_read(self.name)) if not _is(block, "starter")]

    def task_html(self) -> list[str]:
        """What is asked for, as HTML."""
        return [
            block.html if isinstance(block, Prose) else f"<pre>{escape(block.source)}</pre>"
            for block in self.task
            if isinstance(block, Prose | Code)
        ]

    @property
    def starter(self) -> str:
        """The code to start from."""
        return _code(blocks_of(_read(self.name)), "starter")

    @property
    def solution(self) -> str:
        """One right answer."""
        return _code(self._answers(), "solution")

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """Typical wrong answers; the paragraph before each names its fault."""
        found, said = [], ""
        for block in self._answers():
            if isinstance(block, Prose):
                said = block.text()
            elif isinstance(block, Code) and block.about == "mistake":
                found.append(Mistake(said, block.source))
        return tuple(found)

    def _answers(self) -> list[Block]:
        return blocks_of(_read(f"{self.name}-solution"))


def _is(block: Block, about: str) -> bool:
    return isinstance(block, Code) and block.about == about


def _code(blocks: list[Block], about: str) -> str:
    return next(one.source for one in blocks if isinstance(one, Code) and one.about == about)


@lru_cache(maxsize=64)
def _read(name: str) -> str:
    return files("inarow.learn.exercises").joinpath(f"{name}.md").read_text(encoding="utf-8")


_SMALL = (
    Case("connect3", "3", 1),
    Case("connect3", "33", 2),
    Case("connect3", "3324", 3),
    Case("tictactoe", "b2 a1 c1 a3 a2 c2", 3),
    Case("connect4", "4453", 3),
)
#: Positions on which a wrong window cuts too much or too little.
_PRUNED = (
    Case("connect3", "33", 2),
    Case("connect3", "3324", 3),
    Case("connect4", "44", 3),
    Case("connect4", "4453", 3),
)
_TACTICS = (
    Case("connect4", ""),
    Case("connect4", "112233"),
    Case("connect4", "717273"),
    Case("connect4", "11223"),
    Case("connect4", "415141"),
    Case("connect4", "44535"),
    Case("connect4", "55363434133"),
    Case("connect4", "2432174324572"),
)
_DEEPENED = (
    Case("tictactoe", "b2 c2", 5),
    Case("tictactoe", "b2 b3", 5),
    Case("connect3", "454", 5),
    Case("tictactoe", "", 5),
)
#: Values at both ends of what is possible, and in between.
_BOUNDED = (
    WindowQuestion(Case("connect3", "33", 2), -31, 32),
    WindowQuestion(Case("connect3", "33", 2), -12, 0),
    WindowQuestion(Case("connect3", "13", 2), -12, 87),
    WindowQuestion(Case("connect3", "42", 3), -14, 26),
)
_SMALL_GOMOKU = "mnk(9x9,k=5)"
_WON_BY_FOURS = tuple(
    Case(_SMALL_GOMOKU, moves)
    for moves in (
        "c5 c1 d5 d1 e5 e1 f5 b1",
        "e4 c8 g7 b5 e7 f8 g6 e5 c2 b3 c5 c3",
        "g6 g8 c7 d8 g3 f5 b6 d3 d6 c4 d2 f8 g7 g2",
        "b8 d3 f4 d7 c8 c7 e6 b5 e7 g7 f8 f2",
    )
)
#: Here there are fours, but the opponent wins first.
_NOT_BY_FOURS = tuple(
    Case(_SMALL_GOMOKU, moves)
    for moves in (
        "c8 c6 g8 d6 d5 e6 h7 b8 f8 g3 h5 b6",
        "f6 h7 g2 e7 d7 f7 f5 d4 e6 f8 d2 g7",
    )
)
_BETTER_BY_100 = Sprt(0, 100)
_GAMES = tuple(
    SprtQuestion(games, _BETTER_BY_100)
    for games in (
        "WWWLWW",
        "WWWWWWWWLWWWWWW",
        "WWWWWWWWWWWWWWWWLLLLLLLL",
        "LLLWLLLLLLLLLLWWWWWWWWWW",
        "WLWWLWWWLWWWWWWLWWWLWWWWWWLWWWWWWWWW",
    )
)
_BEFORE_DOCUMENT_001 = Step("random", 20, 18)
_DOCUMENTS = ("branch-and-bound", "discount", "minimax")

_EXERCISES = (
    Exercise("win-or-block", "games", "choose", ChoiceChecks(_TACTICS)),
    Exercise("leaves", "tree", "leaves", AnswerChecks(tuple(map(LeavesQuestion, _SMALL)))),
    Exercise(
        "minimax",
        "minimax",
        "minimax",
        SearchChecks(Algorithm.MINIMAX, Call(("depth", "player")), _SMALL),
    ),
    Exercise(
        "heuristic",
        "heuristic",
        "evaluate",
        HeuristicChecks(
            (
                Case("connect4", "415263"),
                Case("connect4", "414263"),
                Case("connect4", "4135"),
            ),
            (
                Step("random", 100, 95),
                *(Step(f"{name}(depth={LADDER_DEPTH})", 40, 20.5) for name in _DOCUMENTS),
            ),
        ),
    ),
    Exercise(
        "alphabeta",
        "alphabeta",
        "alphabeta",
        SearchChecks(Algorithm.ALPHA_BETA, Call(("depth", "alpha", "beta", "player")), _PRUNED),
    ),
    Exercise(
        "negamax",
        "negamax",
        "negamax",
        SearchChecks(Algorithm.NEGAMAX, Call(("depth", "alpha", "beta")), _PRUNED),
    ),
    Exercise(
        "order",
        "order",
        "order",
        OrderChecks(
            (Case("connect4", "", 4), Case("connect4", "4453", 4), Case("connect4", "444444", 3))
        ),
    ),
    Exercise(
        "player",
        "order",
        "choose",
        ChoiceChecks(_TACTICS, (_BEFORE_DOCUMENT_001, Step("branch-and-bound", 20, 10.5))),
    ),
    Exercise("table", "memory", "search", TableChecks(_DEEPENED, 0.9)),
    Exercise("bounds", "exact", "find", AnswerChecks(_BOUNDED)),
    Exercise("fours", "threats", "win_by_fours", FoursChecks(_WON_BY_FOURS, _NOT_BY_FOURS)),
    Exercise("predict", "people", "predict", PredictionChecks("connect4", "imitator", 4, 0.1)),
    Exercise("sequential", "matches", "decide", AnswerChecks(_GAMES)),
)

EXERCISES: dict[str, Exercise] = {one.name: one for one in _EXERCISES}


def exercise(name: str) -> Exercise:
    """The exercise of a name."""
    if name not in EXERCISES:
        hint = did_you_mean(name, EXERCISES)
        raise ExerciseError(f"there is no exercise called {name!r}; {hint}")
    return EXERCISES[name]
