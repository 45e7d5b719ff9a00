"""The course for the page: contents, chapters, live blocks, exercises, names for the editor."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import inarow
from inarow import learn
from inarow.apps.web import requests
from inarow.apps.web.questions import Service
from inarow.learn.chapters.chapter import Part, chapter, chapters
from inarow.learn.exercises.exercise import EXERCISES, exercise
from inarow.learn.live import ExerciseBlock, MatchBlock
from inarow.learn.markdown import Code, MarkdownError, Prose
from inarow.match.elo import Tally
from inarow.search.stopping import StopSignal
from inarow.wire import course, types

#: What a student's code meets on a board; what stands after a dot is read from them.
_CLASSES: tuple[type[Any], ...] = (inarow.Board, inarow.Game, inarow.Side, inarow.Outcome)
#: What variables of these names usually are.
_USUAL = {
    "board": "Board", "game": "Game", "outcome": "Outcome", "side": "Side", "player": "Side",
    "turn": "Side",
}  # fmt: skip

NameKind = Literal["class", "function", "method", "property", "constant"]


@dataclass(frozen=True, slots=True)
class NameInfo:
    """A name that student code can use: what it is, how it is called, and what it does."""

    name: str
    kind: NameKind
    signature: str
    about: str


@dataclass(frozen=True, slots=True)
class NamesInfo:
    """What an editor completes: names, members by class, and the classes of usual variables."""

    globals: list[NameInfo]
    members: dict[str, list[NameInfo]]
    variables: dict[str, str]


def lookups() -> dict[str, Service]:
    """What of the course is answered at once."""
    return {
        "contents": contents, "chapter": course_chapter, "exercise": course_exercise,
        "names": names,
    }  # fmt: skip


def searches() -> dict[str, Service]:
    """What of the course has to be worked out."""
    return {"live": live, "pairs": pairs}


def contents() -> types.ContentsInfo:
    """The chapters of the course, with their exercises."""
    return course.contents_info()


def course_chapter(request: requests.ChapterRequest) -> types.ChapterInfo:
    """A chapter: prose, code, and where its live blocks stand."""
    return course.chapter_info(chapter(request.chapter))


def course_exercise(request: requests.ExerciseRequest) -> types.ExerciseInfo:
    """An exercise: what is asked for, and the code to start from."""
    return course.exercise_info(exercise(request.exercise))


def live(request: requests.BlockRequest, stop: StopSignal) -> types.LiveInfo:  # noqa: ARG001
    """Work out what a live block of a chapter shows."""
    part = _part(request)
    if isinstance(part, Prose | Code):
        raise MarkdownError(f"block {request.block} of {request.chapter} is not live")
    return course.live_info(part)


def pairs(request: requests.PairsRequest, stop: StopSignal) -> types.PairsInfo:  # noqa: ARG001
    """Play one more pair of games of a chapter's match."""
    part = _part(request)
    if not isinstance(part, MatchBlock):
        raise MarkdownError(f"block {request.block} of {request.chapter} is no match")
    if len(request.pairs) != 5:
        raise MarkdownError(f"pairs score in 5 ways, not in {len(request.pairs)}")
    lost, less, even, more, won = request.pairs
    before = Tally(request.wins, request.draws, request.losses, (lost, less, even, more, won))
    return course.pairs_info(part, before if part.is_over(before) else part.after(before))


def _part(request: requests.BlockRequest) -> Part:
    parts = chapter(request.chapter).parts
    if request.block >= len(parts):
        raise MarkdownError(f"{request.chapter} has {len(parts)} blocks, from 0")
    return parts[request.block]


def names() -> NamesInfo:
    """What the editor completes, read from the classes themselves."""
    homes = dict.fromkeys(inarow.__all__, inarow) | dict.fromkeys(learn.__all__, learn)
    everywhere = [_named(name, getattr(home, name)) for name, home in homes.items()]
    members = {one.__name__: _members(one) for one in _CLASSES}
    return NamesInfo(everywhere, members, _USUAL)


#: Questions with their requests and answers.
Asked = list[tuple[str, dict[str, Any], Any]]


def everything() -> dict[str, Asked]:
    """What a page asks of the course, by chapter; what belongs to none comes first, under ""."""
    found: dict[str, Asked] = {"": [("contents", {}, contents()), ("names", {}, names())]}
    for name, one in EXERCISES.items():
        found[""].append(("exercise", {"exercise": name}, course.exercise_info(one)))
    for each in chapters():
        found[each.name] = [("chapter", {"chapter": each.name}, course.chapter_info(each))]
        for place, part in enumerate(each.parts):
            if not isinstance(part, Prose | Code | ExerciseBlock):
                request = {"chapter": each.name, "block": place}
                found[each.name].append(("live", request, course.live_info(part)))
    return found


def _members(kind: type[Any]) -> list[NameInfo]:
    """The public members of a class, those of its own first."""
    listed = [
        name for one in kind.__mro__ if one.__module__.startswith("inarow") for name in vars(one)
    ]
    listed += list(getattr(kind, "__annotations__", {})) + list(getattr(kind, "__members__", {}))
    public = [name for name in dict.fromkeys(listed) if not name.startswith("_")]
    return [_named(name, inspect.getattr_static(kind, name, None), kind) for name in public]


def _named(name: str, thing: Any, owner: type[Any] | None = None) -> NameInfo:
    about = (inspect.getdoc(thing) or "").partition("\n\n")[0].replace("\n", " ")
    if isinstance(thing, property | cached_property):
        read = thing.fget if isinstance(thing, property) else thing.func
        return NameInfo(name, "property", f": {_result(read)}", about)
    if isinstance(thing, classmethod | staticmethod):
        return NameInfo(name, "method", _signature(getattr(owner, name)), about)
    if inspect.isclass(thing):
        return NameInfo(name, "class", "", about)
    if callable(thing):
        return NameInfo(name, "function" if owner is None else "method", _signature(thing), about)
    return NameInfo(name, "constant", _attribute(name, thing, owner), "" if owner else about)


def _attribute(name: str, thing: Any, owner: type[Any] | None) -> str:
    if owner is None:
        return f": {type(thing).__name__}"
    hint = getattr(owner, "__annotations__", {}).get(name) or _USUAL.get(name)
    return f": {hint or owner.__name__}"


def _signature(function: Any) -> str:
    """How it is called, in short: the names of its parameters, and what it gives."""
    found = inspect.signature(function)
    taken = ", ".join(name for name in found.parameters if name not in ("self", "cls"))
    result = _result(function)
    return f"({taken})" if result in ("", "None") else f"({taken}) -> {result}"


def _result(function: Any) -> str:
    hint = inspect.signature(function).return_annotation
    return "" if hint is inspect.Signature.empty else str(hint)
