"""Check the installation: packages, compiled code, GPU, terminal and the speed of the engines.

Takes a few seconds, because the speed of every engine is measured. The exit status is 1 if there
is a problem.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from inarow.apps.cli.options.arguments import add_json
from inarow.apps.cli.output.text import wrapped
from inarow.apps.doctor import examine

_WRONG = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the form of the answer."""
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print a line for each thing that was looked at, then what is wrong."""
    checks = []
    for check in examine():
        checks.append(check)
        if not options.json:
            print(f"{'!' if check.wrong else ' '} {check.name:13} {check.says}", flush=True)
    problems = [check.wrong for check in checks if check.wrong]
    if options.json:
        print(json.dumps({"checks": [asdict(check) for check in checks]}))
    elif problems:
        print("\nProblems:", *(wrapped(f"- {problem}", 2) for problem in problems), sep="\n")
    else:
        print("\nNo problems found.")
    return _WRONG if problems else 0
