"""Games and positions for Hypothesis to try things on."""

from __future__ import annotations

from hypothesis import strategies as st

from inarow import Board, Game, Line, Square
from naive import NaiveGame


@st.composite
def games(draw: st.DrawFn, *, largest: int = 9) -> Game:
    """Any kind of game on a board that need not be square."""
    width = draw(st.integers(3, largest))
    height = draw(st.integers(3, largest))
    gravity = draw(st.booleans())
    if draw(st.booleans()):
        return Game(width, height, gravity, Square(draw(st.integers(2, min(3, width, height)))))
    length = draw(st.integers(2, min(6, max(width, height))))
    return Game(width, height, gravity, Line(length, draw(st.booleans())))


@st.composite
def boards(draw: st.DrawFn, game: Game | None = None, *, finished: bool = True) -> Board:
    """A position that random moves lead to; not a finished one unless allowed."""
    board = Board(draw(games()) if game is None else game)
    for _ in range(draw(st.integers(0, board.game.cells))):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(draw(st.sampled_from(moves)))
    if board.outcome() is not None and not finished:
        board.pop()
    return board


def naive_game(game: Game) -> NaiveGame:
    """The same game for the naive rules."""
    wins = game.wins
    if wins.block:
        return NaiveGame(game.width, game.height, game.gravity, True, wins.block)
    length = game.pieces_to_win
    return NaiveGame(game.width, game.height, game.gravity, False, length, wins.exact)
