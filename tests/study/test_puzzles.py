"""Puzzles: exactly one move does it, by brute force."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from itertools import islice, pairwise
from typing import Any

import pytest

from inarow.rules.board import Board
from inarow.rules.catalogue import game as make_game
from inarow.rules.game import Game
from inarow.rules.notation import parse_move
from inarow.rules.symmetry import canonical_key
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.score import Kind
from inarow.search.stopping import StopSignal
from inarow.search.tree.recipe import Recipe
from inarow.study.explain.reasons import Reason, why_good
from inarow.study.puzzles.making import (
    Proof,
    Puzzle,
    PuzzleError,
    Task,
    evenly,
    puzzle_of,
    puzzles,
)
from inarow.wire.read import puzzle_from, puzzles_from_text
from inarow.wire.write import json_line, puzzle_info
from study.test_reviews import truth

SMALL = make_game("mnk(4x4,k=3,gravity)")


@pytest.fixture(scope="module")
def made() -> list[Puzzle]:
    return [*make(SMALL), *make(make_game("tictactoe"))]


def make(game: Game) -> list[Puzzle]:
    return list(islice(puzzles(game, seed=2, limit=Limit(nodes=1_000_000)), 8))


def test_exactly_one_move_does_it(made: list[Puzzle]) -> None:
    for puzzle in made:
        board = puzzle.board()
        results = {}
        for move in board.legal_moves:
            after = board.copy()
            after.push(move)
            winner, plies = truth(after)
            results[move] = (-winner, plies + 1)
        wanted = 1 if puzzle.task is Task.WIN else 0
        doing = [move for move, (winner, _) in results.items() if winner >= wanted]
        assert doing == [puzzle.solution]
        if puzzle.task is Task.WIN:
            assert puzzle.score.kind is Kind.WIN
            assert puzzle.score.plies == results[puzzle.solution][1] > 1


def test_puzzles_differ_and_come_again_from_the_same_seed(made: list[Puzzle]) -> None:
    assert len({(p.game, canonical_key(p.board())) for p in made}) == len(made)
    assert make(SMALL) == made[:8]
    assert {puzzle.task for puzzle in made} == set(Task)


def test_a_position_is_known_for_the_puzzle_that_it_is(made: list[Puzzle]) -> None:
    assert [puzzle_of(each.board()) for each in made[:3]] == made[:3]
    solved = made[0].board()
    solved.push(made[0].solution)
    for board in (Board(made[0].game), solved):
        with pytest.raises(PuzzleError, match="this position is not a puzzle"):
            puzzle_of(board)


def test_grades_can_be_asked_for(made: list[Puzzle]) -> None:
    assert all(1 <= puzzle.grade <= 5 for puzzle in made)
    hard = next(puzzles(SMALL, seed=1, grades=range(2, 6), limit=Limit(nodes=1_000_000)))
    assert hard.grade >= 2


def test_a_harder_puzzle_never_gets_a_lower_grade(made: list[Puzzle]) -> None:
    from dataclasses import replace

    grades = [replace(made[0], fails_to_depth=depth).grade for depth in range(9)]
    assert grades == sorted(grades) and grades[-1] > grades[0]


def test_json_lines_round_trip(made: list[Puzzle]) -> None:
    text = "\n".join(json_line(puzzle_info(puzzle)) for puzzle in made) + "\n\n"
    assert puzzles_from_text(text) == puzzles_from_text("\ufeff" + text) == made


def test_a_length_without_end_is_no_puzzle(made: list[Puzzle]) -> None:
    with pytest.raises(PuzzleError, match="this is not a puzzle"):
        puzzle_from({**asdict(puzzle_info(made[0])), "length": float("inf")})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("\n{", "line 2: this is not JSON: .* in column 2"),
        ("[" * 100_000, "line 1: .* nest too deeply"),
        ('{"length": Infinity}', "line 1: .* a number in it is too large or not finite"),
        (f'{{"length": {"9" * 5000}}}', "line 1: .* a number in it is too large or not finite"),
        ('{"reason": "\\ud800"}', "line 1: .* an invalid character"),
        ("\n{}", "line 2: this is not a puzzle"),
        ('{"game": "chess"}', "line 1: there is no game"),
        ("[]", "line 1: this is not a puzzle"),
    ],
)
def test_bad_lines_say_where(text: str, words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        puzzles_from_text(text)


def test_answers(made: list[Puzzle]) -> None:
    puzzle = made[0]
    assert puzzle.answer(puzzle.solution) == (True, puzzle.reason)
    wrong = next(m for m in puzzle.board().legal_moves if m != puzzle.solution)
    right, text = puzzle.answer(wrong)
    assert not right and puzzle.reason in text
    assert "only one move" in puzzle.question()


def test_so_many_of_every_grade_and_task(made: list[Puzzle]) -> None:
    chosen = list(evenly(made, 2))
    kinds = Counter((puzzle.grade, puzzle.task) for puzzle in made)
    assert Counter((puzzle.grade, puzzle.task) for puzzle in chosen) == {
        kind: min(count, 2) for kind, count in kinds.items()
    }


def test_a_puzzle_does_not_come_again_a_move_later() -> None:
    found = list(puzzles(make_game("gomoku(9)"), seed=1, limit=Limit(nodes=500), positions=250))
    assert len(found) > 2
    for earlier, later in pairwise(found):
        same_game = later.moves[: len(earlier.moves)] == earlier.moves
        assert not same_game or (earlier.task, earlier.solution) != (later.task, later.solution)


def test_positions_bound_the_search() -> None:
    limit = Limit(nodes=1_000_000)
    found = list(puzzles(SMALL, seed=2, limit=limit, positions=30))
    assert 0 < len(found) <= 30
    longer = list(puzzles(SMALL, seed=2, limit=limit, positions=60))
    assert longer[: len(found)] == found and len(longer) > len(found)


def test_a_stop_ends_them() -> None:
    stop = StopSignal()
    stop.set()
    assert list(puzzles(SMALL, stop=stop)) == []


def test_every_search_heeds_the_nodes_and_the_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    from inarow.search.tree import compiled

    search = compiled.search_compiled
    heard: set[tuple[int | None, StopSignal | None]] = set()

    def spy(board: Board, recipe: Recipe, limit: Limit, **options: Any) -> Analysis:
        heard.add((limit.nodes, options.get("stop")))
        return search(board, recipe, limit, **options)

    monkeypatch.setattr(compiled, "search_compiled", spy)
    stop = StopSignal()
    next(puzzles(make_game("gomoku(9)"), seed=1, limit=Limit(nodes=2_000), stop=stop))
    assert heard == {(2_000, stop)}


def test_a_stop_between_two_searches_gives_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle whose hardness could not be found out any more would have the wrong grade."""
    from inarow.study.puzzles import making

    stop = StopSignal()

    def spy(*told: Any) -> Reason:
        stop.set()
        return why_good(*told)

    monkeypatch.setattr(making, "why_good", spy)
    assert list(puzzles(SMALL, seed=2, limit=Limit(nodes=1_000_000), stop=stop)) == []
    assert stop.is_set()


def test_a_game_that_ends_too_soon_for_puzzles_says_so() -> None:
    tiny = make_game("mnk(3x3,k=2)")
    with pytest.raises(PuzzleError, match="its games end too soon"):
        list(puzzles(tiny, positions=10))
    stop = StopSignal()
    stop.set()
    assert not list(puzzles(tiny, stop=stop))


def test_connect_four_and_gomoku_have_puzzles_too() -> None:
    four = next(puzzles(make_game("connect4"), seed=1, limit=Limit(nodes=300_000)))
    assert four.proof is Proof.SOLVED and four.claim().startswith("Proved: ")
    five = next(puzzles(make_game("gomoku(9)"), seed=1, limit=Limit(nodes=2_000)))
    assert five.proof is Proof.FOURS
    assert parse_move(five.game, puzzle_info(five).solution) == five.solution
