"""The board as a Textual widget: it shows a session's board and takes moves by key and mouse."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from inarow.apps.terminal import cells
from inarow.apps.terminal.cells import CellLook, Glyph, Mark, draw_cell
from inarow.apps.terminal.naming import KEYED_COLUMNS, MoveNames, PointEntry
from inarow.apps.terminal.session import Session
from inarow.rules.board import Board
from inarow.rules.game import Game

LARGEST_CELL = 5
_FALL_SECONDS = 0.035


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """Where the cells of a board lie on the screen, for a size of cell."""

    game: Game
    size: int

    @classmethod
    def that_fits(cls, game: Game, room: Size) -> BoardLayout:
        """The layout with the largest cells that fit into the room, or the smallest one."""
        for size in range(LARGEST_CELL, 1, -1):
            layout = cls(game, size)
            if layout.width <= room.width and layout.height <= room.height:
                return layout
        return cls(game, 1)

    @property
    def left(self) -> int:
        """How many characters stand before the first column."""
        if not self.game.gravity:
            return 3
        return 1 if self.size > 1 else 0

    @property
    def top(self) -> int:
        """How many lines stand above the top row: where pieces fall in, and the frame's edge."""
        if not self.game.gravity:
            return 0
        return 2 if self.size > 1 else 1

    @property
    def width(self) -> int:
        """How many characters wide the board is."""
        return self.left + 2 * self.size * self.game.width

    @property
    def height(self) -> int:
        """How many lines high the board is, the names of the columns included."""
        return self.top + self.size * self.game.height + 1

    def column_at(self, x: int) -> int | None:
        """The board's column at a screen position, if there is one."""
        column = (x - self.left) // (2 * self.size)
        return column if 0 <= column < self.game.width else None

    def row_at(self, y: int) -> int | None:
        """The board's row at a screen position, counted from the bottom, if there is one."""
        row = self.game.height - 1 - (y - self.top) // self.size
        return row if 0 <= row < self.game.height else None

    def region_of(self, x: int, y: int) -> Region:
        """Where a cell lies on the screen."""
        return Region(
            self.left + 2 * self.size * x,
            self.top + self.size * (self.game.height - 1 - y),
            2 * self.size,
            self.size,
        )


class BoardView(Widget, can_focus=True):
    """Shows a board as large as there is room, and says which move was chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1, 0)", show=False),
        Binding("right", "go(1, 0)", show=False),
        Binding("up", "go(0, 1)", show=False),
        Binding("down", "go(0, -1)", show=False),
        Binding("enter,space", "choose", "Play", show=False),
    ]

    #: The move under the cursor.
    cursor: reactive[int] = reactive(0)
    #: The move that was hinted at.
    hint: reactive[int | None] = reactive(None)

    class Chosen(Message):
        """A person chose a move, which may or may not be legal."""

        def __init__(self, move: int) -> None:
            super().__init__()
            self.move = move

    class Typed(Message):
        """A part of a point was typed."""

    class Stepped(Message):
        """Somebody who looks at a game that is over wants to see another move."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def __init__(self, session: Session, names: MoveNames) -> None:
        super().__init__()
        self._session = session
        self._names = names
        self._game = session.board.game
        self.entry: PointEntry = PointEntry(self._game)
        #: An earlier position that is looked at instead of the last one.
        self._earlier: Board | None = None
        self.shape: BoardLayout = BoardLayout(self._game, 1)
        #: How far the last piece still has to fall, in rows.
        self._falling = 0
        middle_x, middle_y = self._game.width // 2, self._game.height // 2
        self.cursor = middle_x if self._game.gravity else self._game.cell(middle_x, middle_y)

    def fit(self, room: Size) -> None:
        """Take the size that fits into the room best."""
        self.shape = BoardLayout.that_fits(self._game, room)
        self.styles.width, self.styles.height = self.shape.width, self.shape.height
        self.refresh(layout=True)

    @property
    def _board(self) -> Board:
        """The position that is shown."""
        return self._session.board if self._earlier is None else self._earlier

    def look_at(self, earlier: Board | None, better: int | None = None) -> None:
        """Show an earlier position and a move to compare with, or the last position again."""
        self._earlier = earlier
        self.hint = better
        self.settle()

    def show_move(self) -> None:
        """Show the board after a move; a falling piece is seen to fall."""
        last = self._session.board.last_cell()
        if last is None:
            return
        self._reveal(last)
        self.settle()
        if self._game.gravity and self.app.animation_level != "none":
            self._falling = self._game.height - 1 - self._game.xy(last)[1]
            self._fall_timer.resume()

    def settle(self) -> None:
        """Show the board as it is, without anything in the air."""
        self._falling = 0
        self._fall_timer.pause()
        self.refresh()

    def on_mount(self) -> None:
        """Have a clock ready for falling pieces."""
        self._fall_timer = self.set_interval(_FALL_SECONDS, self._fall_one_row, pause=True)

    def _fall_one_row(self) -> None:
        self._falling -= 1
        if self._falling <= 0:
            self.settle()
        self.refresh()

    def action_go(self, dx: int, dy: int) -> None:
        """Move the cursor; down, where pieces fall, lets one fall."""
        game = self._game
        if self._earlier is not None:
            self.post_message(self.Stepped(dx + dy))
            return
        if game.gravity:
            if dy < 0:
                self.action_choose()
            self.cursor = min(max(self.cursor + dx, 0), game.width - 1)
        else:
            x, y = game.xy(self.cursor)
            x, y = min(max(x + dx, 0), game.width - 1), min(max(y + dy, 0), game.height - 1)
            self.cursor = game.cell(x, y)
        if self.cursor in self._session.board.legal_moves:
            self._reveal(self._session.board.landing_cell(self.cursor))

    def _reveal(self, cell: int) -> None:
        """Scroll, where the board does not fit, until a cell can be seen."""
        if isinstance(self.parent, Widget):
            region = self.shape.region_of(*self._game.xy(cell))
            self.parent.scroll_to_region(
                region.translate(self.virtual_region.offset), animate=False
            )

    def action_choose(self) -> None:
        """Choose the move under the cursor."""
        self.choose(self.cursor)

    def choose(self, move: int) -> None:
        """Choose a move; while an earlier position is looked at there is none."""
        if self._earlier is None:
            self.post_message(self.Chosen(move))

    def on_key(self, event: events.Key) -> None:
        """A digit drops a piece into its column; on an open board a point can be typed."""
        taken = self._type_column(event) if self._game.gravity else self._type_point(event)
        if taken:
            event.stop()
            event.prevent_default()

    def _type_column(self, event: events.Key) -> bool:
        """Take a digit; 0 is the tenth where columns start at 1."""
        # Where some columns have two digits, a digit might be the first of them.
        has_keys = self._game.width <= KEYED_COLUMNS
        if not (has_keys and event.character and event.character in "0123456789"):
            return False
        column = int(event.character) - (0 if self._names.from_zero else 1)
        column = 9 if column < 0 else column
        if column < self._game.width:
            self.cursor = column
        self.choose(column)
        return True

    def _type_point(self, event: events.Key) -> bool:
        if not (self._session.is_persons_turn and self._earlier is None):
            return False
        taken = self.entry.press(event.key)
        if (move := self.entry.take()) is not None:
            self.cursor = move
            self.choose(move)
        self.post_message(self.Typed())
        return taken

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The cursor follows the mouse."""
        if (move := self._move_at(event.x, event.y)) is not None:
            self.cursor = move

    def on_click(self, event: events.Click) -> None:
        """A click plays where it points."""
        if (move := self._move_at(event.x, event.y)) is not None:
            self.cursor = move
            self.action_choose()

    def _move_at(self, x: int, y: int) -> int | None:
        column, row = self.shape.column_at(x), self.shape.row_at(y)
        if column is None:
            return None
        if self._game.gravity:
            return column
        return None if row is None else self._game.cell(column, row)

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        shape = self.shape
        row = shape.row_at(y)
        if y < shape.top:
            segments = self._drop_line() if y == 0 else self._edge_line()
        elif row is None:
            segments = self._label_line()
        else:
            segments = self._board_line(row, (y - shape.top) % shape.size)
        return Strip(segments, shape.width).simplify()

    def _drop_line(self) -> list[Segment]:
        """The line above the board, where the next piece waits over its column."""
        names = [" "] * self.shape.width
        styles: dict[int, Style] = {}
        for move, colour in self._pointers():
            x = self.shape.region_of(move, 0).x + self.shape.size - 1
            names[x] = "▼"
            styles[x] = self.rich_style + Style(color=colour, bold=True)
        return [Segment(text, styles.get(x, self.rich_style)) for x, text in enumerate(names)]

    def _pointers(self) -> list[tuple[int, str]]:
        pointers = []
        if self.hint is not None:
            pointers.append((self.hint, cells.HINT))
        if self._session.is_persons_turn and self._earlier is None:
            colour = cells.PIECE_COLOURS[self._session.board.turn]
            pointers.append((self.cursor, colour))
        return pointers

    def _edge_line(self) -> list[Segment]:
        return [Segment("▄" * self.shape.width, self.rich_style + Style(color=cells.FRAME))]

    def _label_line(self) -> list[Segment]:
        """The names of the columns."""
        shape, game = self.shape, self._game
        ground = cells.FRAME if game.gravity else cells.TABLE
        current = self.cursor if game.gravity else game.xy(self.cursor)[0]
        segments = [Segment(" " * shape.left, _style(cells.LABELS, ground))]
        for x in range(game.width):
            label = self._names.label(x)
            # Numbers that leave no space between them are told apart by their brightness.
            shade = 0.45 if len(label) == 2 * shape.size and x % 2 else 0.75
            style = _style(cells.mixed(cells.LABELS, ground, shade), ground)
            if x == current:
                style = Style(color=cells.LABELS, bgcolor=ground, bold=True)
            if len(label) < 2 * shape.size:
                label = " " * (shape.size - len(label)) + label
            segments.append(Segment(label.ljust(2 * shape.size), style))
        return segments

    def _board_line(self, row: int, part: int) -> list[Segment]:
        game, size = self._game, self.shape.size
        margin = " " * self.shape.left
        ground = cells.FRAME
        if not game.gravity:
            ground = cells.TABLE
            if part == (size - 1) // 2:
                margin = f"{row + 1:2} "
        ink = cells.mixed(cells.LABELS, ground, 0.75)
        segments = [Segment(margin, Style(color=ink, bgcolor=ground))]
        for x in range(game.width):
            glyphs = draw_cell(self._look(x, row), size)[part]
            segments.extend(_segment(glyph) for glyph in glyphs)
        return segments

    def _look(self, x: int, y: int) -> CellLook:
        game = self._game
        cell = self._cell_shown_at(game.cell(x, y))
        side = None if cell is None else self._board.piece_at(cell)
        mark = Mark.NONE if cell is None else self._mark(cell)
        if mark is Mark.GHOST:
            side = self._board.turn
        return CellLook(
            side,
            mark,
            framed=game.gravity,
            roads=(x > 0, x < game.width - 1, y < game.height - 1, y > 0),
            monochrome=self.app.no_color,
        )

    def _cell_shown_at(self, cell: int) -> int | None:
        """The cell whose piece is seen at a cell, which is another one while that piece falls."""
        last = self._board.last_cell()
        if not self._falling or last is None:
            return cell
        if cell == last:
            return None
        return last if cell == last + self._falling * self._game.width else cell

    def _mark(self, cell: int) -> Mark:
        board = self._board
        outcome = board.outcome()
        if outcome is not None and cell in outcome.cells:
            return Mark.NONE if self._falling else Mark.WON
        if board.piece_at(cell) is not None:
            return Mark.LAST if cell == board.last_cell() else Mark.NONE
        if not self._session.is_persons_turn and self._earlier is None:
            return Mark.NONE
        if self.hint is not None and self.hint not in board.legal_moves:
            return Mark.NONE
        if self.hint is not None and cell == board.landing_cell(self.hint):
            return Mark.HINT
        if self._earlier is not None:
            return Mark.NONE
        is_under_cursor = self.cursor in board.legal_moves and cell == board.landing_cell(
            self.cursor
        )
        return Mark.GHOST if is_under_cursor else Mark.NONE


class Stage(ScrollableContainer):
    """Where the board stands: it gives it the room there is, and scrolls if that is too little."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view, id="stage", can_focus=False)
        self._view = view

    def show_board(self, view: BoardView) -> None:
        """Put another board in the place of the one before."""
        self._view = view
        self.mount(view)
        view.fit(self.outer_size)

    def on_resize(self) -> None:
        """Let the board take the room, which scroll bars, to be stable, do not take away."""
        self._view.fit(self.outer_size)


def _segment(glyph: Glyph) -> Segment:
    return Segment(glyph.text, _style(glyph.ink, glyph.ground))


@lru_cache(maxsize=1024)
def _style(ink: str, ground: str) -> Style:
    """A style, made once: a board has hundreds of characters of a few styles."""
    return Style(color=ink, bgcolor=ground, bold=ink in cells.PIECE_COLOURS)
