"""The full-screen game: a board and a panel beside it, played by mouse or keyboard."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.timer import Timer
from textual.widgets import Footer

from inarow.apps.terminal import background, telling
from inarow.apps.terminal.adapting import Adapting
from inarow.apps.terminal.boardview import BoardView, Stage
from inarow.apps.terminal.dialogs import ChooseColour, HelpScreen, NewGame, YesOrNo
from inarow.apps.terminal.keeping import Keeping
from inarow.apps.terminal.looking_back import LookingBack
from inarow.apps.terminal.naming import MoveNames, sentence
from inarow.apps.terminal.panel import Panel
from inarow.apps.terminal.session import Session
from inarow.apps.terminal.setup import PERSON, Setup, begin
from inarow.apps.terminal.swap2 import Take
from inarow.apps.terminal.themes import DARK, LIGHT, other_theme, terminals_theme
from inarow.apps.terminal.thinking import ThinkingApp
from inarow.players.player import Choice, Player
from inarow.players.roster import player_title
from inarow.rules.errors import InarowError, MoveError
from inarow.rules.side import Side
from inarow.search.analysis import Analysis
from inarow.search.stopping import StopSignal

if TYPE_CHECKING:
    from inarow.study.explain.hint import Hint
    from inarow.study.review.review import Review

#: How long two computers wait between moves, so that one can follow.
WATCHING_SECONDS = 0.8
_CLOCK_SECONDS = 0.1
#: What a shell reports of a program that a signal ended.
_SIGNAL_STATUS = 128


class GameApp(ThinkingApp):
    """One session on the whole screen."""

    CSS_PATH: ClassVar[str] = "fullscreen.tcss"
    TITLE: str | None = "inarow"
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    # As Textual has them, which changes them for no instance.
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (62, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-short"), (24, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo"),
        Binding("h", "hint", "Hint"),
        Binding("p", "pause", "Pause"),
        Binding("r", "resign", "Resign"),
        Binding("n", "new", "New"),
        Binding("v", "view", "Review"),
        Binding("escape", "leave_view", show=False),
        Binding("t", "theme", "Light/dark"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "leave(0)", "Quit"),
        Binding("ctrl+q", "leave(0)", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
        Binding("ctrl+c", f"leave({_SIGNAL_STATUS + signal.SIGINT})", show=False, priority=True),
    ]

    def __init__(
        self,
        session: Session,
        names: MoveNames,
        adapting: Adapting | None = None,
        *,
        setup: Setup | None = None,
        keeping: Keeping | None = None,
    ) -> None:
        super().__init__()
        self.session: Session = session
        self._adapting = adapting
        #: What the dialog for a new game begins with.
        self._setup = setup or _setup_of(session)
        self._keeping = keeping
        self.names: MoveNames = names
        self.board_view: BoardView = BoardView(session, names)
        self._stage = Stage(self.board_view)
        self._panel = Panel()
        self._next_move: Timer | None = None
        #: Stones that a computer has decided to put, in an opening by swap2.
        self._stones: list[int] = []
        self._hint: Hint | None = None
        #: There is one when the game is over and was reviewed.
        self._looking_back: LookingBack | None = None
        self._notice = "" if adapting is None else adapting.welcome()
        self._is_paused = False

    def compose(self) -> ComposeResult:
        """Lay out the board, the panel beside it and the keys below."""
        with Container(id="table"):
            yield self._stage
            yield self._panel
        yield Footer()

    def on_mount(self) -> None:
        """Set the colours, listen to signals, and begin."""
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = terminals_theme().name
        self._listen_to_signals()
        self.set_interval(_CLOCK_SECONDS, self._tick)
        self._take_place()

    def _take_place(self) -> None:
        """Begin with the session that there is now."""
        if self._keeping is not None:
            keeping, session = self._keeping, self.session
            session.on_change = lambda: keeping.keep(session)
        self.board_view.focus()
        self._prepare()
        self._go_on()

    # The course of the game

    def _go_on(self) -> None:
        """Show how things stand, and let the computer think if it has the turn."""
        if not self.screen_stack:
            # The screen has been taken down since this was ordered.
            return
        self._show()
        computer = self.session.to_move
        if self.session.result is not None:
            self._look_back()
        elif computer is None and self.session.must_choose_colour:
            self._ask_for_colour()
        elif computer is None or self._is_paused:
            return
        elif self.session.opening is not None or self._stones:
            self._open(computer)
        else:
            self._think(computer)

    def _think(self, computer: Player) -> None:
        board, limit = self.session.board.copy(), self.session.limit

        def think(stop: StopSignal) -> Choice:
            return computer.choose(board, limit, stop=stop, on_progress=self._pass_progress)

        self._start(think, self._play_choice)

    def _play_choice(self, choice: Choice) -> None:
        self.session.play_choice(choice)
        self._after_move()
        if not self.session.people:
            self._show()
            self._next_move = self.set_timer(WATCHING_SECONDS, self._go_on)
        else:
            self._go_on()

    # The swap2 opening

    def _open(self, computer: Player) -> None:
        """Let a computer do its part of the opening: propose, choose, put its stones."""
        board, opening = self.session.board.copy(), self.session.opening
        if not self._stones and self.session.must_choose_colour:
            self._start(partial(background.choose_colour, board), self._take_answer)
            return
        if not self._stones and opening is not None and opening.is_adding:
            # The game was left between the two stones that it adds.
            self._think(computer)
            return
        self._stones = self._stones or background.proposed_stones(board)
        self.session.play(self._stones.pop(0))
        self._after_move()
        self._notice = f"{player_title(computer.name)} opens with swap2."
        self._show()
        self._next_move = self.set_timer(WATCHING_SECONDS / 2, self._go_on)

    def _take_answer(self, stones: tuple[int, ...]) -> None:
        who = self.session.mover_name
        self.session.take_answer(stones)
        self._stones = list(stones)
        chosen = ("takes black", "takes white", "adds two stones: the choice is yours")
        self._go_on()
        self._say(f"{who} {chosen[len(stones)]}.")

    def _ask_for_colour(self) -> None:
        assert self.session.opening is not None
        question = ChooseColour(self.session.mover_name, self.session.opening.options())
        self.push_screen(question, self._take_colour)

    def _take_colour(self, take: Take | None) -> None:
        if take is not None:
            self.session.choose_colour(take)
        self._go_on()

    # After the game

    def _look_back(self) -> None:
        """Find out, once, what decided the game."""
        is_known = self._looking_back is not None or self._reviewing is not None
        if is_known or not self.session.board.moves:
            return
        record = self.session.record()
        self._reviewing = self._in_thread(partial(background.review, record), self._take_review)

    def _take_review(self, found: Review) -> None:
        self._looking_back = LookingBack(found)
        self._show()

    def _forget_review(self) -> None:
        if self._reviewing is not None:
            self._reviewing.stop()
        self._reviewing = self._looking_back = None
        self.board_view.look_at(None)

    def action_view(self) -> None:
        """Go to the move that decided the game; the same key comes back."""
        back = self._looking_back
        if back is None:
            self._say("When the game is over you can see where it was decided.")
        elif back.viewed is not None:
            self.action_leave_view()
        else:
            back.open(self.board_view)
            self._show_viewed()

    def action_leave_view(self) -> None:
        """Show the end of the game again."""
        if self._looking_back is not None:
            self._looking_back.leave(self.board_view)
            self._show_viewed()

    def on_board_view_stepped(self, event: BoardView.Stepped) -> None:
        """Look at the next move, or the one before."""
        if self._looking_back is not None:
            self._looking_back.step(event.by, self.board_view)
            self._show_viewed()

    def _show_viewed(self) -> None:
        """Show another move of a game that is over; what was said before is no answer to it."""
        self._notice = ""
        self._show()

    def _after_move(self) -> None:
        self._forget_hint()
        self._notice = ""
        self.board_view.show_move()
        self._take_in_result()

    def _take_in_result(self) -> None:
        """Let a result count where the opponent follows the person's results."""
        if self._adapting is not None and self.session.result is not None:
            self._notice = self._adapting.take_in(self.session)

    def on_board_view_chosen(self, event: BoardView.Chosen) -> None:
        """Play a person's move, or say why not."""
        session = self.session
        if session.result is None and session.to_move is not None:
            self._say(f"It is {session.mover_name}'s turn.")
            return
        if session.must_choose_colour:
            self._ask_for_colour()
            return
        try:
            session.play(event.move)
        except MoveError as error:
            self._say(self.names.explain(error, event.move))
            return
        self._stop_work()
        self._after_move()
        self._go_on()

    # Work in other threads

    def _prepare(self) -> None:
        """Load or compile the search while the first move is being thought about."""
        seats, board = self.session.seats, self.session.board.copy()
        self._preparation = self._in_thread(
            lambda _: background.warm_up(seats, board), lambda _: None
        )

    def _start(self, work: Callable[[StopSignal], object], then: Callable[[Any], None]) -> None:
        self._stop_work()
        self._work = self._in_thread(work, then)
        self._show()

    def _stop_work(self) -> None:
        """Stop what the computer does for the game; what it still finds is not heard."""
        if self._work is not None:
            self._work.stop()
            self._work = None
        if self._next_move is not None:
            self._next_move.stop()
            self._next_move = None
        self._stones = []

    def on_thinking_app_progressed(self, event: ThinkingApp.Progressed) -> None:
        """Show what the computer thinks so far."""
        if self._work is not None:
            self._show_thought(event.analysis)

    # What the keys do

    def action_undo(self) -> None:
        """Take back the last move of a person."""
        try:
            self.session.undo()
        except InarowError as error:
            self._say(sentence(str(error)))
            return
        self._begin_again()

    def action_hint(self) -> None:
        """Let the best analyst show a good move."""
        if not self.session.is_persons_turn:
            self._say("You can ask for a hint when it is your turn.")
            return
        board = self.session.board.copy()
        players = (self.session.name(Side.X), self.session.name(Side.O))
        self._notice = ""
        self._start(partial(background.hint, board, players), self._show_hint)

    def _show_hint(self, hint: Hint) -> None:
        self.session.had_help = True
        self._hint = hint
        self.board_view.hint = hint.move
        self._show()

    def _forget_hint(self) -> None:
        self._hint = None
        self.board_view.hint = None

    def action_pause(self) -> None:
        """Pause two computers, or let them continue."""
        self._is_paused = not self._is_paused
        self._stop_work()
        self._go_on()

    def action_resign(self) -> None:
        """Ask, then resign."""
        if self.session.result is None:
            self.push_screen(YesOrNo("Resign this game?"), self._resign)
        else:
            self._say("The game is already over.")

    def _resign(self, is_sure: bool | None) -> None:
        # The computer may have ended the game while the question stood.
        if not is_sure or self.session.result is not None:
            return
        self._stop_work()
        try:
            self.session.resign()
        except InarowError as error:
            self._say(sentence(str(error)))
            return
        self._forget_hint()
        self._take_in_result()
        self._go_on()

    def action_new(self) -> None:
        """Ask what to play next; the game before is kept."""
        self.push_screen(NewGame(self._setup), self._new)

    def _new(self, setup: Setup | None) -> None:
        if setup is None:
            return
        self._stop_work()
        if self._keeping is not None:
            self._keeping.next_game()
        if setup == self._setup and self._adapting is None and setup.is_first is not None:
            self.session.restart()
            self._begin_again()
            return
        self._setup = setup
        self.session, self._adapting = begin(setup, self.session.limit)
        self.names = MoveNames(setup.game, self.names.from_zero)
        self._forget_review()
        self._forget_hint()
        self.board_view.remove()
        self.board_view = BoardView(self.session, self.names)
        self._stage.show_board(self.board_view)
        self._notice = "" if self._adapting is None else self._adapting.welcome()
        self._is_paused = False
        self.call_after_refresh(self._take_place)

    def _begin_again(self) -> None:
        self._stop_work()
        self._forget_review()
        self._forget_hint()
        self._notice = ""
        self.board_view.settle()
        self._go_on()

    def action_theme(self) -> None:
        """Change between dark and light."""
        self.theme = other_theme(self.theme).name

    def action_help(self) -> None:
        """Explain the game and the keys."""
        self.push_screen(HelpScreen(telling.help_text(self.names)))

    def action_leave(self, status: int) -> None:
        """Stop everything and end with an exit status."""
        self._is_leaving = True
        self._stop_work()
        self._forget_review()
        self.exit(return_code=status)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what this game has a use for."""
        del parameters
        if action == "view":
            return self._looking_back is not None
        if action in ("undo", "hint", "resign"):
            return bool(self.session.people)
        return not self.session.people if action == "pause" else True

    def get_key_display(self, binding: Binding) -> str:
        """Show a key twice where it is a column's letter and has to be pressed twice."""
        shown = super().get_key_display(binding)
        is_typing = self.session.is_persons_turn and self.board_view.entry.is_column(binding.key)
        return shown * 2 if is_typing else shown

    def on_board_view_typed(self) -> None:
        """Show the point that is being typed."""
        self.show_status()

    def _listen_to_signals(self) -> None:
        # Not every system has every signal, nor lets an event loop listen to them; a loop that
        # runs outside of the main thread cannot either.
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            with suppress(NotImplementedError, RuntimeError, ValueError):
                if number is not None:
                    asyncio.get_running_loop().add_signal_handler(
                        number, self.action_leave, _SIGNAL_STATUS + number
                    )

    # What the panel shows

    def _say(self, notice: str) -> None:
        self._notice = notice
        self.show_status()

    def _show(self) -> None:
        self.board_view.refresh()
        self._panel.show_session(self.session, self.names)
        self._show_thought(None)
        self.show_status()
        self.refresh_bindings()

    def show_status(self) -> None:
        """Show whose turn it is, how the game ended, or what else there is to say."""
        self._panel.show_status(self._status_text())

    def _status_text(self) -> Text:
        text = Text()
        if self.session.result is not None:
            text.append(telling.result(self.session), f"bold {self._colour('success')}")
            text.append(f"\n{self._look_back_text()}")
        elif self._is_compiling:
            text.append(background.COMPILING_NOTICE, self._colour("warning"))
        elif self._work is not None:
            text.append(f"{telling.thinker(self.session)} {self._work.seconds:.1f} s")
        elif self._is_paused:
            text.append("Paused. Press p to continue.")
        elif typed := self.board_view.entry.text:
            text.append(self._typed_text(typed))
        else:
            text.append(telling.turn(self.session, self.names))
        if self._notice:
            text.append(f"\n{self._notice}", self._colour("warning"))
        return text

    def _look_back_text(self) -> str:
        if self._looking_back is not None:
            return self._looking_back.told(self.names)
        if self._reviewing is not None:
            return "Looking for the turning point ..."
        return "Press n for a new game."

    def _typed_text(self, typed: str) -> str:
        if len(typed) > 1:
            return f"{typed}: Enter plays there, or type another digit."
        commands = {binding.key: binding.description for binding in self._commands()}
        again = f", or {typed} again: {commands[typed]}" if typed in commands else ""
        return f"{typed}_  Now the row (1-{self.names.game.height}){again}."

    def _commands(self) -> list[Binding]:
        return [binding for binding in self.BINDINGS if isinstance(binding, Binding)]

    def _colour(self, name: str) -> str:
        return self.theme_variables[name]

    def _show_thought(self, so_far: Analysis | None) -> None:
        self._panel.show_thought(self._thought_text(so_far))

    def _thought_text(self, so_far: Analysis | None) -> Text | None:
        thought = self.session.last_thought
        if self._looking_back is not None and (text := self._looking_back.thought()):
            return text
        if so_far is not None:
            return telling.thought("So far", so_far, self.names)
        if self._hint is not None:
            return telling.advice(self._hint, self.names)
        if thought is not None:
            side, analysis = thought
            return telling.thought(f"{self.session.name(side)} thought", analysis, self.names)
        return None

    def _tick(self) -> None:
        if self._work is not None:
            self.show_status()


def play(
    session: Session, names: MoveNames, adapting: Adapting | None, setup: Setup, keeping: Keeping
) -> int:
    """Play a session on the whole screen and return the exit status."""
    app = GameApp(session, names, adapting, setup=setup, keeping=keeping)
    app.run()
    for line in keeping.farewell(app.session):
        print(line)
    status = app.return_code or 0
    background.end_program_if_busy(app.threads, status)
    return status


def _setup_of(session: Session) -> Setup:
    """The choices of a session that was not made from choices."""
    opponent = next((seat.name for seat in session.seats if seat is not None), PERSON)
    return Setup(session.board.game, opponent, session.seats[0] is None)
