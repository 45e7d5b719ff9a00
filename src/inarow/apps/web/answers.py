"""What only the page is answered, around the documents of :mod:`inarow.wire`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inarow.wire.types import AnalysisInfo, PositionInfo, PuzzleInfo

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
