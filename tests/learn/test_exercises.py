"""Every exercise: right answers pass, typical wrong ones are refused with their fault named."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from dataclasses import asdict, replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from inarow.learn.check import check
from inarow.learn.checks.answers import AnswerChecks
from inarow.learn.checks.asking import Case
from inarow.learn.checks.choice import ChoiceChecks
from inarow.learn.checks.fours import FoursChecks, flaw
from inarow.learn.checks.heuristic import LADDER_DEPTH, HeuristicChecks
from inarow.learn.checks.prediction import PredictionChecks
from inarow.learn.checks.search import SearchChecks
from inarow.learn.checks.sequential import SprtQuestion
from inarow.learn.checks.table import TableChecks
from inarow.learn.checks.windows import WindowQuestion
from inarow.learn.exercises.exercise import EXERCISES, Exercise
from inarow.learn.markdown import Prose
from inarow.learn.student import Student
from inarow.learn.watching import Call, watched_search
from inarow.rules.board import Board
from inarow.search.limit import Limit
from inarow.search.tree.recipe import Algorithm
from inarow.study.threats import Answer, ThreatProver
from inarow.study.trace.tree import Meaning
from inarow.study.trace.tree_text import tree_text
from inarow.wire.write import trace_info

SEARCHES = ("minimax", "alphabeta", "negamax")


#: The player's ladder takes longest; it is climbed in Chromium, by the same code.
@pytest.mark.parametrize("name", [name for name in EXERCISES if name != "player"])
def test_the_solution_passes(name: str) -> None:
    feedback = check(name, EXERCISES[name].solution)
    assert feedback.passed, feedback.text


@pytest.mark.parametrize("name", EXERCISES)
def test_at_least_three_mistakes_are_refused_with_their_fault(name: str) -> None:
    mistakes = EXERCISES[name].mistakes
    assert len(mistakes) >= 3
    for mistake in mistakes:
        feedback = check(name, mistake.source)
        assert not feedback.passed
        assert feedback.text.startswith(mistake.sentence), feedback.text


@pytest.mark.parametrize("name", EXERCISES)
def test_the_starter_runs_but_does_not_pass(name: str) -> None:
    feedback = check(name, EXERCISES[name].starter)
    assert not feedback.passed
    assert feedback.line is None, feedback.text


#: Right answers as students write them, not as the solutions do.
_HALVES = """
from inarow.learn import evaluate

def minimax(b, d, p):
    return most(b, d, p) if b.turn == p else least(b, d, p)

def most(board, depth, player):
    if depth == 0 or board.outcome():
        return evaluate(board, player)
    return max(least(board.after(m), depth - 1, player) for m in board.legal_moves)

def least(board, depth, player):
    if depth == 0 or board.outcome():
        return evaluate(board, player)
    return min(most(board.after(m), depth - 1, player) for m in board.legal_moves)
"""
_ROOT_WINDOW = """
from inarow.learn import evaluate

def alphabeta(board, depth, low, high, me):
    if depth == 0 or not board.legal_moves:
        return evaluate(board, me)
    mine = board.turn == me
    best = None
    for m in list(board.legal_moves):
        board.push(m)
        v = alphabeta(board, depth - 1, low, high, me)
        board.pop()
        if best is None or (v > best if mine else v < best):
            best = v
        if mine:
            low = max(low, v)
        else:
            high = min(high, v)
        if low >= high:
            return best
    return best
"""


@pytest.mark.parametrize(("name", "source"), [("minimax", _HALVES), ("alphabeta", _ROOT_WINDOW)])
def test_right_answers_in_another_style_pass(name: str, source: str) -> None:
    feedback = check(name, source)
    assert feedback.passed, feedback.text


@pytest.mark.parametrize(
    ("name", "source", "said"),
    [
        ("minimax", _HALVES.replace("return min(", "return max("), "You always take the largest"),
        (
            "minimax",
            _HALVES.replace("most(b, d, p) if", "most(b, d - 1, p) if").replace(
                "else least(b, d, p)", "else least(b, d - 1, p)"
            ),
            "You look one move less deep",
        ),
        (
            "minimax",
            _HALVES.replace("evaluate(board, player)", "evaluate(board, board.turn)"),
            "You evaluate the end for the side to move",
        ),
        (
            "minimax",
            _HALVES.replace("most(board.after(m), depth - 1", "most(board.after(m), depth"),
            "Your search goes deeper than that",
        ),
        ("alphabeta", _ROOT_WINDOW.replace("low >= high", "low > high"), "You cut too late"),
        ("alphabeta", _ROOT_WINDOW.replace("if low >= high", "if False"), "You never cut"),
        (
            "alphabeta",
            _ROOT_WINDOW.replace("depth - 1, low, high", "depth - 1, -1e9, 1e9"),
            "You never cut",
        ),
        (
            "negamax",
            "from inarow.learn import evaluate\n"
            "def negamax(board, depth, alpha, beta):\n"
            "    if depth == 0 or board.outcome():\n"
            "        return evaluate(board, board.turn)\n"
            "    for m in board.legal_moves:\n"
            "        alpha = max(alpha, negamax(board.after(m), depth - 1, -beta, -alpha))\n"
            "        if alpha >= beta:\n"
            "            return alpha\n"
            "    return alpha\n",
            "You forget the minus",
        ),
    ],
)
def test_a_fault_is_named_however_it_is_written(name: str, source: str, said: str) -> None:
    feedback = check(name, source)
    assert not feedback.passed
    assert said in feedback.text
    assert feedback.board is not None
    assert feedback.yours is not None
    assert feedback.ours is not None


def test_the_first_difference_is_in_words() -> None:
    feedback = check("alphabeta", _ROOT_WINDOW.replace("if low >= high", "if False"))
    assert "Connect Three after 33, searched to depth 2: the value -6 is right" in feedback.text
    assert "you looked at 31 positions, and it takes 25" in feedback.text
    assert "too many is after 33" in feedback.text
    assert feedback.yours is not None
    root = feedback.yours.nodes[0]
    assert (root.value, root.alpha, root.beta) == (-6.0, float("-inf"), float("inf"))


@pytest.mark.parametrize(
    ("source", "said", "line"),
    [
        ("def minimax(board depth):\n", "Python cannot read this", 1),
        ("x = 1\n", "there is no function called minimax", None),
        ("import nothing_of_that_name\n", "ModuleNotFoundError", 1),
        ("def minimax(board, depth, player):\n    return 1 / 0\n", "ZeroDivisionError", 2),
        ("def minimax(board, depth, player):\n    pass\n", "must return one number", None),
        ("def minimax(board, depth, player):\n    return 1, 2\n", "must return one number", None),
        (
            "def minimax(board, depth, player):\n    return minimax(board, depth, player)\n",
            "never stops calling itself",
            2,
        ),
        (
            "def minimax(board, depth, player):\n    while True:\n"
            "        board.push(min(board.legal_moves))\n        board.pop()\n",
            "is still not done",
            None,
        ),
        (
            "def minimax(board, depth, player):\n    board.push(0)\n    return 0\n",
            "every push needs a pop",
            None,
        ),
    ],
)
def test_code_that_does_not_run_is_told_with_its_line(
    source: str, said: str, line: int | None
) -> None:
    feedback = check("minimax", source)
    assert not feedback.passed
    assert said in feedback.text
    assert feedback.line == line


def test_tasks_name_the_numbers_that_the_ladders_have() -> None:
    for name in ("heuristic", "player"):
        exercise = EXERCISES[name]
        assert isinstance(exercise.checks, HeuristicChecks | ChoiceChecks)
        for step in exercise.checks.ladder:
            assert step.opponent.partition("(")[0] in task(exercise)
            assert f"{step.games} games" in task(exercise) or f"of {step.games}" in task(exercise)
    assert f"{LADDER_DEPTH} moves ahead" in task(EXERCISES["heuristic"])


def test_tasks_name_the_numbers_of_their_checks() -> None:
    table, predict, bounds, sequential = (
        EXERCISES[name] for name in ("table", "predict", "bounds", "sequential")
    )
    assert isinstance(table.checks, TableChecks)
    assert isinstance(predict.checks, PredictionChecks)
    assert isinstance(bounds.checks, AnswerChecks)
    assert isinstance(sequential.checks, AnswerChecks)
    assert table.checks.most == 0.9
    assert "nine tenths" in task(table)
    assert (predict.checks.games, predict.checks.gain) == (4, 0.1)
    assert "four games" in task(predict)
    assert "a tenth of a nat" in task(predict)
    for count in (2, 7):
        assert f"{math.log(count):.1f} for one in {('two', 'seven')[count > 2]}" in task(predict)
    for question in bounds.checks.questions:
        assert isinstance(question, WindowQuestion)
        if (values := question.high - question.low + 1) in (64, 100):
            assert re.search(rf"{question.needed}\b[a-z ]*{values}", task(bounds))
    for asked in sequential.checks.questions:
        assert isinstance(asked, SprtQuestion)
        assert asked.test.bounds == pytest.approx((-math.log(19), math.log(19)))


def task(exercise: Exercise) -> str:
    return " ".join(one.text() for one in exercise.task if isinstance(one, Prose))


@settings(max_examples=30, deadline=None)
@given(st.integers(-40, 40), st.integers(0, 70), st.integers(0, 70))
def test_halving_finds_any_value_with_the_questions_that_are_needed(
    value: int, below: int, above: int
) -> None:
    asked = []

    def at_least(bound: int) -> bool:
        asked.append(bound)
        return value >= bound

    find = Student(EXERCISES["bounds"].solution, "find").function
    assert find(at_least, value - below, value + above) == value
    assert len(asked) <= math.ceil(math.log2(below + above + 1))


def test_the_engine_agrees_which_positions_fours_win() -> None:
    checks = EXERCISES["fours"].checks
    assert isinstance(checks, FoursChecks)
    for case in (*checks.won, *checks.open):
        found = ThreatProver(case.board).ask(case.board, Limit(nodes=50_000))
        assert (found.answer is Answer.BY_FOURS) == (case in checks.won)
        if case in checks.won:
            assert flaw(case.board, list(found.line)) is None
            assert flaw(case.board, list(found.line[:-1])) is not None


def test_the_tree_of_a_player_has_the_values_of_its_search_and_no_move_for_one() -> None:
    student = Student(EXERCISES["player"].solution, "choose")
    move, tree = watched_search(student, Call(()), Board("connect3", "33"), 3, most=10_000)
    assert move in Board("connect3", "33").legal_moves
    assert tree.nodes[0].meaning is Meaning.UNKNOWN
    assert all(node.meaning is not Meaning.UNKNOWN for node in tree.nodes[1:])
    json.dumps(asdict(trace_info(tree)), allow_nan=False)


def test_another_order_of_moves_is_told() -> None:
    turned = "sorted(board.legal_moves, reverse=True)"
    feedback = check("alphabeta", _ROOT_WINDOW.replace("list(board.legal_moves)", turned))
    assert "You try the moves in another order, 5 before 1" in feedback.text


def test_a_huge_tree_is_shown_in_part() -> None:
    twice = (
        "for m in board.legal_moves: least(board.after(m), depth - 1, player)\n    return 1 + max("
    )
    again = _HALVES.replace("return max(", twice)
    cases = (Case("connect4", "44", 3),)
    checks = SearchChecks(Algorithm.MINIMAX, Call(("depth", "player")), cases)
    feedback = check(replace(EXERCISES["minimax"], checks=checks), again)
    assert feedback.yours is not None
    assert not feedback.yours.whole
    info = trace_info(feedback.yours)
    assert len(info.nodes) == 1000
    assert info.nodes[0].unrecorded
    assert tree_text(feedback.yours)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(0, 4), max_size=7), st.integers(1, 3), st.sampled_from(SEARCHES))
def test_the_solutions_walk_the_readable_searches_trees_everywhere(
    moves: list[int], depth: int, name: str
) -> None:
    board = Board("connect3")
    for move in moves:
        if move in board.legal_moves:
            board.push(move)
    assume(board.outcome() is None)
    known = EXERCISES[name].checks
    assert isinstance(known, SearchChecks)
    checks = replace(known, cases=(Case("connect3", board.moves_text(), depth),))
    feedback = check(replace(EXERCISES[name], checks=checks), EXERCISES[name].solution)
    assert feedback.passed, feedback.text


def test_nothing_but_python_is_needed() -> None:
    program = (
        "import sys\n"
        "for name in ('numpy', 'numba', 'llvmlite', 'pydantic'): sys.modules[name] = None\n"
        "from inarow.learn.check import check\n"
        "from inarow.learn.exercises.exercise import EXERCISES\n"
        "from inarow.learn.chapters.chapter import chapter\n"
        "from inarow.wire.course import chapter_info, feedback_info\n"
        "found = check('order', EXERCISES['order'].starter)\n"
        "print(feedback_info('order', found).passed, len(chapter_info(chapter('games')).blocks))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "10"]
