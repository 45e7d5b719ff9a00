"""The checks of a ``predict(board)``: chances for moves, scored by what people-like players do."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from inarow.learn.checks.asking import Attempt, where
from inarow.learn.feedback import Feedback
from inarow.learn.student import CodeError, Student
from inarow.players.player import play_out
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.notation import move_text

#: How far from 1 the sum of all chances may be, for numbers that were rounded.
_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class PredictionChecks:
    """What was played must be less surprising than to somebody who guesses."""

    plays: ClassVar[bool] = False
    game: str
    #: Whose moves are predicted, and in how many games.
    who: str
    games: int
    #: By how many nats a move must surprise less than it surprises a guess.
    gain: float

    def feedback(self, attempt: Attempt) -> Feedback:
        """Ask before every move of the games, and compare with guessing."""
        yours, guessing, moves = 0.0, 0.0, 0
        for played in _games(self.game, self.who, self.games):
            board = Board(self.game)
            for move in played:
                yours -= math.log(_chance(attempt.student, board, move))
                guessing += math.log(len(board.legal_moves))
                moves += 1
                board.push(move)
        yours, guessing = yours / moves, guessing / moves
        counts = (
            f"{moves} moves: your average surprise is {yours:.3f} nats a move; guessing gives "
            f"{guessing:.3f}."
        )
        if yours <= guessing - self.gain:
            return Feedback(True, counts)
        if yours < guessing - self.gain / 10:
            return Feedback(False, f"You are better than guessing, but not by enough yet. {counts}")
        return Feedback(False, f"You do no better than guessing. {counts}")


@lru_cache(maxsize=4)
def _games(game: str, who: str, games: int) -> list[tuple[int, ...]]:
    """Games of two such players, always the same ones."""
    return [_played(game, who, number) for number in range(games)]


def _played(game: str, who: str, number: int) -> tuple[int, ...]:
    board = Board(game)
    play_out(board, *(player(who, seed=2 * number + seat) for seat in range(2)))
    return board.moves


def _chance(student: Student, board: Board, move: int) -> float:
    """The chance that a student gives to what was played, or an error that says what is wrong."""
    answer: Any = student.call(board.copy())
    seen = where(board)
    if not isinstance(answer, Mapping):
        raise CodeError(f"You must return a dict from moves to chances, not {answer!r} ({seen}).")
    chances = [answer.get(one, 0.0) for one in board.legal_moves]
    if strange := [one for one in answer if one not in board.legal_moves]:
        raise CodeError(f"You give a chance to {strange[0]!r}, which cannot be played {seen}.")
    if not all(isinstance(one, int | float) and one >= 0 for one in chances):
        raise CodeError(f"A chance is a number from 0 to 1: you return {answer!r} {seen}.")
    if abs(math.fsum(chances) - 1) > _ROUNDING:
        raise CodeError(
            f"Your chances do not add up to 1: they add up to {math.fsum(chances):.3g} {seen}. "
            "Divide each by the sum of all."
        )
    if not answer.get(move):
        raise CodeError(
            f"You give no chance to a move that was played: {move_text(board.game, move)} {seen}. "
            "A "
            "surprise is minus the logarithm of the chance, which is infinite for 0: give every "
            "move at least a little."
        )
    return float(answer[move])
