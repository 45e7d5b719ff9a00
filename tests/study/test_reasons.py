"""Reasons: what is said is what the search found, checked by playing it out."""

from __future__ import annotations

import random

import pytest

from inarow.rules.board import Board
from inarow.rules.notation import parse_moves
from inarow.search.analysis import Line
from inarow.search.limit import Limit
from inarow.search.score import Kind, Score
from inarow.search.strongest import strongest
from inarow.study.explain.hint import hint
from inarow.study.explain.motifs import Motif
from inarow.study.explain.phrases import People
from inarow.study.explain.plans import decisive_later, forced_by_threats, zugzwang
from inarow.study.explain.reasons import why_bad, why_good
from inarow.study.explain.threats import after_line, threats
from inarow.wire.write import hint_info
from motif_oracle import Picture, read_picture

LIMIT = Limit(time=5.0)


def pictures_of(board: Board, line: tuple[int, ...]) -> list[tuple[Picture, str]]:
    """The picture before each move of a line, and whose turn it is, then the last one."""
    size = board.game.wins.block or board.game.pieces_to_win
    position = board.copy()
    found = []
    for move in (*line, None):
        picture = read_picture(position.text(), falls=board.game.gravity, size=size)
        found.append((picture, str(position.turn)))
        if move is not None:
            position.push(move)
    return found


def children(picture: Picture, letter: str) -> list[Picture]:
    return [picture.with_piece(p, letter) for p in picture.empty() if picture.can_fill(p)]


def check_zugzwang(board: Board, line: tuple[int, ...], cell: int) -> None:
    """Play the line out and look at its end with a judge that shares no code."""
    steps = pictures_of(board, line)
    mover, other = str(board.turn), str(board.turn.other)
    point = board.game.xy(cell)
    held = zugzwang(board, line)
    assert held is not None and held.cell == cell
    assert point not in steps[max(held.since, 1)][0].threats_now(mover)
    for number, (picture, _) in enumerate(steps[:-2]):
        assert (point in picture.threats(mover)) >= (number >= held.since)
        assert number >= held.since or point not in picture.threats(mover)
    before_reply, turn = steps[-3]
    assert turn == other
    assert not before_reply.threats_now(mover)
    assert all(child.threats_now(mover) for child in children(before_reply, other))
    final = steps[-1][0]
    assert final.at[point] == mover and final.has_won(point, mover)
    assert final.at[(point[0], point[1] - 1)] == other


def check_forced(board: Board, line: tuple[int, ...]) -> None:
    """Every move of the mover but the last leaves one threat, and every reply has to stop it."""
    steps = pictures_of(board, line)
    mover, other = str(board.turn), str(board.turn.other)
    for number in range(1, len(line), 2):
        picture, turn = steps[number]
        assert turn == other
        assert len(picture.threats_now(mover)) == 1
        assert not picture.threats_now(other)
        replied = steps[number + 1][0]
        assert replied.at[next(iter(picture.threats_now(mover)))] == other
    last = steps[-1][0]
    won = len(last.threats_now(mover)) > 1 and not last.threats_now(other)
    point = board.game.xy(_cell_of(board, line))
    assert won or last.has_won(point, mover)


def _cell_of(board: Board, line: tuple[int, ...]) -> int:
    position = board.copy()
    position.play(line[:-1])
    return position.landing_cell(line[-1])


def test_wins_by_zugzwang_are_wins_by_zugzwang() -> None:
    """Among exactly solved random positions: each one that is named passes the plain judge."""
    chance = random.Random(5)
    solver = strongest(Board("connect4").game)
    named = 0
    for _ in range(250):
        board = Board("connect4")
        for _ in range(chance.randrange(16, 30)):
            if not board.legal_moves:
                break
            board.push(chance.choice(list(board.legal_moves)))
        if not board.legal_moves:
            continue
        analysis = solver.analyse(board, LIMIT)
        assert analysis.best is not None
        reason = why_good(board, analysis.best, analysis.score, analysis.pv)
        if reason.motif is Motif.ZUGZWANG:
            named += 1
            assert analysis.score.kind is Kind.WIN
            check_zugzwang(board, analysis.pv, reason.cells[0])
            later = (
                reason.cells[0] not in threats(after_line(board, analysis.pv[:1]), board.turn).cells
            )
            assert ("a threat on row" in reason.text) is later
        if reason.motif is Motif.FORCED_WIN:
            forced = forced_by_threats(board, analysis.pv)
            assert forced is not None
            check_forced(board, forced)
    assert named >= 3


def test_a_line_that_is_not_zugzwang_is_not_called_so() -> None:
    board = Board("connect4", "4455")
    assert zugzwang(board, (2, 3, 1)) is None
    assert zugzwang(board, (2,)) is None
    assert zugzwang(board, (2, 9, 1)) is None
    assert zugzwang(Board("tictactoe", "b2"), (0, 1, 2)) is None


#: X has a three on row 4 and pieces on row 7 and column g, all closed at one end.
FOURS = "h4 k4 i4 g3 j4 d7 g5 f6 g6 h5 e7 a15 f7 o15 h7 a1"


def test_a_forced_win_by_fours_is_found_and_named() -> None:
    board = Board("gomoku", FOURS)
    line = tuple(parse_moves(board.game, "g4 f4 g7 g8 i7"))
    forced = forced_by_threats(board, line)
    assert forced == line[:3]
    check_forced(board, forced)
    found = hint(board, Limit(nodes=20_000))
    assert found.reason.motif is Motif.FORCED_WIN
    assert "forced win by fours" in found.reason.text
    again = forced_by_threats(board, found.analysis.pv)
    assert again is not None
    check_forced(board, again)


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        # The reply does not stop the four.
        (FOURS, "g4 a2 g7"),
        # The first move threatens nothing.
        (FOURS, "o8 f4 g7"),
        # O has a four of its own that the second move does not stop.
        (FOURS + " n1 n4 n2 n5 n8 n6 o2 n7", "g4 f4 g7"),
        # The line ends before anything is decided.
        (FOURS, "g4 f4"),
        # A plain double threat is no sequence.
        ("h8 a1 i8 a3 j8 a5", "k8 l8 g8"),
    ],
)
def test_what_is_not_forced_is_not_called_so(moves: str, line: str) -> None:
    board = Board("gomoku", moves)
    assert forced_by_threats(board, tuple(parse_moves(board.game, line))) is None


@pytest.mark.parametrize(
    ("game", "moves", "move", "score", "line", "words"),
    [
        ("connect4", "112233", 3, Score.win(1), "4", "wins now with four in a row"),
        ("connect4", "4455", 2, Score.win(3), "342", "two threats at once, in columns 2 and 6"),
        ("connect4", "11223", 3, Score.heuristic(0), "4", "blocks X's four in a row"),
        ("square", "152615", 1, Score.win(1), "2", "wins now with a 2x2 square"),
        ("connect4", "", 3, Score.heuristic(3), "4", "takes the middle column"),
        ("connect4", "4444", 0, Score.draw(), "1", "holds the draw"),
        ("connect4", "4444", 0, Score.loss(8), "1", "holds out longest (loses in 4 moves)"),
    ],
)
def test_good_moves_in_words(
    game: str, moves: str, move: int, score: Score, line: str, words: str
) -> None:
    board = Board(game, moves)
    reason = why_good(board, move, score, parse_moves(board.game, line))
    assert words in reason.text
    assert reason.text.endswith(".")


@pytest.mark.parametrize(
    ("moves", "move", "score", "reply", "words"),
    [
        ("112233", 6, Score.heuristic(0), "4", "misses the win in column 4"),
        (
            "11223",
            6,
            Score.loss(2),
            "4",
            "does not stop X from completing four in a row in column 4",
        ),
        ("4455", 0, Score.heuristic(-5), "3", "lets O play column 3, which takes the cell"),
        ("445", 0, Score.loss(4), "342", "lets X play column 3, which makes two threats at once"),
    ],
)
def test_bad_moves_in_words(moves: str, move: int, score: Score, reply: str, words: str) -> None:
    board = Board("connect4", moves)
    assert words in why_bad(board, move, score, parse_moves(board.game, reply)).text


def test_reasons_speak_to_the_reader() -> None:
    people = People(("You", "Level 4"))
    board = Board("connect4", "11223")
    left = why_bad(board, 6, Score.loss(2), (3,), people=people)
    assert left.text == "Column 7 does not stop you from completing four in a row in column 4."
    blocks = why_good(board, 3, Score.heuristic(0), (3,), people=people)
    assert "blocks your four in a row" in blocks.text
    swapped = People(("Level 4", "You"))
    blocks = why_good(board, 3, Score.heuristic(0), (3,), people=swapped)
    assert "blocks Level 4's four in a row" in blocks.text


def test_a_distant_loss_is_a_zugzwang_or_a_threat_and_not_just_a_number() -> None:
    """Document it with the solver's own line: the first move beside the middle."""
    board = Board("connect4")
    after = Board("connect4", "2")
    reply = strongest(board.game).analyse(after, Limit(time=20))
    best = Line(Score.win(41), (3,))
    reason = why_bad(board, 1, reply.score.after_move(), reply.pv, best)
    assert reason.motif is Motif.ZUGZWANG
    column = reason.cells[0] % 7 + 1
    assert f"of column {column}, and in the end X has to move under it" in reason.text
    assert reason.text.endswith("; column 4 wins in 21 moves.")
    check_zugzwang(after, reply.pv, reason.cells[0])


def test_where_nothing_can_be_shown_the_better_move_is_explained() -> None:
    board = Board("connect4")
    missed = why_bad(board, 0, Score.draw(), (), Line(Score.win(41), (3,)))
    assert missed.text.startswith("Column 1 only draws; it misses column 4, which takes the middle")
    quiet = Board("gomoku", "h8")
    lower = why_bad(quiet, 0, Score.heuristic(-2), (100,), Line(Score.heuristic(0), (113,)))
    assert lower.text == "a1 lowers O's chance to win from 50% to 12%; i8 was better."


def test_the_move_under_a_threat() -> None:
    board = Board.parse("connect4", "-------/" * 4 + "OOO----/XXO--XX")
    reason = why_bad(board, 3, Score.loss(2), (3,))
    assert reason.text == ("Column 4 gives O the cell above it, which completes four in a row.")


def test_only_moves_are_only_moves() -> None:
    board = Board("tictactoe", "b2 a1 c3")
    lost = {move: Score.loss(4) for move in board.legal_moves}
    scores = {**lost, 2: Score.draw()}
    assert "every other move loses" in why_good(board, 2, Score.draw(), (2,), scores).text
    quiet = Board("connect4", "1")
    others = {move: Score.loss(4) for move in quiet.legal_moves}
    assert why_good(quiet, 6, Score.draw(), (6,), others).motif is Motif.ONLY_MOVE
    del others[0]
    assert why_good(quiet, 6, Score.draw(), (6,), others).motif is not Motif.ONLY_MOVE


def test_a_tactic_to_come_is_found_in_the_line() -> None:
    board = Board("connect4", "44")
    line = tuple(parse_moves(board.game, "5132"))
    later = decisive_later(board, line)
    assert later is not None
    assert (later.before, later.move) == (line[:2], line[2])


@pytest.mark.parametrize("game", ["connect4", "tictactoe", "connect3", "square"])
def test_hints_are_sentences_on_random_positions(game: str) -> None:
    chance = random.Random(f"sentences {game}")
    for _ in range(12):
        board = Board(game)
        for _ in range(chance.randrange(board.game.cells)):
            if board.legal_moves:
                board.push(chance.choice(list(board.legal_moves)))
        if board.outcome() is None:
            found = hint(board, Limit(time=0.3))
            assert found.move in board.legal_moves
            assert found.reason.text.endswith(".") and "None" not in found.reason.text
            assert hint_info(board, found).reason.text == found.reason.text
