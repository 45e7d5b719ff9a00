"""Gomoku patterns, classes and proofs the slow and obvious way, to check the fast ones against.

Nothing here shares code with the engine: lines are strings, a pattern is found by trying every
further stone on the whole line, and a proof is replayed on the rules' own board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.shapes import Line, cells_in
from inarow.rules.side import Side

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))

PATTERN_NAMES = (
    "dead", "blocked one", "open one", "blocked two", "open two", "open two wide",
    "blocked three", "blocked three wide", "open three", "open three wide", "four", "open four",
    "five",
)  # fmt: skip


def completes(line: str, at: int, connect: int, exact: bool) -> bool:
    """Whether the own stones through `at` make a winning line."""
    left = len(line[:at]) - len(line[:at].rstrip("x"))
    right = len(line[at + 1 :]) - len(line[at + 1 :].lstrip("x"))
    run = left + 1 + right
    return run == connect if exact else run >= connect


def possible(line: str, at: int, connect: int, exact: bool) -> bool:
    """Whether some set of further own stones makes a winning line through `at`."""
    for first in range(max(0, at - connect + 1), at + 1):
        cells = line[first : first + connect]
        if len(cells) < connect or "#" in cells:
            continue
        before = line[first - 1] if first else "#"
        after = line[first + connect] if first + connect < len(line) else "#"
        if not exact or "x" not in (before, after):
            return True
    return False


@cache
def pattern(line: str, at: int, connect: int, exact: bool) -> int:
    """The pattern of a line whose cell `at` is own: x own, . empty, # not to be had."""
    if completes(line, at, connect, exact):
        return PATTERN_NAMES.index("five")
    if not possible(line, at, connect, exact):
        return PATTERN_NAMES.index("dead")
    reach = connect if exact else connect - 1
    after: Counter[str] = Counter()
    for more in range(max(0, at - reach), min(len(line), at + reach + 1)):
        if line[more] == ".":
            filled = line[:more] + "x" + line[more + 1 :]
            after[PATTERN_NAMES[pattern(filled, at, connect, exact)]] += 1
    return PATTERN_NAMES.index(_name(after))


def _name(after: Counter[str]) -> str:
    threes = after["open three"] + after["open three wide"]
    if after["five"]:
        return "open four" if after["five"] > 1 else "four"
    if after["open four"]:
        return "open three wide" if after["open four"] > 1 else "open three"
    if after["four"]:
        return "blocked three wide" if after["four"] > 2 else "blocked three"
    if threes:
        return "open two wide" if threes > 2 else "open two"
    if after["blocked three"] + after["blocked three wide"]:
        return "blocked two"
    if after["open two"] + after["open two wide"]:
        return "open one"
    return "blocked one"


def cell_patterns(game: Game, stones: dict[int, int], cell: int, side: int) -> list[int]:
    """The four patterns that a stone of `side` on an empty cell would make."""
    wins = game.wins
    assert isinstance(wins, Line)
    found = []
    for right, down in DIRECTIONS:
        x, y = game.xy(cell)
        while 0 <= x - right < game.width and 0 <= y - down < game.height:
            x, y = x - right, y - down
        text, at = "", 0
        while 0 <= x < game.width and 0 <= y < game.height:
            here = game.cell(x, y)
            if here == cell:
                at = len(text)
                text += "x"
            else:
                text += "." if here not in stones else "x" if stones[here] == side else "#"
            x, y = x + right, y + down
        found.append(pattern(text, at, wins.length, wins.exact))
    return found


def cell_class(patterns: list[int]) -> str:
    """The set that a cell with these patterns belongs to, or nothing."""
    names = [PATTERN_NAMES[one] for one in patterns]
    fours = names.count("four")
    if "five" in names:
        return "five"
    if "open four" in names or fours > 1:
        return "open four"
    three = any(name.startswith("open three") for name in names)
    if fours:
        more = any(name.startswith(("open two", "blocked three")) for name in names)
        return "four three" if three else "four plus" if more else "four"
    return "three" if three else ""


def wins_against_everything(
    board: Board, attack: Callable[[Board], int | None], plies: int
) -> bool:
    """Whether `attack` wins within `plies` moves of both sides against every defence.

    `attack` names the attacker's move on a board, or None when it knows none. Answers that lose
    at once by the rules alone (see `real_answers`) are not followed further; a position that was
    won within some plies is not played again when it comes up with as many left.
    """
    return _wins(board, attack, plies, {})


def _wins(
    board: Board,
    attack: Callable[[Board], int | None],
    plies: int,
    won_within: dict[tuple[int, int], int],
) -> bool:
    attacker = board.turn
    position = board.stones(attacker), board.stones(attacker.other)
    if plies < 1:
        return False
    if won_within.get(position, plies + 1) <= plies or winning_cells(board, attacker):
        return True
    move = attack(board)
    if move is None or move not in board.legal_moves:
        return False
    board.push(move)
    try:
        outcome = board.outcome()
        if outcome is not None:
            return outcome.winner is attacker
        if winning_cells(board, attacker.other):
            return False
        for answer in real_answers(board, attacker):
            board.push(answer)
            held = board.outcome() is None and _wins(board, attack, plies - 2, won_within)
            board.pop()
            if not held:
                return False
    finally:
        board.pop()
    won_within[position] = plies
    return True


def real_answers(board: Board, attacker: Side) -> list[int]:
    """The defender's moves that do not lose within the attacker's next two moves.

    The defender, to move, cannot complete a line. If the attacker can next move, only that cell
    helps (two such cells: nothing does). If the attacker has a move that makes two such cells,
    the defender must take that cell or one of the two, for every such move at once, or else make
    a line but one of its own.
    """
    threats = winning_cells(board, attacker)
    if threats:
        return threats if len(threats) == 1 else []
    helps: set[int] | None = None
    for cell in cells_next_to_completion(board, attacker):
        doubled = winning_cells_after(board, attacker, cell)
        if len(doubled) > 1:
            saving = {cell, *doubled} if len(doubled) == 2 else {cell}
            helps = saving if helps is None else helps & saving
    if helps is None:
        return list(board.legal_moves)
    return sorted(helps | cells_next_to_completion(board, attacker.other))


def cells_next_to_completion(board: Board, side: Side) -> set[int]:
    """The empty cells of every group that lacks just two stones of `side`."""
    stones, taken = board.stones(side), board.stones(side.other)
    found: set[int] = set()
    for mask in _masks(board.game):
        if not mask & taken and (mask & stones).bit_count() == mask.bit_count() - 2:
            found.update(cells_in(mask & ~stones))
    return found


def winning_cells_after(board: Board, side: Side, cell: int) -> list[int]:
    """The cells that would complete a line of `side` once it also had `cell`."""
    return completions(board.game, board.stones(side) | 1 << cell, board.stones(side.other))


def winning_cells(board: Board, side: Side) -> list[int]:
    """The empty cells that would complete a line of `side`, by the rules alone."""
    return completions(board.game, board.stones(side), board.stones(side.other))


def completions(game: Game, stones: int, taken: int) -> list[int]:
    """The empty cells that would complete a line of these stones, the others in the way."""
    found = set()
    for mask in _masks(game):
        if not mask & taken and (mask & stones).bit_count() == mask.bit_count() - 1:
            cell = (mask & ~stones).bit_length() - 1
            if game.wins.completed_through(stones | 1 << cell, cell, game.width, game.height):
                found.add(cell)
    return sorted(found)


@cache
def _masks(game: Game) -> tuple[int, ...]:
    return tuple(sum(1 << cell for cell in group) for group in game.groups)
