"""The rig: ``inarow lab tune``, ``inarow lab patch`` and ``inarow lab evaluation``."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from inarow.apps.cli.options.arguments import (
    add_jobs,
    add_kept_games,
    add_pages,
    add_seed,
    even,
    positive,
    share,
)
from inarow.apps.cli.options.match import (
    add_fresh,
    add_playing,
    add_store,
    conditions_of,
    openings_of,
    runner_of,
)
from inarow.apps.cli.output.help import HelpFormatter
from inarow.apps.cli.output.progress import ProgressLine, bar, tell
from inarow.files.whole import check_writable, write_whole
from inarow.kernels.gomoku.parameters import PARAMETERS
from inarow.kernels.gomoku.weights import evaluation_weights
from inarow.lab.experiments.experiment import LabError, Workspace, writable
from inarow.lab.rig.fitting import fit
from inarow.lab.rig.leaves import Leaves, Sampling, sample
from inarow.lab.rig.patch import Patch, page_of_ideas, try_patch
from inarow.lab.rig.spsa import Spsa
from inarow.lab.rig.tuning import Tuning, tune
from inarow.match.sprt import Sprt
from inarow.match.store import Store
from inarow.search.gomoku.parameters import evaluation_from, parameters_from
from inarow.search.limit import Limit

ABOUT_TUNE = """\
Tune the parameters of the Gomoku search by games of the engine against itself (SPSA).

Every pair of games moves all chosen parameters at once, each a step up or down, and follows the
winner a little. Games are saved as they finish: run the same command again to resume.
`inarow lab tune --list` shows the parameters with their bounds.

  inarow lab tune null_margin futility_step late_base --games 6000 --limit nodes=8000 --jobs 16
"""

ABOUT_PATCH = """\
Test an idea: does the first player beat the second at fixed nodes, and then at fixed time?

Both are sequential tests (SPRT); each opening is played with both sides. Every idea that was tested
is listed on a page, kept or not. Run the same command again to resume.

  inarow lab patch 'five(tune=vcf_nodes=40)' five --idea "longer wins by fours" --jobs 16
"""

ABOUT_EVALUATION = """\
Fit the Gomoku evaluation to positions from inside the search, and write it to a file.

The engine plays itself; some leaves of each search are evaluated by a deeper search. To play with
the result: five(evaluation=FILE).

  inarow lab evaluation new.i2 --positions 450000 --early-nodes 30000 --late-share 0.25 --jobs 16
"""

_PASSED, _FAILED = 0, 1
_USUAL_TUNING_LIMIT = Limit(nodes=8000)


def add_actions(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the three commands."""
    for name, about, arguments, action in (
        ("tune", ABOUT_TUNE, _add_tune_arguments, _tune),
        ("patch", ABOUT_PATCH, _add_patch_arguments, _patch),
        ("evaluation", ABOUT_EVALUATION, _add_evaluation_arguments, _fit_evaluation),
    ):
        first_line = about.partition("\n")[0]
        command = actions.add_parser(
            name,
            help=first_line[0].lower() + first_line[1:].rstrip("."),
            description=about,
            formatter_class=HelpFormatter,
        )
        arguments(command)
        command.set_defaults(action=action)


def _add_tune_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "parameters", nargs="*", metavar="PARAMETER", help="the parameters to tune (default: all)"
    )
    parser.add_argument("--list", action="store_true", help="list the parameters and exit")
    parser.add_argument(
        "--games", "-n", type=even, default=6000, metavar="N", help="an even number (default: 6000)"
    )
    parser.add_argument(
        "--batch", type=positive, default=100, metavar="N",
        help="pairs of games between two updates (default: 100)",
    )  # fmt: skip
    parser.add_argument(
        "--start",
        default="",
        metavar="VALUES",
        help="values to start from: null_margin=150+window=20",
    )
    parser.add_argument(
        "--step", type=share, default=0.05, metavar="SHARE",
        help="the last step of a parameter, as a share of its range (default: 0.05)",
    )  # fmt: skip
    parser.add_argument(
        "--follow", type=share, default=0.008, metavar="SHARE",
        help="how far to follow the winner of a pair, in steps (default: 0.008)",
    )  # fmt: skip
    parser.add_argument(
        "--options", default="memory=8", metavar="OPTIONS",
        help="options of `five` for both sides (default: memory=8)",
    )  # fmt: skip
    add_playing(parser, "gomoku")
    results = parser.add_argument_group("results")
    add_store(results)
    add_fresh(results)
    parser.set_defaults(repeat=True)


def _add_patch_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("first", metavar="PLAYER", help="with the idea")
    parser.add_argument("second", metavar="PLAYER", help="without it")
    parser.add_argument(
        "--idea", required=True, metavar="TEXT", help="a short description of the idea"
    )
    parser.add_argument(
        "--games", "-n", type=even, default=4000, metavar="N",
        help="play at most N games in each test, an even number (default: 4000)",
    )  # fmt: skip
    parser.add_argument(
        "--sprt", default="0,10", metavar="ELO0,ELO1[,ALPHA,BETA]",
        help="the question that each test answers (default: 0,10)",
    )  # fmt: skip
    parser.add_argument(
        "--at", action="append", metavar="LIMIT",
        help="a limit to test at; repeat for more (default: nodes=30000, then 200ms)",
    )  # fmt: skip
    add_kept_games(parser)
    add_pages(parser)
    add_playing(parser, "gomoku")


def _add_evaluation_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the evaluation to write")
    parser.add_argument(
        "--positions", type=positive, default=200_000, metavar="N", help="default: 200000"
    )
    parser.add_argument(
        "--leaves", type=Path, metavar="FILE",
        help="save the positions in FILE (.npz), or load them if it exists",
    )  # fmt: skip
    usual = Sampling()
    for option, default, about in (
        ("--nodes", usual.nodes, "nodes of a move in the games"),
        ("--leaves-per-move", usual.leaves, "positions from each search"),
        ("--judging-nodes", usual.judging_nodes, "nodes of the search that evaluates a position"),
    ):
        parser.add_argument(
            option,
            type=positive,
            default=default,
            metavar="N",
            help=f"{about} (default: {default})",
        )
    parser.add_argument(
        "--early-nodes", type=positive, default=0, metavar="N",
        help="evaluate early positions that are still undecided again, with N nodes",
    )  # fmt: skip
    parser.add_argument(
        "--late-share", type=share, default=usual.late_share, metavar="SHARE",
        help="keep this share of late positions, from 0 to 1 (default: 1)",
    )  # fmt: skip
    parser.add_argument(
        "--start",
        type=Path,
        metavar="FILE",
        help="start from this evaluation (default: the built-in one)",
    )
    parser.add_argument(
        "--new-network", action="store_true", help="start with its table and a random network"
    )
    parser.add_argument(
        "--results", type=share, default=0.0, metavar="SHARE",
        help="weight of the game's result compared with the search (default: 0)",
    )  # fmt: skip
    parser.add_argument("--epochs", type=positive, default=8, metavar="N", help="default: 8")
    add_seed(parser, 0)
    add_jobs(parser)


def _tune(options: argparse.Namespace) -> int:
    if options.list:
        for one in PARAMETERS:
            print(f"{one.name:18} {one.default:5}  {one.lowest:5} to {one.highest:<5} {one.about}")
        return 0
    if options.limit is None and options.clock is None:
        options.limit = _USUAL_TUNING_LIMIT
    tuning = Tuning(
        options.game,
        tuple(options.parameters) or tuple(one.name for one in PARAMETERS),
        conditions_of(options),
        openings_of(options, options.game),
        pairs=options.games // 2,
        batch=options.batch,
        seed=options.seed,
        step=options.step,
        follow=options.follow,
        options=options.options,
        start=parameters_from(options.start),
    )

    def tell(pairs: int, spsa: Spsa) -> None:
        print(f"{2 * pairs} of {2 * tuning.pairs} games: {_values(spsa)}", flush=True)

    runner = runner_of(options, tuning.plan())
    with Store(options.store) as store:
        spsa = tune(tuning, store, runner, fresh=options.fresh, on_batch=tell)
    print(f"Test it: {_test_of(tuning, spsa)}")
    return 0


def _test_of(tuning: Tuning, spsa: Spsa) -> str:
    """The command that tests what was found against the engine with its usual values."""
    tuned, usual = tuning.player_text(spsa.rounded()), f"five({tuning.options})"
    words = ["inarow", "lab", "patch", tuned, usual, "--idea", "tuned", "--game", str(tuning.game)]
    return shlex.join(words)


def _values(spsa: Spsa) -> str:
    return "+".join(f"{name}={value}" for name, value in spsa.rounded().items())


def _patch(options: argparse.Namespace) -> int:
    limits = [Limit.parse(text) for text in options.at or ("nodes=30000", "200ms")]
    if options.limit is not None or options.clock is not None:
        raise LabError("use --at for the limits of a test, not --limit or --clock")
    patch = Patch(
        options.idea, options.first, options.second, options.game,
        openings_of(options, options.game), limits, Sprt.parse(options.sprt),
        options.games // 2, options.seed, conditions_of(options),
    )  # fmt: skip
    workspace = Workspace(options.data, options.output, tell)
    # Before the games rather than after them: the folder may have to be made.
    path = writable(workspace.pages) / "ideas.md"
    passed = try_patch(patch, workspace, lambda plan: runner_of(options, plan))
    page_of_ideas(workspace).write_at(path)
    print(f"{'Passed' if passed else 'Not passed'}. Wrote {path}.")
    return _PASSED if passed else _FAILED


def _fit_evaluation(options: argparse.Namespace) -> int:
    check_writable(options.file)
    start = evaluation_from(str(options.start or ""))
    if options.leaves is None:
        leaves = _sample(options)
    elif options.leaves.exists():
        leaves = Leaves.load(options.leaves)
    else:
        check_writable(options.leaves)
        leaves = _sample(options)
        leaves.save(options.leaves)
    found = fit(
        leaves, evaluation_weights(start), new_network=options.new_network,
        epochs=options.epochs, result_weight=options.results, seed=options.seed, tell=tell,
    )  # fmt: skip
    write_whole(options.file, b"".join(part.tobytes() for part in found.weights))
    print(
        f"Log loss on held-out positions {found.before:.4f} -> {found.after:.4f} "
        f"(the labels' own entropy: {found.least:.4f}).\nWrote {options.file}. Try it: "
        f"five(evaluation={options.file})"
    )
    return 0


def _sample(options: argparse.Namespace) -> Leaves:
    sampling = Sampling(
        nodes=options.nodes, judging_nodes=options.judging_nodes, early_nodes=options.early_nodes,
        leaves=options.leaves_per_move, late_share=options.late_share, evaluation=options.start,
        seed=options.seed,
    )  # fmt: skip
    found = [0]

    def note(count: int) -> None:
        found[0] = count

    with ProgressLine(lambda: f"positions {bar(found[0], options.positions)}"):
        return sample(sampling, options.positions, options.jobs, note)
