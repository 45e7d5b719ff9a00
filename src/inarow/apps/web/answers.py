"""What only the page is answered, around the documents of :mod:`inarow.wire`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inarow.wire.types import (
    AnalysisInfo,
    MoveInfo,
    PositionInfo,
    PuzzleInfo,
    UnseenInfo,
)

OpenedKind = Literal["link", "picture", "moves", "record"]


@dataclass(frozen=True, slots=True)
class ErrorInfo:
    """What went wrong, in a sentence."""

    error: str


@dataclass(frozen=True, slots=True)
class StatusInfo:
    """How the server is."""

    version: str


@dataclass(frozen=True, slots=True)
class ChoiceInfo:
    """The move a player chose, what it thought if it tells, and the position after it."""

    move: str
    thought: AnalysisInfo | None
    position: PositionInfo
    #: What a people-like player did not see; a review can be told.
    unseen: list[UnseenInfo]
    #: How many seconds a person might have taken for the move, where that was asked for.
    seconds: float | None


@dataclass(frozen=True, slots=True)
class OpenedInfo:
    """What a pasted text was taken for, and the position in it."""

    kind: OpenedKind
    position: PositionInfo


@dataclass(frozen=True, slots=True)
class ExportInfo:
    """A game as text."""

    text: str


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """A search whose tree can be drawn."""

    name: str
    about: str


@dataclass(frozen=True, slots=True)
class TaskInfo:
    """A puzzle, its position, and the question in words."""

    puzzle: PuzzleInfo
    position: PositionInfo
    question: str


@dataclass(frozen=True, slots=True)
class ResultInfo:
    """A level that was met, and the person's score against it."""

    level: int
    score: float


@dataclass(frozen=True, slots=True)
class KnownInfo:
    """What is known of a person in a game; the page keeps it."""

    skill: float
    games: int
    results: list[ResultInfo]


@dataclass(frozen=True, slots=True)
class AdaptInfo:
    """What is known of a person now, the level to play next, and that in a sentence."""

    known: KnownInfo
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Swap2Info:
    """What a computer does in an opening by swap2.

    On the empty board three stones; later none to take black, one to take white with that move,
    two to add and let the other side choose.
    """

    stones: list[MoveInfo]
