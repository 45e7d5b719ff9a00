"""What goes over the wire: the requests, checked, and the answers, as plain data."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from inarow.apps.web import limits

GameText = Annotated[
    str,
    Field(
        max_length=limits.NAME_LENGTH,
        description="A game's name or description.",
        examples=["connect4", "gomoku(19)", "mnk(8x8,k=5,gravity)"],
    ),
]
PlayerText = Annotated[
    str,
    Field(
        max_length=limits.NAME_LENGTH,
        description="A player's name, with options in brackets.",
        examples=["discount", "square-3", "minimax(depth=7,fast=1)"],
    ),
]
MovesText = Annotated[
    str,
    Field(
        max_length=limits.MOVES_LENGTH,
        description="Columns from 1 where pieces fall, points elsewhere.",
        examples=["4453", "h8 i9 h9"],
    ),
]
Side = Literal["X", "O"]


class Strict(BaseModel):
    """A request: unknown fields and wrong types are refused rather than guessed at."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class PositionRequest(Strict):
    """A position: a game, where it starts, and the moves played since."""

    game: GameText = "connect4"
    moves: MovesText = ""
    start: Annotated[
        str,
        Field(
            max_length=limits.MOVES_LENGTH,
            description="A picture of the start position, rows from the top: `---/-X-/O--`. "
            "Empty for the empty board.",
        ),
    ] = ""


class LimitRequest(Strict):
    """How long to think: the first limit that is reached ends the search."""

    seconds: Annotated[float, Field(gt=0, le=600)] | None = None
    nodes: Annotated[int, Field(ge=1, le=limits.NODES)] | None = None
    depth: Annotated[int, Field(ge=1, le=limits.DEPTH)] | None = None


class AnalysisRequest(PositionRequest):
    """A position and how long to look at it."""

    limit: LimitRequest = LimitRequest()


class MoveRequest(AnalysisRequest):
    """A position and who is to move in it."""

    player: PlayerText
    seed: Annotated[int, Field(ge=0, le=limits.SEED)] | None = None


class CompareRequest(PositionRequest):
    """A position and how deep every search looks at it."""

    depth: Annotated[int, Field(ge=1, le=limits.TREE_DEPTH)] = 2


class TreeRequest(CompareRequest):
    """A position and a search whose tree is wanted."""

    search: Annotated[str, Field(max_length=limits.NAME_LENGTH, examples=["alpha-beta"])]


class PuzzleRequest(Strict):
    """The game and the level of a puzzle; the same seed gives the same puzzle."""

    game: GameText = "connect4"
    level: Annotated[int, Field(ge=1, le=3)] = 1
    seed: Annotated[int, Field(ge=0, le=limits.SEED)] = 0


class ExportRequest(PositionRequest):
    """A game and the form it is wanted in."""

    format: Literal["json", "sgf"]


class PasteRequest(Strict):
    """Anything that may hold a game: moves, a picture, a link, a record."""

    text: Annotated[str, Field(max_length=limits.PASTE_LENGTH)]
    game: GameText = "connect4"


class ErrorInfo(BaseModel):
    """What went wrong, in a sentence."""

    error: str


class StatusInfo(BaseModel):
    """How the server is."""

    version: str


class GameInfo(BaseModel):
    """A game as the page needs it to draw a board."""

    text: Annotated[str, Field(description="The text from which this game can be made again.")]
    family: str
    title: str
    about: str
    rules: str
    width: int
    height: int
    gravity: bool
    shape: str
    size: Annotated[int, Field(description="The length of the line, or the side of the square.")]
    exact: bool
    columns: Annotated[list[str], Field(description="The names of the columns.")]
    analyst: Annotated[str, Field(description="Who analyses this game.")]


class PlayerInfo(BaseModel):
    """A player that can play the game asked for."""

    name: str
    title: str
    about: str
    group: str
    default: bool
    pace: Annotated[
        str,
        Field(description="How long it usually thinks, if it can be told; else empty."),
    ]


class MoveInfo(BaseModel):
    """A move and the cell it fills; cells count from the bottom left, row by row."""

    move: str
    cell: int


class OutcomeInfo(BaseModel):
    """How a game ended."""

    winner: Side | None
    cells: list[int]
    text: str


class PositionInfo(BaseModel):
    """Everything the rules say about a position."""

    game: GameInfo
    start: str
    set_up: Annotated[list[list[int]], Field(description="The cells of X and O at the start.")]
    moves: list[MoveInfo]
    moves_text: str
    turn: Side
    legal: list[MoveInfo]
    outcome: OutcomeInfo | None
    text: Annotated[str, Field(description="The position in one line.")]


class ScoreInfo(BaseModel):
    """What a position or move is worth to the player to move."""

    kind: Literal["win", "draw", "loss", "heuristic"]
    text: str
    plies: int | None = None
    value: float | None = None
    meter: Annotated[float, Field(ge=-1, le=1, description="From -1, lost for X, to 1, won for X.")]


class LineInfo(BaseModel):
    """A move, what it is worth, and how play would go on."""

    move: str
    score: ScoreInfo
    line: list[MoveInfo]


class AnalysisInfo(BaseModel):
    """What a search has found out so far, the best line first."""

    by: str
    lines: list[LineInfo]
    depth: int
    nodes: int
    seconds: float
    speed: float
    complete: bool
    note: str = ""


class ChoiceInfo(BaseModel):
    """The move a player chose, what it thought, and the position after it."""

    move: str
    thought: str
    position: PositionInfo


class HintInfo(MoveInfo):
    """A good move and why it is good."""

    reason: str
    score: ScoreInfo


class OpenedInfo(BaseModel):
    """What a pasted text was taken for, and the position in it."""

    kind: str
    position: PositionInfo


class ExportInfo(BaseModel):
    """A game as text."""

    text: str


class VerdictInfo(BaseModel):
    """What a review says about one move."""

    index: Annotated[int, Field(description="Which move of the game it is, from 0.")]
    move: str
    verdict: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    change: Annotated[str, Field(description="What it did to a proved result, if it is proved.")]
    reason: str
    best: str


class ReviewInfo(BaseModel):
    """A verdict on every move of a game, or on the last ones if there was no time for more."""

    by: str
    meters: Annotated[
        list[float | None],
        Field(description="Each position from the first on, from -1, lost for X, to 1."),
    ]
    moves: list[VerdictInfo]


class SearchInfo(BaseModel):
    """A search whose tree can be drawn."""

    name: str
    about: str


class TreeNodeInfo(BaseModel):
    """One node of a search, in the order in which the search entered them."""

    number: int
    parent: int | None
    move: str | None
    cell: int
    turn: Side
    alpha: float | None
    beta: float | None
    value: float | None
    meaning: str
    end: Literal["unfinished", "leaf", "all tried", "cut off", "from table", "settled"]
    cut_by: str | None
    pruned: list[str]
    best: Annotated[bool, Field(description="On the line whose value came up to the root.")]


class CostInfo(BaseModel):
    """What a search cost."""

    search: str
    nodes: int
    evaluations: int
    cutoffs: int


class TreeInfo(CostInfo):
    """A search as it walked, and what it found."""

    best: str
    score: ScoreInfo
    whole: Annotated[bool, Field(description="False if only the first nodes are given.")]
    tree: list[TreeNodeInfo]


class ComparedInfo(CostInfo):
    """What one search of several cost."""

    complete: Annotated[bool, Field(description="False if it was ended early.")]


class PuzzleInfo(BaseModel):
    """A position in which few moves do what is asked for."""

    task: str
    moves: str
    position: PositionInfo
    solutions: list[str]
    reason: str
