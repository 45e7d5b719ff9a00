"""Going through with a plan from the command line, and writing down what came of it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inarow.match.plan import Plan, Progress
    from inarow.match.store import Store


def run_plan(plan: Plan, options: argparse.Namespace) -> int:
    """Play, show, store, export."""
    from inarow.apps.cli.options.match import runner_of
    from inarow.apps.cli.output.match_display import final_text, follow
    from inarow.files.whole import check_writable
    from inarow.match.export import check_export
    from inarow.match.plan import go_through
    from inarow.match.store import Store

    for path in options.export:
        check_export(path, plan.schedule.game)
    if options.report:
        check_writable(Path(options.report))
    with Store(options.store) as store:
        try:
            with follow(plain=options.plain) as follower:
                progress = go_through(
                    plan, store, runner_of(options, plan), fresh=options.fresh, on_game=follower
                )
        except KeyboardInterrupt:
            print(
                f"\nInterrupted. Every finished game is in {options.store}; "
                "the same command goes on from there.",
                file=sys.stderr,
            )
            raise
        print(f"\n{final_text(progress)}")
        print(f"\nEnded: {progress.why_ended()}.")
        _write_results(progress, store, options)
    return 0


def _write_results(progress: Progress, store: Store, options: argparse.Namespace) -> None:
    from inarow.match.export import export
    from inarow.match.report import write_report

    for path in options.export:
        count = export(store, progress.run, path)
        print(f"Wrote {count} games to {path}.")
    if options.report:
        run = store.run(progress.run.id)
        records = list(progress.records.values())
        write_report(options.report, run, records, progress.plan.labels)
        print(f"Wrote {options.report}.")
