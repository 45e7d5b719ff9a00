"""One game between people and computers, with undo and resignation, and nothing to look at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from inarow.apps.terminal.swap2 import Seat, Swap2, Take
from inarow.players.player import Choice, PlayerError, check_plays
from inarow.players.roster import level_of, player_title
from inarow.rules.board import Board
from inarow.rules.errors import GameOverError, NoMoveToUndoError
from inarow.rules.side import Side
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.words import level_title

if TYPE_CHECKING:
    from inarow.study.records.record import Record, Unseen

__all__ = ["GameEnd", "Seat", "Session"]


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a session ended: who won, or a draw, and whether the other side resigned."""

    winner: Side | None
    by_resignation: bool = False


class Session:
    """A game from a start position, its players, and what the computer thought at each move."""

    def __init__(
        self,
        start: Board,
        seats: tuple[Seat, Seat],
        limit: Limit | None = None,
        *,
        swap2: bool = False,
    ) -> None:
        for seat in seats:
            if seat is not None:
                check_plays(seat, start.game)
        self.board: Board = start.copy()
        self.seats: tuple[Seat, Seat] = seats
        #: How long the computer thinks; None leaves it to the player.
        self.limit = limit
        self._start = start.copy()
        self._thoughts: list[Analysis | None] = []
        #: What players who think like people did not see, and when.
        self._unseen: list[Unseen] = []
        self._resigned: Side | None = None
        #: Who opens and who answers, where the game opens with swap2.
        self._swap2_seats = seats if swap2 else None
        #: The moves of the opening, which stay.
        self._opening_moves = 0
        #: Whether the person was shown a move or took one back.
        self.had_help: bool = False
        #: Hears that the game has changed.
        self.on_change: Callable[[], None] = lambda: None
        #: The first player opens by swap2, while the colours are not yet chosen.
        self.opening = Swap2(*seats) if swap2 else None

    @classmethod
    def resumed(
        cls, record: Record, seats: tuple[Seat, Seat], limit: Limit | None = None
    ) -> Session:
        """A session that goes on with a game that was written down."""
        from inarow.study.records.record import Opening

        session = cls(record.first_board(), seats, limit, swap2=record.opening is not Opening.NONE)
        if record.opening is Opening.SWAP2_ADDING:
            session.opening = Swap2(*seats, is_adding=True)
        for move in record.moves:
            session.play(move)
        session._unseen += record.unseen
        return session

    @property
    def people(self) -> tuple[Side, ...]:
        """The sides that people play."""
        return tuple(side for side in Side if self.seats[side] is None)

    @property
    def to_move(self) -> Seat:
        """Who has the turn: a player of the roster, or None for a person."""
        return self.opening.actor(self.board) if self.opening else self.seats[self.board.turn]

    @property
    def must_choose_colour(self) -> bool:
        """Say whether whoever has the turn chooses a colour, rather than a move."""
        return self.opening is not None and self.opening.is_choice(self.board)

    @property
    def is_persons_turn(self) -> bool:
        """Say whether the game waits for a person's move."""
        return self.result is None and self.to_move is None and not self.must_choose_colour

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
        if self.opening is not None:
            return "black" if side is Side.X else "white"
        seat = self.seats[side]
        if seat is not None:
            return player_title(seat.name)
        return self._person_name(side + 1)

    def full_name(self, side: Side) -> str:
        """The same, with the level of a player who has one."""
        seat = None if self.opening else self.seats[side]
        level = None if seat is None else level_of(seat.name)
        return self.name(side) if level is None else level_title(level)

    @property
    def mover_name(self) -> str:
        """How to call whoever has the turn."""
        if self.opening is None:
            return self.name(self.board.turn)
        if (seat := self.to_move) is not None:
            return player_title(seat.name)
        return self._person_name(1 + self.opening.is_seconds_turn(self.board))

    def _person_name(self, number: int) -> str:
        return "You" if len(self.people) == 1 else f"Player {number}"

    def record(self) -> Record:
        """The game so far, to be written down; computers under the names that make them again."""
        from inarow.study.records.record import Opening, Record, Result

        first, second = (
            self._person_name(number) if seat is None else seat.name
            for number, seat in enumerate(self.seats, start=1)
        )
        opening = Opening.NONE
        if self.opening is not None:
            opening = Opening.SWAP2_ADDING if self.opening.is_adding else Opening.SWAP2
        agreed = None
        if self._resigned is not None:
            agreed = Result.O_WINS if self._resigned is Side.X else Result.X_WINS
        played = Record.of(self.board, (first, second))
        return replace(played, agreed=agreed, opening=opening, unseen=tuple(self._unseen))

    def choose_colour(self, take: Take) -> None:
        """Choose in the swap2 opening, for whoever has the turn."""
        assert self.opening is not None
        self.opening.choose(self.board, take)
        if self.opening.seats is not None:
            self.seats = self.opening.seats
            self.opening = None
            self._opening_moves = self.moves_played
        self.on_change()

    def take_answer(self, stones: tuple[int, ...]) -> None:
        """Take what a computer answers in the opening: nothing is black, one white, two add."""
        self.choose_colour((Take.BLACK, Take.WHITE, Take.ADD)[len(stones)])

    def play(self, move: int, thought: Analysis | None = None) -> None:
        """Play a move for whoever has the turn, or raise a ``MoveError`` that says why not."""
        if self.result is not None:
            raise GameOverError("the game is over")
        self.board.push(move)
        self._thoughts.append(thought)
        self.on_change()

    def play_choice(self, choice: Choice) -> None:
        """Play what a computer chose."""
        from inarow.study.records.record import Unseen

        number = self.board.ply + 1
        self._unseen += [Unseen(number, one) for one in choice.oversights]
        self.play(choice.move, choice.analysis)

    def undo(self) -> None:
        """Go back to the last turn of a person, so that it can be played in another way.

        That takes back a resignation, or one move between two people, or against a computer the
        person's last move with the computer's answer.
        """
        if self._resigned is not None:
            self._resigned = None
            self.had_help = True
            self.on_change()
            return
        if self.opening is not None:
            raise NoMoveToUndoError("the opening cannot be taken back")
        for count in range(1, self.moves_played - self._opening_moves + 1):
            mover = Side((self.board.ply - count) & 1)
            if mover in self.people:
                for _ in range(count):
                    self.board.pop()
                    self._thoughts.pop()
                self._unseen = [one for one in self._unseen if one.number <= self.board.ply]
                self.had_help = True
                self.on_change()
                return
        raise NoMoveToUndoError("you have no move to take back")

    def resign(self) -> None:
        """Give the game up for the person who has the turn, or who waits for the computer."""
        if self.result is not None:
            raise GameOverError("the game is already over")
        if not self.people:
            raise PlayerError("computer players do not resign")
        if self.opening is not None:
            raise PlayerError("nobody can resign before the colours are chosen")
        self._resigned = self.board.turn if self.to_move is None else self.people[0]
        self.on_change()

    def restart(self) -> None:
        """Begin again from the start position, with the same players."""
        self.had_help = False
        self.board = self._start.copy()
        self._thoughts.clear()
        self._unseen.clear()
        self._resigned = None
        self._opening_moves = 0
        self.opening = None
        if self._swap2_seats is not None:
            self.seats = self._swap2_seats
            self.opening = Swap2(*self.seats)
