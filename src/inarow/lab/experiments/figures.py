"""Figures as PNG and SVG, all in one style. Matplotlib comes with the extra ``plots``."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from inarow.files.whole import write_whole
from inarow.rules.errors import InarowError

#: Told apart without colour vision (Okabe and Ito's palette).
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#000000", "#999999")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")


class PlotsMissingError(InarowError):
    """The plotting library is not installed."""


def new_figure(columns: int = 1, width: float = 6.4, height: float = 4.0) -> tuple[Any, list[Any]]:
    """A figure with some axes side by side."""
    try:
        import matplotlib
    except ImportError:
        raise PlotsMissingError(
            "figures need an extra package: pip install 'inarow[plots]'"
        ) from None
    matplotlib.use("Agg")
    # The same experiment gives the same file, and text in an SVG stays text.
    matplotlib.rcParams.update({"svg.hashsalt": "inarow", "svg.fonttype": "none", "font.size": 10})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(
        1, columns, figsize=(width * columns, height), squeeze=False, constrained_layout=True
    )
    return figure, list(axes[0])


def dress(axes: Any, title: str, x: str, y: str) -> None:
    """Name the axes and leave out what only adds ink."""
    axes.set_title(title)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)


def save(figure: Any, pages: Path, name: str) -> None:
    """Write a figure as PNG and SVG."""
    from matplotlib import pyplot

    pages.mkdir(parents=True, exist_ok=True)
    for ending, how in (("png", {"dpi": 120}), ("svg", {"metadata": {"Date": None}})):
        data = BytesIO()
        figure.savefig(data, format=ending, **how)
        write_whole(pages / f"{name}.{ending}", data.getvalue())
    pyplot.close(figure)
