"""A run as one HTML page: table, cross-table, plots, and how the games ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from itertools import accumulate
from pathlib import Path
from typing import Any

from inarow.draw.plots import Estimate, EstimatePlot, Plot, Series
from inarow.files.html_text import html_table
from inarow.files.trouble import trouble_as
from inarow.files.whole import write_whole
from inarow.match.conditions import MatchError
from inarow.match.elo import Tally, tally
from inarow.match.records import GameRecord
from inarow.match.sprt import Sprt
from inarow.match.standings import Standings, cross_table, standings
from inarow.match.store import Run

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1d2433; background: #fff;
       max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid #d7dbe3; padding: .3rem .6rem; text-align: right; }
th:first-child, td:first-child { text-align: left; }
th { background: #f2f4f8; }
svg { max-width: 100%; height: auto; }
code { overflow-wrap: anywhere; }
"""


def write_report(
    path: str | Path, run: Run, records: Sequence[GameRecord], labels: Sequence[str]
) -> None:
    """Write the page to a file."""
    with trouble_as(MatchError, f"cannot write {path}"):
        write_whole(Path(path), report_html(run, records, labels))


def report_html(run: Run, records: Sequence[GameRecord], labels: Sequence[str]) -> str:
    """The page's text; it needs nothing from elsewhere."""
    summary = standings(records, labels)
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(_title(run, labels))}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(_title(run, labels))}</h1>",
        f"<p>{escape(_about(run, summary))}</p>",
        "<h2>Standings</h2>",
        standings_html(summary),
        *(_comparison(run, records, labels) if len(labels) == 2 else []),
        "<h2>Cross-table</h2>",
        "<p>Points of the row against the column.</p>",
        _cross_table(records, summary.labels),
        "<h2>How the games ended</h2>",
        _endings(records),
        "<h2>The plan</h2>",
        _plan_table(run.plan),
        "</body></html>",
    ]
    return "\n".join(part for part in parts if part)


def _title(run: Run, labels: Sequence[str]) -> str:
    return f"{run.plan['game']}: {' - '.join(labels) if len(labels) == 2 else run.plan['form']}"


def _about(run: Run, summary: Standings) -> str:
    ended = f" Finished: {run.ended}." if run.ended else " Not finished yet."
    return (
        f"Run {run.id}, started {run.started}, {summary.games} games.{ended} "
        f"X, moving first, scored {summary.first_player_score:.1%}, which is worth "
        f"{summary.ratings.advantage:+z.0f} ± {summary.ratings.advantage_margin:.0f} Elo."
    )


def standings_html(summary: Standings) -> str:
    """The table and the ratings, as a notebook shows them."""
    plot = _rating_plot(summary) if summary.games else ""
    return f"{_standings_table(summary)}\n{plot}"


def _standings_table(summary: Standings) -> str:
    head = ["player", "Elo", "± 95%", "games", "score", "wins", "draws", "losses", "forfeits",
            "ms/move", "nodes/move"]  # fmt: skip
    rows = [
        [line.label, f"{line.elo:+z.0f}", f"{line.margin:.0f}", str(line.games),
         f"{line.score:.1%}", str(line.wins), str(line.draws), str(line.losses),
         str(line.forfeits), f"{1000 * line.seconds:.1f}", f"{line.nodes:,.0f}"]
        for line in summary.lines
    ]  # fmt: skip
    return html_table(head, rows)


def _comparison(run: Run, records: Sequence[GameRecord], labels: Sequence[str]) -> list[str]:
    first, second = labels
    result = tally(records, first, second)
    scores = [record.score_of(first) for record in sorted(records, key=lambda r: r.spec.number)]
    running = [total / count for count, total in enumerate(accumulate(scores), start=1)]
    parts = [
        "<h2>The difference</h2>",
        f"<p>{escape(difference_text(first, result))}</p>",
        f"<p>{escape(_sprt_text(run, result))}</p>" if run.plan.get("sprt") else "",
    ]
    return parts + ([_progress_plot(running, first)] if running else [])


def _rating_plot(summary: Standings) -> str:
    """Every player's rating with its interval, the best on top."""
    ratings = tuple(Estimate(line.label, line.elo, line.margin) for line in summary.lines)
    plot = EstimatePlot("Ratings with 95% intervals", "Elo (average 0)", ratings)
    return plot.drawing().svg()


def _progress_plot(running: Sequence[float], label: str) -> str:
    """How a player's score settled from game to game."""
    points = tuple((number, 100 * score) for number, score in enumerate(running, start=1))
    title = f"Score of {label} after each game"
    plot = Plot(title, "games", "%", (Series(label, points),), y_range=(0, 100))
    return plot.drawing().svg()


def difference_text(label: str, result: Tally) -> str:
    """How much better a player is, as the finished pairs show it."""
    pairs = sum(result.pairs)
    return (
        f"{label}: {result}, {result.score:.1%} of {result.games} games; "
        f"Elo difference {result.elo()} (95%, from {pairs} {'pair' if pairs == 1 else 'pairs'} "
        f"scoring 0, 1/2, 1, 3/2, 2: {', '.join(map(str, result.pairs))}); "
        f"{result.elo().superiority:.1%} likely to be better"
    )


def _sprt_text(run: Run, result: Tally) -> str:
    test = Sprt(**run.plan["sprt"])
    return f"{test.describe()}. {test.explain(result.pairs)}."


def _cross_table(records: Sequence[GameRecord], labels: Sequence[str]) -> str:
    table = cross_table(records, labels)
    rows = [
        [label, *("" if cell is None else f"{cell.points:g} / {cell.games}" for cell in row)]
        for label, row in zip(labels, table, strict=True)
    ]
    return html_table(["", *labels], rows)


def _endings(records: Sequence[GameRecord]) -> str:
    counts = Counter(
        ("draw" if record.winner is None else f"{record.winner} won", record.ending.value)
        for record in records
    )
    rows = [[result, ending, str(count)] for (result, ending), count in counts.most_common()]
    forfeits = [record for record in records if record.ending.is_forfeit]
    listing = "".join(f"<li>{escape(record.summary())}</li>" for record in forfeits[:50])
    more = f"<p>... and {len(forfeits) - 50} more.</p>" if len(forfeits) > 50 else ""
    return html_table(["result", "ending", "games"], rows) + (
        f"<ul>{listing}</ul>{more}" if listing else ""
    )


def _plan_table(plan: dict[str, Any]) -> str:
    rows = [[name, str(value)] for name, value in plan.items() if name != "players"]
    rows += [["player", f"{one['player']} {one['limit']}".strip()] for one in plan["players"]]
    return html_table(["", ""], rows)
