"""Records: what is written is read back, and what cannot be read says where."""

from __future__ import annotations

from dataclasses import asdict, replace
from itertools import starmap
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.draw.board import board_drawing
from inarow.files.sgf import SgfError
from inarow.rules.board import Board
from inarow.rules.catalogue import game as make_game
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.search.limit import Limit
from inarow.search.score import Score
from inarow.study.explain.motifs import Motif
from inarow.study.records.record import Comment, Record, RecordError, Result, result_of
from inarow.study.records.sgf import read_sgf, write_sgf
from inarow.study.review.grades import Change
from inarow.study.review.review import review
from inarow.wire.formats import picture_bytes, read_file, read_text, write_text
from inarow.wire.read import AnnotationError, annotation_from, record_from, record_from_text
from inarow.wire.write import record_info
from strategies import boards

GOMOKU = make_game("gomoku")
names = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)


@given(boards(), names, names)
def test_json_round_trips(board: Board, first: str, second: str) -> None:
    record = Record.of(board, (first, second))
    assert record_from_text(write_text(record, "json")) == record
    assert record.board() == board


@given(boards(), st.sampled_from(Result))
def test_a_result_off_the_board_round_trips(board: Board, result: Result) -> None:
    if board.outcome() is None or result is result_of(board):
        record = Record(board.game, board.moves, agreed=result)
        assert record_from_text(write_text(record, "json")) == record
        assert record.result is result


def free_line_boards() -> st.SearchStrategy[Board]:
    games = ["gomoku", "gomoku(9)", "gomoku-standard", "mnk(7x5,k=4)", "tictactoe"]
    return st.sampled_from(games).flatmap(lambda name: boards(make_game(name)))


@given(free_line_boards(), names, names)
def test_sgf_round_trips(board: Board, first: str, second: str) -> None:
    record = Record.of(board, (first, second))
    again = read_sgf(write_sgf(record))
    assert again == record
    assert again.game.wins == board.game.wins


def test_an_annotated_game_round_trips_and_its_sgf_tells_why() -> None:
    record = review(Record.of(Board("tictactoe", "b2 a2 a1 c3 c1")), Limit(depth=9)).record
    assert record_from_text(write_text(record, "json")) == record
    text = write_sgf(record)
    assert text.count("C[") == 5
    assert "two threats at once" in text
    assert read_sgf(text).moves == record.moves


@given(free_line_boards(), st.data())
def test_comments_round_trip(board: Board, data: st.DataObject) -> None:
    text = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
    said = data.draw(st.dictionaries(st.integers(0, board.ply), text, max_size=4))
    record = replace(Record.of(board), comments=tuple(starmap(Comment, sorted(said.items()))))
    assert record_from_text(write_text(record, "json")) == record
    assert read_sgf(write_sgf(record)) == record


def test_a_comment_stands_before_what_a_review_says() -> None:
    played = Record.of(Board("tictactoe", "b2 a2 a1 c3 c1"))
    said = replace(played, comments=(Comment(0, "Final"), Comment(2, "Why there?")))
    text = write_sgf(review(said, Limit(depth=9)).record)
    assert "PW[O]C[Final]\n;B[bb]" in text
    assert ";W[ab]C[Why there?\n" in text


@pytest.mark.parametrize("name", ["game.sgf", "GAME.SGF", "game.json"])
def test_an_empty_file_is_no_game(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("")
    with pytest.raises(RecordError, match=name):
        read_file(tmp_path / name, make_game("connect4"))


def test_a_set_up_position_round_trips() -> None:
    board = Board.parse("gomoku(9)", "/".join(["-" * 9] * 7 + ["XO-------", "-X-------"]))
    board.play("e5 f5")
    record = Record.of(board)
    assert record_from_text(write_text(record, "json")) == record
    assert read_sgf(write_sgf(record)) == record
    with pytest.raises(RecordError, match="set position"):
        write_text(record, "moves")


def test_sgf_as_other_programs_write_it() -> None:
    text = """ some words before
(;GM[4]FF[4]SZ[15:13]
PlayerBlack[x]PB[A \\] B\\\\]PW[C]RE[W+Resign]
;B[aa]C[a (comment); with [ signs \\] and ; in it]
;W[om](;B[bb];W[cc])(;B[dd]))"""
    record = read_sgf(text)
    assert record.players == ("A ] B\\", "C")
    assert record.board().moves_text() == "a13 o1 b12 c11"
    assert record.result is Result.O_WINS


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no \\(;"),
        ("(;GM[1]SZ[19])", "line 1, column 3: this SGF file is for game 1"),
        ("(;GM[4]SZ[99])", "line 1, column 8: a board is 3 to 20"),
        ("(;GM[4]SZ[big])", "'big' is not a size"),
        ("(;GM[4]SZ[15]\n;B[zz])", "line 2, column 2: the point 'zz' is off the board"),
        ("(;GM[4]\n;B[hh]\n;W[hh])", "line 3, column 2: move 2: h8 is already taken"),
        ("(;GM[4];B[hh];B[ii])", "line 1, column 15: move 2: it is O's turn"),
        ("(;GM[4];B[])", "a pass"),
        ("(;GM[4];B[hh]", "a \\) is missing"),
        ("(;GM[4];B[hh", "column 10: this value is not closed"),
        ("(;GM[4];B)", "B has no value"),
        ("(;GM[4];B[hh] 7)", "column 15: '7' was not expected"),
        ("(;GM[4];B[hh];AW[aa])", "in the middle of the game"),
        ("(;GM[4]SZ[9]AW[aa])", "column 13: X moves first"),
        ("(;GM[4]SZ[5]GN[k=3]RE[W+];B[ae];W[aa];B[be];W[ba];B[ce])", "the board says X"),
    ],
)
def test_bad_sgf_says_where(text: str, words: str) -> None:
    with pytest.raises(SgfError, match=words):
        read_sgf(text)


GOOD = asdict(record_info(Record.of(Board("connect4", "4455"))))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "other"}, "not a record"),
        ({"wire": 9}, "version 9"),
        ({"game": "chess"}, "game: there is no game called 'chess'"),
        ({"game": 3}, '"game" is missing'),
        ({"moves": ["4", "9"]}, "move 2: there is no column 9"),
        ({"moves": ["1"] * 7}, "moves: move 7: column 1 is full"),
        ({"moves": "44"}, '"moves" is missing or not a list'),
        ({"players": []}, '"players"'),
        ({"result": "Y"}, "'Y', not one of"),
        ({"start": "XX"}, "start: "),
        ({"start": "44"}, "start: '44' is not a diagram"),
        ({"comments": {}}, '"comments" is not a list'),
        ({"comments": [{"number": 5, "text": "?"}]}, "comments 1: there is no position with 5"),
        ({"comments": [{"number": 1}]}, "comments 1: a comment has a number and a text"),
        ({"comments": [{"number": 1, "text": "\ud800"}]}, "comments: a name or a comment contains"),
        ({"players": {"X": "\ud800"}}, "players: a name or a comment contains"),
        ({"annotations": [{}] * 5}, "at most one"),
        ({"annotations": [{}]}, "annotation 1: 'grade' is missing"),
        ({"annotations": [7]}, "annotation 1: a value is of the wrong kind"),
    ],
)
def test_bad_records_say_where(change: dict[str, Any], words: str) -> None:
    with pytest.raises(RecordError, match=words):
        record_from({**GOOD, **change})


def test_bad_json_says_where() -> None:
    with pytest.raises(RecordError, match="line 2, column 3"):
        record_from_text('{"format": "inarow-record",\n  oops}')
    with pytest.raises(RecordError, match="nest too deeply"):
        record_from_text("[" * 200_000)
    with pytest.raises(RecordError, match="an invalid character"):
        record_from_text('{"players": {"X": "\\ud800"}}')
    for number in ("9" * 5000, "Infinity", "NaN", "1e999"):
        with pytest.raises(RecordError, match="too large or not finite"):
            record_from_text(f'{{"version": {number}}}')


def test_an_annotation_of_another_move_is_refused() -> None:
    record = review(Record.of(Board("tictactoe", "b2 a2")), Limit(depth=9)).record
    data = asdict(record_info(record))
    data["annotations"][1]["number"] = 1
    with pytest.raises(RecordError, match="annotation 2: the game's move 1"):
        record_from(data)
    note = asdict(record_info(record))["annotations"][0]
    assert annotation_from(record.game, note) == record.annotations[0]
    estimate = {"kind": "heuristic", "value": 1.5, "scale": 1.0}
    for change in (
        {"grade": "splendid"},
        {"change": "loses everything"},
        {"number": float("inf")},
        {"score": {**estimate, "scale": 0}},
        {"reason": {**note["reason"], "cells": [-1]}},
        {"reason": {**note["reason"], "motif": "beautiful"}},
    ):
        with pytest.raises(AnnotationError):
            annotation_from(record.game, {**note, **change})


def test_an_annotation_of_an_earlier_version_can_be_read() -> None:
    """Words instead of codes, names of cells, and no scale."""
    earlier = {
        "number": 5, "side": "X", "move": "4", "best": "3", "line": ["3"], "grade": "mistake",
        "best_score": {"kind": "win", "plies": 3}, "score": {"kind": "heuristic", "value": 0.5},
        "change": "throws the win to a draw", "loss": 0.5, "expectation": 0.5,
        "reason": {"text": "A word.", "motif": "blocks a win", "cells": ["d1", "e2"]},
    }  # fmt: skip
    note = annotation_from(make_game("connect4"), earlier)
    assert note.verdict.change is Change.WIN_TO_DRAW
    assert (note.reason.motif, note.reason.cells) == (Motif.BLOCKS, (3, 11))
    assert (note.best_score, note.score) == (Score.win(3), Score.heuristic(0.5))
    assert note.score.scale == 1.0
    for words, motif in (("", None), ("forced win", Motif.FORCED_WIN), ("plan", Motif.PLAN)):
        reason = {"text": "A word.", "motif": words, "cells": []}
        again = annotation_from(make_game("connect4"), {**earlier, "reason": reason})
        assert again.reason.motif is motif


def test_a_record_of_an_earlier_version_can_be_read() -> None:
    record = Record.of(Board("connect4", "4455"), ("Ann", "Bob"))
    data = asdict(record_info(record))
    for absent in ("wire", "start", "annotations"):
        del data[absent]
    assert record_from({**data, "version": 1}) == record
    with pytest.raises(RecordError, match="version 2"):
        record_from({**data, "version": 2})


@given(st.text(max_size=60))
def test_no_text_ends_in_anything_but_our_errors(text: str) -> None:
    for prefix in ("", "(;GM[4]", "{"):
        try:
            record = read_text(prefix + text, GOMOKU)
        except InarowError:
            continue
        assert record_from_text(write_text(record, "json")) == record


def test_files_of_every_kind(tmp_path: Path) -> None:
    record = Record.of(Board("gomoku", "h8 i9 h9"))
    for form in ("json", "sgf", "moves"):
        path = tmp_path / f"game.{form}"
        path.write_text(write_text(record, form))
        assert read_file(path, GOMOKU).moves == record.moves
        path.write_text("\ufeff" + write_text(record, form))
        assert read_file(path, GOMOKU).moves == record.moves
    plain = tmp_path / "plain.txt"
    plain.write_text("# a game\nh8 i9  # the opening\nh9\n")
    assert read_file(plain, GOMOKU).moves == record.moves
    plain.write_text("h8\nh8\n")
    with pytest.raises(RecordError, match=r"plain.txt: line 2: move 1: h8 is already"):
        read_file(plain, GOMOKU)
    plain.write_bytes(b"\xff\xfe")
    with pytest.raises(RecordError, match="byte 0 is not text"):
        read_file(plain, GOMOKU)
    for charset, name in (
        ("", "latin-1"),
        ("CA[ISO-8859-15]", "iso-8859-15"),
        ("CA[koi8-r]", "koi8-r"),
    ):
        players = "Жора" if name == "koi8-r" else "Jörg"
        plain.write_bytes(f"(;FF[4]GM[4]{charset}SZ[15]PB[{players}];B[hh])".encode(name))
        assert read_file(plain, GOMOKU).players[0] == players
    plain.write_bytes(b"(;FF[4]GM[4]CA[runes]SZ[15]PB[J\xf6rg];B[hh])")
    with pytest.raises(RecordError, match="no character encoding called 'runes'"):
        read_file(plain, GOMOKU)
    with pytest.raises(RecordError, match="nothing: no such file or directory"):
        read_file(tmp_path / "nothing", GOMOKU)
    with pytest.raises(RecordError, match="not a format"):
        write_text(record, "pgn")


def svg_texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


@given(boards(finished=True))
def test_a_drawing_numbers_every_move(board: Board) -> None:
    svg = picture_bytes(Record.of(board), "svg").decode()
    labels = svg_texts(board_drawing(board).svg())
    numbered = svg_texts(svg)
    assert len(numbered) == len(labels) + len(board.moves)
    assert set(map(str, range(1, len(board.moves) + 1))) <= set(numbered)


def test_marks_and_the_winning_line_are_drawn() -> None:
    board = Board("connect4", "1122334")
    won = board_drawing(board).svg()
    assert won.count('stroke="#11823b"') == 4
    assert board_drawing(board, marks=(20, 21)).svg().count('stroke="#7b2cbf"') == 2


def test_pictures_as_pixels() -> None:
    image = pytest.importorskip("PIL.Image")
    from io import BytesIO

    record = Record.of(Board("connect4", "1122334"))
    drawing = board_drawing(record.board())
    picture = image.open(BytesIO(picture_bytes(record, "png", numbers=False)))
    assert picture.size == (drawing.width, drawing.height)
    assert picture.convert("RGB").getpixel((64, 292)) == (0xD7, 0x26, 0x3D)
    animation = image.open(BytesIO(picture_bytes(record, "gif")))
    assert animation.n_frames == len(record.moves) + 1
    gomoku = Record.of(Board("gomoku", "h8"))
    assert picture_bytes(gomoku, "png").startswith(b"\x89PNG")


def test_an_unknown_picture_is_refused() -> None:
    with pytest.raises(RecordError, match="not a picture format"):
        picture_bytes(Record.of(Board("connect4")), "bmp")


def test_games_equal_their_text() -> None:
    game = Game(9, 9, False, make_game("gomoku").wins)
    assert record_from_text(write_text(Record(game, ()), "json")).game == game
