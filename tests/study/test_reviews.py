"""Reviews and verdicts: against the truth on games small enough to know it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.side import Side
from inarow.search.analysis import Analysis, Line
from inarow.search.engine import Engine, Question
from inarow.search.limit import Limit
from inarow.search.score import Kind, Score
from inarow.search.stopping import StopSignal
from inarow.search.strongest import strongest
from inarow.study.explain.hint import hint
from inarow.study.explain.motifs import Motif
from inarow.study.explain.reasons import Reason
from inarow.study.records.record import Record, Result
from inarow.study.review.grades import Change, Grade, judge
from inarow.study.review.review import curve_plot, review
from inarow.wire.read import record_from
from inarow.wire.write import record_info, review_info

LIMIT = Limit(time=5.0)


def truth(board: Board) -> tuple[int, int]:
    """Who wins for the mover (1, 0, -1) and after how many plies, by looking at everything."""
    return _truth(str(board.game), board.text())


@cache
def _truth(game: str, text: str) -> tuple[int, int]:
    board = Board.parse(game, text)
    outcome = board.outcome()
    if outcome is not None:
        return (0, 0) if outcome.is_draw else (-1, 0)
    results = []
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        winner, plies = _truth(game, after.text())
        results.append((-winner, plies + 1))
    won = [plies for winner, plies in results if winner == 1]
    if won:
        return 1, min(won)
    if any(winner == 0 for winner, _ in results):
        return 0, 0
    return -1, max(plies for _, plies in results)


def as_truth(score: Score) -> tuple[int, int]:
    winner = {Kind.WIN: 1, Kind.DRAW: 0, Kind.LOSS: -1}[score.kind]
    return winner, score.plies or 0


class Told(Engine):
    """An engine that takes the first move for the best and scores positions as it is told to."""

    name = "told"

    def __init__(self, score: Callable[[Board], Score]) -> None:
        self._score = score

    def refusal(self, game: Game) -> str | None:
        del game
        return None

    def answer(self, question: Question) -> Analysis:
        board = question.board
        line = Line(self._score(board), (next(iter(board.legal_moves)),))
        return Analysis(board.game, line.score, (line,), by=self.name)


def test_a_loss_that_is_proved_only_after_a_move_is_not_said_of_the_others() -> None:
    """A move is taken for the best, and only after it it is seen that it loses."""
    told = Told(lambda board: Score.win(5) if board.ply % 2 else Score.heuristic(50.0))
    first, _ = review(Record.of(Board("gomoku", "a1 b1")), LIMIT, engine=told).record.annotations
    assert first.score.kind is Kind.LOSS and first.verdict.grade is Grade.BLUNDER
    assert "every move loses" not in first.reason.text and "was better" not in first.reason.text


@pytest.mark.parametrize("game", ["mnk(3x5,k=5)", "mnk(5x3,k=5,exact)"])
def test_small_boards_with_long_lines_get_a_hint(game: str) -> None:
    board = Board(game)
    assert hint(board, Limit(nodes=2_000)).move in board.legal_moves


def random_game(game: str, seed: int) -> Board:
    chance = random.Random(seed)
    board = Board(game)
    while board.legal_moves:
        board.push(chance.choice(list(board.legal_moves)))
    return board


@pytest.mark.parametrize("game", ["tictactoe", "mnk(4x3,k=3,gravity)"])
@pytest.mark.parametrize("seed", range(6))
def test_a_review_tells_the_truth(game: str, seed: int) -> None:
    record = Record.of(random_game(game, seed))
    reviewed = review(record, LIMIT)
    assert len(reviewed.record.annotations) == len(record.moves)
    for number, note in enumerate(reviewed.record.annotations):
        before, after = record.board(number), record.board(number + 1)
        assert as_truth(note.best_score) == truth(before)
        winner, plies = truth(after)
        expected = (-winner, plies + 1) if winner else (0, 0)
        assert as_truth(note.score) == expected
        assert (note.number, note.side, note.move) == (
            number + 1,
            before.turn,
            record.moves[number],
        )
        lost = truth(before)[0] - expected[0]
        assert note.verdict.loss == lost / 2
        at_once = note.verdict.change is Change.LOSES_AT_ONCE
        assert at_once == (
            expected == (-1, 2) and truth(before)[0] == -1 and note.best != note.move
        )
        assert (note.verdict.grade in (Grade.MISTAKE, Grade.BLUNDER)) == (lost > 0 or at_once)
        assert note.reason.text.endswith(".") and note.reason.text.count(". ") == 0
        assert (note.verdict.grade is Grade.BEST) == (note.best == note.move)
        if note.verdict.grade is Grade.BEST:
            assert "better" not in note.reason.text and "misses" not in note.reason.text


@pytest.mark.parametrize("seed", range(4))
def test_a_hint_keeps_the_result_and_names_only_true_losses(seed: int) -> None:
    board = random_game("tictactoe", seed)
    for _ in range(4):
        board.pop()
    found = hint(board, LIMIT)
    after = board.copy()
    after.push(found.move)
    assert -truth(after)[0] == truth(board)[0]
    for move, score in found.analysis.move_scores.items():
        child = board.copy()
        child.push(move)
        winner, plies = truth(child)
        assert as_truth(score) == ((-winner, plies + 1) if winner else (0, 0))


def test_exact_verdicts_in_words() -> None:
    win, later = Score.win(3), Score.win(15)
    draw, loss, sooner = Score.draw(), Score.loss(20), Score.loss(2)
    cases = {
        (win, win): (Grade.BEST, Change.KEEPS_WIN),
        (win, Score.win(5)): (Grade.GOOD, Change.DELAYS_WIN),
        (win, later): (Grade.INACCURACY, Change.DELAYS_WIN),
        (win, draw): (Grade.MISTAKE, Change.WIN_TO_DRAW),
        (win, loss): (Grade.BLUNDER, Change.WIN_TO_LOSS),
        (draw, draw): (Grade.BEST, Change.KEEPS_DRAW),
        (draw, loss): (Grade.BLUNDER, Change.DRAW_TO_LOSS),
        (loss, loss): (Grade.BEST, Change.HOLDS_OUT),
        (loss, Score.loss(10)): (Grade.INACCURACY, Change.SHORTENS_LOSS),
        (loss, Score.loss(4)): (Grade.BLUNDER, Change.SHORTENS_LOSS),
        # Not to stop a four is a blunder even where all is lost; not to complete one is no "good".
        (loss, sooner): (Grade.BLUNDER, Change.LOSES_AT_ONCE),
        (Score.loss(4), sooner): (Grade.BLUNDER, Change.LOSES_AT_ONCE),
        (sooner, sooner): (Grade.BEST, Change.HOLDS_OUT),
        (Score.win(1), win): (Grade.INACCURACY, Change.DELAYS_WIN),
        (Score.heuristic(-9), Score.loss(4)): (Grade.BLUNDER, None),
    }
    for (best, played), expected in cases.items():
        verdict = judge(best, played)
        assert (verdict.grade, verdict.change) == expected


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6), st.floats(1, 1e4))
def test_a_larger_loss_never_gets_a_better_grade(best: float, lost: float, scale: float) -> None:
    order = list(Grade)
    first, slip, slide = (
        Score.heuristic(value, scale) for value in (best, best - lost / 2, best - lost)
    )
    little, much = judge(first, slip), judge(first, slide)
    assert order.index(little.grade) <= order.index(much.grade)
    assert 0 <= little.loss <= much.loss <= 1


def result_for(side: Side, record: Record) -> int:
    """What a side had before each move of a game, by looking at everything."""
    board = record.board()
    winner = truth(board)[0]
    return winner if board.turn is side else -winner


@pytest.mark.parametrize("game", ["tictactoe", "mnk(4x3,k=3,gravity)"])
@pytest.mark.parametrize("seed", range(12))
def test_the_turning_point_is_where_the_result_turned(game: str, seed: int) -> None:
    """After it the loser was lost for good, before it not; told against the truth."""
    record = Record.of(random_game(game, seed), ("You", "level-4"))
    turning = review(record, LIMIT).turning_point
    assert turning is not None and turning.text.endswith(".")
    assert "holding out" not in turning.text, "no game on so small a board is lost in theory"
    winner = {Result.X_WINS: Side.X, Result.O_WINS: Side.O}.get(record.result)
    worth = [
        result_for(Side.X, Record.of(record.board(count))) for count in range(len(record.moves) + 1)
    ]
    if turning.number is None:
        assert len(set(worth)) == 1
        return
    before, after = worth[turning.number - 1], worth[turning.number]
    loser = Side((turning.number - 1) % 2)
    assert (before > after) if loser is Side.X else (before < after)
    who = "You" if loser is Side.X else "Nina"
    best = before if loser is Side.X else -before
    was = {1: f"{who} {'were' if who == 'You' else 'was'} winning", 0: f"{who} had a draw"}[best]
    assert turning.text.startswith(f"{was} until move {turning.number}: ")
    if winner is not None:
        final = 1 if winner is Side.X else -1
        assert winner is not loser
        assert all(value == final for value in worth[turning.number :])
    else:
        assert all(value == 0 for value in worth[turning.number :])


def test_a_loss_in_theory_is_not_what_decided_the_game() -> None:
    """The first move loses against a perfect player; then an open three is let through."""
    record = Record.of(Board("connect4", "13147516"), ("You", "level-4"))
    turning = review(record, Limit(time=5)).turning_point
    assert turning is not None and turning.number == 5
    assert turning.text.startswith("You were holding out until move 5: playing 7 instead of ")
    assert turning.text.endswith(" loses in 2 moves.")
    record = Record.of(Board("connect4(6x5)", "251314446421415561653"), ("You", "level-4"))
    turning = review(record, Limit(time=5)).turning_point
    assert turning is not None
    assert (
        turning.text == "Nina was holding out until move 18: playing 1 instead of 3 loses at once."
    )


def test_a_game_without_a_mistake_and_one_that_was_given_up_too_early() -> None:
    perfect = Record.of(Board("mnk(4x3,k=3,gravity)", "2"), ("You", "level-4"))
    given_up = replace(perfect, agreed=Result.O_WINS)
    turning = review(given_up, LIMIT).turning_point
    assert turning is not None and turning.text == "The game was not lost when you resigned."
    assert review(perfect, LIMIT).turning_point is None
    board = Board("mnk(4x3,k=3,gravity)")
    while board.outcome() is None:
        best = strongest(board.game).analyse(board, LIMIT).best
        assert best is not None
        board.push(best)
    turning = review(Record.of(board, ("level-10", "You")), LIMIT).turning_point
    assert turning is not None and turning.text == "Master was winning from the start."


def test_a_review_opens_at_the_readers_first_mistake() -> None:
    both_err = 0
    for seed in range(8):
        board = random_game("tictactoe", seed)
        opened = {}
        for side, players in ((Side.X, ("You", "level-4")), (Side.O, ("level-4", "You"))):
            reviewed = review(Record.of(board, players), LIMIT)
            mistakes = [
                note.number
                for note in reviewed.record.annotations
                if note.side is side and note.verdict.grade in (Grade.MISTAKE, Grade.BLUNDER)
            ]
            if mistakes:
                opened[side] = mistakes[0]
                assert reviewed.opens_at == review_info(reviewed).opens_at == mistakes[0]
        both_err += len(set(opened.values())) == 2
    assert both_err


def test_a_stopped_review_keeps_what_it_has() -> None:
    stop = StopSignal()
    record = Record.of(Board("connect4", "4455"))

    def on_progress(done: int, total: int) -> None:  # noqa: ARG001
        if done == 3:
            stop.set()

    reviewed = review(record, LIMIT, stop=stop, on_progress=on_progress)
    assert [note.number for note in reviewed.record.annotations] == [3, 4]
    assert reviewed.curve[:2] == (None, None) and None not in reviewed.curve[2:]
    assert record_from(asdict(record_info(reviewed.record))) == reviewed.record


def test_a_review_that_is_stopped_looks_for_no_more_reasons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stop = StopSignal()
    after_stop: list[bool] = []
    module = "inarow.study.review.review"

    def explain(*_: object, **__: object) -> Reason:
        after_stop.append(stop.is_set())
        return Reason("Because.")

    monkeypatch.setattr(f"{module}.why_good", explain)
    monkeypatch.setattr(f"{module}.why_bad", explain)

    def score(board: Board) -> Score:
        if board.ply == 3:
            stop.set()
        return Score.heuristic(0.0)

    record = Record.of(Board("connect4", "44556611"))
    reviewed = review(record, LIMIT, engine=Told(score), stop=stop)
    assert [note.number for note in reviewed.record.annotations] == [5, 6, 7, 8]
    assert after_stop == [False] * 4


def test_a_review_names_the_engines_that_found_its_scores() -> None:
    too_large_to_solve = Record.of(Board("connect4(8x8)", "4455"))
    assert review(too_large_to_solve, Limit(nodes=5_000)).by == "tree"
    near_the_end = Record.of(Board("mnk(4x3,k=3,gravity)", "1122"))
    assert review(near_the_end, LIMIT).by == "exact"


def test_a_review_as_data_and_as_a_plot() -> None:
    reviewed = review(Record.of(Board("connect4", "44556"), ("Ann", "Bob")), Limit())
    data = review_info(reviewed)
    assert data.by == "exact"
    assert set(data.sides) == {"X", "O"}
    assert data.record.annotations[3].change == "win-to-loss"
    assert 0 <= reviewed.accuracy(Side.O) <= 1
    blunder = reviewed.record.annotations[3]
    assert str(blunder.verdict) == "blunder: turns a win into a loss"
    plot = curve_plot(reviewed)
    assert "Ann against Bob" in plot.title
    assert len(plot.series[0].points) == 6


def test_a_gomoku_game_is_judged_by_the_engine() -> None:
    assert strongest(Board("gomoku").game).name == "gomoku"
    record = Record.of(Board("gomoku", "h8 a1 i8 a15 j8 o1 k8 l8 g8"))
    reviewed = review(record, Limit(nodes=3000))
    won = reviewed.record.annotations[-1]
    assert won.reason.motif is Motif.WINS and won.score == Score.win(1)
    assert reviewed.record.annotations[5].verdict.grade is not Grade.BEST
