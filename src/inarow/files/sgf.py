"""Games as SGF, the format that Go and Gomoku programs exchange.

SGF counts points from the top left, ``aa``; B moves first, so B is X.
"""

from __future__ import annotations

from collections.abc import Mapping

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.shapes import cells_in
from inarow.rules.side import Side

#: The number of Gomoku in SGF's list of games.
GOMOKU = "4"
#: The rule by which only lines of the exact length win.
EXACT = "standard"
#: By which property each side plays, and by which its pieces are set up.
COLOURS = {"B": Side.X, "W": Side.O}
SET_UP = {"AB": Side.X, "AW": Side.O}


def sgf_refusal(game: Game) -> str | None:
    """Why SGF cannot hold a game, or None if it can."""
    if game.gravity or not game.wins.run or game.rule:
        return f"SGF is for games like Gomoku, not for {game}"
    return None


def sgf_text(
    board: Board,
    players: tuple[str, str],
    result: str = "",
    *,
    more: Mapping[str, str] | None = None,
    comments: Mapping[int, str] | None = None,
) -> str:
    """The history of a board as a game of SGF.

    ``result`` is written as SGF has it, such as ``B+Time``; ``more`` holds further properties of
    the game, and ``comments`` belong to the moves with these numbers.

    >>> print(sgf_text(Board("gomoku(9)", "e5 f5"), ("Ann", "Bob")))
    (;FF[4]GM[4]CA[UTF-8]AP[inarow]SZ[9]RU[freestyle]PB[Ann]PW[Bob]
    ;B[ee]
    ;W[fe])
    <BLANKLINE>
    """
    game = board.game
    start = board.start()
    properties: dict[str, str | None] = {
        "FF": "4",
        "GM": GOMOKU,
        "CA": "UTF-8",
        "AP": "inarow",
        "SZ": str(game.width) if game.is_square_board else f"{game.width}:{game.height}",
        # SGF has no name for other lengths than five, so the game's name says them.
        "GN": f"k={game.wins.run}" if game.wins.run != 5 else None,
        "RU": EXACT if game.wins.exact else "freestyle",
        "PB": players[0],
        "PW": players[1],
        "RE": result or None,
        **(more or {}),
    }
    head = "".join(
        f"{name}[{_escape(text)}]" for name, text in properties.items() if text is not None
    )
    return f"(;{head}{_set_up(start)}{_moves(start, board.moves, comments or {})})\n"


def _set_up(start: Board) -> str:
    points = {
        name: "".join(f"[{_point(start.game, cell)}]" for cell in cells_in(start.stones(side)))
        for name, side in SET_UP.items()
    }
    return "".join(f"{name}{cells}" for name, cells in points.items() if cells)


def _moves(start: Board, moves: tuple[int, ...], comments: Mapping[int, str]) -> str:
    names = {side: name for name, side in COLOURS.items()}
    side = start.turn
    parts = []
    for number, move in enumerate(moves, start=start.ply + 1):
        comment = f"C[{_escape(comments[number])}]" if number in comments else ""
        parts.append(f"\n;{names[side]}[{_point(start.game, move)}]{comment}")
        side = side.other
    return "".join(parts)


def _point(game: Game, cell: int) -> str:
    x, y = game.xy(cell)
    return chr(ord("a") + x) + chr(ord("a") + game.height - 1 - y)


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
