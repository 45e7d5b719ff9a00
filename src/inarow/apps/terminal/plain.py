"""The plain game: lines of text in, lines of text out, on a terminal or through a pipe.

Its board, prompts and messages are those of document 001. Besides moves it understands a few
words; it answers anything else with a sentence and another chance.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TextIO, TypeVar

from inarow.apps.cli.options.reading import standard_input
from inarow.apps.terminal import background
from inarow.apps.terminal.adapting import Adapting
from inarow.apps.terminal.keeping import Keeping
from inarow.apps.terminal.naming import MoveNames, sentence
from inarow.apps.terminal.session import Session
from inarow.apps.terminal.swap2 import Take
from inarow.players.player import Player
from inarow.rules.errors import InarowError, MoveError
from inarow.rules.side import Side
from inarow.search.stopping import StopSignal

Answer = TypeVar("Answer")

LEFT_OR_FINISHED = 0
INPUT_ENDED = 1

#: The words that are not moves, and their short forms.
_WORDS = ("help", "hint", "undo", "resign", "quit")
_SHORT = {"?": "help", "h": "hint", "u": "undo", "r": "resign", "q": "quit", "exit": "quit"}


class _EndOfInputError(Exception):
    """Nobody is left to ask for a move."""


class _LeaveError(Exception):
    """The person wants to leave the game."""


class PlainGame:
    """A session shown as lines of text."""

    def __init__(
        self,
        session: Session,
        names: MoveNames,
        source: TextIO,
        sink: TextIO,
        notices: TextIO,
        adapting: Adapting | None = None,
        keeping: Keeping | None = None,
    ) -> None:
        self._session = session
        self._adapting = adapting
        self._keeping = keeping
        if keeping is not None:
            session.on_change = lambda: keeping.keep(session)
        self._names = names
        self._source = source
        self._sink = sink
        self._notices = notices
        self._told_of_compiling = False

    def play(self) -> int:
        """Play the game and return the exit status: 1 if the input ended before it did."""
        if self._adapting is not None:
            self._say(self._adapting.welcome())
        try:
            while self._session.result is None:
                self._take_turn()
        except _EndOfInputError:
            self._say("")
            self._say("The input ended before the game was over.")
            self._say_farewell()
            return INPUT_ENDED
        except _LeaveError:
            self._say("You left the game.")
            self._say_farewell()
            return LEFT_OR_FINISHED
        self._show_board()
        self._say(self._verdict())
        self._look_back()
        if self._adapting is not None:
            self._say(self._adapting.take_in(self._session))
        self._say_farewell()
        return LEFT_OR_FINISHED

    def _look_back(self) -> None:
        """Say what decided the game."""
        record = self._session.record()
        if not record.moves:
            return
        found = self._wait_for(lambda stop: background.review(record, stop))
        if found.turning_point is not None:
            self._say(self._names.told(found.turning_point.text))

    def _say_farewell(self) -> None:
        if self._keeping is not None:
            for line in self._keeping.farewell(self._session):
                self._say(line)

    def _take_turn(self) -> None:
        computer = self._session.to_move
        if self._session.opening is not None and computer is not None:
            self._take_computers_opening(computer)
        elif self._session.must_choose_colour:
            self._show_board()
            self._take_persons_colour()
        elif computer is None:
            self._show_board()
            self._take_persons_turn()
        else:
            if not self._session.people:
                self._show_board()
            self._take_computers_turn(computer)

    def _take_computers_opening(self, computer: Player) -> None:
        """Let a computer do its part of an opening by swap2."""
        session = self._session
        assert session.opening is not None
        if session.opening.is_adding and not session.must_choose_colour:
            # The game was left between the two stones that it adds.
            self._take_computers_turn(computer)
            return
        if session.must_choose_colour:
            board = session.board.copy()
            answer = self._wait_for(lambda stop: background.choose_colour(board, stop))
            session.take_answer(answer)
            chosen = ("takes black", "takes white", "adds two stones; you choose")
            self._say(f"Opponent {chosen[len(answer)]}")
            stones = list(answer)
        else:
            stones = background.proposed_stones(session.board)
        for stone in stones:
            session.play(stone)
            self._say(f"Opponent played {self._names.text(stone)}")

    def _take_persons_colour(self) -> None:
        opening = self._session.opening
        assert opening is not None
        names = [take.value for take in opening.options()]
        while True:
            text = self._ask(f"Swap2: choose {', '.join(names[:-1])} or {names[-1]}: ").lower()
            if _SHORT.get(text, text) == "quit":
                raise _LeaveError
            chosen = [name for name in names if text and name.startswith(text)]
            if chosen:
                self._session.choose_colour(Take(chosen[0]))
                return
            self._say("black: take black. white: take white and move. add: place two more stones.")

    def _take_computers_turn(self, computer: Player) -> None:
        session = self._session
        mover = "Opponent" if session.people else f"Player {session.board.turn + 1}"
        board, limit = session.board.copy(), session.limit
        choice = self._wait_for(lambda stop: computer.choose(board, limit, stop=stop))
        session.play_choice(choice)
        self._say(f"{mover} played {self._names.text(choice.move)}")

    def _take_persons_turn(self) -> None:
        """Ask until something happens: a move, an undo, a resignation."""
        while True:
            text = self._ask(self._move_prompt())
            word = _SHORT.get(text.lower(), text.lower())
            try:
                if self._obey(word) if word in _WORDS else self._try_move(text):
                    return
            except InarowError as error:
                self._say(sentence(str(error)))

    def _move_prompt(self) -> str:
        names = self._names
        if self._session.opening is not None:
            stone = "white" if self._session.board.turn else "black"
            return f"Swap2: enter the {names.place} for a {stone} {names.piece} ({names.span}): "
        return (
            f"Player {self._session.board.turn + 1}, enter the {names.place} "
            f"to place your {names.piece} ({names.span}): "
        )

    def _ask(self, prompt: str) -> str:
        print(prompt, end="", file=self._sink, flush=True)
        line = self._source.readline()
        if not line:
            raise _EndOfInputError
        text = line.strip()
        if not self._source.isatty():
            # A terminal shows what is typed; in a transcript we have to.
            self._say("".join(letter if letter.isprintable() else "?" for letter in text))
        return text

    def _try_move(self, text: str) -> bool:
        move = None
        try:
            move = self._names.parse(text)
            self._session.play(move)
        except MoveError as error:
            reason = sentence(str(error)) if move is None else self._names.explain(error, move)
            if not text:
                reason = f"Type a {self._names.place}, or help."
            self._say(f"Invalid move. Please choose another {self._names.place}. ({reason})")
            return False
        return True

    def _obey(self, word: str) -> bool:
        """Do what a word says, and say whether the turn is over with it."""
        match word:
            case "help":
                self._help()
                return False
            case "hint":
                self._hint()
                return False
            case "undo":
                self._session.undo()
            case "resign":
                self._session.resign()
            case _:
                raise _LeaveError
        return True

    def _hint(self) -> None:
        board = self._session.board.copy()
        players = (self._session.name(Side.X), self._session.name(Side.O))
        found = self._wait_for(lambda stop: background.hint(board, players, stop))
        self._session.had_help = True
        self._say(f"Hint: {self._names.advice(found.move, found.reason.text)}")

    def _help(self) -> None:
        names = self._names
        self._say(f"{sentence(self._session.board.game.describe())} X moves first.")
        self._say(
            f"Enter a {names.place} ({names.span}) to place your {names.piece} there, or type"
        )
        self._say("  hint    to see the best move, and why")
        self._say("  undo    to take back your last move")
        self._say("  resign  to give up the game")
        self._say("  quit    to leave")

    def _show_board(self) -> None:
        self._say(self._session.board.diagram(labels=True, from_zero=self._names.from_zero))

    def _verdict(self) -> str:
        result = self._session.result
        assert result is not None
        if result.winner is None:
            return "It's a draw!"
        wins = f"Player {result.winner + 1} wins!"
        return (
            f"Player {result.winner.other + 1} resigns. {wins}" if result.by_resignation else wins
        )

    def _say(self, text: str) -> None:
        print(text, file=self._sink, flush=True)

    def _wait_for(self, work: Callable[[StopSignal], Answer]) -> Answer:
        return background.wait_for(work, self._tell_of_compiling)

    def _tell_of_compiling(self, _function: str) -> None:
        if not self._told_of_compiling:
            self._told_of_compiling = True
            print(background.COMPILING_NOTICE, file=self._notices, flush=True)


def play(session: Session, names: MoveNames, adapting: Adapting | None, keeping: Keeping) -> int:
    """Play a session over standard input and output, and return the exit status."""
    source = standard_input()
    for stream in (source, sys.stdout):
        # Nothing that can be typed or shown may end the game with an error of encoding.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    # What a script plays through a pipe is not a person's game.
    kept = keeping if source.isatty() else None
    return PlainGame(session, names, source, sys.stdout, sys.stderr, adapting, kept).play()
