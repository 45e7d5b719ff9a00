"""The exact solver as an analyst keeps to its limit and hears the signal to stop."""

from __future__ import annotations

from typing import Any

import pytest

from inarow.rules.board import Board
from inarow.search.exact.solution import Solution
from inarow.search.exact.solver import Solver
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.study.analyst import strongest

#: Both the solver's best move and the most natural one keep the score here.
SEVERAL_BEST = "4512"


class ListeningSolver(Solver):
    """A solver that remembers what it was allowed and which signal it listened to."""

    calls: list[tuple[Limit | None, StopSignal | None, int]]

    def solve(self, board: Board, limit: Limit | None = None, **options: Any) -> Solution:
        found = super().solve(board, limit, **options)
        self.calls.append((limit, options.get("stop"), found.nodes))
        return found


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> ListeningSolver:
    made = ListeningSolver(Board("connect3").game)
    made.calls = []
    monkeypatch.setattr("inarow.search.exact.solver.shared_solver", lambda _: made)
    return made


def test_the_line_of_another_best_move_takes_what_is_left(solver: ListeningSolver) -> None:
    stop = StopSignal()
    board = Board("connect3", SEVERAL_BEST)
    found = strongest(board.game).analyse(board, Limit(nodes=10_000), stop)
    (_, first_stop, spent), (left, second_stop, _) = solver.calls
    assert spent and left == Limit(nodes=10_000 - spent)
    assert first_stop is second_stop is stop
    assert len(found.line) > 1


def test_once_the_limit_is_spent_there_is_only_the_move(solver: ListeningSolver) -> None:
    board = Board("connect3", SEVERAL_BEST)
    needed = Solver(board.game).solve(board).nodes
    found = strongest(board.game).analyse(board, Limit(nodes=needed))
    assert found.line == (found.best,)
    assert len(solver.calls) == 1
