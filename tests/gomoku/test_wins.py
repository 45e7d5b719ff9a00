"""Every win that the Gomoku engine claims is replayed against every defence."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from gomoku_oracle import winning_cells, wins_against_everything
from gomoku_proofs import find_win
from inarow.kernels.gomoku import root
from inarow.kernels.gomoku.search import WIN
from inarow.rules.board import Board
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.gomoku.parts import Part
from inarow.search.limit import Limit
from inarow.search.score import Kind

#: A replay searches anew after each answer, so it may take a longer way to the same win.
SLACK = 60
#: Games, and how many of the random boards at least hold a win that is found.
GAMES = (("gomoku(15)", 15), ("gomoku-standard(15)", 10), ("mnk(7,7,4)", 15), ("mnk(13,11,6)", 3))


def random_boards(game: str, seed: int, stones: tuple[int, int]) -> Iterator[Board]:
    """Boards with stones thrown close together, nobody having won."""
    chance = random.Random(seed)
    while True:
        board = Board(game)
        width, height = board.game.width, board.game.height
        middle = [
            board.game.cell(x, y)
            for x in range(width // 5, width - width // 5)
            for y in range(height // 5, height - height // 5)
        ]
        wanted = min(chance.randrange(*stones), len(middle) - 2)
        for cell in chance.sample(middle, wanted):
            board.push(cell)
            if board.outcome() is not None:
                break
        if board.outcome() is None and not winning_cells(board, board.turn):
            yield board


@pytest.mark.parametrize(("game", "expected"), GAMES)
def test_found_wins_hold_against_every_defence(game: str, expected: int) -> None:
    boards = random_boards(game, seed=11, stones=(8, 26))
    engine = GomokuEngine(next(boards).game, megabytes=8)

    def attack(board: Board) -> int | None:
        found = find_win(engine, board, 200_000)
        return None if found is None else found.best

    proved = 0
    longest = 0
    for _ in range(60):
        board = next(boards)
        win = find_win(engine, board, 20_000)
        if win is None:
            continue
        assert win.score.kind is Kind.WIN
        assert win.score.plies is not None
        assert wins_against_everything(board.copy(), attack, win.score.plies + SLACK), repr(board)
        proved += 1
        longest = max(longest, win.score.plies)
    assert proved >= expected
    assert longest >= 5


@pytest.mark.parametrize("game", ["gomoku(15)", "gomoku-standard(15)"])
def test_a_found_win_is_shown_to_the_end(game: str) -> None:
    boards = random_boards(game, seed=5, stones=(8, 26))
    engine = GomokuEngine(next(boards).game, megabytes=16)
    found = shown = by_threats = 0
    for _ in range(100):
        board = next(boards)
        win = find_win(engine, board, 20_000)
        if win is None:
            continue
        found += 1
        assert win.score.plies is not None
        assert len(win.pv) <= win.score.plies
        after = board.copy()
        after.play(win.pv)
        outcome = after.outcome()
        if outcome is not None:
            assert outcome.winner is board.turn
            shown += 1
            by_threats += not engine.search_fours(board, Limit(nodes=20_000)).line
    # The table may have lost a part of a proof, but hardly ever has.
    assert shown >= 0.95 * found
    assert by_threats >= 5


@pytest.mark.parametrize("seed", [2, 4])
def test_a_win_is_carried_out_as_announced(seed: int) -> None:
    """Asked again on the way, the engine keeps to a proof it holds and takes no longer way.

    A longer win by fours or threats was once preferred to what the search had proved.
    """
    boards = random_boards("gomoku(15)", seed=seed, stones=(8, 26))
    engine = GomokuEngine(next(boards).game, megabytes=16)
    carried_out = 0
    for _ in range(80):
        board = next(boards)
        analysis = engine.analyse(board, Limit(nodes=8_000))
        if analysis.score.kind is not Kind.WIN:
            continue
        carried_out += 1
        plies = analysis.score.plies
        assert plies is not None
        for number, move in enumerate(analysis.pv):
            if number % 2 == 0:
                left = engine.analyse(board, Limit(nodes=8_000)).score
                assert left.kind is Kind.WIN
                assert left.plies is not None
                assert left.plies <= plies - number
            board.push(move)
    assert carried_out >= 20


@pytest.mark.parametrize("game", ["gomoku(15)", "gomoku-standard(15)"])
def test_search_scores_of_wins_and_losses_are_true(game: str) -> None:
    """A score of the whole search that claims a result is replayed like any other proof."""
    boards = random_boards(game, seed=3, stones=(6, 20))
    chance = random.Random(3)
    engine = GomokuEngine(next(boards).game, megabytes=8)

    def attack(board: Board) -> int | None:
        return engine.analyse(board, Limit(nodes=60_000)).best

    decided = 0
    for _ in range(40):
        board = next(boards)
        analysis = engine.analyse(board, Limit(nodes=15_000))
        if analysis.score.kind is Kind.LOSS:
            # Every move loses: after the engine's own choice and after others the other side
            # must win by force.
            assert analysis.best is not None and analysis.score.plies is not None
            others = chance.sample(list(board.legal_moves), 4)
            for move in {analysis.best, *others}:
                after = board.after(move)
                plies = analysis.score.plies + SLACK
                assert wins_against_everything(after, attack, plies), (repr(board), move)
            decided += 1
        elif analysis.score.kind is Kind.WIN:
            assert analysis.score.plies is not None
            assert wins_against_everything(board, attack, analysis.score.plies + SLACK), repr(board)
            decided += 1
    assert decided >= 8


def test_a_search_stopped_after_losing_moves_claims_no_loss(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first moves lose, and it is stopped before it gets to the others."""
    tried: list[int] = []

    def stopped(*arguments: Any) -> int:
        search, moves, values = arguments[3], arguments[10], arguments[11]
        values[:] = root.UNSEARCHED
        values[:3] = 6 - WIN
        tried[:] = [int(move) for move in moves[:4]]
        search["pv"][0][0], search["pv_end"][0] = moves[0], 1
        search["stopped"] = 1
        return 6 - WIN

    monkeypatch.setattr(root, "search_root", stopped)
    board = Board("gomoku", "h8 i9 h9 h10 g8 i8 i10 j11 g7")
    analysis = GomokuEngine(board.game, megabytes=4).analyse(board, Limit(nodes=5_000))
    assert analysis.score.kind is Kind.HEURISTIC
    assert analysis.best == tried[3]


@pytest.mark.parametrize(
    "moves",
    [
        "g6 i9 e5 e10 g7 k8 f7 h9 j7",
        "g6 f10 j10 k7 e5 e7 f6 i9 j8 g5 j6 h11 e11 e6 e8",
        "i8 g8 h7 i10 e6 h6 j5 i11 g11 i7 f5 h5 g7",
    ],
)
def test_what_is_decided_is_claimed_only_once_it_is_proved(moves: str) -> None:
    board = Board("gomoku", moves)
    engine = GomokuEngine(board.game, megabytes=4)
    assert engine.analyse(board, Limit(nodes=60_000)).score.kind in {Kind.WIN, Kind.LOSS}
    stopped = 0
    for nodes in range(14, 2_000, 23):
        engine.forget()
        analysis = engine.analyse(board, Limit(nodes=nodes))
        if not analysis.complete:
            assert analysis.score.kind is Kind.HEURISTIC, nodes
            stopped += 1
    assert stopped > 80


def test_a_loss_is_claimed_only_after_far_moves_were_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = Board("gomoku", "g7 f8 k11 i10 j5 e9 g6 h8 e10 g9")
    engine = GomokuEngine(board.game, megabytes=4)
    search_root = root.search_root
    searched: set[int] = set()

    def watch(*arguments: Any) -> Any:
        searched.update(int(move) for move in arguments[10])
        return search_root(*arguments)

    monkeypatch.setattr(root, "search_root", watch)
    analysis = engine.analyse(board, Limit(nodes=100_000))
    assert analysis.score.kind is Kind.LOSS
    assert searched == set(board.legal_moves)
    careless = GomokuEngine(board.game, megabytes=4, without=frozenset({Part.FAR_MOVES}))
    assert careless.analyse(board, Limit(nodes=20_000)).score.kind is Kind.HEURISTIC


@pytest.mark.parametrize("seed", [1])
def test_claims_stay_true_through_a_game(seed: int) -> None:
    """Both sides' proofs share the engine's tables, move after move, and must not be mixed up."""
    board = next(random_boards("gomoku(15)", seed=seed, stones=(4, 8)))
    engine = GomokuEngine(board.game, megabytes=8)

    def attack(position: Board) -> int | None:
        return engine.analyse(position, Limit(nodes=60_000)).best

    claims = 0
    while board.outcome() is None and claims < 12:
        analysis = engine.analyse(board, Limit(nodes=12_000))
        assert analysis.best is not None
        if analysis.score.kind is Kind.WIN:
            assert analysis.score.plies is not None
            plies = analysis.score.plies + SLACK
            assert wins_against_everything(board.copy(), attack, plies), repr(board)
            claims += 1
        board.push(analysis.best)
    assert claims >= 1


@pytest.mark.parametrize(
    "moves",
    [
        [25, 24, 93, 73, 72, 27, 57, 63, 94, 85, 35, 81],
        [92, 51, 71, 49, 48, 37, 90, 60, 46, 35],
        [68, 52, 96, 46, 72, 40, 69, 91],
        [90, 61, 85, 69, 82, 48, 79, 50, 28, 71, 68],
    ],
)
def test_quiet_threats_win_where_fours_and_threes_do_not(moves: list[int]) -> None:
    board = Board("gomoku(11)", moves)
    engine = GomokuEngine(board.game, megabytes=16)
    loud = GomokuEngine(board.game, megabytes=16, without=frozenset({Part.QUIET_THREATS}))
    nodes = Limit(nodes=200_000)

    def attack(board: Board) -> int | None:
        line = engine.search_fours(board, nodes).line or engine.search_threats(board, nodes)
        return line[0] if line else None

    line = engine.search_threats(board, nodes)
    assert line and not loud.search_threats(board, nodes)
    assert wins_against_everything(board.copy(), attack, len(line) + SLACK)


@pytest.mark.parametrize(
    "moves",
    [
        [48, 139, 95, 114, 49, 116, 98, 108, 158, 65, 155, 78],
        [142, 51, 83, 140, 172, 52, 80, 109],
        [101, 161, 176, 108, 51, 93, 173, 158, 69, 98, 63, 95, 157, 50],
    ],
)
def test_a_win_may_need_more_positions_than_the_table_holds(moves: list[int]) -> None:
    """The search once forgot what it had found out as soon as the table was full, and hung on."""
    board = Board("gomoku(15)", moves)
    small, large = (GomokuEngine(board.game, megabytes=size) for size in (0.1, 16))
    nodes = Limit(nodes=400_000)

    def attack(board: Board) -> int | None:
        line = large.search_fours(board, nodes).line or large.search_threats(board, nodes)
        return line[0] if line else None

    line = small.search_threats(board, nodes)
    assert line and wins_against_everything(board.copy(), attack, len(line) + SLACK)
    large.forget()
    assert large.search_threats(board, nodes)
    assert (large._tables.proofs["key"] != 0).sum() > len(small._tables.proofs)


def test_no_win_is_found_where_there_is_none() -> None:
    board = Board("gomoku", "h8 h9 i8 i9")
    engine = GomokuEngine(board.game, megabytes=4)
    assert find_win(engine, Board("gomoku", "h8"), 10_000) is None
    assert find_win(engine, board, 1) is None


def test_a_five_is_blocked_and_a_five_is_played() -> None:
    engine = GomokuEngine(Board("gomoku").game, megabytes=4)
    must_block = Board("gomoku", "h8 a1 i8 a3 j8 a5 k8")
    analysis = engine.analyse(must_block, Limit(nodes=1_000))
    assert analysis.best in winning_cells(must_block, must_block.turn.other)
    must_win = Board("gomoku", "h8 a1 i8 a3 j8 a5 k8 a7")
    analysis = engine.analyse(must_win, Limit(nodes=1_000))
    assert analysis.best in winning_cells(must_win, must_win.turn)
    assert analysis.score.plies == 1
