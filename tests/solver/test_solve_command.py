"""``inarow solve`` and ``inarow bench``: what goes in and what comes out."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from benchmarks import exact_solver

from inarow.apps.cli.commands import bench
from inarow.apps.cli.main import main
from inarow.lab.bench import exact

POSITION = "44444326555533"


def test_arguments_give_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "112233", POSITION]) == 0
    assert capsys.readouterr().out == f"112233 18\n{POSITION} -2\n"


def test_pictures_and_other_games(capsys: pytest.CaptureFixture[str]) -> None:
    picture = "..../..../.OO./.XX."
    assert main(["solve", "--game", "square(4x4)", picture]) == 0
    assert capsys.readouterr().out == f"{picture} 0\n"


def test_every_column(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--all", POSITION, "11111122222344"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == f"{POSITION} -2 -4 -3 -13 -13 -2 -13 -13"
    assert second.split()[2] == "."


def test_a_file_with_scores_is_given_back_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"{POSITION} -2\n112233 18\n"
    (tmp_path / "positions").write_text(text)
    assert main(["solve", "--file", str(tmp_path / "positions")]) == 0
    assert capsys.readouterr().out == text


def test_standard_input_is_read_a_line_at_a_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"112233\n\n{POSITION}\nnonsense\n"))
    assert main(["solve", "--weak"]) == 2
    printed = capsys.readouterr()
    assert printed.out == f"112233 1\n{POSITION} -1\n"
    assert "line 4" in printed.err


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--json", "112233"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["score"]["kind"], data["score"]["plies"]) == ("win", 1)
    assert (data["points"], data["best"], data["line"]) == (18, ["4"], ["4"])
    assert data["complete"] is True


def test_a_limit_gives_bounds_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--limit", "nodes=2000", "4"]) == 1
    position, bounds = capsys.readouterr().out.split()
    lower, upper = map(int, bounds.split(".."))
    assert position == "4"
    assert lower < -1 < upper


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["solve", "--game", "gomoku", "h8"], "falling pieces"),
        (["solve", "8"], "no column 8"),
        (["solve", "1122334"], "over"),
        (["solve", "--file", "there/is/no/such/file"], "cannot read"),
        (["solve", "--table-mb", "0", "4"], "megabytes"),
        (["solve", "--checkpoint", "file", "4"], "GPU only"),
        (["solve", "--sizes", "--game", "gomoku"], "falling pieces"),
        (["book", "build", "--plies", "1", "there/is/no/such/folder/book"], "cannot write"),
        (["book", "build", "--plies", "2", "--keep", "9", "a.book"], "0 to 2"),
        (["bench", "--class", "middle-hard"], "no class"),
        (["solve", "--sizes", "--device", "gpu"], "--sizes runs on the CPU"),
    ],
)
def test_bad_input_gets_a_named_error(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [["book", "check", "--entries"], ["bench", "--positions"], ["solve", "4", "--threads"]],
)
def test_none_is_too_few(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([*arguments, "0"])
    assert "'0' is not a positive number" in capsys.readouterr().err


def test_a_limit_longer_than_any_clock_can_wait_is_no_limit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["solve", "--limit", "99999999999999999s", "44444326555533"]) == 0
    assert capsys.readouterr().out == "44444326555533 -2\n"


def test_sizes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--sizes", "--game", "connect3", "--limit", "nodes=50"]) == 0
    rows = capsys.readouterr().out.splitlines()[2:]
    assert len(rows) > 60
    assert rows[0].startswith("| 3x3 |")
    assert any("not within the limit" in row for row in rows)


def test_bench_prints_every_engine_s_signature_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for engine, nodes in (("tree", 3), ("exact", 50), ("gomoku", 700)):
        monkeypatch.setattr(bench._ENGINES[engine], "signature", lambda nodes=nodes: nodes)
    monkeypatch.setattr(bench, "_print_classes", lambda _: print("the classes"))
    assert main(["bench"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["tree 3", "exact 50", "gomoku 700", "total 753", "the classes"]


def test_the_exact_solver_searches_the_nodes_that_it_is_known_for() -> None:
    assert exact.signature() == exact.SIGNATURE


def test_bench_counts_the_same_nodes_every_time(capsys: pytest.CaptureFixture[str]) -> None:
    totals = []
    for _ in range(2):
        assert main(["bench", "--class", "middle-easy", "--positions", "5"]) == 0
        totals.append(capsys.readouterr().out.splitlines()[-1])
    assert totals[0] == totals[1]
    assert totals[0].startswith("Bench: ")


def test_bench_beside_a_peer(capsys: pytest.CaptureFixture[str]) -> None:
    exact_solver.main(["peer", "--class", "end-easy", "--positions", "5"])
    heading, row = capsys.readouterr().out.splitlines()
    assert heading.split()[-1] == "ratio"
    assert float(row.split()[-1]) > 0


def test_bench_of_threads(capsys: pytest.CaptureFixture[str]) -> None:
    exact_solver.main(["threads", "--class", "middle-easy", "--positions", "3"])
    heading, row = capsys.readouterr().out.splitlines()
    assert "2 threads" in heading
    assert row.split()[:2] == ["middle-easy", "3"]
    assert float(row.split()[-1]) > 0
