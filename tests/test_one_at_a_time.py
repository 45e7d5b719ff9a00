"""Several threads may ask for hints and analyses at once, as several tabs of the page do."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence

from inarow.rules.board import Board
from inarow.rules.catalogue import game as make_game
from inarow.rules.game import Game
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.limit import Limit
from inarow.study.explain.hint import hint


def positions(game: Game, count: int, plies: range, seed: int) -> list[Board]:
    """Random positions, crowded around the middle, in which the game goes on."""
    chance = random.Random(seed)
    found: list[Board] = []
    while len(found) < count:
        board = Board(game)
        for _ in range(chance.choice(plies)):
            moves = list(board.legal_moves)
            board.push(chance.choice(moves if game.gravity else near_middle(game, moves)))
            if board.outcome() is not None:
                board.pop()
        found.append(board)
    return found


def near_middle(game: Game, moves: Sequence[int]) -> list[int]:
    reach = game.width // 4
    return [
        move for move in moves if all(abs(at - game.width // 2) <= reach for at in game.xy(move))
    ]


def ask_at_once(boards: Sequence[Board], ask: Callable[[Board], object]) -> list[object]:
    answers: list[object] = [None] * len(boards)

    def work(first: int) -> None:
        for index in range(first, len(boards), 3):
            answers[index] = ask(boards[index])

    threads = [threading.Thread(target=work, args=(first,)) for first in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_hints_asked_for_at_once_are_those_asked_for_alone() -> None:
    boards = positions(make_game("connect4"), 18, range(14, 20), seed=4)

    def advice(board: Board) -> tuple[int, str]:
        found = hint(board, Limit(time=10.0))
        return found.move, str(found.analysis.score)

    assert ask_at_once(boards, advice) == [advice(board) for board in boards]


def test_one_engine_gives_every_thread_a_line_of_its_own_board() -> None:
    game = make_game("gomoku")
    engine = GomokuEngine(game)
    boards = positions(game, 12, range(6, 20), seed=5)

    def can_be_played(board: Board) -> bool:
        analysis = engine.analyse(board, Limit(nodes=5_000))
        board.copy().play(analysis.pv)
        return analysis.best in board.legal_moves

    assert all(ask_at_once(boards, can_be_played))
