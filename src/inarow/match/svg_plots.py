"""Two small plots as SVG text, so that a report needs no plotting library."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from inarow.match.standings import Standing

_INK = "#1d2433"
_MUTED = "#8a93a6"
_MARK = "#2456a6"
_FONT = 'font-family="sans-serif" font-size="13"'


def rating_plot(lines: Sequence[Standing], width: int = 720) -> str:
    """Every player's rating with its 95% interval, the best on top."""
    left, right, row = 220, 30, 28
    height = row * len(lines) + 46
    low = min(line.elo - line.margin for line in lines)
    high = max(line.elo + line.margin for line in lines)
    ticks = _ticks(low, high)
    low, high = min(low, ticks[0]), max(high, ticks[-1])

    def at(elo: float) -> float:
        return left + (elo - low) / ((high - low) or 1.0) * (width - left - right)

    parts = [_open(width, height, "Ratings with 95% intervals")]
    for tick in ticks:
        parts.append(_line(at(tick), 8, at(tick), height - 36, _MUTED, 0.5))
        parts.append(_text(at(tick), height - 20, f"{tick:+g}", "middle"))
    parts.append(_text((left + width - right) / 2, height - 4, "Elo, average 0", "middle"))
    for index, line in enumerate(lines):
        y = 8 + row * (index + 0.5)
        parts.append(_text(left - 12, y + 4, _short(line.label), "end"))
        parts.append(_line(at(line.elo - line.margin), y, at(line.elo + line.margin), y, _MARK, 2))
        parts.append(f'<circle cx="{at(line.elo):.1f}" cy="{y:.1f}" r="5" fill="{_MARK}"/>')
    return "\n".join([*parts, "</svg>"])


def progress_plot(scores: Sequence[float], caption: str, width: int = 720) -> str:
    """How a score settled from game to game."""
    left, right, top, bottom, height = 60, 30, 14, 48, 260
    parts = [_open(width, height, caption)]

    def x_at(index: int) -> float:
        return left + index / max(len(scores) - 1, 1) * (width - left - right)

    def y_at(score: float) -> float:
        return top + (1.0 - score) * (height - top - bottom)

    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(_line(left, y_at(tick), width - right, y_at(tick), _MUTED, 0.5))
        parts.append(_text(left - 8, y_at(tick) + 4, f"{tick:.0%}", "end"))
    points = " ".join(f"{x_at(i):.1f},{y_at(score):.1f}" for i, score in enumerate(scores))
    parts.append(f'<polyline points="{points}" fill="none" stroke="{_MARK}" stroke-width="2"/>')
    for index in sorted({0, len(scores) // 2, len(scores) - 1}):
        parts.append(_text(x_at(index), height - 28, str(index + 1), "middle"))
    parts.append(_text((left + width - right) / 2, height - 8, f"games; {caption}", "middle"))
    return "\n".join([*parts, "</svg>"])


def _ticks(low: float, high: float) -> list[float]:
    """About five round numbers that span a range."""
    step = next(
        (size for size in (10, 20, 50, 100, 200, 500, 1000) if (high - low) / size <= 6), 2000
    )
    first = int(low // step)
    last = int(-(-high // step))
    return [float(step * number) for number in range(first, last + 1)]


def _open(width: int, height: int, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img"><title>{escape(title)}</title>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, stroke: float) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'stroke="{colour}" stroke-width="{stroke}"/>'
    )


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" {_FONT} fill="{_INK}" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )


def _short(label: str) -> str:
    return label if len(label) <= 28 else label[:25] + "..."
