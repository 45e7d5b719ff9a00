"""The forms of requests as pydantic's models, for the server and its description of itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from inspect import Parameter, Signature, signature
from types import UnionType
from typing import Annotated, Any, ClassVar, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from inarow.apps.web.requests import Allowed


class Strict(BaseModel):
    """A request: unknown fields and wrong types are refused rather than guessed at."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        extra="forbid", strict=True, allow_inf_nan=False
    )

    #: The form that a model was made of.
    __form__: ClassVar[type[Any]]

    def form(self) -> Any:
        """The request as the services take it."""
        values = {field.name: getattr(self, field.name) for field in fields(self.__form__)}
        return self.__form__(**{name: _plain(value) for name, value in values.items()})


def _plain(value: Any) -> Any:
    """A value with the forms in it instead of their models."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value.form() if isinstance(value, Strict) else value


def served(service: Callable[..., Any]) -> Callable[..., Any]:
    """A service as an endpoint: it takes models instead of forms, and answers alike."""
    hints = get_type_hints(service, include_extras=True)

    def endpoint(**given: Any) -> Any:
        return service(
            **{name: one.form() if isinstance(one, Strict) else one for name, one in given.items()}
        )

    taken = [
        one.replace(annotation=described(hints[one.name]), kind=Parameter.KEYWORD_ONLY)
        for one in signature(service).parameters.values()
    ]
    endpoint.__name__, endpoint.__doc__ = service.__name__, service.__doc__
    endpoint.__signature__ = Signature(  # type: ignore[attr-defined]
        taken, return_annotation=hints["return"]
    )
    return endpoint


@cache
def model_of(form: Any) -> type[Strict]:
    """The model of a form, with the form's name, fields and words."""
    hints = get_type_hints(form, include_extras=True)
    members: dict[str, Any] = {}
    for field in fields(form):
        kind, default = described(hints[field.name]), field.default
        if is_dataclass(default):
            default = kind()
        members[field.name] = kind, ... if default is MISSING else default
    made = create_model(form.__name__, __base__=Strict, __doc__=form.__doc__, **members)
    made.__form__ = form
    return made


def described(hint: Any) -> Any:
    """A type as pydantic wants to hear of it."""
    if isinstance(hint, type) and is_dataclass(hint):
        return model_of(hint)
    if get_origin(hint) in (Union, UnionType):
        return Union[tuple(map(described, get_args(hint)))]  # noqa: UP007
    if get_origin(hint) is list:
        return list[described(get_args(hint)[0])]  # type: ignore[misc]
    if get_origin(hint) is not Annotated:
        return hint
    kind, allowed = get_args(hint)
    return Annotated[described(kind), _field(allowed)]


def _field(allowed: Allowed) -> Any:
    """What a field may hold, in pydantic's words."""
    said = {name: value for name, value in vars(allowed).items() if value not in (None, ())}
    return Field(**{**said, "examples": list(allowed.examples) or None})
