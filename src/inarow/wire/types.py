"""The documents of the wire: plain data of codes and numbers, moves as text.

Cells count from the bottom left, row by row. Scores are from the side of the player to move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: The version of the format, in every document that can stand alone.
WIRE = 1
#: Names a record in a file, so that another program's JSON is not mistaken for one.
RECORD_FORMAT = "inarow-record"

SideCode = Literal["X", "O"]
KindCode = Literal["win", "draw", "loss", "heuristic"]
GradeCode = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
ChangeCode = Literal[
    "keeps-win",
    "delays-win",
    "win-to-draw",
    "win-to-loss",
    "keeps-draw",
    "draw-to-loss",
    "holds-out",
    "shortens-loss",
    "loses-at-once",
]
EndCode = Literal["unfinished", "leaf", "all-tried", "cut-off", "from-table", "settled"]
ThreatsCode = Literal["fours", "threats", "not-by-fours", "not-found"]
MeaningCode = Literal["exact", "lower", "upper", "unknown"]
GroupCode = Literal["levels", "strongest", "documents", "others"]


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game: its rules, its board and which engine analyses it."""

    #: The text from which this game can be made again.
    text: str
    family: str
    title: str
    about: str
    rules: str
    width: int
    height: int
    gravity: bool
    shape: str
    #: The length of the line, or the side of the square.
    size: int
    exact: bool
    columns: list[str]
    engine: str


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """A player of the roster."""

    name: str
    title: str
    about: str
    group: GroupCode
    #: Whether this is whom a newcomer meets.
    default: bool
    #: Whether it plays better the longer it thinks, so that it can be told how long to.
    timed: bool
    #: How long it thinks unless told; null for as long as it takes.
    seconds: float | None


@dataclass(frozen=True, slots=True)
class MoveInfo:
    """A move and the cell it fills."""

    move: str
    cell: int


@dataclass(frozen=True, slots=True)
class OutcomeInfo:
    """How a game ended: who won, and the cells that show it."""

    winner: SideCode | None
    cells: list[int]


@dataclass(frozen=True, slots=True)
class PositionInfo:
    """Everything the rules say about a position."""

    game: GameInfo
    #: The position before the first move, as one line; empty for the empty board.
    start: str
    #: The cells of X and O at the start.
    set_up: list[list[int]]
    moves: list[MoveInfo]
    moves_text: str
    turn: SideCode
    legal: list[MoveInfo]
    outcome: OutcomeInfo | None
    #: The position as one line.
    text: str


@dataclass(frozen=True, slots=True)
class ScoreInfo:
    """What a position or move is worth to the player to move."""

    kind: KindCode
    #: Moves of both sides until the game ends, where that is known.
    plies: int | None
    #: An estimate, and the value that means odds of e to 1; null for a proved result.
    value: float | None
    scale: float | None
    win_probability: float


@dataclass(frozen=True, slots=True)
class LineInfo:
    """A move, what it is worth, and how play would go on; the move itself comes first."""

    score: ScoreInfo
    moves: list[MoveInfo]


@dataclass(frozen=True, slots=True)
class AnalysisInfo:
    """What an engine has found out, the best line first."""

    wire: int
    game: str
    position: str
    turn: SideCode
    by: str
    score: ScoreInfo
    lines: list[LineInfo]
    depth: int
    nodes: int
    evaluations: int
    cutoffs: int
    seconds: float
    #: False if the search was stopped before it had done what it was asked for.
    complete: bool
    #: Whether every score in it is proved.
    exact: bool


@dataclass(frozen=True, slots=True)
class ReasonInfo:
    """Why a move is good or bad: a sentence, the code of its motif, and the cells that show it."""

    text: str
    motif: str | None
    cells: list[int]


@dataclass(frozen=True, slots=True)
class HintInfo:
    """A good move and why it is good."""

    wire: int
    game: str
    position: str
    turn: SideCode
    move: str
    cell: int
    reason: ReasonInfo
    analysis: AnalysisInfo


@dataclass(frozen=True, slots=True)
class ThreatWinInfo:
    """Whether the mover wins by threats, the line, and how it goes on after every defence."""

    wire: int
    game: str
    position: str
    turn: SideCode
    answer: ThreatsCode
    #: The answer in a sentence.
    text: str
    line: list[str]
    #: Null if no defence was looked at.
    defences: dict[str, list[str]] | None


@dataclass(frozen=True, slots=True)
class AnnotationInfo:
    """What a review says about one move."""

    #: The number of pieces on the board after it.
    number: int
    side: SideCode
    move: str
    best: str
    best_score: ScoreInfo
    score: ScoreInfo
    #: The line that begins with the best move.
    line: list[str]
    grade: GradeCode
    #: What the move did to a proved result.
    change: ChangeCode | None
    #: How much was lost of a win's worth of 1.
    loss: float
    reason: ReasonInfo
    #: X's chance to win after the move.
    expectation: float


@dataclass(frozen=True, slots=True)
class UnseenInfo:
    """Something that a people-like player did not see at a move: a nearly full group."""

    #: The number of pieces on the board after the move.
    number: int
    #: Whose pieces they are.
    side: SideCode
    #: The whole group; empty if nothing was looked at at all.
    cells: list[int]
    #: How many of its cells are filled.
    pieces: int
    #: Which way it runs: diagonal, vertical, horizontal; square; or empty for another shape.
    way: str


@dataclass(frozen=True, slots=True)
class CommentInfo:
    """What somebody wrote about a position of a game."""

    #: How many pieces were on the board.
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class RecordInfo:
    """A game: who played, the moves, the result, and what is known of each move."""

    wire: int
    format: str
    game: str
    players: dict[SideCode, str]
    start: str
    moves: list[str]
    result: Literal["X", "O", "draw", "unfinished"]
    unseen: list[UnseenInfo]
    comments: list[CommentInfo]
    annotations: list[AnnotationInfo]
    #: What is left to do of an opening; the players are then who opens and who answers.
    opening: Literal["", "swap2", "swap2-adding"] = ""


@dataclass(frozen=True, slots=True)
class SideReviewInfo:
    """How well a side has played."""

    accuracy: float
    grades: dict[GradeCode, int]


@dataclass(frozen=True, slots=True)
class TurningInfo:
    """What decided a game, in a sentence, and which piece on the board that was, if it was one."""

    text: str
    number: int | None


@dataclass(frozen=True, slots=True)
class ReviewInfo:
    """A verdict on every move of a game, or on the last ones if there was no time for more."""

    wire: int
    record: RecordInfo
    by: str
    #: X's chance to win before the first move and after each; null where it is not known.
    curve: list[float | None]
    sides: dict[SideCode, SideReviewInfo]
    #: What decided the game, if it is over.
    turning: TurningInfo | None
    #: The number of the move to look at first.
    opens_at: int | None


@dataclass(frozen=True, slots=True)
class NodeInfo:
    """One node of a search; window and value are seen from the side of ``view``."""

    number: int
    parent: int | None
    #: The moves from the traced position to here, and the cell that the last one filled.
    moves: list[str]
    cell: int | None
    depth: int
    turn: SideCode
    view: SideCode
    #: Null for a bound without end.
    alpha: float | None
    beta: float | None
    value: float | None
    meaning: MeaningCode
    end: EndCode
    cut_by: Literal["alpha", "beta"] | None
    pruned: list[str]
    unrecorded: list[str]
    #: On the line whose value came up to the root.
    best: bool


@dataclass(frozen=True, slots=True)
class TraceInfo:
    """A search as it walked, and what it found; nodes in the order in which they were entered."""

    wire: int
    game: str
    position: str
    turn: SideCode
    algorithm: str
    analysis: AnalysisInfo
    #: False if only the first nodes are given.
    whole: bool
    nodes: list[NodeInfo]


@dataclass(frozen=True, slots=True)
class ComparisonInfo:
    """What one search to one depth took, against the formulas b^d and its square root."""

    wire: int
    search: str
    depth: int
    nodes: int
    evaluations: int
    cutoffs: int
    seconds: float
    score: ScoreInfo
    #: False if it was ended early.
    complete: bool
    effective_branching: float
    worst: float
    best: float
    exponent: float


@dataclass(frozen=True, slots=True)
class PuzzleInfo:
    """A position in which one move does what is asked for."""

    wire: int
    game: str
    moves: list[str]
    position: str
    turn: SideCode
    task: Literal["win", "save"]
    solution: str
    score: ScoreInfo
    length: int
    fails_to_depth: int
    #: From 1, easy, to 5, hard.
    grade: int
    reason: str
    proof: Literal["solved", "fours"]


@dataclass(frozen=True, slots=True)
class BoundsInfo:
    """Points lie between these two, both included."""

    lower: int
    upper: int


@dataclass(frozen=True, slots=True)
class SolutionInfo:
    """What the exact solver has proved of a position, in the field's points."""

    wire: int
    game: str
    position: str
    turn: SideCode
    score: ScoreInfo
    points: int | None
    lower: int
    upper: int
    #: Whether only win, draw or loss was asked for: then 1, 0 and -1 stand for those.
    weak: bool
    best: list[str]
    line: list[str]
    moves: dict[str, BoundsInfo]
    nodes: int
    seconds: float
    complete: bool


@dataclass(frozen=True, slots=True)
class StandingInfo:
    """One player's line in the standings; Elo is None where the games say nothing about it."""

    player: str
    wins: int
    draws: int
    losses: int
    forfeits: int
    score: float
    elo: float | None
    margin: float | None
    seconds_a_move: float
    nodes_a_move: float


@dataclass(frozen=True, slots=True)
class MeetingInfo:
    """All games of one player against another."""

    player: str
    opponent: str
    wins: int
    draws: int
    losses: int
    #: Finished pairs by what they scored: 0, 1/2, 1, 3/2 or 2.
    pairs: list[int]


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """The result of a match or tournament, the best player first."""

    wire: int
    game: str
    run: int
    started: str
    #: Why it ended; empty while it has not.
    ended: str
    games: int
    first_player_score: float
    standings: list[StandingInfo]
    meetings: list[MeetingInfo]


#: What a chapter is made of: prose, code, and the kinds of live blocks.
BlockCode = Literal[
    "prose", "code", "board", "tree", "chart", "values", "quiz", "match", "exercise"
]


@dataclass(frozen=True, slots=True)
class BlockInfo:
    """A block of a chapter; what a live one shows is asked for by its place, counted from 0."""

    kind: BlockCode
    #: Prose as HTML without any markup but the course's own; links lead to #chapter/NAME and
    #: #exercise/NAME.
    html: str
    code: str
    #: The exercise to do now.
    exercise: str | None


@dataclass(frozen=True, slots=True)
class ChapterInfo:
    """A chapter of the course."""

    wire: int
    name: str
    number: int
    title: str
    blocks: list[BlockInfo]
    exercises: list[str]


@dataclass(frozen=True, slots=True)
class ExerciseInfo:
    """An exercise: the task as HTML, the function to write, and the code to start from."""

    wire: int
    name: str
    title: str
    chapter: str
    entry: str
    html: str
    starter: str
    #: Whether code that passes can play games.
    plays: bool


@dataclass(frozen=True, slots=True)
class ContentsEntryInfo:
    """A line of the course's contents."""

    name: str
    number: int
    title: str
    #: The names and titles of its exercises.
    exercises: dict[str, str]


@dataclass(frozen=True, slots=True)
class ContentsInfo:
    """The chapters of the course, in their order."""

    wire: int
    chapters: list[ContentsEntryInfo]


@dataclass(frozen=True, slots=True)
class QuizInfo:
    """A question about a search: the answers to choose from, the right one, and why."""

    question: str
    choices: list[str]
    answer: int
    why: str
    #: A head and rows of text: what there is to know.
    table: list[list[str]]


@dataclass(frozen=True, slots=True)
class PairsInfo:
    """A match in pairs of games as it stands, seen from the first player."""

    first: str
    second: str
    wins: int
    draws: int
    losses: int
    #: Pairs by what they scored: 0, 1/2, 1, 3/2 or 2.
    pairs: list[int]
    score: float
    #: The difference in Elo and its interval of 95 %; null without an end.
    elo: float | None
    low: float | None
    high: float | None
    #: The test: its ratio, and the bounds at which it ends.
    llr: float
    llr_low: float
    llr_high: float
    over: bool
    text: str


@dataclass(frozen=True, slots=True)
class LiveInfo:
    """What a live block shows; which parts are there depends on its kind."""

    wire: int
    kind: BlockCode
    #: The same in plain text, for whoever cannot see it.
    text: str
    position: PositionInfo | None
    #: board: who answers, if anybody does.
    opponent: str | None
    #: board: what people call that player.
    opponent_title: str | None
    #: tree and quiz: the search that shows it.
    trace: TraceInfo | None
    #: chart: the nodes of each search to each depth.
    rows: list[ComparisonInfo]
    #: values: a head and rows of text.
    table: list[list[str]]
    quiz: QuizInfo | None
    #: match: before the first pair; each further one is asked for.
    match: PairsInfo | None


@dataclass(frozen=True, slots=True)
class RungInfo:
    """A step of a ladder: how many points of how many games pass, and the games so far."""

    opponent: str
    games: int
    needed: float
    wins: int
    draws: int
    losses: int
    points: float
    #: The difference in Elo in words, with its margin.
    elo: str
    passed: bool


@dataclass(frozen=True, slots=True)
class FeedbackInfo:
    """Whether a student's code passes an exercise, or the first thing that is wrong with it."""

    wire: int
    exercise: str
    passed: bool
    text: str
    #: The line of the code that an error is about, from 1.
    line: int | None
    position: PositionInfo | None
    #: The tree that the student's search walked, and the one that it should have walked.
    yours: TraceInfo | None
    ours: TraceInfo | None
    rungs: list[RungInfo]
