"""What a person-like player had in mind: the moves it considered, and what it did not see."""

from __future__ import annotations

import time
from dataclasses import dataclass

from inarow.kernels.arrays import np
from inarow.kernels.bits import ZERO
from inarow.kernels.compiling import Array, Record
from inarow.kernels.people.records import ACROSS, DIAGONAL, KINDS, UP
from inarow.kernels.people.thinking import best_child, think
from inarow.kernels.people.values import (
    FULL,
    LACKS_ONE,
    LACKS_TWO,
    LACKS_TWO_APART,
    kind_of,
)
from inarow.players.oversight import Oversight
from inarow.players.people.mind import Mind
from inarow.players.people.seeing import board_record, memory_of, people_game
from inarow.rules.board import Board
from inarow.rules.side import Side
from inarow.search.analysis import Analysis, Line
from inarow.search.score import Score

#: What a person-like player is called as the source of an analysis.
BY = "person"

#: How far a line of the tree is told.
_LONGEST_LINE = 40

_WAYS = {ACROSS: "horizontal", UP: "vertical", DIAGONAL: "diagonal"}


@dataclass(frozen=True, slots=True)
class Thought:
    """One move of a person-like player, as it came about."""

    analysis: Analysis
    #: What was not seen, the most important first.
    oversights: tuple[Oversight, ...]
    #: Whether it thought at all, or played just anything.
    has_thought: bool

    def told(self, to: Side, most: int = 2) -> list[str]:
        """A few sentences for one of the two who play."""
        said = (one.told(whose="your" if one.side is to else "its own") for one in self.oversights)
        return list(dict.fromkeys(said))[:most]


def think_about(
    board: Board, mind: Mind, record: Record, most_positions: int | None = None
) -> tuple[int, Thought]:
    """Think with a mind's record, about so many positions at most: the move, and the thought."""
    began = time.perf_counter()
    overlooked = np.zeros((len(board.game.groups), KINDS), dtype=np.uint8)
    mind.put(record)
    record.last[:] = memory_of(board, 2)
    if most_positions is not None:
        record.expansions = max(min(record.expansions, most_positions), 1)
    cell = think(
        people_game(board.game), board_record(board), record, int(board.turn), mind.weights(),
        overlooked,
    )  # fmt: skip
    thought = _thought_of(board, record, overlooked, time.perf_counter() - began)
    return cell % board.game.width if board.game.gravity else cell, thought


def _thought_of(board: Board, mind: Record, overlooked: Array, seconds: float) -> Thought:
    """What a mind has just had in it about a board."""
    thinks = bool(mind.node_count > 1)
    lines = [_line(board, mind, child) for child in _children(mind, 0)] if thinks else []
    best = Line.best_first(lines)
    score = best[0].score if best else Score.heuristic(0.0)
    depth = max((len(line.moves) for line in best), default=0)
    analysis = Analysis(
        board.game, score, best, BY, depth, int(mind.node_count), int(mind.expanded), time=seconds
    )
    oversights = _oversights(board, overlooked) if thinks else (Oversight(board.turn),)
    return Thought(analysis, oversights, thinks)


def _children(mind: Record, node: int) -> range:
    first = int(mind.first[node])
    return range(first, first + int(mind.children[node]))


def _line(board: Board, mind: Record, child: int) -> Line:
    """A considered move, what came of it, and how play was expected to go on."""
    moves = [_move(board, mind, child)]
    node = child
    while mind.children[node] and len(moves) < _LONGEST_LINE:
        node = best_child(mind, node, len(moves))
        moves.append(_move(board, mind, node))
    # A person proves nothing: even a win is what it believes in.
    return Line(Score.heuristic(float(mind.values[child]), _POINTS), tuple(moves))


#: So many points of the model's make a win as likely as one unit of a score does.
_POINTS = 4.0


def _move(board: Board, mind: Record, node: int) -> int:
    cell = int(mind.cells[node])
    return cell % board.game.width if board.game.gravity else cell


def _oversights(board: Board, overlooked: Array) -> tuple[Oversight, ...]:
    """The features of the board that were not seen and that matter: nearly full groups."""
    game, record = people_game(board.game), board_record(board)
    groups, shape = board.game.groups, "square" if board.game.wins.block else ""
    # Read once: most groups are soon passed over.
    counts = [record.counts[side, : len(groups)].tolist() for side in Side]
    fewest = max(board.game.pieces_to_win - 2, 1)
    found = []
    for number, group in enumerate(groups):
        for side in Side:
            pieces = counts[side][number]
            if pieces < fewest or counts[side.other][number]:
                continue
            kind = kind_of(game, record, number, int(side), ZERO)
            # A group that lacks one is missed if the piece that fills it would not be seen to win.
            unseen = FULL if kind == LACKS_ONE else kind
            if kind in (LACKS_ONE, LACKS_TWO, LACKS_TWO_APART) and overlooked[number, unseen]:
                way = _WAYS[int(game.directions[number])] if board.game.wins.run else shape
                found.append(Oversight(side, group, pieces, way))
    turn = board.turn
    return tuple(sorted(found, key=lambda one: (-one.pieces, one.side is turn)))
