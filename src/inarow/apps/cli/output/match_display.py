"""Following a match: a live table in a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from contextlib import AbstractContextManager
from typing import Any, TextIO

from inarow.match.plan import RunState
from inarow.match.report import difference_text
from inarow.match.standings import cross_table_text, standings, table_text

#: Seconds between two updates of the live table: the ratings are fitted again for each.
_REFRESH_SECONDS = 0.5


def follow(*, plain: bool) -> AbstractContextManager[PlainFollower | LiveFollower]:
    """What to show a run's progress with."""
    return PlainFollower() if plain or not sys.stdout.isatty() else LiveFollower()


class PlainFollower:
    """One line a game."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout

    def __enter__(self) -> PlainFollower:
        return self

    def __exit__(self, *_: object) -> None:
        self._out.flush()

    def __call__(self, progress: RunState) -> None:
        """Print what is new."""
        if progress.latest is None or progress.played == progress.resumed:
            print(_opening_line(progress), file=self._out, flush=True)
            return
        line = f"{progress.played}/{progress.total}  {progress.latest.summary()}"
        if len(progress.plan.labels) == 2:
            line += f"  |  {progress.tally}, Elo {progress.tally.elo()}"
        print(line, file=self._out, flush=True)


class LiveFollower:
    """A table that keeps itself up to date, with progress, standings and the time left."""

    def __init__(self) -> None:
        from rich.live import Live

        self._live = Live(auto_refresh=False)
        self._started = time.monotonic()
        self._shown = 0.0

    def __enter__(self) -> LiveFollower:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def __call__(self, progress: RunState) -> None:
        """Draw the table, unless it has just been drawn."""
        now = time.monotonic()
        if now - self._shown < _REFRESH_SECONDS and progress.played < progress.total:
            return
        self._shown = now
        self._live.update(self._picture(progress), refresh=True)

    def _picture(self, progress: RunState) -> Any:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        summary = standings(progress.records.values(), progress.plan.labels)
        table = Table(title=f"{progress.plan.schedule.game}, run {progress.run.id}")
        for name in ("player", "Elo", "± 95%", "games", "score", "win", "draw", "loss"):
            table.add_column(name, justify="left" if name == "player" else "right")
        for line in summary.lines:
            table.add_row(
                Text(line.label), f"{line.elo:+z.0f}", f"{line.margin:.0f}", str(line.games),
                f"{line.score:.1%}", str(line.wins), str(line.draws), str(line.losses),
            )  # fmt: skip
        bar = ProgressBar(total=progress.total, completed=progress.played, width=60)
        below = Table.grid()
        below.add_row(bar)
        below.add_row(Text(self._status(progress)))
        if progress.latest is not None:
            below.add_row(Text(progress.latest.summary(), style="dim"))
        return Group(table, below)

    def _status(self, progress: RunState) -> str:
        status = f"{progress.played} of {progress.total} games"
        if progress.resumed:
            status += f" ({progress.resumed} resumed)"
        if (left := time_left(progress, time.monotonic() - self._started)) is not None:
            status += f", about {left} left"
        if len(progress.plan.labels) == 2:
            status += f"; {progress.tally}, Elo {progress.tally.elo()}"
        if progress.plan.sprt is not None:
            status += f"; {progress.plan.sprt.explain(progress.tally.pairs)}"
        return status


def time_left(progress: RunState, elapsed: float) -> str | None:
    """How long the rest will take at the pace since this start."""
    new = progress.played - progress.resumed
    if new <= 0 or progress.played == progress.total:
        return None
    seconds = round(elapsed / new * (progress.total - progress.played))
    if seconds < 120:
        return f"{seconds} s"
    return f"{seconds // 60} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def _opening_line(progress: RunState) -> str:
    parts = [
        f"run {progress.run.id}: {progress.plan.schedule.game}, {progress.total} games",
        f"{progress.resumed} already played" if progress.resumed else "",
        progress.plan.sprt.describe() if progress.plan.sprt is not None else "",
    ]
    return "; ".join(part for part in parts if part)


def final_text(progress: RunState) -> str:
    """The result of a run, for the end."""
    records = list(progress.records.values())
    summary = standings(records, progress.plan.labels)
    parts = [table_text(summary)]
    if len(progress.plan.labels) > 2:
        parts.append(cross_table_text(records, summary.labels))
    else:
        result = progress.tally
        parts.append(difference_text(progress.plan.labels[0], result))
        if progress.plan.sprt is not None:
            parts.append(
                f"{progress.plan.sprt.describe()}: {progress.plan.sprt.explain(result.pairs)}"
            )
    parts.append(
        f"X, moving first, scored {summary.first_player_score:.1%} "
        f"({summary.ratings.advantage:+z.0f} ± {summary.ratings.advantage_margin:.0f} Elo)."
    )
    return "\n\n".join(parts)
