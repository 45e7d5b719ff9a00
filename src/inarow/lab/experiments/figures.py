"""Figures as PNG and SVG, all in one style. Matplotlib comes with the extra ``plots``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from inarow.files.extras import check_extra
from inarow.files.whole import write_whole

#: Told apart without colour vision (Okabe and Ito's palette).
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#000000", "#999999")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")


@contextmanager
def new_figure(
    pages: Path, name: str, columns: int = 1, *, width: float = 6.4, height: float = 4.0
) -> Iterator[tuple[Any, list[Any]]]:
    """A figure with some axes side by side; it is written as PNG and SVG when it is drawn."""
    check_extra("figures", "a page with figures")
    import matplotlib

    matplotlib.use("Agg")
    # The same experiment gives the same file, and text in an SVG stays text.
    matplotlib.rcParams.update({"svg.hashsalt": "inarow", "svg.fonttype": "none", "font.size": 10})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(
        1, columns, figsize=(width * columns, height), squeeze=False, constrained_layout=True
    )
    yield figure, list(axes[0])
    pages.mkdir(parents=True, exist_ok=True)
    for ending, how in (("png", {"dpi": 120}), ("svg", {"metadata": {"Date": None}})):
        data = BytesIO()
        figure.savefig(data, format=ending, **how)
        write_whole(pages / f"{name}.{ending}", data.getvalue())
    pyplot.close(figure)


def dress(axes: Any, title: str, x: str, y: str) -> None:
    """Name the axes and leave out what only adds ink."""
    axes.set_title(title)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)


def style_of(number: int) -> dict[str, str]:
    """Colour, marker and dashes by which a line is told from those with other numbers."""
    return {
        "color": COLOURS[number % len(COLOURS)],
        "marker": MARKERS[number % len(MARKERS)],
        "linestyle": "-" if number < len(COLOURS) else "--",
    }


def draw_estimates(
    axes: Any, number: int, label: str, points: Iterable[tuple[float, float, float]]
) -> None:
    """A line through points of x, y and the margin of y to both sides."""
    xs, ys, margins = zip(*points, strict=True)
    axes.errorbar(xs, ys, yerr=margins, capsize=2, label=label, **style_of(number))
