"""What a page may ask for; everything in a request is checked.

The forms are plain, so that they are the same where there is no server: ``models.py`` makes the
server's own of them, and ``checking.py`` checks them without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from inarow.apps.web import limits


@dataclass(frozen=True)
class Allowed:
    """What a field may hold, and what is said of it."""

    min_length: int | None = None
    max_length: int | None = None
    gt: float | None = None
    ge: float | None = None
    le: float | None = None
    description: str | None = None
    examples: tuple[Any, ...] = ()


GameText = Annotated[
    str,
    Allowed(
        max_length=limits.NAME_LENGTH,
        description="A game's name or description.",
        examples=("connect4", "gomoku(19)", "mnk(8x8,k=5,gravity)"),
    ),
]
PlayerText = Annotated[
    str,
    Allowed(
        max_length=limits.NAME_LENGTH,
        description="A player's name, with options in brackets.",
        examples=("discount", "square-3", "minimax(depth=7,fast=1)"),
    ),
]
MovesText = Annotated[
    str,
    Allowed(
        max_length=limits.MOVES_LENGTH,
        description="Columns from 1 where pieces fall, points elsewhere.",
        examples=("4453", "h8 i9 h9"),
    ),
]


@dataclass(frozen=True, kw_only=True)
class PositionRequest:
    """A position: a game, where it starts, and the moves played since."""

    game: GameText = "connect4"
    moves: MovesText = ""
    start: Annotated[
        str,
        Allowed(
            max_length=limits.MOVES_LENGTH,
            description="A picture of the start position, rows from the top: `---/-X-/O--`. "
            "Empty for the empty board.",
        ),
    ] = ""


@dataclass(frozen=True, kw_only=True)
class LimitRequest:
    """How long to think: the first limit that is reached ends the search."""

    seconds: Annotated[float, Allowed(gt=0, le=600)] | None = None
    nodes: Annotated[int, Allowed(ge=1, le=limits.NODES)] | None = None
    depth: Annotated[int, Allowed(ge=1, le=limits.DEPTH)] | None = None


@dataclass(frozen=True, kw_only=True)
class AnalysisRequest(PositionRequest):
    """A position and how long to look at it."""

    limit: LimitRequest = LimitRequest()


@dataclass(frozen=True, kw_only=True)
class MoveRequest(AnalysisRequest):
    """A position and who is to move in it."""

    player: PlayerText
    seed: Annotated[int, Allowed(ge=0, le=limits.SEED)] | None = None
    pace: Annotated[
        bool, Allowed(description="Whether to say how long a person might take for the move.")
    ] = False


PersonText = Annotated[str, Allowed(min_length=1, max_length=limits.NAME_LENGTH)]


@dataclass(frozen=True, kw_only=True)
class PeopleRequest:
    """How the two players are called in sentences; the one who reads them is "You"."""

    X: PersonText = "X"
    O: PersonText = "O"  # noqa: E741 -- the side's own name


@dataclass(frozen=True, kw_only=True)
class HintRequest(PositionRequest):
    """A position, and who plays."""

    players: PeopleRequest = PeopleRequest()


@dataclass(frozen=True, kw_only=True)
class UnseenRequest:
    """Something that a people-like player did not see, as it was answered with its move."""

    number: Annotated[int, Allowed(ge=1, le=limits.CELLS)]
    side: Literal["X", "O"]
    cells: Annotated[list[int], Allowed(max_length=limits.CELLS)]
    pieces: Annotated[int, Allowed(ge=0, le=limits.CELLS)]
    way: Annotated[str, Allowed(max_length=limits.NAME_LENGTH)]


@dataclass(frozen=True, kw_only=True)
class ReviewRequest(HintRequest):
    """A game, who played it, what was not seen, and who won if it was given up."""

    winner: Literal["X", "O"] | None = None
    unseen: Annotated[list[UnseenRequest], Allowed(max_length=limits.UNSEEN)] | None = None


@dataclass(frozen=True, kw_only=True)
class ResultRequest:
    """How a game against a level ended: 1 for a win of the person, 0.5 for a draw."""

    level: Annotated[int, Allowed(ge=1, le=10)]
    score: Annotated[float, Allowed(ge=0, le=1)]


@dataclass(frozen=True, kw_only=True)
class KnownRequest:
    """What is known of a person in a game, as it was answered before."""

    skill: Annotated[float, Allowed(ge=1, le=10)]
    games: Annotated[int, Allowed(ge=0, le=10**9)]
    results: Annotated[list[ResultRequest], Allowed(max_length=limits.RESULTS)]


@dataclass(frozen=True, kw_only=True)
class AdaptRequest:
    """A game, what is known of the person in it, and a new result if there is one."""

    game: GameText = "connect4"
    known: KnownRequest | None = None
    result: ResultRequest | None = None


@dataclass(frozen=True, kw_only=True)
class CompareRequest(PositionRequest):
    """A position and how deep every search looks at it."""

    depth: Annotated[int, Allowed(ge=1, le=limits.TREE_DEPTH)] = 2


@dataclass(frozen=True, kw_only=True)
class TreeRequest(CompareRequest):
    """A position and a search whose tree is wanted."""

    search: Annotated[str, Allowed(max_length=limits.NAME_LENGTH, examples=("alpha-beta",))]


@dataclass(frozen=True, kw_only=True)
class PuzzleRequest:
    """The game and the level of a puzzle, or the moves that lead to one.

    The same seed gives the same puzzle.
    """

    game: GameText = "connect4"
    moves: MovesText = ""
    level: Annotated[int, Allowed(ge=1, le=3)] = 1
    seed: Annotated[int, Allowed(ge=0, le=limits.SEED)] = 0


@dataclass(frozen=True, kw_only=True)
class ExportRequest(PositionRequest):
    """A game and the form it is wanted in."""

    format: Literal["json", "sgf"]


@dataclass(frozen=True, kw_only=True)
class PasteRequest:
    """Anything that may hold a game: moves, a picture, a link, a record."""

    text: Annotated[str, Allowed(max_length=limits.PASTE_LENGTH)]
    game: GameText = "connect4"


@dataclass(frozen=True, kw_only=True)
class GameRequest:
    """A game, by name or description."""

    game: GameText = "connect4"


CourseText = Annotated[str, Allowed(max_length=limits.NAME_LENGTH, examples=("minimax",))]


@dataclass(frozen=True, kw_only=True)
class ChapterRequest:
    """A chapter of the course."""

    chapter: CourseText


@dataclass(frozen=True, kw_only=True)
class ExerciseRequest:
    """An exercise of the course."""

    exercise: CourseText


@dataclass(frozen=True, kw_only=True)
class BlockRequest(ChapterRequest):
    """A block of a chapter, by its place from 0."""

    block: Annotated[int, Allowed(ge=0, le=limits.BLOCKS)]


@dataclass(frozen=True, kw_only=True)
class PairsRequest(BlockRequest):
    """A match of a chapter, and how it stands: games, and pairs by what they scored."""

    wins: Annotated[int, Allowed(ge=0, le=limits.GAMES)]
    draws: Annotated[int, Allowed(ge=0, le=limits.GAMES)]
    losses: Annotated[int, Allowed(ge=0, le=limits.GAMES)]
    pairs: Annotated[list[Annotated[int, Allowed(ge=0, le=limits.GAMES)]], Allowed(max_length=5)]


def validation_sentence(problems: Sequence[Any]) -> str:
    """The first problem that was found, with the name of the field.

    >>> validation_sentence([{"loc": ("body", "moves"), "msg": "Input should be a valid string"}])
    'moves: Input should be a valid string'
    """
    if not problems:
        return "the request cannot be read"
    if problems[0].get("type") == "json_invalid":
        return "the request is not JSON"
    where = ".".join(str(part) for part in problems[0]["loc"] if part not in ("body", "query"))
    what = str(problems[0]["msg"])[:200]
    return f"{where[:80]}: {what}" if where else what
