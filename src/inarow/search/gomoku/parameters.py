"""What the Gomoku search works with: values for its parameters by name, and an evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from inarow.files.trouble import reason
from inarow.kernels.gomoku.parameters import PARAMETERS, Parameter
from inarow.rules.errors import InarowError

_BY_NAME = {parameter.name: parameter for parameter in PARAMETERS}


class ParameterError(InarowError):
    """The search has no parameter of this name, or it cannot have this value."""


def evaluation_from(name: str) -> Path | None:
    """The file with an evaluation, once it is known to hold one; None for no name."""
    if not name:
        return None
    from inarow.kernels.gomoku.weights import evaluation_weights

    try:
        evaluation_weights(Path(name))
    except OSError as error:
        raise ParameterError(f"cannot read {name}: {reason(error)}") from None
    except ValueError:
        raise ParameterError(
            f"{name} does not hold an evaluation, as `inarow lab evaluation` writes it"
        ) from None
    return Path(name)


def parameters_from(text: str) -> dict[str, int]:
    """Read parameters joined by plus signs.

    >>> parameters_from("null_margin=150+vcf_nodes=8")
    {'null_margin': 150, 'vcf_nodes': 8}
    """
    values: dict[str, int] = {}
    for word in filter(None, (part.strip() for part in text.split("+"))):
        name, _, value = (part.strip() for part in word.partition("="))
        try:
            values[name] = int(value)
        except ValueError:
            raise ParameterError(f"{word!r} is not a parameter with a whole number") from None
    with_defaults(values)
    return values


def parameter_named(name: str) -> Parameter:
    """The parameter of this name."""
    if name not in _BY_NAME:
        raise ParameterError(
            f"the search has no parameter {name!r}; there are {', '.join(_BY_NAME)}"
        )
    return _BY_NAME[name]


def with_defaults(values: Mapping[str, int]) -> list[int]:
    """Return the values of all parameters in order: these, and for the others their defaults."""
    for name, value in values.items():
        parameter = parameter_named(name)
        if not parameter.lowest <= value <= parameter.highest:
            raise ParameterError(
                f"{name} must be from {parameter.lowest} to {parameter.highest}, not {value}"
            )
    return [values.get(parameter.name, parameter.default) for parameter in PARAMETERS]
