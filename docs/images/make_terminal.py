"""Draw terminal.svg, the README's picture: the full-screen game after some moves and a hint.

Run it after a change to the game's looks: ``python docs/images/make_terminal.py``.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from inarow.apps.terminal.fullscreen import GameApp
from inarow.apps.terminal.naming import MoveNames
from inarow.apps.terminal.session import Session
from inarow.players.roster import player
from inarow.rules.board import Board

PICTURE = Path(__file__).parent / "terminal.svg"
MOVES = "435243"
LAST_KEY = "4"
PATIENCE = 60


async def draw() -> str:
    """Play a move against the computer, ask for a hint, and take the picture."""
    board = Board("connect4", MOVES)
    app = GameApp(Session(board, (None, player("level-4", seed=1))), MoveNames(board.game))
    app.animation_level = "none"
    async with app.run_test(size=(80, 24)) as pilot, asyncio.timeout(PATIENCE):
        await pilot.press(LAST_KEY)
        while not app.session.is_persons_turn:
            await pilot.pause(0.1)
        await pilot.press("h")
        while app.board_view.hint is None:
            await pilot.pause(0.1)
        await pilot.pause()
        return app.export_screenshot(title="inarow play")


def standing_alone(svg: str) -> str:
    """The picture without fonts from elsewhere, in letters that leave no gaps between lines."""
    svg = re.sub(r"@font-face\s*\{[^}]*\}", "", svg)
    svg = svg.replace("Fira Code", "DejaVu Sans Mono, Menlo, Consolas")
    svg = re.sub(r"font-size: 20px", "font-size: 21px", svg)
    return "\n".join(line.rstrip() for line in svg.splitlines() if line.strip()) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(standing_alone(asyncio.run(draw())), encoding="utf-8")
