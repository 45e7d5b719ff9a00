"""What holds for every position, whatever its score."""

from __future__ import annotations

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow.api import solve
from inarow.kernels.exact import null_window
from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.rules.errors import GameOverError
from inarow.search.exact.memory import Memory, SolverError, Table
from inarow.search.exact.positions import bits_of_board
from inarow.search.exact.sampling import random_board
from inarow.search.exact.solution import plies_to_end
from inarow.search.exact.solver import Solver
from inarow.search.limit import Limit
from inarow.search.score import Kind
from inarow.search.stopping import StopSignal
from inarow.study.trace.visits import read_log

#: Games with the numbers of pieces for which every position is solved within milliseconds and
#: random games that are still open are not too rare.
GAMES = {
    "connect4": (24, 38),
    "connect4(8x7)": (42, 52),
    "connect4(5x6)": (12, 26),
    "connect5": (42, 50),
    "connect3": (4, 8),
    "square": (26, 34),
    "square(6x5)": (14, 22),
}
SOLVERS = {name: Solver(game(name), table_mb=4) for name in GAMES}


@st.composite
def positions(draw: st.DrawFn) -> tuple[str, Board]:
    name = draw(st.sampled_from(sorted(GAMES)))
    pieces = draw(st.integers(*GAMES[name]))
    return name, random_board(game(name), pieces, random.Random(draw(st.integers(0, 2**32))))


def points(name: str, board: Board) -> int:
    found = SOLVERS[name].solve(board, best_moves=False, line=False).points
    assert found is not None
    return found


@given(positions())
@settings(max_examples=25, deadline=None)
def test_a_position_is_worth_its_best_move(position: tuple[str, Board]) -> None:
    name, board = position
    analysed = SOLVERS[name].solve_moves(board)
    assert points(name, board) == max(bounds.lower for bounds in analysed.moves.values())
    assert set(analysed.moves) == set(board.legal_moves)


@given(positions())
@settings(max_examples=25, deadline=None)
def test_the_best_moves_are_those_that_keep_the_score(position: tuple[str, Board]) -> None:
    name, board = position
    solution = SOLVERS[name].solve(board, line=False)
    analysed = SOLVERS[name].solve_moves(board)
    assert solution.best_moves == analysed.best_moves
    assert solution.bounds == analysed.bounds


@given(positions())
@settings(max_examples=25, deadline=None)
def test_mirror_images_are_worth_the_same(position: tuple[str, Board]) -> None:
    name, board = position
    image = Board(board.game, [board.game.width - 1 - move for move in board.moves])
    assert points(name, image) == points(name, board)


@given(positions())
@settings(max_examples=25, deadline=None)
def test_weak_agrees_with_strong(position: tuple[str, Board]) -> None:
    name, board = position
    strong = points(name, board)
    weak = SOLVERS[name].solve(board, weak=True)
    assert weak.bounds.lower == weak.bounds.upper == (strong > 0) - (strong < 0)
    assert weak.points is None
    assert weak.score.kind is SOLVERS[name].solve(board).score.kind


@given(positions())
@settings(max_examples=25, deadline=None)
def test_the_line_is_a_game_of_the_length_that_the_score_says(
    position: tuple[str, Board],
) -> None:
    name, board = position
    solution = SOLVERS[name].solve(board)
    assert solution.points is not None
    assert len(solution.line) == plies_to_end(board, solution.points)
    end = board.copy()
    end.play(solution.line)
    outcome = end.outcome()
    assert outcome is not None
    if solution.points == 0:
        assert outcome.is_draw
    else:
        assert outcome.winner is (board.turn if solution.points > 0 else board.turn.other)


@given(positions(), st.integers(1, 400))
@settings(max_examples=25, deadline=None)
def test_a_solver_that_is_stopped_claims_only_what_holds(
    position: tuple[str, Board], nodes: int
) -> None:
    name, board = position
    true = points(name, board)
    stopped = Solver(board.game, table_mb=0.1).solve_moves(board, Limit(nodes=nodes))
    assert stopped.bounds.lower <= true <= stopped.bounds.upper
    for move, bounds in stopped.moves.items():
        exact = SOLVERS[name].solve_moves(board).moves[move].lower
        assert bounds.lower <= exact <= bounds.upper
    assert all(
        SOLVERS[name].solve_moves(board).moves[move].lower == true for move in stopped.best_moves
    )


@given(positions(), st.sampled_from([1, 2, 3, 64]))
@settings(max_examples=25, deadline=None)
def test_the_size_of_the_table_changes_no_score(position: tuple[str, Board], entries: int) -> None:
    name, board = position
    small = Solver(board.game, entries=entries)
    if board.game.width * (board.game.height + 1) <= 52 and entries <= 2:
        # As many for early positions, and as many for those near the end.
        assert len(small.table.entries) == 2 * entries
    assert small.solve(board, best_moves=False, line=False).points == points(name, board)


@pytest.mark.parametrize("threads", [2, 3])
def test_every_number_of_threads_finds_the_same(threads: int) -> None:
    chance = random.Random(threads)
    rules = game("connect4")
    many = Solver(rules, threads=threads, table_mb=8)
    one = Solver(rules, table_mb=8)
    for _ in range(6):
        board = random_board(rules, 13, chance)
        together = many.solve(board, line=False)
        alone = one.solve(board, line=False)
        assert (together.points, together.best_moves) == (alone.points, alone.best_moves)


def test_threads_share_the_work_of_a_longer_search() -> None:
    solver = Solver(game("connect4"), threads=2)
    found = solver.solve(Board("connect4", "4444445"), best_moves=False, line=False)
    nodes, _ = solver.progress()
    of_each = [int(worker.search["nodes"]) for worker in solver._workers]
    assert found.points == -1
    assert found.nodes == nodes == sum(of_each) > 100_000
    assert min(of_each) > 0


def tried_at_the_root(memory: Memory, board: Board, beta: int) -> list[int]:
    """The moves in the order in which a search that shares its work tries them."""
    memory.table.clear()
    memory.log[:] = 0
    memory.search["parallel"], memory.search["nodes"] = 1, 0
    memory.search["mirror_from"] = board.game.cells + 1
    mover, other = bits_of_board(board)
    null_window.search(mover, other, board.game.cells - board.ply, beta, *memory.arrays)
    visits = read_log(memory.log[: memory.search["nodes"]])
    cells = [visit.cell for visit in visits if visit.level == 1 and visit.cell is not None]
    return [cell % board.game.width for cell in cells]


def test_a_position_that_another_thread_is_at_is_put_off() -> None:
    board = Board("connect4", "4567561172335")
    memory = Memory(board.game, Table(board.game, 1 << 18), log_rows=100_000)
    points = Solver(board.game).solve(board, best_moves=False, line=False).points
    assert points is not None
    alone = tried_at_the_root(memory, board, points + 1)
    assert len(alone) >= 3
    column = board.game.height + 1
    for child in memory.search["stack"][0]["children"]:
        if (int(child["move"]).bit_length() - 1) // column == alone[1]:
            memory.table.searching[null_window._searching_place(child["key"])] = child["key"]
    assert tried_at_the_root(memory, board, points + 1)[:2] == [alone[0], alone[2]]


def test_threads_that_share_a_solver_take_turns() -> None:
    rules = game("connect4")
    chance = random.Random(77)
    boards = [random_board(rules, 20, chance) for _ in range(24)]
    alone = Solver(rules, table_mb=1)
    expected = [alone.solve(board).line for board in boards]
    shared = Solver(rules, table_mb=1)
    with ThreadPoolExecutor(4) as pool:
        assert [found.line for found in pool.map(shared.solve, boards)] == expected


def test_a_signal_stops_the_solver_and_the_bounds_hold() -> None:
    stop = StopSignal()
    stop.set()
    for threads in (1, 2):
        found = Solver(game("connect4"), threads=threads).solve(Board("connect4"), stop=stop)
        assert not found.complete and found.best_moves == () and found.line == ()
        assert found.bounds.lower <= 1 <= found.bounds.upper


def test_a_limit_of_time_is_kept() -> None:
    found = solve(Board("connect4(8x7)"), Limit(time=0.3))
    assert not found.complete
    assert found.time < 5
    assert found.score.kind is Kind.HEURISTIC


def test_a_limit_of_nodes_holds_for_all_threads_together() -> None:
    found = Solver(game("connect4"), threads=2).solve(Board("connect4"), Limit(nodes=200_000))
    assert not found.complete
    assert found.nodes <= 220_000


def test_a_solution_without_all_of_its_moves_does_not_call_itself_complete() -> None:
    board = Board("connect4", "2264575446722627")
    whole = Solver(board.game, table_mb=1).solve(board)
    assert whole.complete and len(whole.best_moves) == 2 and len(whole.line) == 22
    cut = 0
    for nodes in range(9_800, 15_000, 400):
        found = Solver(board.game, table_mb=1).solve(board, Limit(nodes=nodes))
        moves_and_line = (found.best_moves, found.line)
        assert found.complete == (moves_and_line == (whole.best_moves, whole.line))
        assert set(found.best_moves) <= set(whole.best_moves)
        cut += found.bounds.is_exact and not found.complete
    assert cut > 0


@given(positions())
@settings(max_examples=60, deadline=None)
def test_the_best_moves_of_a_weak_solution_keep_the_result(case: tuple[str, Board]) -> None:
    name, board = case
    weak = SOLVERS[name].solve(board, weak=True)
    scores = SOLVERS[name].solve_moves(board, weak=True).moves
    assert weak.best_moves == tuple(
        move for move in board.legal_moves if scores[move].lower == weak.bounds.lower
    )


@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_shown_of_a_running_search_holds(threads: int) -> None:
    """While it narrows, the bounds shown are the position's own, not a later position's."""
    board = Board("connect4", "4444445")
    solver = Solver(board.game, threads=threads)
    assert solver.progress() == (0, None)
    shown = []
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(solver.solve, board)
        while not running.done():
            shown.append(solver.progress()[1])
    known = [bounds for bounds in shown if bounds is not None]
    assert known and all(bounds.lower <= -1 <= bounds.upper for bounds in known)
    assert solver.progress()[1] == running.result().bounds
    solver.solve_moves(Board("connect4", "44444326555533"))
    assert solver.progress()[1] is None


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("gomoku", "falling pieces"),
        ("connect4(9x7)", "64 bits"),
        ("mnk(7x6,k=4,exact,gravity)", "longer"),
    ],
)
def test_games_it_cannot_solve_are_refused(name: str, reason: str) -> None:
    with pytest.raises(SolverError, match=reason):
        Solver(game(name))


def test_what_makes_no_sense_is_refused() -> None:
    rules = game("connect4")
    with pytest.raises(SolverError, match="thread"):
        Solver(rules, threads=0)
    with pytest.raises(SolverError, match="megabytes"):
        Solver(rules, table_mb=0)
    with pytest.raises(SolverError, match="megabytes"):
        Solver(rules, table_mb=float("inf"))
    with pytest.raises(SolverError, match="not square"):
        Solver(rules).solve(Board("square"))
    with pytest.raises(GameOverError):
        solve(Board("connect4", "1122334"))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("connect4(4x4)", 0),
        ("connect4(6x4)", -1),
        ("connect4(5x5)", 0),
        ("connect4(6x5)", 0),
        ("connect4(4x7)", 0),
        ("connect4(6x6)", -1),
        ("connect4(8x4)", -1),
    ],
)
def test_published_values_of_the_empty_board(name: str, expected: int) -> None:
    found = Solver(game(name), table_mb=16).solve(Board(name), best_moves=False, line=False)
    assert found.points == expected


def test_the_second_player_never_loses_the_square_game_on_even_heights() -> None:
    for width, height in ((4, 4), (6, 4), (5, 6), (4, 8)):
        assert not Solver(game("square", width=width, height=height)).reaches(
            Board(f"square({width}x{height})"), 1
        )


def test_the_solver_loads_nothing_of_the_tree_search() -> None:
    script = "import sys, inarow.search.exact.solver; print(*sys.modules)"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    loaded = result.stdout.decode().split()
    assert "inarow.kernels.exact.null_window" in loaded
    assert not [name for name in loaded if name.startswith("inarow.kernels.tree")]
    assert "inarow.search.tree.arrays" not in loaded
