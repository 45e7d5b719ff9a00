"""Puzzles of fours: that exactly one move does it, by a naive walk over every sequence of fours."""

from __future__ import annotations

from functools import cache
from itertools import islice
from operator import itemgetter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow.rules.board import Board
from inarow.rules.catalogue import game as make_game
from inarow.rules.side import Side
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.study.puzzles.fours import FoursProver
from inarow.study.puzzles.making import Proof, PuzzleError, Task, puzzles

ENOUGH = Limit(nodes=1_000_000)
#: Small enough for the naive walk, and large enough for wins by fours.
SMALL = ("mnk(6x6,k=4)", "mnk(5x5,k=4)", "mnk(7x7,k=5)")


class NaiveFours:
    """Sees a board as a square of letters; knows lines, and nothing of the engine or the rules."""

    def __init__(self, size: int, length: int) -> None:
        self._lines = [
            (line, itemgetter(*line))
            for x in range(size)
            for y in range(size)
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
            if len(line := self._cells(size, length, x, y, dx, dy)) == length
        ]

    @staticmethod
    def _cells(size: int, length: int, x: int, y: int, dx: int, dy: int) -> list[int]:
        points = [(x + n * dx, y + n * dy) for n in range(length)]
        return [py * size + px for px, py in points if 0 <= px < size and 0 <= py < size]

    @cache  # noqa: B019 -- one object lives for the whole module
    def wins_now(self, letters: str, side: str) -> frozenset[int]:
        """The cells that complete a line."""
        found = set()
        for line, letters_on in self._lines:
            held = letters_on(letters)
            if held.count("-") == 1 and held.count(side) == len(line) - 1:
                found.add(line[held.index("-")])
        return frozenset(found)

    def fours(self, letters: str, side: str) -> list[int]:
        """The cells after which a line can be completed."""
        return [
            cell
            for cell, letter in enumerate(letters)
            if letter == "-" and self.wins_now(put(letters, cell, side), side)
        ]

    @cache  # noqa: B019
    def wins(self, letters: str, side: str) -> bool:
        """Whether a side to move wins by completing a line or by fours alone."""
        if self.wins_now(letters, side):
            return True
        return any(self.starts_a_win(letters, side, cell) for cell in self.fours(letters, side))

    def starts_a_win(self, letters: str, side: str, cell: int) -> bool:
        """Whether a four is the first of a win: every answer to it is tried."""
        other = "O" if side == "X" else "X"
        after = put(letters, cell, side)
        if self.wins_now(after, other):
            return False
        first, *more = self.wins_now(after, side)
        return bool(more) or self.wins(put(after, first, other), side)


def put(letters: str, cell: int, side: str) -> str:
    assert letters[cell] == "-"
    return letters[:cell] + side + letters[cell + 1 :]


def letters_of(board: Board) -> str:
    return "".join(
        next((str(side) for side in Side if board.stones(side) >> cell & 1), "-")
        for cell in range(board.game.cells)
    )


@cache
def naive(name: str) -> NaiveFours:
    game = make_game(name)
    return NaiveFours(game.width, int(name.partition("k=")[2].rstrip(")")))


@cache
def prover(name: str) -> FoursProver:
    return FoursProver(make_game(name), ENOUGH)


@cache
def engine(name: str) -> GomokuEngine:
    return GomokuEngine(make_game(name), megabytes=1.0)


@st.composite
def positions(draw: st.DrawFn) -> tuple[str, Board]:
    """A game of random moves that has not ended."""
    name = draw(st.sampled_from(SMALL))
    board = Board(name)
    order = draw(st.permutations(range(board.game.cells)))
    for move in order[: draw(st.integers(4, board.game.cells - 3))]:
        board.push(move)
        if board.outcome() is not None:
            board.pop()
            break
    return name, board


@settings(max_examples=300, deadline=None)
@given(positions())
def test_a_search_for_fours_agrees_with_the_naive_walk(drawn: tuple[str, Board]) -> None:
    name, board = drawn
    found = engine(name).search_fours(board, ENOUGH)
    assert found.exhausted or found.line
    assert bool(found.line) == naive(name).wins(letters_of(board), str(board.turn))


@settings(max_examples=300, deadline=None)
@given(positions())
def test_the_only_win_and_the_only_defence_agree_with_it(drawn: tuple[str, Board]) -> None:
    name, board = drawn
    judge, letters = naive(name), letters_of(board)
    mover, other = str(board.turn), str(board.turn.other)
    plain = judge.wins_now(letters, mover) or judge.wins_now(letters, other)
    starts = [c for c in judge.fours(letters, mover) if judge.starts_a_win(letters, mover, c)]
    win = prover(name).only_win(board)
    assert ([] if win is None else [win.move]) == (starts if len(starts) == 1 and not plain else [])
    free = [cell for cell, letter in enumerate(letters) if letter == "-"]
    saving = [cell for cell in free if not judge.wins(put(letters, cell, mover), other)]
    alone = len(saving) == 1 < len(free) and not plain and not starts
    defence = prover(name).only_defence(board)
    assert ([] if defence is None else [defence.move]) == (saving if alone else [])


def test_a_search_that_was_cut_short_proves_nothing() -> None:
    board = Board("gomoku", "h8 a1 i8 a3 j8 a5 h9 c1 h10 c3 k11 e1")
    stop = StopSignal()
    stop.set()
    one = GomokuEngine(board.game, megabytes=1.0)
    assert not one.search_fours(Board("gomoku", "h8 a1 i9"), ENOUGH, stop=stop).exhausted
    found = one.search_fours(board, ENOUGH)
    assert found.line and found.line[-1] not in board.moves


@pytest.mark.parametrize("name", ["mnk(6x6,k=4)", "mnk(7x7,k=5)"])
def test_puzzles_of_fours_are_what_they_say(name: str) -> None:
    judge = naive(name)
    limit = Limit(nodes=2_000)
    for puzzle in islice(puzzles(make_game(name), seed=5, limit=limit), 6):
        board = puzzle.board()
        letters, mover, other = letters_of(board), str(board.turn), str(board.turn.other)
        assert puzzle.proof is Proof.FOURS and puzzle.length > 1
        if puzzle.task is Task.WIN:
            starts = judge.fours(letters, mover)
            doing = [cell for cell in starts if judge.starts_a_win(letters, mover, cell)]
        else:
            free = [cell for cell, letter in enumerate(letters) if letter == "-"]
            doing = [cell for cell in free if not judge.wins(put(letters, cell, mover), other)]
        assert doing == [puzzle.solution]
        assert "not ruled out" in puzzle.claim() and "only one move" in puzzle.question()


def test_a_game_without_a_proof_has_no_puzzles() -> None:
    with pytest.raises(PuzzleError, match="there are no puzzles for"):
        next(puzzles(make_game("square(5x5,free)"), seed=1))
