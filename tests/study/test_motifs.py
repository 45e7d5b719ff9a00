"""Motifs: each is found where it is built, and nowhere that a plain judge does not see it."""

from __future__ import annotations

import random

import pytest

from inarow.rules.board import Board
from inarow.rules.catalogue import game as make_game
from inarow.rules.notation import parse_move
from inarow.study.explain.motifs import Motif, motifs
from motif_oracle import Picture, motif_names, read_picture

EMPTY = "-------/"

# Each motif with positions and moves that were built to have it.
BUILT = [
    (Motif.WINS, "connect4", "112233", "4"),
    (Motif.WINS, "square", "152615", "2"),
    (Motif.WINS, "gomoku", "h8 a1 i8 a3 j8 a5 k8 a7", "l8"),
    (Motif.MISSES_WIN, "connect4", "112233", "7"),
    (Motif.LEAVES_WIN, "connect4", "11223", "7"),
    (Motif.BLOCKS, "connect4", "11223", "4"),
    (Motif.BLOCKS, "tictactoe", "a1 b2 b1", "c1"),
    (Motif.GIVES_CELL_ABOVE, "connect4", EMPTY * 4 + "OOO----/XXO--XX", "4"),
    (Motif.SEVEN, "connect4", EMPTY * 3 + "-X-X---/-OXO---/-XOO---", "3"),
    (Motif.TWO_THREATS, "connect4", "4455", "3"),
    (Motif.TWO_THREATS, "tictactoe", "a1 b1 c3 b3", "a3"),
    (Motif.TWO_THREATS, "square", EMPTY * 4 + "O------/O-XXX-O", "4"),
    (Motif.STACKED_THREATS, "connect4", EMPTY * 3 + "O---XXX/XX--OXO/OOXOXOO", "3"),
    (Motif.OPEN_FOUR, "gomoku", "h8 a1 i8 a3 j8 a5", "k8"),
    (Motif.OPEN_FOUR, "four", "d4 a1 e4 a7", "c4"),
    (Motif.OPEN_FOUR, "gomoku-standard", "h8 a1 i8 a3 k8 a5", "j8"),
    (Motif.FOUR_AND_THREE, "gomoku", "h8 g8 i8 a3 j8 a5 k7 a7 k9 b9", "k8"),
    (Motif.DOUBLE_THREE, "gomoku", "h8 a1 i8 a3 j9 a5 j10 a7", "j8"),
    (Motif.STOPS_OPEN_THREE, "gomoku", "a1 h8 a3 i8 a5 j8", "k8"),
    (Motif.STOPS_TWO_THREATS, "connect4", "445", "3"),
    (Motif.THREAT, "connect4", "1122", "3"),
    (Motif.OPEN_THREE, "gomoku", "h8 a1 i8 a3", "j8"),
    (Motif.WASTES_THREAT, "connect4", EMPTY * 4 + "---X-XX/---O-OO", "5"),
    (Motif.ODD_THREAT, "connect4", EMPTY * 3 + "XX-----/OXO----/XOX--OO", "3"),
    (Motif.EVEN_THREAT, "connect4", EMPTY * 4 + "OO-----/XXO-XX-", "3"),
    (Motif.MIDDLE, "connect4", "", "4"),
    (Motif.MIDDLE, "gomoku", "", "h8"),
]


#: What no board shows.
FOUND_BY_SEARCH = {Motif.ZUGZWANG, Motif.FORCED_WIN, Motif.ONLY_MOVE, Motif.PLAN}


def picture_of(board: Board) -> Picture:
    wins, falls = board.game.wins, board.game.gravity
    if wins.block:
        return read_picture(board.text(), falls=falls, size=wins.block, square=True)
    return read_picture(board.text(), falls=falls, size=board.game.pieces_to_win, exact=wins.exact)


def seen_by_oracle(board: Board, move: int) -> set[Motif]:
    point = board.game.xy(board.landing_cell(move))
    return set(map(Motif, motif_names(picture_of(board), point, str(board.turn))))


def named(board: Board, move: int) -> set[Motif]:
    return {finding.motif for finding in motifs(board, move)}


@pytest.mark.parametrize(("motif", "game", "position", "move"), BUILT)
def test_a_built_motif_is_found(motif: Motif, game: str, position: str, move: str) -> None:
    board = Board.parse(game, position)
    number = parse_move(board.game, move)
    assert motif in named(board, number)
    assert named(board, number) == seen_by_oracle(board, number)


def test_every_motif_is_built() -> None:
    assert {motif for motif, *_ in BUILT} == set(Motif) - FOUND_BY_SEARCH


SEVEN_FORMS = [
    ("the 7", "-X-X---/-OXO---/-XOO---", 2),
    ("its mirror image", "---X-X-/---OXO-/---OOX-", 4),
    ("upside down", "-------/-OX---O/-XXX-OO", 1),
    ("upside down and mirrored", "-------/O---XO-/OO-XXX-", 5),
]


@pytest.mark.parametrize(("form", "rows", "move"), SEVEN_FORMS)
def test_the_seven_is_named_in_all_its_forms(form: str, rows: str, move: int) -> None:
    board = Board.parse("connect4", EMPTY * 3 + rows)
    assert Motif.SEVEN in named(board, move), form
    assert Motif.SEVEN in seen_by_oracle(board, move), form


@pytest.mark.parametrize(
    ("game", "count"),
    [
        ("connect4", 5000),
        ("connect4(8x7)", 600),
        ("square", 1200),
        ("connect3", 600),
        ("connect5", 400),
        ("tictactoe", 600),
        ("gomoku(9)", 600),
        ("gomoku-standard(8)", 500),
        ("four", 500),
    ],
)
def test_named_motifs_are_those_on_the_board(game: str, count: int) -> None:
    """Over 10,000 random positions in all: what is named is there, and what is there is named."""
    chance = random.Random(f"motifs {game}")
    rules = make_game(game)
    checked = 0
    while checked < count:
        board = Board(rules)
        for _ in range(chance.randrange(rules.cells)):
            if not board.legal_moves:
                break
            board.push(chance.choice(list(board.legal_moves)))
        if board.outcome() is not None:
            board.pop()
        move = chance.choice(list(board.legal_moves))
        assert named(board, move) == seen_by_oracle(board, move), repr((board, move))
        checked += 1
