"""Packages that only some parts need: whether they are there, and how to get them."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from inarow.rules.errors import InarowError

#: The packages of each extra, by the names under which they are imported.
EXTRAS: dict[str, tuple[str, ...]] = {
    "web": ("fastapi", "uvicorn", "websockets", "segno"),
    "figures": ("matplotlib",),
    "pictures": ("PIL",),
    "parquet": ("pyarrow",),
    "cluster": ("ray",),
    "mcp": ("mcp", "PIL"),
    "gpu": ("numba_cuda",),
    "train": ("torch",),
    "notebook": ("anywidget",),
    "openspiel": ("pyspiel",),
    "pettingzoo": ("pettingzoo",),
}
#: Where an extra of the package has another name, or brings more than one of these.
_NAMES = {"figures": "plots", "pictures": "plots"}


class MissingExtraError(InarowError, ModuleNotFoundError):
    """A package that is needed for this is not installed."""


def check_extra(extra: str, what: str) -> None:
    """Raise an error that says how to install what ``what`` needs, unless it is there."""
    missing = [name for name in EXTRAS[extra] if find_spec(name) is None]
    if missing:
        raise MissingExtraError(
            f"{what} needs {', '.join(missing)}; install with: {install_command(extra)}"
        )


def pyarrow_for(what: str) -> Any:
    """The package that writes Parquet, or an error that says how to install it."""
    check_extra("parquet", what)
    import pyarrow
    import pyarrow.parquet

    return pyarrow


def install_command(extra: str) -> str:
    """How to install an extra: into a checkout, or beside an installed package."""
    name = _NAMES.get(extra, extra)
    root = Path(__file__).parents[3]
    if (root / "pyproject.toml").is_file() and (root / "src" / "inarow").is_dir():
        return f"pip install -e '{root}[{name}]'"
    return f"pip install 'inarow[{name}]'"
