"""Statistics of perfect play, against trying everything out on a tiny board."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from inarow.apps.cli.main import main
from inarow.lab.dataset import Dataset, DatasetSettings
from inarow.lab.experiments import perfect_play
from inarow.lab.experiments.experiment import Workspace
from inarow.lab.experiments.perfect_play import mistakes_on_perfect_lines, tally
from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.rules.symmetry import canonical_key
from inarow.search.exact.labelling import FULL, Labeller
from inarow.search.exact.row_solver import CpuRowSolver
from solver.oracle import negamax_points

NAME = "mnk(3x3,k=3,gravity)"
RULES = game(NAME)


def scores_of(board: Board) -> dict[int, int]:
    found = {}
    for move in list(board.legal_moves):
        board.push_legal(move)
        found[move] = -negamax_points(board)
        board.pop()
    return found


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def test_a_tally_counts_positions_and_moves() -> None:
    scores = np.array(
        [
            [2, 1, -1],  # two moves win, one of them sooner
            [1, FULL, 0],  # one wins
            [0, -1, FULL],  # one holds the draw
            [0, 0, 0],
            [-2, -1, FULL],  # lost, but one loses later
            [3, FULL, FULL],  # no choice
        ],
        dtype=np.int8,
    )
    assert tally(scores) == Counter(
        {
            "positions": 6, "won": 3, "drawn": 2, "lost": 1, "moves": 13, "winning moves": 4,
            "choices": 5, "choices won": 2, "choices drawn": 2, "only winning move": 1,
            "only drawing move": 1, "only best move": 4,
        }
    )  # fmt: skip


def test_mistakes_are_those_found_by_trying_everything() -> None:
    labeller = Labeller(RULES, CpuRowSolver(RULES, table_mb=1))
    found = mistakes_on_perfect_lines(labeller, RULES.cells - 1)
    boards = {canonical_key(Board(RULES)): Board(RULES)}
    for one in found:
        perfect = slower = moves = 0
        changes: Counter[tuple[int, int]] = Counter()
        following = {}
        for board in boards.values():
            scores = scores_of(board)
            best = max(scores.values())
            moves += len(scores)
            for move, score in scores.items():
                if score == best:
                    perfect += 1
                    after = board.copy()
                    after.push_legal(move)
                    if after.outcome() is None:
                        following[canonical_key(after)] = after
                elif sign(score) == sign(best):
                    slower += 1
                else:
                    changes[sign(best), sign(score)] += 1
        assert (one.positions, one.moves, one.perfect) == (len(boards), moves, perfect)
        assert (one.slower, one.changes) == (slower, dict(changes))
        boards = following
    assert not boards


@pytest.fixture
def on_a_tiny_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perfect_play, "GAME", NAME)
    monkeypatch.setattr(perfect_play, "_PLIES_OF_LINES", 4)


def every_tally() -> dict[int, Counter[str]]:
    """What all positions of each ply amount to, mirror images once, by trying everything."""
    boards, found = {canonical_key(Board(RULES)): Board(RULES)}, {}
    for ply in range(RULES.cells):
        rows, following = [], {}
        for board in boards.values():
            scores = scores_of(board)
            rows.append([scores.get(x, FULL) for x in range(RULES.width)])
            for move in scores:
                after = board.copy()
                after.push_legal(move)
                if after.outcome() is None:
                    following[canonical_key(after)] = after
        found[ply] = tally(np.array(rows, dtype=np.int8))
        boards = following
    return found


@pytest.mark.usefixtures("on_a_tiny_board")
def test_the_page_from_a_sample_and_from_a_data_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = Workspace(tmp_path / "data", tmp_path / "pages", lambda _: None)
    expected = every_tally()
    sampled = perfect_play._sampled(workspace, RULES)
    assert sampled == {"random": expected, "careful": expected}
    monkeypatch.setattr(perfect_play, "_count_ply", lambda *_: pytest.fail("counted again"))
    arguments = ["--data", str(workspace.data), "--output", str(workspace.pages)]
    assert main(["lab", "perfect-play", *arguments]) == 0
    page = (workspace.pages / "perfect-play.md").read_text()
    total = sum(counts["positions"] for counts in expected.values())
    assert page.count(f"| all | {total} |") == 2
    folder = str(tmp_path / "set")
    assert main(["lab", "dataset", "--game", NAME, "--out", folder, "--positions", "5000"]) == 0
    assert main(["lab", "perfect-play", "--dataset", folder, *arguments]) == 0
    from_data = (workspace.pages / "perfect-play.md").read_text()
    assert from_data.partition("## ")[2] == page.partition("## ")[2]
    assert f"`inarow lab perfect-play --dataset {folder}`" in from_data


@pytest.mark.usefixtures("on_a_tiny_board")
def test_a_data_set_of_another_game_or_one_that_is_not_finished_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Dataset(tmp_path / "other", DatasetSettings(game("mnk(4x3,k=3,gravity)"))).open()
    Dataset(tmp_path / "begun", DatasetSettings(RULES)).open()
    for folder, complaint in (("other", "a data set of mnk(4x3"), ("begun", "is not finished")):
        arguments = ["--data", str(tmp_path / "data"), "--output", str(tmp_path / "pages")]
        words = ["lab", "perfect-play", "--dataset", str(tmp_path / folder), *arguments]
        assert main(words) == 2
        assert complaint in capsys.readouterr().err
        assert not (tmp_path / "pages" / "perfect-play.md").exists()
