"""The compiled searches against the readable ones, and the readable ones against each other."""

from __future__ import annotations

import math
import random
import time
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Board, Limit, Side, game
from inarow.evaluate.blocks import SquareBlocks
from inarow.evaluate.discount import DiscountedRuns
from inarow.evaluate.evaluation import Decision, Evaluation
from inarow.evaluate.groups import GroupCount
from inarow.evaluate.shapes import ShapeScores
from inarow.evaluate.threes import OpenThrees
from inarow.search.analysis import Analysis
from inarow.search.limit import LimitError
from inarow.search.score import Kind, Score
from inarow.search.stopping import StopSignal
from inarow.search.tree import documented
from inarow.search.tree.compiled import evaluate_compiled, search_compiled
from inarow.search.tree.ordering import Ordering
from inarow.search.tree.readable import search_readably
from inarow.search.tree.recipe import ALL_EXTRAS, Algorithm, Extras, Recipe
from inarow.search.tree.scoring import decision_of
from strategies import boards, games

#: Each documented player: its game, its recipe, and a depth that is quick when read.
DOCUMENTED = {
    "minimax": ("connect4", documented.MINIMAX, 5),
    "branch-and-bound": ("connect4", documented.BRANCH_AND_BOUND, 4),
    "discount": ("connect4", documented.DISCOUNT, 4),
    "square": ("square", documented.SQUARE_BOTH_SIDES, 5),
    "gomoku": ("gomoku", documented.SHAPES, 3),
}

ONE_EXTRA = {
    "deepening": Extras(deepening=True),
    "table": Extras(table=True),
    "killers": Extras(killers=True),
    "history": Extras(history=True),
    "null windows": Extras(null_windows=True),
    "all": ALL_EXTRAS,
}


def random_board(name: str, choose: random.Random, plies: int) -> Board:
    """An unfinished position; stones of free games are kept close together."""
    board = Board(name)
    while board.ply < plies:
        moves = list(board.legal_moves)
        if not board.game.gravity and board.ply:
            middle = board.game.cell(board.game.width // 2, board.game.height // 2)
            cx, cy = board.game.xy(middle)
            moves = [
                move
                for move in moves
                if max(abs(board.game.xy(move)[0] - cx), abs(board.game.xy(move)[1] - cy)) <= 3
            ]
        board.push(choose.choice(moves))
        if board.outcome() is not None:
            board.pop()
            return board
    return board


def facts(analysis: Analysis) -> tuple[object, ...]:
    """What must not depend on how a search is written."""
    return (
        analysis.best,
        analysis.score,
        analysis.nodes,
        analysis.evaluations,
        analysis.cutoffs,
        analysis.depth,
    )


@pytest.mark.parametrize("name", DOCUMENTED)
def test_compiled_equals_readable_for_every_documented_player(name: str) -> None:
    game_name, recipe, depth = DOCUMENTED[name]
    choose = random.Random(name)
    most_plies, positions = (6, 2) if name == "gomoku" else (24, 8)
    for _ in range(positions):
        board = random_board(game_name, choose, choose.randrange(2, most_plies))
        readable = search_readably(board, recipe, depth)
        compiled = search_compiled(board, recipe, Limit(depth=depth))
        assert facts(compiled) == facts(readable), board


def test_compiled_equals_readable_on_crowded_gomoku_boards() -> None:
    choose = random.Random(3)
    for _ in range(6):
        board = random_board("gomoku", choose, choose.randrange(6, 24))
        for ratio in (1.0, 3.0):
            recipe = replace(documented.SHAPES, evaluation=ShapeScores(ratio))
            readable = search_readably(board, recipe, 1)
            assert facts(search_compiled(board, recipe, Limit(depth=1))) == facts(readable)


line_evaluations: list[Evaluation] = [
    GroupCount(),
    OpenThrees(),
    OpenThrees(both_ends=False),
    DiscountedRuns(),
]
square_evaluations: list[Evaluation] = [GroupCount(), SquareBlocks()]
evaluations = st.sampled_from(line_evaluations)


@settings(max_examples=60, deadline=None)
@given(
    st.data(),
    st.sampled_from(Algorithm),
    st.booleans(),
    st.sampled_from([Ordering.IN_ORDER, Ordering.CENTRE_FIRST]),
    st.floats(-50, 50),
    st.integers(1, 3),
)
def test_compiled_equals_readable_for_any_game(
    data: st.DataObject,
    algorithm: Algorithm,
    fail_soft: bool,
    ordering: Ordering,
    draw_value: float,
    depth: int,
) -> None:
    board = data.draw(boards(data.draw(games(largest=5)), finished=False))
    fitting = [
        evaluation
        for evaluation in line_evaluations + square_evaluations
        if evaluation.refusal(board.game) is None
    ]
    evaluation = data.draw(st.sampled_from(fitting))
    recipe = Recipe(evaluation, algorithm, fail_soft, ordering, draw_value)
    readable = search_readably(board, recipe, depth)
    assert facts(search_compiled(board, recipe, Limit(depth=depth))) == facts(readable)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_a_heuristic_alone_is_the_same_compiled(name: str) -> None:
    game_name, recipe, _ = DOCUMENTED[name]
    choose = random.Random(f"{name} alone")
    for plies in range(0, 30, 3):
        board = random_board(game_name, choose, plies)
        for side in Side:
            readable = recipe.evaluation.value(board, side)
            assert evaluate_compiled(board, recipe.evaluation, side) == pytest.approx(readable)


@settings(max_examples=60, deadline=None)
@given(st.data(), evaluations, st.integers(1, 4))
def test_pruning_keeps_the_value_and_never_looks_at_more(
    data: st.DataObject, evaluation: Evaluation, depth: int
) -> None:
    board = data.draw(boards(game("connect3"), finished=False))
    plain = search_readably(board, Recipe(evaluation, Algorithm.MINIMAX), depth)
    for algorithm in (Algorithm.ALPHA_BETA, Algorithm.NEGAMAX):
        for fail_soft in (True, False):
            pruned = search_readably(board, Recipe(evaluation, algorithm, fail_soft), depth)
            # Document 000's values are not the same for both sides, so negamax sees others.
            if algorithm is Algorithm.ALPHA_BETA or not isinstance(evaluation, GroupCount):
                assert pruned.score == plain.score
            assert pruned.nodes <= plain.nodes


@pytest.mark.parametrize("extras", ONE_EXTRA.values(), ids=ONE_EXTRA)
@pytest.mark.parametrize("name", DOCUMENTED)
def test_extras_keep_the_value(name: str, extras: Extras) -> None:
    game_name, recipe, depth = DOCUMENTED[name]
    choose = random.Random(f"{name} with extras")
    for _ in range(12 if name != "gomoku" else 4):
        board = random_board(game_name, choose, choose.randrange(0, 24))
        plain = search_compiled(board, recipe, Limit(depth=depth))
        faster = search_compiled(board, replace(recipe, extras=extras), Limit(depth=depth))
        if plain.score.kind is Kind.HEURISTIC:
            assert faster.score == plain.score
            assert faster.depth == plain.depth
        else:
            # Deepening stops at the depth that decides, and so knows how soon the win comes.
            assert faster.score.kind is plain.score.kind
            assert faster.depth <= plain.depth
        assert faster.best in board.legal_moves


@pytest.mark.parametrize("name", DOCUMENTED)
def test_the_line_is_playable_and_starts_with_the_best_move(name: str) -> None:
    game_name, recipe, depth = DOCUMENTED[name]
    choose = random.Random(f"{name} line")
    for _ in range(10):
        board = random_board(game_name, choose, choose.randrange(0, 20))
        analysis = search_compiled(board, replace(recipe, extras=ALL_EXTRAS), Limit(depth=depth))
        assert analysis.pv[0] == analysis.best
        assert len(analysis.pv) <= depth
        board.play(analysis.pv)


def test_deepening_knows_exactly_how_soon_the_game_is_won() -> None:
    """On connect3 a plain search to the end, which prefers nothing, is the oracle."""

    def plies_to_win(board: Board) -> float:
        """Positive: wins in so many plies; negative: loses; infinite: draw."""
        if (outcome := board.outcome()) is not None:
            return math.inf if outcome.is_draw else -0.0
        results = []
        for move in board.legal_moves:
            board.push_legal(move)
            reply = plies_to_win(board)
            board.pop()
            if reply == math.inf:
                results.append((0, 0.0))
            elif math.copysign(1, reply) < 0:
                results.append((1, -(1 - reply)))
            else:
                results.append((-1, 1 + reply))
        kind, distance = max(results)
        return math.inf if kind == 0 else -distance

    choose = random.Random(5)
    decided = 0
    for _ in range(40):
        board = random_board("mnk(4x3,k=3,gravity)", choose, choose.randrange(1, 9))
        truth = plies_to_win(board)
        score = search_compiled(
            board, Recipe(DiscountedRuns(), extras=ALL_EXTRAS), Limit(depth=12)
        ).score
        if truth == math.inf:
            assert score.kind is Kind.DRAW
        else:
            decided += 1
            assert score.kind is (Kind.WIN if truth > 0 else Kind.LOSS)
            assert score.plies == abs(truth)
    assert decided > 5


@pytest.mark.parametrize("name", DOCUMENTED)
def test_a_search_can_be_stopped_and_still_has_a_legal_move(name: str) -> None:
    game_name, recipe, _ = DOCUMENTED[name]
    board = Board(game_name)
    for extras in (Extras(), ALL_EXTRAS):
        deep = replace(recipe, extras=extras)
        for nodes in (1, 2, 10, 500):
            analysis = search_compiled(board, deep, Limit(depth=40, nodes=nodes))
            assert not analysis.complete
            assert analysis.nodes <= nodes
            assert analysis.best in board.legal_moves
        stop = StopSignal()
        stop.set()
        assert search_compiled(board, deep, Limit(depth=40), stop=stop).best in board.legal_moves


def assert_readable(score: Score) -> None:
    assert math.isfinite(score.value)
    assert score.kind is not Kind.HEURISTIC or abs(score.value) < 1e6, score


@pytest.mark.parametrize("extras", [Extras(), ALL_EXTRAS], ids=["plain", "all extras"])
@pytest.mark.parametrize("name", DOCUMENTED)
def test_no_score_is_infinite_whenever_a_search_ends(name: str, extras: Extras) -> None:
    game_name, recipe, depth = DOCUMENTED[name]
    choose = random.Random(f"{name} scores")
    for _ in range(40):
        board = random_board(game_name, choose, choose.randrange(6, 30))
        limit = Limit(depth=depth + 1, nodes=choose.choice([20, 100, 500, 1000]))
        assert_readable(search_compiled(board, replace(recipe, extras=extras), limit).score)


def test_a_loss_that_a_selective_search_cannot_prove_is_a_number_to_read() -> None:
    # O has two open threes that cross, so whatever X blocks, O wins with its second move.
    board = Board("gomoku", "a1 h8 o1 g8 a15 i8 o15 h9 a8 h10")
    score = search_compiled(board, documented.SHAPES, Limit(depth=4)).score
    assert str(score) == "-999999"
    assert decision_of(score) is Decision.LOST and decision_of(-score) is Decision.WON


def test_a_stopped_search_claims_a_win_that_it_found_but_no_loss() -> None:
    # X wins in the first column that it tries; the others are not looked at any more.
    won = search_compiled(Board("connect4", "121212"), documented.MINIMAX, Limit(depth=2, nodes=3))
    assert not won.complete and won.best == 0 and won.score == Score.win()
    # In the first column X loses, and whether others do is not known yet; the last does not.
    board = Board("connect4", "171727")
    lost = search_compiled(board, documented.MINIMAX, Limit(depth=2, nodes=10))
    assert not lost.complete and lost.best == 0 and str(lost.score) == "-999999"
    assert decision_of(lost.score) is Decision.LOST
    assert search_compiled(board, documented.MINIMAX, Limit(depth=2)).best == 6


def test_a_time_limit_ends_the_search_promptly() -> None:
    started = time.monotonic()
    analysis = search_compiled(
        Board("gomoku"), replace(documented.SHAPES, extras=ALL_EXTRAS), Limit(time=0.2)
    )
    # Generous, since the machine may be busy: without the limit it would run for hours.
    assert time.monotonic() - started < 5
    assert not analysis.complete and analysis.depth >= 1


def test_progress_is_told_depth_by_depth() -> None:
    heard: list[Analysis] = []
    recipe = replace(documented.DISCOUNT, extras=ALL_EXTRAS)
    final = search_compiled(Board("connect4"), recipe, Limit(depth=6), on_progress=heard.append)
    assert [analysis.depth for analysis in heard] == [1, 2, 3, 4, 5, 6]
    assert heard[-1] == final
    assert all(one.nodes < two.nodes for one, two in pairwise(heard))


def test_a_search_without_deepening_needs_a_depth() -> None:
    with pytest.raises(LimitError, match="depth"):
        search_compiled(Board("connect4"), documented.MINIMAX, Limit(time=1))


@pytest.mark.parametrize(
    ("moves", "score"),
    [("b2 a1 c2 a3 d2 f1", Score.win()), ("b2 a1 c2 a3 d2 f1 e2", Score.loss())],
)
def test_a_selective_search_proves_what_is_near(moves: str, score: Score) -> None:
    """Beyond depth 3 it leaves out moves that matter, so that its claims alone prove nothing."""
    board = Board("mnk(6x3,k=5)", moves)
    compiled = search_compiled(board, documented.SHAPES, Limit(depth=4))
    assert (compiled.score, compiled.depth) == (score, 4)
    readable = search_readably(board, documented.SHAPES, 4)
    assert readable.lines == compiled.lines and readable.nodes == compiled.nodes


def test_a_finished_game_has_no_best_move() -> None:
    analysis = search_compiled(Board("connect4", "1122334"), documented.MINIMAX, Limit(depth=3))
    assert analysis.best is None and analysis.score.kind is Kind.LOSS and analysis.score.plies == 0


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_heuristics_are_fair_to_both_sides(data: st.DataObject) -> None:
    """What is good for one side is as bad for the other; document 004 alone is meant otherwise."""
    board = data.draw(boards(data.draw(games(largest=7)), finished=False))
    for evaluation in (GroupCount(), OpenThrees(), DiscountedRuns(), SquareBlocks()):
        if evaluation.refusal(board.game) is None:
            assert evaluation.value(board, Side.X) == -evaluation.value(board, Side.O)
            assert evaluation.decision(evaluation.value(board, Side.X)) is Decision.OPEN


@settings(max_examples=60, deadline=None)
@given(boards(game("connect4"), finished=False))
def test_heuristics_do_not_care_about_left_and_right(board: Board) -> None:
    from inarow.rules.symmetry import Symmetry
    from turning import transform

    mirrored = transform(board, Symmetry.MIRROR)
    for evaluation in (GroupCount(), OpenThrees(), DiscountedRuns()):
        assert evaluation.value(board, Side.X) == evaluation.value(mirrored, Side.X)


def test_shapes_score_as_the_document_lists_them() -> None:
    def own(stones: str, *others: str) -> float:
        """The score of X's stones in a row alone, O's being far apart at the edge."""
        from inarow.evaluate.shapes import shape_total

        x = sum(1 << game("gomoku").cell(3 + i, 7) for i, c in enumerate(stones) if c == "1")
        count = stones.count("1") - len(others)
        o = sum(1 << game("gomoku").cell(2 * i, 0) for i in range(count))
        for point in others:
            o |= 1 << game("gomoku").cell(ord(point[0]) - 97, int(point[1:]) - 1)
        return shape_total(Board.from_stones(game("gomoku"), x, o), Side.X)

    assert own("0110") == 50
    assert own("01110") == 5000
    assert own("011110") == 50000
    assert own("11101", "c8", "i8") == 5000
    assert own("010110") == 5000
    assert own("1110", "c8") == 500
    # Blocked on both sides nothing is left of it, and nothing hangs over the edge of the board.
    assert own("111", "c8", "g8") == 0


def test_crossing_shapes_count_again() -> None:
    from inarow.evaluate.shapes import shape_total

    lone = Board("gomoku", "h8 a1 i8 c1 j8 e1")
    assert shape_total(lone, Side.X) == 5000
    crossed = Board("gomoku", "h8 a1 i8 c1 j8 e1 h9 g1 h10 i1")
    # Two open threes of 5000 cross in h8: each once, and both once more. The slants that their
    # ends form add twos of 50.
    assert shape_total(crossed, Side.X) >= 20000
