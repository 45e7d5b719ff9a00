"""An app for which the computer works in threads: on a move or a hint, a review, a warm-up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import App
from textual.message import Message

from inarow.apps.terminal.background import Work
from inarow.search.analysis import Analysis
from inarow.search.stopping import StopSignal


class ThinkingApp(App[None]):
    """Starts work, hears what it finds, and stops it; what was stopped is not heard."""

    class Found(Message):
        """Some work has ended, with what it found or the error it met."""

        def __init__(self, work: Work, found: object, then: Callable[[Any], None]) -> None:
            super().__init__()
            self.work = work
            self.found = found
            self.then = then

    class Progressed(Message):
        """The search has finished another depth."""

        def __init__(self, analysis: Analysis) -> None:
            super().__init__()
            self.analysis = analysis

    class Compiling(Message):
        """The search has to be compiled before it can run."""

    def __init__(self) -> None:
        super().__init__()
        #: What the computer does now that the game depends on: a move or a hint.
        self._work: Work | None = None
        self._preparation: Work | None = None
        self._reviewing: Work | None = None
        #: Every thread that may still run, stopped ones included.
        self.threads: list[Work] = []
        self._is_compiling = False
        self._is_leaving = False

    def show_status(self) -> None:
        """Show how things stand, whenever that has changed."""
        raise NotImplementedError

    def _in_thread(self, work: Callable[[StopSignal], object], then: Callable[[Any], None]) -> Work:
        thread = Work(
            work,
            lambda done, found: self._pass_on(self.Found(done, found, then)),
            lambda _: self._pass_on(self.Compiling()),
        )
        self.threads = [other for other in self.threads if not other.ends_within(0)]
        self.threads.append(thread)
        return thread

    def _pass_on(self, message: Message) -> None:
        """Tell the app's own thread something, unless it is about to end."""
        if not self._is_leaving:
            self.post_message(message)

    def _pass_progress(self, analysis: Analysis) -> None:
        self._pass_on(self.Progressed(analysis))

    def on_thinking_app_found(self, event: Found) -> None:
        """Go on with what the computer found, unless it was told to stop or nobody sees it."""
        if not self.screen_stack:
            return
        if event.work is self._preparation:
            self._preparation = None
        elif event.work is self._reviewing:
            self._reviewing = None
        elif event.work is self._work:
            self._work = None
        else:
            return
        self._is_compiling = False
        if isinstance(event.found, Exception):
            raise event.found
        event.then(event.found)
        self.show_status()

    def on_thinking_app_compiling(self) -> None:
        """Say that the wait is for the compiler."""
        self._is_compiling = True
        self.show_status()
