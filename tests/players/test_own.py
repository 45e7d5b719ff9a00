"""Players and heuristics of one's own: as files, as modules, in every command; the guides run."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import inarow
from inarow.apps.cli.main import main
from inarow.evaluate.plain import PlainHeuristic
from inarow.match.store import Store
from inarow.players.entrants import entrant
from inarow.players.own import OwnPlayer, is_own, own_heuristic, source_digest
from inarow.players.player import Choice, PlayerError
from inarow.players.searching import SearchingPlayer
from inarow.rules.board import Board
from inarow.rules.side import Side
from inarow.search.limit import Limit
from inarow.search.tree.compiled import search_compiled
from inarow.search.tree.documented import MINIMAX
from inarow.search.tree.readable import search_readably_within
from inarow.search.tree.recipe import Recipe
from inarow.study.trace.counting import CountingBoard

DOCS = Path(__file__).parents[2] / "docs"

FIRST = "def choose(board):\n    return min(board.legal_moves)\n"
LAST = "def choose(board):\n    return max(board.legal_moves)\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder to be in; what is imported from it is forgotten."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def test_a_function_that_gives_a_number_is_a_player(folder: Path) -> None:
    (folder / "my_player.py").write_text(FIRST)
    for text in ("my_player.py:choose", f"{folder}/my_player.py:choose", "my_player:choose"):
        player = entrant(text)
        assert isinstance(player, OwnPlayer)
        assert (player.name, player.refusal(inarow.game("gomoku"))) == (text, None)
        assert player.choose(Board("connect4")) == Choice(0)


def test_a_player_of_the_same_name_elsewhere_is_another(folder: Path) -> None:
    """A folder that was on the path before, with files of the same names, does not come first."""
    for name, source in (("one", FIRST), ("two", LAST)):
        (folder / name).mkdir()
        (folder / name / "helper.py").write_text(source)
        (folder / name / "mine.py").write_text("from helper import choose\n")
    assert entrant("one/mine.py:choose").choose(Board("connect4")) == Choice(0)
    del sys.modules["helper"]
    assert entrant("two/mine.py:choose").choose(Board("connect4")) == Choice(6)


def test_a_module_is_looked_for_here_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "elsewhere").mkdir()
    (folder / "elsewhere" / "looked_for.py").write_text(LAST)
    (folder / "looked_for.py").write_text(FIRST)
    monkeypatch.syspath_prepend(str(folder / "elsewhere"))
    assert entrant("looked_for:choose").choose(Board("connect4")) == Choice(0)


def test_what_a_player_wants_to_be_told_it_is_told(folder: Path) -> None:
    (folder / "told.py").write_text(
        "import inarow\n"
        "def deep(board, limit): return limit.depth\n"
        "class Seeded:\n"
        "    def __init__(self, seed): self.seed = seed\n"
        "    def refusal(self, game): return 'no' if game.gravity else None\n"
        "    def choose(self, board, *, stop): return inarow.Choice(self.seed)\n"
        "def make(seed): return Seeded(seed)\n"
        "class Plain:\n"
        "    def choose(self, board): return 5\n"
        "def nothing(board): return None\n"
        "number = 3\n"
        "def broken(): return 1\n"
    )
    board = Board("connect4")
    assert entrant("told.py:deep").choose(board, Limit(depth=4)).move == 4
    assert entrant("told.py:Seeded", seed=6).choose(board).move == 6
    assert entrant("told.py:make", seed=2).choose(board).move == 2
    assert entrant("told.py:make", seed=2).refusal(board.game) == "no"
    assert entrant("told.py:Plain", seed=2).choose(board).move == 5
    with pytest.raises(PlayerError, match="answered with NoneType instead of a move"):
        entrant("told.py:nothing").choose(board)
    for bad, words in {
        "told.py:number": "is not a player",
        "told.py:broken": "must take a board",
        "told.py:missing": "has no 'missing'",
        "absent.py:choose": "there is no file",
    }.items():
        with pytest.raises(PlayerError, match=words):
            entrant(bad)


def test_a_file_may_hold_what_a_module_may(folder: Path) -> None:
    (folder / "mine.py").write_text(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "@dataclass\n"
        "class Mine:\n"
        "    column: int = 2\n"
        "    def choose(self, board):\n"
        "        return self.column\n"
    )
    assert entrant("mine.py:Mine").choose(Board("connect4")).move == 2
    (folder / "half.py").write_text("done = 1\n1 / 0\n")
    for _ in range(2):
        with pytest.raises(PlayerError, match="ZeroDivisionError"):
            entrant("half.py:done")


def test_only_what_somebody_wrote_is_ones_own() -> None:
    assert not any(map(is_own, ("random", "level(nodes=3000)", "outside(a.py:b c)", "connect4")))
    assert source_digest("level-4") is None


def _games(store: Path) -> list[str]:
    with Store(store) as opened:
        return [record.moves for record in opened.games(opened.run()).values()]


def test_an_edited_player_is_another_player(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The games of the old file are not shown for the new one, nor those of an edited helper."""
    command = ["match", "mine.py:choose", "random", "--games", "2", "--plain", "--store", "m.db"]
    source = "from helper import pick\ndef choose(board): return pick(board)\n"
    (folder / "mine.py").write_text(source)
    seen = []
    for pick in ("min", "min", "max"):
        (folder / "helper.py").write_text(f"def pick(board): return {pick}(board.legal_moves)\n")
        sys.modules.pop("helper", None)
        for name in [name for name in sys.modules if name.startswith("mine_")]:
            del sys.modules[name]
        assert main(command) == 0
        seen.append(("already played" in capsys.readouterr().out, _games(folder / "m.db")))
    assert [resumed for resumed, _ in seen] == [False, True, False]
    assert seen[0][1] == seen[1][1] != seen[2][1]
    (folder / "mine.py").write_text(LAST)
    assert main(command) == 0
    assert "already played" not in capsys.readouterr().out


def test_own_players_work_in_every_command(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "me.py").write_text(
        f"{FIRST}\n"
        "def evaluate(board, side): return board.stones(side) % 7\n"
        "def search(board, limit):\n"
        "    def walk(depth):\n"
        "        if depth and board.outcome() is None:\n"
        "            for move in list(board.legal_moves):\n"
        "                board.push(move); walk(depth - 1); board.pop()\n"
        "    walk(limit.depth)\n"
        "    return 3\n"
    )
    heuristic = "heuristic(me.py:evaluate,depth=2)"
    run = ["--games", "2", "--plain", "--store", "s.db"]
    assert main(["tournament", "me.py:choose", heuristic, "random", *run]) == 0
    assert main(["analyse", "4455", "--by", "me.py:choose"]) == 0
    assert "for the move that me.py:choose chose" in capsys.readouterr().out
    assert main(["analyse", "445566", "--by", heuristic, "--lines", "3"]) == 0
    assert "engine: tree" in capsys.readouterr().out
    assert main(["trace", "44", "--by", heuristic]) == 0
    assert main(["trace", "44", "--heuristic", "me.py:evaluate", "--depth", "2"]) == 0
    assert "alpha-beta, depth 2" in capsys.readouterr().out
    assert main(["compare", "44", "--depth", "1..3", "--by", "me.py:search"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    counts = {row[0]: row[1:3] for row in rows if len(row) > 6 and row[1] == "400"}
    # What the player walks is the whole tree, as minimax does.
    assert counts == {"minimax": ["400", "343"], ".py:search": ["400", "343"]}
    assert main(["compare", "44", "-d", "2", "--heuristic", "me.py:evaluate"]) == 0
    assert "heuristic: your own" in capsys.readouterr().out
    assert main(["play", "--plain", "--players", "me.py:choose", heuristic]) == 0
    for refused in (["trace", "--by", "me.py:choose"], ["compare", "--by", "me.py:choose"]):
        assert main([*refused, "--depth", "2"]) == 2
    assert main(["compare", "44", "--heuristic", "me.py:evaluate", "-s", "table"]) == 2
    assert "these can: minimax" in capsys.readouterr().err


def test_a_plain_copy_of_a_documented_heuristic_finds_what_the_compiled_one_finds() -> None:
    """The readable search with a function is held against the compiled search with its twin."""
    plain = PlainHeuristic(MINIMAX.evaluation.open_value)
    player = SearchingPlayer("plain", Recipe(plain, MINIMAX.algorithm), 2)
    for moves in ("", "44", "1234", "4352"):
        board = Board("connect4", moves)
        ours = player.analyse(board)
        theirs = search_compiled(board, MINIMAX, Limit(depth=2))
        assert (ours.score, ours.nodes, ours.cutoffs) == (
            theirs.score, theirs.nodes, theirs.cutoffs,
        )  # fmt: skip


def test_a_readable_search_keeps_to_its_limits(folder: Path) -> None:
    (folder / "h.py").write_text("def evaluate(board, side): return 1.0\n")
    recipe = entrant("heuristic(h.py:evaluate)").recipe  # type: ignore[attr-defined]
    board = Board("connect4")
    few = search_readably_within(board, recipe, Limit(nodes=300))
    assert few.nodes <= 300 and not few.complete and few.depth >= 2
    soon = search_readably_within(board, recipe, Limit(time=0.05))
    assert not soon.complete and soon.depth >= 1 and soon.best in board.legal_moves
    nothing = search_readably_within(board, recipe, Limit(nodes=1))
    assert nothing.best in board.legal_moves
    (folder / "bad.py").write_text("def evaluate(board): return 1.0\n")
    with pytest.raises(PlayerError, match="def evaluate"):
        own_heuristic("bad.py:evaluate")
    for wrong in (float("nan"), None, "much"):
        with pytest.raises(inarow.InarowError, match=f"for an open board, not {wrong!r}"):
            PlainHeuristic(lambda *_, wrong=wrong: wrong).value(board, Side.X)


def test_a_counting_board_counts_copies_and_taken_back_moves() -> None:
    board = CountingBoard(Board("connect3", "12"))
    after = board.copy()
    after.push(0)
    after.push(1)
    board.pop()
    board.push(4)
    assert (board.nodes, after.nodes) == (4, 4)
    assert board.leaves == 2
    assert board.moves == (0, 4)


@pytest.mark.parametrize("page", ["write-a-player.md", "write-a-heuristic.md"])
def test_the_guides_run(page: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every file that a guide shows is written, and every command that it shows is run."""
    text = (DOCS / page).read_text(encoding="utf-8")
    for name, code in re.findall(r"```python\n# (\w+\.py)\n(.*?)```", text, flags=re.DOTALL):
        (folder / name).write_text(code)
    commands = re.findall(r"(?:^\$ |`)(inarow [^`\n]+)", text, flags=re.MULTILINE)
    assert len(commands) >= 4
    for command in commands:
        words = [word.strip('"') for word in re.findall(r'"[^"]+"|\S+', command)[1:]]
        if words[0] == "play":
            # The person on the other side leaves at once.
            words += ["--plain", "--first", "computer"]
        if words[0] in ("match", "tournament"):
            words += ["--games", "2", "--plain"]
        assert main(words) == (words[0] == "play"), command
    capsys.readouterr()
    if page == "write-a-player.md":
        winner = entrant("my_player.py:choose").choose(Board("connect4", "112233")).move
        assert winner == 3
        assert entrant("my_class.py:Mine").refusal(inarow.game("gomoku")) is not None


def test_a_name_that_is_not_there_is_told_with_the_nearest(folder: Path) -> None:
    (folder / "mine.py").write_text("def choose(board):\n    return 3\n")
    with pytest.raises(PlayerError, match=r"mine.py has no 'chose'; did you mean 'choose'\?"):
        entrant("mine.py:chose")
    with pytest.raises(PlayerError, match=r"there is no file other.py"):
        entrant("other.py:choose")
