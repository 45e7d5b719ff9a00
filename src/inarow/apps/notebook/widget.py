"""The board as a widget: ``GameWidget("connect4", player="level-4")``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from inarow.files.extras import check_extra

try:
    import anywidget
    import traitlets
except ModuleNotFoundError:
    check_extra("notebook", "the board in a notebook")
    raise

from inarow.apps.notebook.bundle import bundled
from inarow.players.player import Player, check_plays
from inarow.players.roster import player as player_by_name
from inarow.players.roster import player_title
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.rules.notation import parse_move
from inarow.rules.side import Side
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.strongest import lines_to_show, strongest
from inarow.study.records.record import Record
from inarow.wire.write import analysis_info, position_info

_HERE = Path(__file__).parent
_PAGE_STYLE = _HERE.parent / "web" / "static" / "style.css"

#: What a position's scores may cost.
_FOR_SCORES = Limit(time=1.0)


def _style() -> str:
    """The page's style, for a shadow tree, whose root is called its host."""
    page = _PAGE_STYLE.read_text("utf-8").replace(":root", ":host")
    return page + (_HERE / "widget.css").read_text("utf-8")


class GameWidget(anywidget.AnyWidget):
    """A board to play on, against a player or by yourself, and to step through.

    ``GameWidget("connect4", player="level-4")`` plays; ``side="O"`` lets the player begin.
    ``GameWidget(board)`` and ``GameWidget(record)`` show a game. ``scores=True`` tells what each
    move is worth. ``widget.board`` is the position that it shows.
    """

    _esm = bundled(_HERE / "widget.js")
    _style = traitlets.Unicode(_style()).tag(sync=True)
    #: All that is shown: see ``View`` in ``widget.js``.
    view = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: Game | str | Board | Record = "connect4",
        player: Player | str | None = None,
        *,
        side: Side | str = Side.X,
        scores: bool = False,
        limit: Limit | None = None,
        seed: int | None = None,
    ) -> None:
        super().__init__()
        full = _board_of(game)
        self._start = full.start()
        self._moves = list(full.moves)
        self._ply = len(self._moves)
        self._player = player_by_name(player, seed=seed) if isinstance(player, str) else player
        self._side = _side_of(side)
        self._limit = limit
        self._scores = scores
        if self._player is not None:
            check_plays(self._player, full.game)
        self._show()
        self._let_player_move()
        self.on_msg(self._heard)

    @property
    def board(self) -> Board:
        """The position that is shown, with its history."""
        board = self._start.copy()
        board.play(self._moves[: self._ply])
        return board

    def _heard(self, _widget: Any, message: dict[str, Any], _buffers: Any) -> None:
        """Do what was clicked; an error is shown as the status, for there is nobody to catch it."""
        try:
            self._do(message)
        except InarowError as error:
            self._show(status=f"Sorry: {error}.")

    def _do(self, message: dict[str, Any]) -> None:
        match message:
            case {"kind": "move", "move": str(text)}:
                board = self.board
                if self._is_playable(board):
                    self._play(board, parse_move(board.game, text))
                    self._let_player_move()
            case {"kind": "go", "ply": int(ply)}:
                self._ply = min(max(ply, 0), len(self._moves))
                self._show()
            case {"kind": "scores", "on": bool(on)}:
                self._scores = on
                self._show()
            case {"kind": "again"}:
                self._moves, self._ply = [], 0
                self._show()
                self._let_player_move()

    def _is_playable(self, board: Board) -> bool:
        return not board.is_game_over and (self._player is None or board.turn is self._side)

    def _play(self, board: Board, move: int) -> None:
        """Play a move where we are; what was played there before is forgotten."""
        board.push(move)
        self._moves = list(board.moves)
        self._ply = len(self._moves)
        self._show()

    def _let_player_move(self) -> None:
        """Let the player answer, if it is its turn."""
        board = self.board
        if self._player is None or board.is_game_over or board.turn is self._side:
            return
        self._show(status=f"{player_title(self._player.name)} is thinking …")
        self._play(board, self._player.choose(board, self._limit).move)

    def _show(self, status: str | None = None) -> None:
        board = self.board
        # Scores of a position that is about to change would only keep people waiting.
        analysis = None if status else self._analysis(board)
        self.view = {
            "position": asdict(position_info(board)),
            "analysis": None if analysis is None else asdict(analysis_info(board, analysis)),
            "playable": self._is_playable(board),
            "ply": self._ply,
            "last": len(self._moves),
            "status": status or self._status(board),
            "scores": self._scores,
        }

    def _analysis(self, board: Board) -> Analysis | None:
        if not self._scores or board.is_game_over:
            return None
        lines = lines_to_show(board)
        return strongest(board.game).analyse(board, _FOR_SCORES, lines=lines)

    def _status(self, board: Board) -> str:
        outcome = board.outcome()
        if outcome is not None:
            return "Draw." if outcome.winner is None else f"{outcome.winner} wins."
        if self._player is None:
            return f"{board.turn} to move."
        return "Your turn." if board.turn is self._side else f"{board.turn} to move."


def _board_of(game: Game | str | Board | Record) -> Board:
    if isinstance(game, Record):
        return game.board()
    return game if isinstance(game, Board) else Board(game)


def _side_of(text: Side | str) -> Side:
    """The side that is meant.

    >>> _side_of("o")
    <Side.O: 1>
    """
    for side in Side:
        if text is side or str(text).upper() == str(side):
            return side
    raise InarowError(f"a side must be X or O, not {text!r}")
