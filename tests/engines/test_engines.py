"""What holds for every engine, and which one is the strongest."""

from __future__ import annotations

import itertools
import subprocess
import sys
from dataclasses import replace

import pytest

import inarow
from inarow import Board, EngineError, Limit, LimitError, MoveError, PlayerError, Score, StopSignal
from inarow.rules.errors import NotAMoveError
from inarow.search.analysis import Analysis
from inarow.search.engine import Engine
from inarow.search.exact.engine import ExactEngine
from inarow.search.exact.solvable import forget_solvers
from inarow.search.exact.solver import Solver, shared_solver
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.score import Kind
from inarow.search.strongest import ExactThenTree, engine, strongest
from inarow.search.tree.documented import DISCOUNT
from inarow.search.tree.engine import TreeEngine
from inarow.search.tree.recipe import ALL_EXTRAS

TREE = TreeEngine(replace(DISCOUNT, extras=ALL_EXTRAS))
CASES: dict[str, tuple[Engine, Board]] = {
    "tree": (TREE, Board("connect4", "4453")),
    "tree at a depth": (TreeEngine(DISCOUNT, depth=4), Board("connect4", "4453")),
    "exact": (ExactEngine(), Board("connect4(5x4)", "33")),
    "gomoku": (GomokuEngine(inarow.game("gomoku(9)"), megabytes=4), Board("gomoku(9)", "e5 d5 e6")),
    "strongest": (ExactThenTree(TREE), Board("connect4(5x4)", "33")),
}
#: Enough for some lines, and nobody waits for it.
LIMIT = Limit(time=20.0, nodes=100_000)


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> tuple[Engine, Board]:
    return CASES[request.param]


def check_lines(board: Board, analysis: Analysis) -> None:
    scores = [line.score for line in analysis.lines]
    assert scores == sorted(scores, reverse=True)
    assert analysis.score == scores[0]
    assert len(analysis.move_scores) == len(analysis.lines)
    for line in analysis.lines:
        assert line.move == line.moves[0]
        board.copy().play(line.moves)


def test_the_best_line(case: tuple[Engine, Board]) -> None:
    analyst, board = case
    found = analyst.analyse(board, LIMIT)
    check_lines(board, found)
    assert len(found.lines) == 1
    assert (found.best, found.pv) == (found.lines[0].move, found.lines[0].moves)
    assert found.by in ("tree", "exact", "gomoku") and found.nodes and found.time > 0


@pytest.mark.parametrize("wanted", [2, 3, 1000])
def test_several_lines_and_no_more_than_there_are(case: tuple[Engine, Board], wanted: int) -> None:
    analyst, board = case
    found = analyst.analyse(board, LIMIT, lines=wanted)
    check_lines(board, found)
    assert len(found.lines) == min(wanted, len(board.legal_moves))


@pytest.mark.parametrize("lines", [0, -1])
def test_no_lines_are_refused_in_words(case: tuple[Engine, Board], lines: int) -> None:
    analyst, board = case
    with pytest.raises(EngineError, match=f"at least 1 line, not {lines}"):
        analyst.analyse(board, LIMIT, lines=lines)


def test_only_the_moves_asked_for(case: tuple[Engine, Board]) -> None:
    analyst, board = case
    *_, other, last = board.legal_moves
    alone = analyst.analyse(board, LIMIT, moves=[last])
    assert alone.best == last and len(alone.lines) == 1
    both = analyst.analyse(board, LIMIT, lines=5, moves=[last, other, last])
    check_lines(board, both)
    assert set(both.move_scores) == {last, other}


@pytest.mark.parametrize(
    ("name", "game", "words"),
    [
        ("gomoku", "connect4", "whose pieces do not fall; the strongest engine for it is 'exact'"),
        ("exact", "gomoku", "with falling pieces; the strongest engine for it is 'gomoku'"),
    ],
)
def test_an_engine_says_at_once_what_it_does_not_play(name: str, game: str, words: str) -> None:
    with pytest.raises(EngineError, match=words):
        inarow.engine(name, game)


def test_moves_that_cannot_be_analysed(case: tuple[Engine, Board]) -> None:
    analyst, board = case
    with pytest.raises(MoveError):
        analyst.analyse(board, LIMIT, moves=[board.game.cells])
    for wrong in ("4", 2.7, True, None):
        with pytest.raises(NotAMoveError, match="a move is a whole number"):
            analyst.analyse(board, LIMIT, moves=[wrong])  # type: ignore[list-item]
    with pytest.raises(EngineError, match="no moves"):
        analyst.analyse(board, LIMIT, moves=[])
    with pytest.raises(EngineError, match="cannot analyse"):
        analyst.analyse(Board("square(5x5,free)"), LIMIT)


@pytest.mark.parametrize("lines", [1, 3])
def test_told_to_stop_it_still_has_a_move(case: tuple[Engine, Board], lines: int) -> None:
    analyst, board = case
    stop = StopSignal()
    stop.set()
    found = analyst.analyse(board, Limit(depth=8), lines=lines, stop=stop)
    assert found.best in board.legal_moves


@pytest.mark.parametrize("lines", [1, 3])
def test_every_step_is_heard_and_can_be_the_last(case: tuple[Engine, Board], lines: int) -> None:
    analyst, board = case
    heard: list[Analysis] = []
    stop = StopSignal()

    def hear(step: Analysis) -> None:
        heard.append(step)
        stop.set()

    analyst.analyse(board, LIMIT, lines=lines, stop=stop, on_progress=hear)
    if analyst is not CASES["tree at a depth"][0] or lines > 1:
        assert heard
    for step in heard:
        check_lines(board, step)
        assert len(step.lines) <= lines


@pytest.mark.parametrize("lines", [1, 4])
def test_nodes_are_a_limit(case: tuple[Engine, Board], lines: int) -> None:
    analyst, _ = case
    board = Board("gomoku(9)", "e5 d5") if analyst.name == "gomoku" else Board("connect4(8x7)")
    found = analyst.analyse(board, Limit(nodes=200, depth=9), lines=lines)
    assert not found.complete
    assert found.nodes < 400


def test_depth_is_a_limit_of_searches(case: tuple[Engine, Board]) -> None:
    analyst, board = case
    if analyst.name == "exact" and not isinstance(analyst, ExactThenTree):
        pytest.skip("a solver looks to the end")
    assert analyst.analyse(board, Limit(depth=2)).depth == 2
    assert analyst.analyse(board, Limit(depth=2), lines=3).depth == 2


@pytest.mark.parametrize("lines", [1, 3])
def test_a_game_that_is_over_has_a_score_and_no_lines(lines: int) -> None:
    won = Board("connect4(5x4)", "1122334")
    for analyst in (TREE, ExactEngine(), strongest(won.game)):
        found = analyst.analyse(won, lines=lines)
        assert found.lines == () and found.best is None and found.score == Score.loss(0)
    five = Board("gomoku(9)", "a1 a2 b1 b2 c1 c2 d1 d2 e1")
    assert strongest(five.game).analyse(five, lines=lines).score == Score.loss(0)


def test_an_empty_board_has_several_lines_for_the_gomoku_engine() -> None:
    board = Board("gomoku")
    found = GomokuEngine(board.game, megabytes=4).analyse(board, Limit(nodes=20_000), lines=5)
    check_lines(board, found)
    assert len(found.lines) == 5


def test_the_gomoku_engine_also_shows_moves_that_ignore_a_four() -> None:
    board = Board("gomoku(9)", "e5 e1 f5 a9 g5 i1 h5")
    found = GomokuEngine(board.game, megabytes=4).analyse(board, Limit(depth=3), lines=3)
    scores = [line.score for line in found.lines]
    assert scores[1:] == [Score.loss(2), Score.loss(2)]


def test_exact_lines_are_true_to_the_end() -> None:
    board = Board("connect4(5x4)", "33")
    truth = shared_solver(board.game).solve_moves(board).analysis().move_scores
    for analyst in (ExactEngine(), strongest(board.game)):
        found = analyst.analyse(board, Limit(), lines=5)
        assert found.complete and found.is_exact and found.by == "exact"
        assert found.move_scores == truth
        for line in found.lines:
            end = board.copy()
            end.play(line.moves)
            assert end.outcome() is not None
            assert line.score.plies in (None, len(line.moves))


def test_first_a_look_then_every_column_proved() -> None:
    board = Board("connect4", "4444433")
    heard: list[Analysis] = []
    strongest(board.game).analyse(board, Limit(), lines=7, on_progress=heard.append)
    proved = [sum(line.score.is_exact for line in step.lines) for step in heard]
    assert heard[0].by == "tree" and heard[-1].is_exact
    assert [step.by for step in heard] == sorted((step.by for step in heard), reverse=True)
    solving = [count for step, count in zip(heard, proved, strict=True) if step.by != "tree"]
    assert all(later >= earlier for earlier, later in itertools.pairwise(solving))


@pytest.mark.parametrize("nodes", [30, 60, 100, 200, 400, 1000])
@pytest.mark.parametrize(
    "moves", ["34226112275246144445626", "27753562325356116624567", "36357234137753541"]
)
def test_a_loss_that_is_proved_before_its_longest_defence_still_has_lines(
    moves: str, nodes: int
) -> None:
    forget_solvers()
    board = Board("connect4", moves)
    found = strongest(board.game).analyse(board, Limit(nodes=nodes), lines=7)
    assert {line.move for line in found.lines} <= set(board.legal_moves)
    assert found.best is not None


def test_an_estimate_is_not_said_to_be_exact() -> None:
    board = Board("connect4", "112233")
    analyst = ExactThenTree(TREE, ExactEngine(Solver(board.game)))
    found = analyst.analyse(board, Limit(nodes=2_000), lines=7)
    assert found.score == Score.win(1) and not found.is_exact
    assert found.by == "exact, tree"


def test_what_cannot_be_solved_in_time_is_searched() -> None:
    board = Board("connect4(8x8)")
    found = strongest(board.game).analyse(board, Limit(nodes=50_000))
    assert found.by == "tree" and not found.score.is_exact and found.depth > 3
    lines = strongest(board.game).analyse(board, Limit(nodes=50_000), lines=8)
    assert lines.by == "tree" and len(lines.lines) == 8


def test_the_natural_move_comes_first_among_equals() -> None:
    board = Board("connect3", "4512")
    best = Solver(board.game).solve(board).best_moves
    middle = min(best, key=lambda move: abs(2 * move - board.game.width + 1))
    assert len(best) > 1 and middle != best[0]
    found = ExactEngine().analyse(board)
    assert found.best == middle and len(found.pv) > 1


def test_once_the_nodes_are_spent_there_is_only_the_move() -> None:
    board = Board("connect3", "4512")
    needed = Solver(board.game).solve(board).nodes
    found = ExactEngine(Solver(board.game)).analyse(board, Limit(nodes=needed))
    assert found.score.is_exact and len(found.pv) == 1 and not found.complete


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("connect4", "exact"),
        ("square", "exact"),
        ("connect4(10x9)", "tree"),
        ("gomoku", "gomoku"),
        ("mnk(5x4,k=4)", "gomoku"),
        ("mnk(4x4,k=4)", "tree"),
        ("tictactoe", "tree"),
        ("square(5x5,free)", "tree"),
    ],
)
def test_the_strongest_engine_for_a_game(game: str, name: str) -> None:
    assert strongest(inarow.game(game)).name == name


def test_analyse_asks_the_strongest_unless_told_otherwise() -> None:
    board = Board("connect4", "44444326555533")
    assert inarow.analyse(board).by == "exact"
    assert inarow.analyse(board, Limit(depth=4)).by == "tree"
    assert inarow.analyse(board, Limit(depth=4), by="tree").by == "tree"
    assert inarow.analyse(board, by="discount(depth=3)").depth == 3
    assert inarow.analyse(board, by=engine("exact", board.game), lines=2).lines[1].score.is_exact
    assert inarow.analyse(Board("gomoku", "h8"), Limit(nodes=1000)).by == "gomoku"
    for by in ("random", inarow.player("random")):
        with pytest.raises(PlayerError, match="random does not search"):
            inarow.analyse(board, by=by)  # type: ignore[arg-type]
    for ask in (inarow.analyse, inarow.solve):
        with pytest.raises(LimitError, match=r"2.5 is not a limit: write Limit\(time=2.5\)"):
            ask(board, 2.5)  # type: ignore[arg-type]
    with pytest.raises(EngineError, match="there are tree, exact, gomoku"):
        engine("stockfish", board.game)


def test_solve_stands_at_the_top() -> None:
    solution = inarow.solve(Board("connect4", "44444326555533"))
    assert solution.score == Score.loss(26) and inarow.Solver is Solver
    assert isinstance(solution, inarow.Solution)
    assert str(solution).startswith("best 5, score loss in 13, proved, ")
    assert str(inarow.analyse(solution.board)).startswith("best 5, score loss in 13, proved, ")


def test_a_game_may_be_given_by_its_name() -> None:
    assert inarow.strongest("gomoku").name == "gomoku"
    assert inarow.engine("tree", "square").refusal(Board("square").game) is None
    assert inarow.Solver("connect3").game == Board("connect3").game


def test_nothing_is_compiled_or_loaded_by_the_import_alone() -> None:
    program = "import inarow, sys; print({'numpy', 'numba'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"


def test_a_search_that_sees_only_losses_has_a_finite_score() -> None:
    board = Board("connect4", "112233")
    found = inarow.analyse(board, by="branch-and-bound", moves=[6])
    assert found.score.kind is Kind.LOSS or abs(found.score.value) < 1e16
