"""How low any opponent could hold simulated people, by going through a whole small game.

Where people move, every move counts as often as they play it; where their opponent moves, the one
that is worst for them counts. No opponent does better on average, whatever it knows of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from inarow.kernels.arrays import np
from inarow.kernels.people.records import KINDS
from inarow.kernels.people.thinking import think_often
from inarow.players.people.mind import Mind
from inarow.players.people.seeing import board_record, memory_of, people_game
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.side import Side
from inarow.rules.symmetry import canonical_key

#: How likely somebody plays each move of a board, and its image of the board's image in a mirror.
Policy = Callable[[Board], Mapping[int, float]]

#: People remember so many moves, their own and the opponent's, and are drawn to where they were.
_REMEMBERED = 2

#: Choices from each thought: choosing takes much less than thinking.
_CHOICES = 4


def least_score(game: Game, policy: Policy) -> float:
    """What people score at least, a draw being half, if they play either side equally often."""
    return sum(_Answers(people, policy).score(Board(game)) for people in Side) / len(Side)


class _Answers:
    """The best answers to people who play one side."""

    def __init__(self, people: Side, policy: Policy) -> None:
        self._people = people
        self._policy = policy
        self._known: dict[tuple[int, ...], float] = {}

    def score(self, board: Board) -> float:
        """What people score from a board on."""
        if (outcome := board.outcome()) is not None:
            return 0.5 if outcome.winner is None else float(outcome.winner is self._people)
        key = canonical_key(board, memory_of(board, _REMEMBERED))
        if key not in self._known:
            self._known[key] = self._score(board)
        return self._known[key]

    def _score(self, board: Board) -> float:
        if board.turn is self._people:
            likely = self._policy(board).items()
            return sum(share * self.score(board.after(move)) for move, share in likely)
        least = 1.0
        for move in board.legal_moves:
            least = min(least, self.score(board.after(move)))
            if least == 0:
                break
        return least


def policy_of(mind: Mind, samples: int, seed: int = 0) -> Policy:
    """How people with a mind play, estimated by letting them think so often about each board."""
    record, weights = mind.record(seed), mind.weights()

    def policy(board: Board) -> dict[int, float]:
        game = board.game
        counts = np.zeros(game.cells, dtype=np.int64)
        overlooked = np.zeros((len(game.groups), KINDS), dtype=np.uint8)
        record.last[:] = memory_of(board, _REMEMBERED)
        think_often(
            people_game(game), board_record(board), record, int(board.turn), weights, overlooked,
            samples, _CHOICES, counts,
        )  # fmt: skip
        moves = ((move, counts[board.landing_cell(move)]) for move in board.legal_moves)
        return {move: count / (samples * _CHOICES) for move, count in moves if count}

    return policy
