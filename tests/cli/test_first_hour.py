"""What a student, a Gomoku player and a researcher trip over in their first hour."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import inarow
from inarow.apps.cli.commands import solve
from inarow.apps.cli.main import main
from inarow.draw.plots import Plot, Series
from inarow.files import extras
from inarow.files.extras import MissingExtraError, check_extra, install_command
from inarow.rules.board import Board
from inarow.rules.threats import winning_moves
from inarow.search.analysis import Analysis
from inarow.search.exact.solver import Solver
from inarow.search.limit import LimitError
from inarow.search.score import Score
from inarow.study.trace.searches import named_search
from inarow.study.trace.tree import TraceError, trace

Run = Callable[..., str]
POSITION = "44444326555533"
SGF = "(;FF[4]GM[4]SZ[15];B[hh];W[aa];B[ih];W[ac];B[jh];W[ae])"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command; what it prints."""

    def call(*words: str, status: int = 0) -> str:
        assert main(list(words)) == status
        printed = capsys.readouterr()
        return printed.err if status == 2 else printed.out

    return call


class TestTraces:
    @pytest.mark.parametrize("search", ["alpha-beta", "negamax", "all"])
    def test_a_search_that_is_too_large_is_given_up_and_says_what_is_possible(
        self, run: Run, search: str
    ) -> None:
        told = run("trace", "-s", search, "--depth", "99", "--nodes", "3000", status=2)
        possible = int(told.rpartition("depth ")[2].split()[0])
        assert "more than 3,000 nodes" in told and possible >= 2
        run("trace", "-s", search, "--depth", str(possible), "--nodes", "3000")
        run("trace", "-s", search, "--depth", str(possible + 1), "--nodes", "3000", status=2)

    def test_the_bound_holds_without_being_asked_for(self) -> None:
        board = Board("connect4")
        with pytest.raises(TraceError, match="200,000 nodes"):
            trace(board, named_search("minimax").recipe(board.game), 99)

    @pytest.mark.parametrize("command", ["trace", "compare"])
    def test_a_game_in_a_file_is_a_position(self, run: Run, command: str, tmp_path: Path) -> None:
        file = tmp_path / "game.txt"
        file.write_text("a3 b2 c1")
        words = (command, str(file), "--depth", "2", "--game", "tictactoe")
        here = run(command, "a3 b2 c1", *words[2:])
        assert "\n" in here and run(*words).split("\n")[:2] == here.split("\n")[:2]

    def test_the_usual_depth_is_possible_on_a_large_board_too(self, run: Run) -> None:
        assert run("trace", "--game", "gomoku").startswith("alpha-beta, depth 2: 674 nodes")

    def test_nothing_is_printed_before_what_was_asked_is_known_to_be_right(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["compare", "--search", "banana"]) == 2
        assert capsys.readouterr().out == ""

    def test_no_curve_hides_another(self) -> None:
        points = ((1.0, 8.0), (2.0, 57.0), (3.0, 400.0))
        plot = Plot("Same", "x", "y", (Series("one", points), Series("two", points)))
        drawn = plot.text(40, 9).split("+--")[0]
        assert drawn.count("o") == drawn.count("x") == 3
        widths = [
            mark.stroke_width for mark in plot.drawing().marks if hasattr(mark, "stroke_width")
        ]
        # The lower one is wider, so that it shows on both sides of the upper one.
        assert max(widths) > 2 and widths.count(max(widths)) == 1


class TestGomoku:
    def test_the_strongest_engine_analyses_and_a_chance_stands_beside_the_points(
        self, run: Run
    ) -> None:
        told = run("analyse", "--game", "gomoku", "h8 h9 i8", "--limit", "nodes=3000")
        assert "engine: gomoku" in told and "% to win)" in told

    def test_a_proved_win_is_called_proved(self, run: Run) -> None:
        told = run("analyse", "--game", "gomoku", "h8 a1 i8 a3 j8 a5")
        assert "score win in 2, proved" in told
        assert "depth 0" not in told and "1 nodes" not in told

    @pytest.mark.parametrize("command", ["analyse", "hint", "threats"])
    def test_positions_come_from_files(self, run: Run, tmp_path: Path, command: str) -> None:
        (tmp_path / "game.sgf").write_text(SGF)
        (tmp_path / "moves.txt").write_text("h8 a1 i8 # a comment\na3 j8 a5\n")
        typed = run(command, "--game", "gomoku", "h8 a15 i8 a13 j8 a11", "--json")
        assert "g8" in typed
        data = json.loads(run(command, str(tmp_path / "game.sgf"), "--json"))
        assert data["game"].startswith("gomoku")
        assert "g8" in run(command, str(tmp_path / "moves.txt"), "-g", "gomoku")
        run(command, str(tmp_path / "none.sgf"), status=2)

    def test_a_win_by_threats_is_shown_against_every_defence(self, run: Run) -> None:
        board = Board("gomoku", "h8 h9 i8 i9 j7 a1")
        data = json.loads(run("threats", board.moves_text(), "--json"))
        assert data["answer"] == "threats"
        attack = board.copy()
        attack.push_text(data["line"][0])
        defences = 0
        for reply in attack.legal_moves:
            after = attack.after(reply)
            if winning_moves(after):
                continue
            defences += 1
            name = inarow.rules.notation.move_text(board.game, reply)
            after.play(" ".join(data["defences"][name]))
            outcome = after.outcome()
            assert outcome is not None and outcome.winner is board.turn
        assert defences == len(data["defences"])
        text = run("threats", board.moves_text())
        assert "Yes: X wins by threats" in text and "against " in text

    def test_no_win_and_no_reply(self, run: Run) -> None:
        assert "No win by fours" in run("threats", "h8 a1 i9", "--limit", "200ms")
        assert "No reply stops it." in run("threats", "h8 a1 i8 a3 j8 a5")
        assert "does not play" in run("threats", "--game", "connect4", "44", status=2)
        assert "over" in run("threats", "-g", "tictactoe", "a1 b1 a2 b2 a3", status=2)

    def test_an_unknown_game_gets_the_nearest(self) -> None:
        with pytest.raises(inarow.GameError, match="closest game is 'gomoku-standard'"):
            inarow.game("renju")
        with pytest.raises(inarow.GameError, match="it is called 'connect4' here"):
            inarow.game("connect-four")

    def test_a_manager_gets_its_executable(self, run: Run, tmp_path: Path) -> None:
        assert "pbrain-inarow" in run("gomocup", "--install", str(tmp_path / "managers"))
        brain = tmp_path / "managers" / "pbrain-inarow"
        bare = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            [brain], input="START 15\nABOUT\nEND\n", capture_output=True, text=True,
            cwd=tmp_path, env=bare, timeout=120, check=True,
        )  # fmt: skip
        # A machine that has much to do is told that the engine is not ready yet.
        answers = [line for line in done.stdout.splitlines() if not line.startswith("MESSAGE")]
        assert answers[0] == "OK" and 'name="inarow"' in answers[1]


class TestBatches:
    LINES = f"112233\nnonsense\n{POSITION} -2\n1122334\n9\n44\n"

    def test_a_bad_line_does_not_end_the_batch(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "positions").write_text(self.LINES)
        path = str(tmp_path / "positions")
        for threads in ("1", "3"):
            assert main(["solve", "--file", path, "--threads", threads, "--weak"]) == 2
            printed = capsys.readouterr()
            assert printed.out == f"112233 1\n{POSITION} -1\n44 1\n"
            told = [line.split(": ")[1] for line in printed.err.splitlines()]
            assert told == ["line 2", "line 4", "line 5"]

    def test_errors_can_go_to_a_file(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "positions").write_text(self.LINES)
        told = run(
            "solve", "--file", str(tmp_path / "positions"), "--weak",
            "--errors", str(tmp_path / "bad"), status=2,
        )  # fmt: skip
        assert "3 not solved" in told and "line 2" not in told
        rows = [line.split("\t") for line in (tmp_path / "bad").read_text().splitlines()]
        assert [row[:2] for row in rows] == [
            ["line 2", "nonsense"], ["line 4", "1122334"], ["line 5", "9"],
        ]  # fmt: skip

    def test_several_are_solved_at_once_and_keep_their_order(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The first position is held back until another thread has solved two after it."""
        texts = ["4455", "112233", POSITION, "44444", "1122"]
        (tmp_path / "positions").write_text("\n".join(texts))
        real, others = solve._solve, threading.Semaphore(0)

        def held(solver: Solver, board: Board, *rest: object) -> object:
            if board.moves_text() == texts[0]:
                assert others.acquire(timeout=60) and others.acquire(timeout=60)
            found = real(solver, board, *rest)  # type: ignore[arg-type]
            others.release()
            return found

        monkeypatch.setattr(solve, "_solve", held)
        printed = run("solve", "--weak", "--file", str(tmp_path / "positions"), "--threads", "2")
        assert [line.split()[0] for line in printed.splitlines()] == texts

    def test_a_file_takes_all_cores_unless_nodes_are_limited(self) -> None:
        parser = __import__("argparse").ArgumentParser()
        solve.add_arguments(parser)
        cores = os.cpu_count() or 1
        for words, threads in {"--file x": cores, "--file x -l nodes=9": 1, "44": 1}.items():
            assert solve._usual_threads(parser.parse_args(words.split())) == threads


class TestPackages:
    def test_missing_ones_are_noticed_before_the_work(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(extras, "find_spec", lambda _: None)
        started: list[object] = []
        monkeypatch.setattr("inarow.study.explain.hint.hint", started.append)
        with pytest.raises(SystemExit):
            main(["hint", "44", "--draw", str(tmp_path / "a.png")])
        monkeypatch.chdir(tmp_path)
        assert "matplotlib" in run("lab", "pruning", status=2)
        command = ["lab", "dataset", "--positions", "9", "--output", "here"]
        assert "pyarrow" in run(*command, status=2)
        assert not started and not list(tmp_path.rglob("*.npz"))

    def test_the_advice_fits_how_it_was_installed(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        root = Path(__file__).parents[2]
        assert install_command("pictures") == f"pip install -e '{root}[plots]'"
        wheel = tmp_path / "lib" / "site-packages" / "inarow" / "files" / "extras.py"
        monkeypatch.setattr(extras, "__file__", str(wheel))
        assert install_command("parquet") == "pip install 'inarow[parquet]'"
        monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "ray" else object())
        with pytest.raises(MissingExtraError, match=r"needs ray; install with: pip .*cluster"):
            check_extra("cluster", "a cluster")
        check_extra("parquet", "Parquet")


class TestWords:
    def test_an_estimate_of_zero_has_no_sign(self) -> None:
        assert str(Score.heuristic(-0.0)) == str(-Score.heuristic(0.0)) == "+0"

    def test_an_odd_number_of_games_is_refused(self, capsys: pytest.CaptureFixture[str]) -> None:
        for command in (["match"], ["tournament"]):
            with pytest.raises(SystemExit):
                main([*command, "random", "random", "--games", "3"])
            assert "try 4" in capsys.readouterr().err

    def test_a_limit_in_text_is_refused_in_words(self) -> None:
        with pytest.raises(LimitError, match=r"Limit.parse\('2s'\)"):
            inarow.Limit("2s")  # type: ignore[arg-type]

    def test_the_summary_of_a_search(self) -> None:
        found = Analysis(Board("connect4").game, Score.heuristic(1.0), (), depth=3, nodes=40)
        assert found.summary() == "best -, score +1 (73% to win), depth 3, 40 nodes, 0.000 s"

    def test_what_a_program_needs_is_at_the_top(self) -> None:
        for name in ("Choice", "Player", "Evaluation"):
            assert name in inarow.__all__ and hasattr(inarow, name)

    def test_the_program_starts_without_what_only_some_parts_need(self) -> None:
        """Naming a player of one's own does not make the start slower."""
        code = "import inarow, sys; print(sorted({'numba', 'matplotlib'} & set(sys.modules)))"
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == "[]"
