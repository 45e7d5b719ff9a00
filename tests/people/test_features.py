"""What a move does, against a plain reading of the rules."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given, settings

from inarow import Board, Side
from inarow.kernels.people import features as columns
from inarow.kernels.people.threats import win_by_threats
from inarow.players.people.describing import features_of
from inarow.players.people.seeing import board_record, people_game
from inarow.rules.symmetry import Symmetry, symmetries
from inarow.rules.threats import winning_moves
from strategies import boards, games


@settings(max_examples=80, deadline=None)
@given(games(largest=7).flatmap(lambda one: boards(one, finished=False)))
def test_moves_groups_wins_and_blocks_are_those_of_the_rules(board: Board) -> None:
    cells, rows = features_of(board)
    turn, game = board.turn, board.game
    assert cells.tolist() == sorted(board.landing_cell(move) for move in board.legal_moves)
    wins = {board.landing_cell(move) for move in winning_moves(board)}
    blocks = {board.landing_cell(move) for move in winning_moves(board, turn.other)}
    moves = {board.landing_cell(move): move for move in board.legal_moves}
    for cell, row in zip(cells.tolist(), rows, strict=True):
        assert row[columns.WINS] == (cell in wins)
        assert row[columns.BLOCKS] == (cell in blocks)
        for first, side in ((columns.OWN_GROUPS, turn), (columns.OTHER_GROUPS, turn.other)):
            for lacks in (1, 2, 3):
                expected = sum(
                    cell in group
                    and not any(_is(board, one, side.other) for one in group)
                    and 0 < len(group) - lacks == sum(_is(board, one, side) for one in group)
                    for group in game.groups
                )
                start = first + 3 * (lacks - 1)
                assert row[start : start + 3].sum() == expected
        if cell not in wins:
            after = board.after(moves[cell])
            threats = len(winning_moves(after, turn)) if after.outcome() is None else 0
            if after.outcome() is None:
                assert row[columns.OWN_THREATS] == min(threats, 4)
                assert row[columns.OTHER_THREATS] == min(len(winning_moves(after)), 4)


def _is(board: Board, cell: int, side: Side) -> bool:
    return board.piece_at(cell) is side


def _wins_by_threats(board: Board, side: Side, depth: int) -> bool:
    """The same search on boards, with nothing counted beforehand; the side is to move."""
    if winning_moves(board):
        return True
    if depth == 0:
        return False
    must = winning_moves(board, side.other)
    for move in must or list(board.legal_moves):
        after = board.after(move)
        if len(must) > 1 or after.outcome() is not None or winning_moves(after):
            continue
        threats = winning_moves(after, side)
        if len(threats) > 1:
            return True
        if threats:
            answered = after.after(threats[0])
            if answered.outcome() is None and _wins_by_threats(answered, side, depth - 1):
                return True
    return False


@settings(max_examples=150, deadline=None)
@given(games(largest=6).flatmap(lambda one: boards(one, finished=False)))
@example(Board("mnk(3x3,k=3,gravity)", "1222"))
def test_wins_by_threats_are_those_of_a_plain_search(board: Board) -> None:
    record = board_record(board)
    record.budget = 1 << 40
    found = win_by_threats(people_game(board.game), record, int(board.turn), 2, -1)
    assert bool(found) == _wins_by_threats(board, board.turn, 2)


@settings(max_examples=30, deadline=None)
@given(boards(Board("mnk(9x4,k=4)").game, finished=False))
def test_a_mirrored_board_has_mirrored_features(board: Board) -> None:
    cells, rows = features_of(board)
    described = dict(zip(cells.tolist(), rows, strict=True))
    for symmetry in symmetries(board.game):

        def to(cell: int, symmetry: Symmetry = symmetry) -> int:
            return board.game.cell(*symmetry.move_xy(board.game, *board.game.xy(cell)))

        mirrored = Board(board.game, [to(move) for move in board.moves])
        other_cells, other_rows = features_of(mirrored)
        others = dict(zip(other_cells.tolist(), other_rows, strict=True))
        for cell, row in described.items():
            keep = np.ones(len(row), dtype=bool)
            # A look ahead follows the first of equal moves, and another is first in a mirror.
            keep[columns.LOOK_3 : columns.BETTER_BY_LOOKING + 1] = False
            # Where a budget ends a search for threats depends on the order of moves as well.
            keep[columns.THREAT_WIN : columns.ALLOWED_THREAT_WIN + 1] = False
            keep[columns.OTHER_THREATENS] = False
            # Left is right there, and one diagonal the other.
            keep[columns.SIDEWAYS :] = False
            np.testing.assert_allclose(row[keep], others[to(cell)][keep], atol=1e-9)


@settings(max_examples=30, deadline=None)
@given(games(largest=7).flatmap(lambda one: boards(one, finished=False)))
def test_windows_are_what_lies_around_a_cell(board: Board) -> None:
    cells, rows = features_of(board)
    steps = [step for step in range(-columns.REACH, columns.REACH + 1) if step]
    for cell, row in zip(cells.tolist(), rows, strict=True):
        x, y = board.game.xy(cell)
        expected = [
            _code(board, x + step * dx, y + step * dy)
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
            for step in steps
        ]
        assert row[columns.WINDOWS :].tolist() == expected


def _code(board: Board, x: int, y: int) -> int:
    game = board.game
    if not (0 <= x < game.width and 0 <= y < game.height):
        return columns.BEYOND
    piece = board.piece_at(game.cell(x, y))
    if piece is None:
        return columns.EMPTY
    return columns.OWN if piece is board.turn else columns.OTHER
