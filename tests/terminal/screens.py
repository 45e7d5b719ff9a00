"""A full-screen game on a screen that is not there, for the tests of it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from textual.pilot import Pilot
from textual.widgets import Static

from inarow.apps.terminal.boardview import BoardView
from inarow.apps.terminal.fullscreen import GameApp
from inarow.apps.terminal.naming import MoveNames
from inarow.apps.terminal.session import Seat, Session
from inarow.players.player import Choice
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal

PATIENCE = 60.0


class FirstMovePlayer:
    """Plays the first legal move, at once."""

    name = "first"

    def refusal(self, game: Game) -> str | None:
        del game
        return None

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Choice:
        del limit, stop, on_progress
        return Choice(next(iter(board.legal_moves)))


class PonderingPlayer(FirstMovePlayer):
    """Thinks until it is told to stop."""

    name = "pondering"
    was_stopped = False

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Choice:
        assert stop is not None
        while not stop.is_set():
            time.sleep(0.005)
        self.was_stopped = True
        return super().choose(board, limit, stop=stop, on_progress=on_progress)


@asynccontextmanager
async def playing(
    opponent: Seat = None,
    *,
    game: str = "connect4",
    moves: str = "",
    first: Seat = None,
    size: tuple[int, int] = (80, 24),
    from_zero: bool = False,
) -> AsyncIterator[tuple[GameApp, Pilot[None]]]:
    """A game on a screen that is not there."""
    board = Board(game, moves)
    app = GameApp(Session(board, (first, opponent)), MoveNames(board.game, from_zero))
    app.animation_level = "none"
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


async def until(pilot: Pilot[None], happens: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end, "it does not happen"
        await pilot.pause(0.01)


def text(app: GameApp, name: str) -> str:
    # The game's own screen, also while a dialog lies over it.
    return str(app.screen_stack[0].query_one(f"#{name}", Static).render())


def moves(app: GameApp) -> str:
    return app.session.board.moves_text()


def screen_text(app: GameApp) -> str:
    """The board as it is shown, without its colours."""
    view = app.board_view
    return "\n".join(view.render_line(y).text for y in range(view.size.height))


def middle_of(app: GameApp, x: int, y: int) -> tuple[int, int]:
    region = app.board_view.shape.region_of(x, y)
    size = app.board_view.shape.size
    return region.x + size - 1, region.y + (size - 1) // 2


async def click(app: GameApp, pilot: Pilot[None], x: int, y: int) -> None:
    await pilot.click(BoardView, offset=middle_of(app, x, y))
