"""A person who knows the agent: they foresee every reply and look for the shortest win."""

from __future__ import annotations

from inarow.players.player import Choice, Player
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.threats import winning_moves
from inarow.search.engine import OnProgress
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal

#: The piece of its own with which it must have won, counted from the start of the game.
_LAST_PIECE = 5


class Foreseer:
    """Plays the shortest win against an agent that leaves nothing to chance.

    Where it finds none with its fifth piece it plays as ``otherwise`` does.
    """

    name = "foreseer"

    def __init__(self, agent: Player, otherwise: Player) -> None:
        self._agent = agent
        self._otherwise = otherwise
        self._plan: list[int] | None = None

    def refusal(self, game: Game) -> str | None:
        """It plays what the agent plays."""
        return self._agent.refusal(game)

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: OnProgress | None = None,
    ) -> Choice:
        """The next move of the win it found at its first turn, or what it plays otherwise."""
        if self._plan is None:
            self._plan = self._shortest_win(board)
        if self._plan:
            return Choice(self._plan.pop(0))
        return self._otherwise.choose(board, limit, stop=stop, on_progress=on_progress)

    def _shortest_win(self, board: Board) -> list[int]:
        """Its own moves to a win, found with as few pieces as possible; empty if there is none."""
        lines: list[tuple[Board, list[int]]] = [(board.copy(), [])]
        for _ in range(_LAST_PIECE - (board.ply + 1) // 2):
            following: list[tuple[Board, list[int]]] = []
            for position, moves in lines:
                if wins := winning_moves(position):
                    return [*moves, wins[0]]
                following.extend(self._after_reply(position, moves))
            lines = following
        return []

    def _after_reply(self, position: Board, moves: list[int]) -> list[tuple[Board, list[int]]]:
        """The positions after each own move and the agent's reply to it, unless the game ends."""
        following = []
        for move in list(position.legal_moves):
            after = position.after(move)
            if after.outcome() is None:
                after.push(self._agent.choose(after).move)
            if after.outcome() is None:
                following.append((after, [*moves, move]))
        return following
