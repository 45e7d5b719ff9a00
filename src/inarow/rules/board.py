"""A position with its history: who has which cells, whose turn it is, and how the game ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import index
from typing import Any, ClassVar, SupportsIndex

from inarow.rules import catalogue, diagram
from inarow.rules.errors import (
    CellTakenError,
    ColumnFullError,
    ForbiddenMoveError,
    GameOverError,
    InarowError,
    NoMoveToUndoError,
    NotAMoveError,
    OffBoardError,
    PositionError,
)
from inarow.rules.game import Game, MoveRule
from inarow.rules.notation import move_text, moves_text, parse_move, parse_moves
from inarow.rules.shapes import cells_in
from inarow.rules.side import Side
from inarow.rules.whole import whole_number


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who won, or a draw, and the cells that won it."""

    winner: Side | None
    cells: tuple[int, ...] = ()

    @property
    def is_draw(self) -> bool:
        """Say whether nobody won."""
        return self.winner is None

    def __str__(self) -> str:
        return "draw" if self.winner is None else f"{self.winner} wins"


DRAW = Outcome(None)


class LegalMoves:
    """The moves that can be played now. Nothing is listed until it is asked for."""

    __slots__ = ("_board", "_side")

    def __init__(self, board: Board, side: Side | None = None) -> None:
        self._board = board
        #: Who would play them; by default whose turn it is.
        self._side = side

    def _forbidden(self, rule: MoveRule, move: int) -> bool:
        side = self._board.turn if self._side is None else self._side
        return rule.forbids(self._board, move, side) is not None

    def __contains__(self, move: object) -> bool:
        board, number = self._board, whole_number(move)
        if number is None or board.is_game_over:
            return False
        game = board.game
        if game.gravity:
            room = 0 <= number < game.width and board.height_of(number) < game.height
        else:
            room = 0 <= number < game.cells and not board.occupied >> number & 1
        return room and (game.rule is None or not self._forbidden(game.rule, number))

    def __iter__(self) -> Iterator[int]:
        board, game = self._board, self._board.game
        if board.is_game_over:
            return iter(())
        moves: Iterator[int]
        if game.gravity:
            moves = (x for x in range(game.width) if board.height_of(x) < game.height)
        else:
            moves = cells_in(~board.occupied & ((1 << game.cells) - 1))
        if (rule := game.rule) is None:
            return moves
        return (move for move in moves if not self._forbidden(rule, move))

    def __len__(self) -> int:
        board, game = self._board, self._board.game
        if game.gravity or game.rule is not None or board.is_game_over:
            return sum(1 for _ in self)
        # Counted without a look at each: list() asks first how many there are.
        return game.cells - board.ply

    def __bool__(self) -> bool:
        return not self._board.is_game_over

    def __repr__(self) -> str:
        return f"<LegalMoves {moves_text(self._board.game, self)}>"


class Board:
    """A position of a game, with the moves that led to it.

    >>> board = Board("connect4", "4453")
    >>> board.turn, board.ply, 6 in board.legal_moves, len(board.legal_moves)
    (<Side.X: 0>, 4, True, 7)
    >>> board.push_text("4")
    >>> print(board)
    - - - - - - -
    - - - - - - -
    - - - - - - -
    - - - X - - -
    - - - O - - -
    - - O X X - -
    """

    __slots__ = ("_cells", "_heights", "_moves", "_outcome", "_start", "_stones", "game")

    def __init__(self, game: Game | str, moves: str | Iterable[SupportsIndex] = "") -> None:
        self.game: Game = catalogue.game(game)
        self._stones = [0, 0]
        self._heights = [0] * self.game.width
        self._moves: list[int] = []
        self._cells: list[int] = []
        self._outcome: Outcome | None = None
        self._start = (0, 0)
        self.play(moves)

    @classmethod
    def parse(cls, game: Game | str, text: str) -> Board:
        """Read a position from moves or from a picture of the board, whichever the text is.

        >>> Board.parse("tictactoe", "XO- / -X- / ---").turn
        <Side.O: 1>
        """
        if not diagram.is_diagram(text):
            return cls(game, text)
        game = catalogue.game(game)
        return cls.from_stones(game, *diagram.read(game, text))

    @classmethod
    def from_stones(
        cls, game: Game | str, x_stones: SupportsIndex, o_stones: SupportsIndex
    ) -> Board:
        """Set up a position from the cells of each side; whose turn it is follows from them."""
        board = cls(game)
        game = board.game
        x_stones, o_stones = index(x_stones), index(o_stones)
        _check_stones(game, x_stones, o_stones)
        board._stones = [x_stones, o_stones]
        board._start = (x_stones, o_stones)
        if game.gravity:
            occupied = x_stones | o_stones
            board._heights = [
                sum(occupied >> game.cell(x, y) & 1 for y in range(game.height))
                for x in range(game.width)
            ]
        board._outcome = _outcome_of_setup(game, x_stones, o_stones)
        if board._outcome is None and board._has_no_move():
            board._outcome = DRAW
        return board

    @property
    def ply(self) -> int:
        """How many pieces are on the board."""
        return self.occupied.bit_count()

    @property
    def turn(self) -> Side:
        """Whose turn it is."""
        return Side(self.occupied.bit_count() & 1)

    @property
    def occupied(self) -> int:
        """The cells that hold a piece, as bits."""
        return self._stones[0] | self._stones[1]

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves played since the start position."""
        return tuple(self._moves)

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves that can be played now; none once the game is over."""
        return LegalMoves(self)

    def stones(self, side: Side) -> int:
        """The cells that hold this side's pieces, as bits."""
        return self._stones[side]

    def piece_at(self, cell: int) -> Side | None:
        """The side whose piece is on a cell."""
        if not 0 <= cell < self.game.cells:
            raise _off_board("cell", cell, self.game.cells)
        if self._stones[0] >> cell & 1:
            return Side.X
        return Side.O if self._stones[1] >> cell & 1 else None

    def height_of(self, x: int) -> int:
        """How many pieces have fallen into a column, where pieces fall."""
        return self._heights[x]

    def landing_cell(self, move: int) -> int:
        """The cell that a legal move fills."""
        if self.game.gravity:
            return self._heights[move] * self.game.width + move
        return move

    def outcome(self) -> Outcome | None:
        """Who won and with which cells, or a draw; None while the game goes on."""
        return self._outcome

    @property
    def is_game_over(self) -> bool:
        """Whether somebody has won or the game is a draw."""
        return self._outcome is not None

    def check_goes_on(self) -> None:
        """Raise a :class:`GameOverError` if the game is over."""
        if self._outcome is not None:
            raise GameOverError(f"the game is over: {self._outcome}")

    def push(self, move: SupportsIndex) -> None:
        """Play a move, or raise a :class:`MoveError` that says what is wrong with it."""
        if move not in self.legal_moves:
            raise self._complaint(move)
        self.push_legal(index(move))

    def push_legal(self, move: int) -> None:
        """Play a move that is known to be legal; nothing is checked."""
        game = self.game
        side = self.occupied.bit_count() & 1
        if game.gravity:
            cell = self._heights[move] * game.width + move
            self._heights[move] += 1
        else:
            cell = move
        stones = self._stones[side] | 1 << cell
        self._stones[side] = stones
        self._moves.append(move)
        self._cells.append(cell)
        winning = game.wins.completed_through(stones, cell, game.width, game.height)
        if winning:
            self._outcome = Outcome(Side(side), tuple(cells_in(winning)))
        elif self._has_no_move():
            self._outcome = DRAW

    def _has_no_move(self) -> bool:
        """Say whether the board is full, or a rule forbids whatever is left."""
        game = self.game
        return self.occupied.bit_count() == game.cells or (
            game.rule is not None and not len(self.legal_moves)
        )

    def push_text(self, text: str) -> None:
        """Play a move written as text: ``4`` or ``h8``."""
        self.push(parse_move(self.game, text))

    def play(self, moves: str | Iterable[SupportsIndex]) -> None:
        """Play several moves, as text or numbers; if one cannot be played, none is."""
        if isinstance(moves, str):
            moves = parse_moves(self.game, moves)
        played = 0
        try:
            for move in moves:
                self.push(move)
                played += 1
        except InarowError as error:
            for _ in range(played):
                self.pop()
            raise type(error)(f"move {played + 1}: {error}") from None

    def pop(self) -> int:
        """Take back the last move and return it."""
        if not self._moves:
            raise NoMoveToUndoError("there is no move to take back")
        move = self._moves.pop()
        cell = self._cells.pop()
        self._stones[self.occupied.bit_count() & 1 ^ 1] ^= 1 << cell
        if self.game.gravity:
            self._heights[move] -= 1
        self._outcome = None
        return move

    def peek(self) -> int:
        """The last move."""
        if not self._moves:
            raise NoMoveToUndoError("no move has been played yet")
        return self._moves[-1]

    def last_cell(self) -> int | None:
        """The cell that the last move filled, or None before the first move."""
        return self._cells[-1] if self._cells else None

    def key(self) -> tuple[int, int]:
        """Equal for equal positions of the same game, however they came about."""
        return (self._stones[0], self._stones[1])

    def copy(self) -> Board:
        """An independent board with the same position and history."""
        board = object.__new__(Board)
        board.game = self.game
        board._stones = list(self._stones)
        board._heights = list(self._heights)
        board._moves = list(self._moves)
        board._cells = list(self._cells)
        board._outcome = self._outcome
        board._start = self._start
        return board

    # Python's own ways to copy must not share the lists, and must count as this one does.
    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Board:
        return self.copy()

    def after(self, move: SupportsIndex) -> Board:
        """The board after a move that is known to be legal; this one stays as it is."""
        board = self.copy()
        board.push_legal(index(move))
        return board

    def start(self) -> Board:
        """The position before the first move of the history."""
        return Board.from_stones(self.game, *self._start)

    def text(self) -> str:
        """The position in one line, rows from the top; :meth:`parse` reads it back.

        >>> Board("tictactoe", "b2 a1").text()
        '---/-X-/O--'
        """
        return diagram.line(self)

    def moves_text(self) -> str:
        """The moves played since the start position."""
        return moves_text(self.game, self._moves)

    def diagram(self, *, labels: bool = False, from_zero: bool = False) -> str:
        """A picture of X, O and -, rows from the top, with columns and rows named if asked."""
        return diagram.picture(self, labels=labels, from_zero=from_zero)

    def __str__(self) -> str:
        return self.diagram()

    def __repr__(self) -> str:
        if self._start == (0, 0):
            return f"Board({str(self.game)!r}, {self.moves_text()!r})"
        return f"Board.parse({str(self.game)!r}, {self.text()!r})"

    def __eq__(self, other: object) -> bool:
        """Equal when the games and positions are equal; the way there does not count."""
        if not isinstance(other, Board):
            return NotImplemented
        return self.game == other.game and self._stones == other._stones

    # A board changes, so it cannot be a dictionary's key; its key() can.
    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def _repr_svg_(self) -> str:
        """Show the board as a picture in a notebook."""
        from inarow.draw.board import board_svg

        return board_svg(self)

    def _complaint(self, move: Any) -> InarowError:
        """The error for a move that is not legal."""
        game = self.game
        if (number := whole_number(move)) is None:
            return NotAMoveError(f"{move!r} is not a move: a move is a whole number")
        self.check_goes_on()
        kind, count = ("column", game.width) if game.gravity else ("cell", game.cells)
        if not 0 <= number < count:
            return _off_board(kind, number, count)
        name = move_text(game, number)
        if game.gravity and self.height_of(number) == game.height:
            return ColumnFullError(f"column {name} is full")
        if not game.gravity and self.piece_at(number) is not None:
            return CellTakenError(f"{name} is already taken")
        assert game.rule is not None
        return ForbiddenMoveError(
            f"{self.turn} may not play {name}: {game.rule.forbids(self, number, self.turn)}"
        )


def _off_board(kind: str, number: int, count: int) -> OffBoardError:
    return OffBoardError(f"there is no {kind} {number}: {kind}s are numbered 0 to {count - 1}")


def _check_stones(game: Game, x_stones: int, o_stones: int) -> None:
    """Refuse pieces that no game could have left on the board."""
    if x_stones & o_stones:
        raise PositionError("a cell cannot hold pieces of both sides")
    occupied = x_stones | o_stones
    if occupied < 0 or occupied >> game.cells:
        raise PositionError("there are pieces off the board")
    surplus = x_stones.bit_count() - o_stones.bit_count()
    if surplus not in (0, 1):
        raise PositionError(
            f"X moves first, so X must have as many pieces as O, or one more, "
            f"not {x_stones.bit_count()} against {o_stones.bit_count()}"
        )
    if game.gravity:
        below_row_0 = (1 << game.width) - 1
        floating = occupied & ~(occupied << game.width | below_row_0)
        if floating:
            x, y = game.xy(next(cells_in(floating)))
            raise PositionError(f"the piece in column {x + 1}, row {y + 1} floats in the air")


def _outcome_of_setup(game: Game, x_stones: int, o_stones: int) -> Outcome | None:
    """How a position that was set up has ended, if it has."""
    winners = []
    for side, stones in ((Side.X, x_stones), (Side.O, o_stones)):
        cells = 0
        for cell in cells_in(stones):
            cells |= game.wins.completed_through(stones, cell, game.width, game.height)
        if cells:
            winners.append(Outcome(side, tuple(cells_in(cells))))
    if len(winners) == 2:
        raise PositionError("both sides have won, which cannot happen")
    if winners:
        last_mover = Side((x_stones | o_stones).bit_count() & 1).other
        if winners[0].winner is not last_mover:
            raise PositionError(f"{winners[0].winner} has won, but {last_mover} moved last")
        return winners[0]
    return None
