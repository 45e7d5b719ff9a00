"""The live blocks of a chapter: what each kind is told, and what it shows, computed when asked.

Every kind is a dataclass whose fields are its parameters; they are checked when a chapter is read.
Each has a form in plain text for the terminal, for print and for whoever cannot see the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, fields
from functools import lru_cache
from typing import Any, ClassVar, get_type_hints

from inarow.learn.exercises.exercise import exercise
from inarow.learn.heuristic import CourseCount
from inarow.learn.markdown import MarkdownError, Marked, columns
from inarow.learn.pairs import NOTHING_PLAYED, after_pair, opening
from inarow.learn.quiz import Quiz, cut_quiz, value_quiz
from inarow.match.elo import Tally
from inarow.match.sprt import Conclusion, Sprt
from inarow.players.player import check_plays
from inarow.players.roster import player, player_title
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.notation import move_text
from inarow.search.tree.documented import BRANCH_AND_BOUND, DISCOUNT, MINIMAX, SQUARE
from inarow.search.tree.recipe import Recipe
from inarow.study.trace.compare import Comparison, compare
from inarow.study.trace.searches import named_search
from inarow.study.trace.tree import Trace, trace
from inarow.study.trace.tree_text import tree_text
from inarow.study.trace.words import number_text

#: The most nodes of a tree that are kept, and that its form in text shows.
_TREE_NODES, _TEXT_NODES = 1200, 60
#: How many pairs the form in text of a match plays.
_TEXT_PAIRS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionBlock:
    """What every block about a position is told."""

    game: str
    moves: str = ""

    @property
    def board(self) -> Board:
        """The position."""
        return Board(self.game, self.moves)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardBlock(PositionBlock):
    """A board to click: a position, and who answers; nobody if both sides are the reader's."""

    kind: ClassVar[str] = "board"

    opponent: str = ""

    def __post_init__(self) -> None:
        if self.opponent:
            check_plays(player(self.opponent), self.board.game)

    def text(self) -> str:
        """The board, and whose turn it is."""
        board = self.board
        outcome = board.outcome()
        to_move = f"{board.turn} to move" if outcome is None else str(outcome)
        against = f", against {player_title(self.opponent)}" if self.opponent else ""
        return f"{board.diagram(labels=True)}\n{board.game.describe()}; {to_move}{against}."


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeBlock(PositionBlock):
    """The tree of a search, which grows node by node with the window at each."""

    kind: ClassVar[str] = "tree"

    search: str
    depth: int

    def __post_init__(self) -> None:
        named_search(self.search)

    def trace(self) -> Trace:
        """The search, as it walked."""
        search = named_search(self.search)
        # The exercises' heuristic, which has no compiled twin, for the readable searches.
        heuristic = None if search.extras.any else CourseCount()
        recipe = search.recipe(self.board.game, heuristic)
        return trace(self.board, recipe, self.depth, rows=_TREE_NODES)

    def text(self) -> str:
        """The board, and the tree, a line a node."""
        return f"{self.board.diagram(labels=True)}\n{tree_text(self.trace(), _TEXT_NODES)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartBlock(PositionBlock):
    """Nodes against depth, for the searches chosen."""

    kind: ClassVar[str] = "chart"

    searches: tuple[str, ...]
    depths: int

    def __post_init__(self) -> None:
        for name in self.searches:
            named_search(name)

    def rows(self) -> list[Comparison]:
        """What each search took to each depth."""
        return _rows(self)

    def text(self) -> str:
        """A table: a line a depth, a column a search."""
        found = {(row.depth, row.search): f"{row.nodes:,}" for row in self.rows()}
        lines = [["depth", *self.searches]]
        for depth in range(1, self.depths + 1):
            lines.append([str(depth), *(found[depth, name] for name in self.searches)])
        return f"Nodes that each search looks at\n{columns(lines)}"


@lru_cache(maxsize=32)
def _rows(block: ChartBlock) -> list[Comparison]:
    return list(compare(block.board, range(1, block.depths + 1), block.searches))


@dataclass(frozen=True, slots=True)
class ValuesBlock:
    """What the documents' heuristics say of each move of one position, side by side."""

    kind: ClassVar[str] = "values"

    moves: str

    #: The documents, the game that each is about, and its recipe.
    DOCUMENTS: ClassVar[tuple[tuple[str, str, Recipe], ...]] = (
        ("000", "connect4", MINIMAX),
        ("001", "connect4", BRANCH_AND_BOUND),
        ("002", "connect4", DISCOUNT),
        ("003", "square", SQUARE),
    )

    @property
    def board(self) -> Board:
        """The position, in Connect Four."""
        return Board("connect4", self.moves)

    def table(self) -> list[list[str]]:
        """A row for each document, a column for each move; the first row and column name them."""
        legal = list(self.board.legal_moves)
        head = ["document", *(move_text(self.board.game, move) for move in legal)]
        return [head, *(self._row(*each, legal) for each in self.DOCUMENTS)]

    def _row(self, name: str, game: str, recipe: Recipe, legal: list[int]) -> list[str]:
        board = Board(game, self.moves)
        values = (recipe.evaluation.value(board.after(move), board.turn) for move in legal)
        return [name, *map(number_text, values)]

    def text(self) -> str:
        """The board, and the table."""
        return (
            f"{self.board.diagram(labels=True)}\n{self.board.turn} to move. What each document's "
            f"heuristic says of the position after each move\n{columns(self.table())}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class QuizBlock(PositionBlock):
    """A position where the reader predicts the value, or where something is cut off."""

    kind: ClassVar[str] = "quiz"
    ASKS: ClassVar[dict[str, Callable[[Board], Quiz]]] = {"value": value_quiz, "cut": cut_quiz}

    ask: str

    def __post_init__(self) -> None:
        if self.ask not in self.ASKS:
            raise MarkdownError(f"a quiz asks for one of {', '.join(self.ASKS)}, not {self.ask!r}")
        self.quiz()

    def quiz(self) -> Quiz:
        """The question with its answer."""
        return self.ASKS[self.ask](self.board)

    def text(self) -> str:
        """The board, the question and what can be answered; the answer comes last."""
        quiz = self.quiz()
        listed = "\n".join(f"  ({letter}) {one}" for letter, one in _lettered(quiz))
        right = _letter(quiz.answer)
        return (
            f"{self.board.diagram(labels=True)}\n{quiz.question}\n{columns(quiz.table)}\n{listed}\n"
            f"The answer: ({right}) {quiz.choices[quiz.answer]}. {quiz.why}"
        )


@dataclass(frozen=True, slots=True)
class MatchBlock:
    """A match that runs, pair by pair, with its error bar and a test that says when to stop."""

    kind: ClassVar[str] = "match"

    game: str
    first: str
    second: str
    #: The most pairs of games that it plays.
    pairs: int
    elo0: int = 0
    elo1: int = 50
    seed: int = 1

    def __post_init__(self) -> None:
        rules = Board(self.game).game
        for name in (self.first, self.second):
            check_plays(player(name), rules)
        _ = self.sprt

    @property
    def board(self) -> Board:
        """The empty board."""
        return Board(self.game)

    @property
    def sprt(self) -> Sprt:
        """The test that ends it."""
        return Sprt(self.elo0, self.elo1)

    def after(self, tally: Tally) -> Tally:
        """What the first player has scored after one more pair."""
        number = sum(tally.pairs)
        board = Board(self.game, opening(self.board.game, number, self.seed))
        first, second = (
            player(name, seed=2 * (self.seed + number) + place)
            for place, name in enumerate((self.first, self.second))
        )
        return after_pair(tally, board, first, second)

    def is_over(self, tally: Tally) -> bool:
        """Say whether the test has decided, or all pairs are played."""
        return (
            sum(tally.pairs) >= self.pairs
            or self.sprt.decision(tally.pairs) is not Conclusion.CONTINUE
        )

    def steps(self) -> Iterator[Tally]:
        """The scores after each pair, to the end."""
        tally = NOTHING_PLAYED
        while not self.is_over(tally):
            tally = self.after(tally)
            yield tally

    def describe(self, tally: Tally) -> str:
        """The score so far, what it says of the strength, and where the test stands."""
        return (
            f"{self.first} against {self.second}, {tally.games} games: {tally} "
            f"({tally.score:.0%}), Elo difference {tally.elo()}; {self.sprt.explain(tally.pairs)}."
        )

    def text(self) -> str:
        """How it stands after a few pairs, and at its end."""
        return _match_text(self)


@lru_cache(maxsize=8)
def _match_text(block: MatchBlock) -> str:
    steps = list(block.steps())
    shown = [steps[min(_TEXT_PAIRS, len(steps)) - 1], steps[-1]]
    return "\n".join(dict.fromkeys(map(block.describe, shown)))


@dataclass(frozen=True, slots=True)
class ExerciseBlock:
    """An exercise to do now."""

    kind: ClassVar[str] = "exercise"

    name: str

    def __post_init__(self) -> None:
        exercise(self.name)

    def text(self) -> str:
        """How to start it from a terminal."""
        return (
            f"Begin with `inarow learn start {self.name} my.py`, and see how far you are with "
            f"`inarow learn check {self.name} my.py`."
        )


Live = BoardBlock | TreeBlock | ChartBlock | ValuesBlock | QuizBlock | MatchBlock | ExerciseBlock

KINDS: dict[str, type[Live]] = {
    one.kind: one
    for one in (
        BoardBlock, TreeBlock, ChartBlock, ValuesBlock, QuizBlock, MatchBlock, ExerciseBlock,
    )
}  # fmt: skip


def live_block(marked: Marked) -> Live:
    """The live block that a chapter marks, with its parameters checked."""
    if marked.kind not in KINDS:
        raise MarkdownError(f"there is no live block {marked.kind!r}: {', '.join(KINDS)}")
    form = KINDS[marked.kind]
    known = {field.name: field for field in fields(form)}
    if strange := marked.parameters.keys() - known.keys():
        raise MarkdownError(f"live {marked.kind}: there is no {min(strange)!r}")
    for name, field in known.items():
        if field.default is MISSING and name not in marked.parameters:
            raise MarkdownError(f"live {marked.kind}: {name!r} is missing")
    types = get_type_hints(form)
    try:
        made: Live = form(
            **{name: _read(types[name], text) for name, text in marked.parameters.items()}
        )
        if not isinstance(made, ExerciseBlock):
            _ = made.board
    except (InarowError, ValueError) as error:
        raise MarkdownError(f"live {marked.kind}: {error}") from None
    return made


def _read(kind: Any, text: str) -> Any:
    if kind is int:
        return int(text)
    return tuple(word.strip() for word in text.split(",")) if kind == tuple[str, ...] else text


def _letter(index: int) -> str:
    return chr(ord("a") + index)


def _lettered(quiz: Quiz) -> Iterator[tuple[str, str]]:
    return ((_letter(index), one) for index, one in enumerate(quiz.choices))
