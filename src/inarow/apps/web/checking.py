"""Requests checked without a server, in the words that the server's checks use."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from inarow.apps.web.requests import Allowed, validation_sentence
from inarow.rules.errors import InarowError

Form = TypeVar("Form")
#: A problem: where it is and what it is.
Problem = dict[str, Any]


class RequestError(InarowError):
    """A request that is not as it must be; the text is a sentence about the first problem."""


def checked(form: type[Form], data: Any) -> Form:
    """A request from what JSON holds.

    >>> from inarow.apps.web.requests import PositionRequest
    >>> checked(PositionRequest, {"moves": 44})
    Traceback (most recent call last):
    inarow.apps.web.checking.RequestError: moves: Input should be a valid string
    """
    if problems := list(_problems(form, data, ())):
        raise RequestError(validation_sentence(problems))
    made: Form = _made(form, data)
    return made


def _made(form: Any, data: Any) -> Any:
    """A value of a field's type, from what JSON holds."""
    if get_origin(form) in (Union, UnionType):
        return None if data is None else _made(get_args(form)[0], data)
    if get_origin(form) is list:
        return [_made(get_args(form)[0], one) for one in data]
    if not is_dataclass(form):
        return data
    hints = get_type_hints(form)
    made: Any = form
    return made(**{name: _made(hints[name], value) for name, value in data.items()})


def _problems(form: Any, data: Any, where: tuple[Any, ...]) -> Iterator[Problem]:
    if not isinstance(data, Mapping):
        what = "Input should be a valid dictionary or object to extract fields from"
        yield _problem(where, what)
        return
    known: dict[str, Field[Any]] = {field.name: field for field in fields(form)}
    hints = get_type_hints(form, include_extras=True)
    for name, field in known.items():
        if name in data:
            yield from _field_problems(hints[name], data[name], (*where, name))
        elif field.default is MISSING:
            yield _problem((*where, name), "Field required")
    for name in data:
        if name not in known:
            yield _problem((*where, name), "Extra inputs are not permitted")


def _field_problems(hint: Any, value: Any, where: tuple[Any, ...]) -> Iterator[Problem]:
    if get_origin(hint) in (Union, UnionType):
        if value is None:
            return
        hint = get_args(hint)[0]
    allowed = Allowed()
    if get_origin(hint) is Annotated:
        hint, allowed = get_args(hint)
    if is_dataclass(hint):
        yield from _problems(hint, value, where)
    elif get_origin(hint) is list:
        yield from _list_problems(get_args(hint)[0], allowed, value, where)
    elif what := _refusal(hint, allowed, value):
        yield _problem(where, what)


def _list_problems(
    form: Any, allowed: Allowed, value: Any, where: tuple[Any, ...]
) -> Iterator[Problem]:
    most = allowed.max_length
    if not isinstance(value, list):
        yield _problem(where, "Input should be a valid list")
    elif most is not None and len(value) > most:
        what = f"List should have at most {most} items after validation, not {len(value)}"
        yield _problem(where, what)
    else:
        for number, one in enumerate(value):
            yield from _field_problems(form, one, (*where, number))


def _refusal(kind: Any, allowed: Allowed, value: Any) -> str | None:
    """What is wrong with a value, if anything is."""
    if get_origin(kind) is Literal:
        *others, last = map(repr, get_args(kind))
        fits = isinstance(value, str) and value in get_args(kind)
        return None if fits else f"Input should be {', '.join(others)} or {last}"
    if kind is str:
        if not isinstance(value, str):
            return "Input should be a valid string"
        if allowed.min_length is not None and len(value) < allowed.min_length:
            return f"String should have at least {allowed.min_length} character"
        if allowed.max_length is not None and len(value) > allowed.max_length:
            return f"String should have at most {allowed.max_length} characters"
        return None
    if kind is bool:
        return None if isinstance(value, bool) else "Input should be a valid boolean"
    return _number_refusal(kind, allowed, value)


def _number_refusal(kind: Any, allowed: Allowed, value: Any) -> str | None:
    accepted = (int,) if kind is int else (int, float)
    if isinstance(value, bool) or not isinstance(value, accepted):
        return f"Input should be a valid {'integer' if kind is int else 'number'}"
    if not math.isfinite(value):
        return "Input should be a finite number"
    if allowed.le is not None and value > allowed.le:
        return f"Input should be less than or equal to {allowed.le}"
    if allowed.ge is not None and value < allowed.ge:
        return f"Input should be greater than or equal to {allowed.ge}"
    if allowed.gt is not None and value <= allowed.gt:
        return f"Input should be greater than {allowed.gt}"
    return None


def _problem(where: tuple[Any, ...], what: str) -> Problem:
    return {"loc": where, "msg": what}
