"""What lies over the full-screen game for a moment: help, and questions to answer."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Label, Select, Static

from inarow.apps.terminal.setup import Setup, answer_for, match_for, opponents
from inarow.apps.terminal.swap2 import Take
from inarow.rules.catalogue import game as make_game
from inarow.rules.game import Game
from inarow.search.gomoku.games import can_swap2
from inarow.words import GAMES, OWN_GAME, STRENGTHS


class HelpScreen(ModalScreen[None]):
    """Explains the game and the keys; any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter,space", "dismiss", "Close"),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Show the text, to be scrolled where it does not fit."""
        with VerticalScroll(classes="dialog") as dialog:
            dialog.border_title = "Help"
            dialog.border_subtitle = "Esc to close"
            yield Static(self._text)

    def on_click(self) -> None:
        """A click anywhere closes it."""
        self.dismiss()


class YesOrNo(ModalScreen[bool]):
    """Asks for a yes or a no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes"),
        Binding("n,escape,q", "answer(False)", "No"),
        Binding("left,right", "app.focus_next", show=False),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """Show the question and the two answers."""
        with VerticalScroll(classes="dialog", can_focus=False):
            yield Static(self._question)
            with Horizontal(classes="answers"):
                yield Button("Yes (y)", id="yes", compact=True)
                yield Button("No (n)", id="no", compact=True)

    def action_answer(self, answer: bool) -> None:
        """Close with an answer."""
        self.dismiss(answer)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Close with the answer on the button."""
        self.dismiss(event.button.id == "yes")


class NewGame(ModalScreen[Setup | None]):
    """Asks which game to play, against whom, and with which side."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Close")]

    def __init__(self, now: Setup) -> None:
        super().__init__()
        self._now = now
        self._answer = answer_for(now.opponent)
        known = {name: make_game(name) for name in GAMES}
        #: The games of the catalogue, and the one that is being played if it is another.
        self._games = {str(game): (GAMES[name], game) for name, game in known.items()}
        self._games.setdefault(str(now.game), (f"{OWN_GAME}: {now.game}", now.game))

    def compose(self) -> ComposeResult:
        """Show the choices with what is played now."""
        games = [(title, text) for text, (title, _) in self._games.items()]
        sides = [("First", "first"), ("Second", "second"), ("Random", "either")]
        openings = [("Free", "free"), ("Swap2", "swap2")]
        side = {True: "first", False: "second", None: "either"}[self._now.is_first]
        with VerticalScroll(classes="dialog choices", can_focus=False) as dialog:
            dialog.border_title = "New game"
            dialog.border_subtitle = "Tab: next field; Esc: close"
            yield Label("Game")
            yield _select(games, str(self._now.game), "game")
            yield Label("How strong are you?")
            answers = [(answer, answer) for answer in STRENGTHS]
            yield _select(answers, answer_for(self._now.opponent), "strength")
            yield Label("Opponent")
            yield _select(self._opponents(self._now.game), self._now.opponent, "opponent")
            yield Label("Pace")
            paces = [("Moves at once", "quick"), ("Takes time to think", "natural")]
            yield _select(paces, "natural" if self._now.is_natural else "quick", "pace")
            yield Label("You play")
            yield _select(sides, side, "side")
            yield Label("Opening", id="opening-label")
            yield _select(openings, "swap2" if self._now.swap2 else "free", "opening")
            yield Button("Start", id="start", variant="primary")

    def on_mount(self) -> None:
        """The start is one key away."""
        self._offer_opening()
        self.query_one("#start").focus()

    @property
    def _game(self) -> Game:
        return self._games[str(self.query_one("#game", Select).value)][1]

    def _opponents(self, game: Game) -> list[tuple[str, str]]:
        return [(about, name) for name, about in opponents(game)]

    def _offer_opening(self) -> None:
        for part in ("#opening", "#opening-label"):
            self.query_one(part).display = can_swap2(self._game)

    def on_select_changed(self, event: Select.Changed) -> None:
        """Another answer suggests another opponent, and another game has others to offer."""
        select = self.query_one("#opponent", Select)
        if event.select.id == "strength":
            self._suggest(select, str(event.value))
        if event.select.id != "game":
            return
        chosen, offered = select.value, self._opponents(self._game)
        select.set_options(offered)
        names = [name for _, name in offered]
        select.value = chosen if chosen in names else Setup(self._game).opponent
        self._offer_opening()

    def _suggest(self, opponents: Select[str], answer: str) -> None:
        # Setting up the dialog also tells of a change, of what stands there already.
        if answer != self._answer:
            self._answer = answer
            opponents.value = match_for(answer)

    def on_button_pressed(self, _: Button.Pressed) -> None:
        """Start the game that was chosen."""
        game = self._game
        side = str(self.query_one("#side", Select).value)
        swap2 = can_swap2(game) and self.query_one("#opening", Select).value == "swap2"
        opponent = str(self.query_one("#opponent", Select).value)
        is_first = {"first": True, "second": False, "either": None}[side]
        is_natural = self.query_one("#pace", Select).value == "natural"
        self.dismiss(Setup(game, opponent, is_first, swap2, is_natural))


class ChooseColour(ModalScreen[Take]):
    """Asks for a colour in the swap2 opening; the board can be seen beside it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "take('black')", "Black"),
        Binding("w", "take('white')", "White"),
        Binding("a", "take('add')", "Add two"),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(self, who: str, options: tuple[Take, ...]) -> None:
        super().__init__()
        self._who = who
        self._options = options

    def compose(self) -> ComposeResult:
        """Show what can be chosen."""
        labels = {
            Take.BLACK: "Take black (b)",
            Take.WHITE: "Take white and move (w)",
            Take.ADD: "Add two stones (a)",
        }
        with VerticalScroll(classes="dialog", can_focus=False):
            yield Static(f"Swap2: {self._who}, choose your colour.")
            with Horizontal(classes="answers"):
                for take in self._options:
                    yield Button(labels[take], id=take.value, compact=True)

    def action_take(self, take: str) -> None:
        """Close with a choice, if it is one now."""
        if Take(take) in self._options:
            self.dismiss(Take(take))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Close with the choice on the button."""
        self.dismiss(Take(event.button.id))


def _select(options: list[tuple[str, str]], chosen: str, name: str) -> Select[str]:
    names = [value for _, value in options]
    value = chosen if chosen in names else names[0]
    return Select(options, value=value, allow_blank=False, id=name, compact=True)
