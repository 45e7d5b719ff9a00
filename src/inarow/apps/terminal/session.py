"""One game between people and computers, with undo and resignation, and nothing to look at."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.players.player import Choice, Player, PlayerError
from inarow.rules.board import Board
from inarow.rules.errors import GameOverError, NoMoveToUndoError
from inarow.rules.side import Side
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit

#: Who plays a side: a player of the roster, or None for a person.
Seat = Player | None


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a session ended: who won, or a draw, and whether the other side resigned."""

    winner: Side | None
    by_resignation: bool = False


class Session:
    """A game from a start position, its players, and what the computer thought at each move."""

    def __init__(self, start: Board, seats: tuple[Seat, Seat], limit: Limit | None = None) -> None:
        for seat in seats:
            if seat is not None and (reason := seat.refusal(start.game)):
                raise PlayerError(f"{seat.name} cannot play {start.game}: {reason}")
        self.board: Board = start.copy()
        self.seats: tuple[Seat, Seat] = seats
        #: How long the computer thinks; None leaves it to the player.
        self.limit = limit
        self._start = start.copy()
        self._thoughts: list[Analysis | None] = []
        self._resigned: Side | None = None
        #: Whether the person was shown a move or took one back.
        self.had_help: bool = False

    @property
    def people(self) -> tuple[Side, ...]:
        """The sides that people play."""
        return tuple(side for side in Side if self.seats[side] is None)

    @property
    def to_move(self) -> Seat:
        """Who has the turn: a player of the roster, or None for a person."""
        return self.seats[self.board.turn]

    @property
    def is_persons_turn(self) -> bool:
        """Say whether the game waits for a person."""
        return self.result is None and self.to_move is None

    @property
    def result(self) -> GameEnd | None:
        """How the game ended, or None while it is running."""
        if self._resigned is not None:
            return GameEnd(self._resigned.other, by_resignation=True)
        outcome = self.board.outcome()
        return None if outcome is None else GameEnd(outcome.winner)

    @property
    def last_thought(self) -> tuple[Side, Analysis] | None:
        """What the computer thought when it last moved, and which side it was."""
        for age, thought in enumerate(reversed(self._thoughts)):
            if thought is not None:
                mover = self.board.turn.other if age % 2 == 0 else self.board.turn
                return mover, thought
        return None

    @property
    def moves_played(self) -> int:
        """How many moves this session has seen."""
        return len(self._thoughts)

    def name(self, side: Side) -> str:
        """How to call the player of a side."""
        seat = self.seats[side]
        if seat is not None:
            return seat.name
        return "You" if len(self.people) == 1 else f"Player {side + 1}"

    def play(self, move: int, thought: Analysis | None = None) -> None:
        """Play a move for whoever has the turn, or raise a ``MoveError`` that says why not."""
        if self.result is not None:
            raise GameOverError("the game is over")
        self.board.push(move)
        self._thoughts.append(thought)

    def play_choice(self, choice: Choice) -> None:
        """Play what a computer chose."""
        self.play(choice.move, choice.analysis)

    def undo(self) -> None:
        """Go back to the last turn of a person, so that it can be played in another way.

        That takes back a resignation, or one move between two people, or against a computer the
        person's last move with the computer's answer.
        """
        if self._resigned is not None:
            self._resigned = None
            self.had_help = True
            return
        for count in range(1, self.moves_played + 1):
            mover = Side((self.board.ply - count) & 1)
            if mover in self.people:
                for _ in range(count):
                    self.board.pop()
                    self._thoughts.pop()
                self.had_help = True
                return
        raise NoMoveToUndoError("you have no move to take back")

    def resign(self) -> None:
        """Give the game up for the person who has the turn, or who waits for the computer."""
        if self.result is not None:
            raise GameOverError("the game is already over")
        if not self.people:
            raise PlayerError("computer players do not resign")
        self._resigned = self.board.turn if self.to_move is None else self.people[0]

    def restart(self, seats: tuple[Seat, Seat] | None = None) -> None:
        """Begin again from the start position, with the same players unless others are given."""
        self.seats = seats or self.seats
        self.had_help = False
        self.board = self._start.copy()
        self._thoughts.clear()
        self._resigned = None
