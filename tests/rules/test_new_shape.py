"""A third kind of win, made up by one class and one line of the catalogue, plays everywhere."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar
from xml.etree import ElementTree

import pytest

from inarow import Board, Game, GameError, InarowError, Limit, Side, game, player
from inarow.draw.board import board_svg
from inarow.evaluate.groups import GroupCount
from inarow.match.conditions import Conditions
from inarow.match.records import Ending, GameSpec, contestants
from inarow.match.referee import play_game
from inarow.players.kin import kin_of
from inarow.players.roster import usual_player
from inarow.rules.catalogue import CATALOGUE, entry
from inarow.rules.notation import moves_text, parse_moves
from inarow.rules.shapes import Shape, bits_of
from inarow.rules.symmetry import Symmetry, canonical_key, symmetries
from inarow.rules.threats import winning_moves
from inarow.search.exact import solvable
from inarow.search.gomoku import games as gomoku_games
from inarow.search.score import Score
from inarow.search.tree.compiled import search_compiled
from inarow.search.tree.readable import search_readably
from inarow.search.tree.recipe import Algorithm, Recipe
from inarow.study.explain.hint import hint
from inarow.study.explain.motifs import Motif, motifs
from inarow.study.explain.reasons import why_good
from inarow.study.records.record import Record, RecordError
from inarow.study.review.review import review
from inarow.wire.formats import read_text, write_text
from inarow.wire.write import game_info, position_info
from turning import transform

_ELL = ((0, 0), (0, 1), (0, 2), (1, 0))


def _oriented() -> Iterator[tuple[tuple[int, int], ...]]:
    for flip in (1, -1):
        cells = [(flip * x, y) for x, y in _ELL]
        for _ in range(4):
            cells = [(-y, x) for x, y in cells]
            left, bottom = min(x for x, _ in cells), min(y for _, y in cells)
            yield tuple((x - left, y - bottom) for x, y in cells)


@dataclass(frozen=True, slots=True)
class Ell(Shape):
    """Three in a line and one beside its end, turned and mirrored in all eight ways."""

    kind: ClassVar[str] = "ell"

    @property
    def noun(self) -> str:
        return "L of four"

    def groups(self, width: int, height: int) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(sorted((y + dy) * width + x + dx for dx, dy in cells))
            for cells in _oriented()
            for y in range(height - max(dy for _, dy in cells))
            for x in range(width - max(dx for dx, _ in cells))
        )

    def __str__(self) -> str:
        return "an L of four"


@pytest.fixture(autouse=True)
def catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CATALOGUE, "ell", entry("ell", (5, 5), False, Ell(), "Four in an L wins"))


#: X has won with the L on b2, b3, b4 and c2.
WON = "b2 a1 b3 a2 b4 a3 c2"


def random_boards(rules: Game, count: int) -> Iterator[Board]:
    for seed in range(count):
        choose = random.Random(seed)
        board = Board(rules)
        while not board.is_game_over:
            board.push(choose.choice(list(board.legal_moves)))
        yield board


def has_ell(rules: Game, stones: int) -> bool:
    return any(stones & bits_of(group) == bits_of(group) for group in rules.groups)


def test_it_is_a_game_of_the_catalogue() -> None:
    ell = game("ell")
    assert ell == Game(5, 5, False, Ell()) and ell.pieces_to_win == 4
    # Twelve places of 2x3 and of 3x2 each, and four L's in every one of them.
    assert len(ell.groups) == len(set(ell.groups)) == 8 * 12
    assert ell.describe() == "5x5, pieces go anywhere, an L of four wins"
    for made in (ell, game("ell(7x6)"), game("ell", gravity=True), Game(4, 9, True, Ell())):
        assert game(str(made)) == made
    assert str(game("ell(8,7,gravity)")) == "ell(8x7,gravity)"
    with pytest.raises(GameError, match="won by an L of four"):
        game("ell(5x5,exact)")


@pytest.mark.parametrize("text", ["ell", "ell(6x5,gravity)", "ell(3x4)"])
def test_boards_know_who_has_won(text: str) -> None:
    rules = game(text)
    for board in random_boards(rules, 60):
        outcome = board.outcome()
        assert outcome is not None
        for side in Side:
            assert has_ell(rules, board.stones(side)) == (outcome.winner is side)
        assert Board.parse(rules, board.text()).outcome() is not None
        assert Board(rules, board.moves_text()) == board
        assert parse_moves(rules, moves_text(rules, board.moves)) == list(board.moves)
        last = board.pop()
        assert (last in winning_moves(board)) == (not outcome.is_draw)


def test_symmetries_follow_from_its_groups() -> None:
    assert symmetries(game("ell")) == tuple(Symmetry)
    assert symmetries(game("ell(6x5,gravity)")) == (Symmetry.IDENTITY, Symmetry.MIRROR)
    board = Board("ell", WON)
    for symmetry in Symmetry:
        image = transform(board, symmetry)
        assert image.is_game_over and canonical_key(image) == canonical_key(board)


def test_a_shape_with_fewer_symmetries_has_fewer() -> None:
    @dataclass(frozen=True, slots=True)
    class Stairs(Ell):
        def groups(self, width: int, height: int) -> tuple[tuple[int, ...], ...]:
            rows = range(height - 1)
            return tuple(
                tuple((y + dy) * width + x + dx for dx, dy in ((0, 0), (1, 0), (1, 1), (2, 1)))
                for y in rows
                for x in range(width - 2)
            )

    assert symmetries(Game(5, 5, False, Stairs())) == (Symmetry.IDENTITY, Symmetry.HALF_TURN)
    assert symmetries(Game(5, 5, True, Stairs())) == (Symmetry.IDENTITY,)


def test_it_is_drawn_and_shown() -> None:
    board = Board("ell", WON)
    ElementTree.fromstring(board_svg(board))
    assert board_svg(board).count("#11823b") == 4
    assert board.diagram(labels=True).startswith(" 5 - - - - -\n 4 - X - - -")
    info = position_info(board).game
    assert (info.shape, info.size, info.exact) == ("ell", 4, False)
    assert game_info(game("ell(8x7)")).about == "Four in an L wins"


def test_records_hold_it() -> None:
    record = Record.of(Board("ell(6x5)", WON), ("Ann", "Bob"))
    assert read_text(write_text(record, "json"), game("connect4")) == record
    with pytest.raises(RecordError, match="SGF is for games like Gomoku"):
        write_text(record, "sgf")


@pytest.mark.parametrize("algorithm", Algorithm)
def test_the_readable_searches_find_its_wins(algorithm: Algorithm) -> None:
    board = Board("ell(4x4)", "b2 a1 b3 d1")
    found = search_readably(board, Recipe(GroupCount(), algorithm), 3)
    assert found.best is not None
    board.push(found.best)
    # Whatever O does, X wins with the next piece.
    for reply in list(board.legal_moves):
        assert winning_moves(board.after(reply)), board.after(reply)


@pytest.mark.parametrize("text", ["ell(4x4)", "ell(5x5,gravity)"])
def test_the_compiled_searches_find_the_same(text: str) -> None:
    for number, board in enumerate(random_boards(game(text), 12)):
        for _ in range(2 + number % 4):
            board.pop()
        for algorithm in Algorithm:
            recipe = Recipe(GroupCount(), algorithm)
            readable = search_readably(board, recipe, 3)
            compiled = search_compiled(board, recipe, Limit(depth=3))
            assert (compiled.score, compiled.pv) == (readable.score, readable.pv)
            assert compiled.nodes == readable.nodes


def test_engines_of_other_shapes_refuse_it_with_a_reason() -> None:
    ell = game("ell")
    assert "won by a line" in str(gomoku_games.refusal(ell))
    assert "a line or a square" in str(solvable.refusal(game("ell", gravity=True)))
    assert "but in this game an L of four wins" in str(player("discount").refusal(ell))
    assert "but in this game an L of four wins" in str(player("square-4").refusal(ell))
    with pytest.raises(InarowError, match="an L of four"):
        player("discount").choose(Board(ell))
    assert usual_player().refusal(ell) is None
    assert kin_of(ell) == "four" and kin_of(game("ell", gravity=True)) == "connect4"


def test_reasons_have_words_for_it() -> None:
    board = Board("ell", WON)
    move = board.pop()
    assert motifs(board, move)[0].motif is Motif.WINS
    assert why_good(board, move, Score.win(1), (move,)).text == "c2 wins now with an L of four."
    board.push_text("e5")
    assert Motif.BLOCKS in {finding.motif for finding in motifs(board, move)}
    assert "blocks X's L of four" in why_good(board, move, Score.heuristic(0.0), (move,)).text


def test_the_random_player_plays_it() -> None:
    board = Board("ell")
    while not board.is_game_over:
        board.push(player("random", seed=board.ply).choose(board).move)


@pytest.mark.parametrize("text", ["ell(4x4)", "ell(5x4,gravity)"])
@pytest.mark.parametrize("algorithm", [Algorithm.MINIMAX, Algorithm.ALPHA_BETA])
def test_the_compiled_searches_count_as_the_readable_ones_do(
    text: str, algorithm: Algorithm
) -> None:
    recipe = Recipe(GroupCount(), algorithm)
    for board in random_boards(game(text), 4):
        while board.ply > 6:
            board.pop()
        if board.is_game_over:
            continue
        readable = search_readably(board, recipe, 3)
        compiled = search_compiled(board, recipe, Limit(depth=3))
        assert (compiled.best, compiled.score) == (readable.best, readable.score)
        assert (compiled.nodes, compiled.cutoffs) == (readable.nodes, readable.cutoffs)


@pytest.mark.parametrize("text", ["ell", "ell(6x5,gravity)"])
def test_matches_are_played_with_it(text: str) -> None:
    strong, weak = contestants(["minimax(depth=3)", "random"])
    scores = []
    for number in range(4):
        sides = (strong, weak) if number % 2 else (weak, strong)
        spec = GameSpec(number, number // 2, 0, text, *sides, opening="", seed=number)
        played = play_game(spec, Conditions())
        assert played.ending is Ending.PLAYED_OUT
        assert Board(text, played.moves).is_game_over
        scores.append(played.score_of(strong.label))
    assert sum(scores) > 3


@pytest.mark.parametrize("level", [1, 5, 10])
@pytest.mark.parametrize("text", ["ell", "ell(5x4,gravity)"])
def test_every_level_plays_it(text: str, level: int) -> None:
    chooser = player(f"level-{level}", seed=3)
    board = Board(text)
    while not board.is_game_over and board.ply < 8:
        board.push(chooser.choose(board, Limit(time=0.2)).move)


@pytest.mark.parametrize("text", ["ell(4x4)", "ell(5x5,gravity)"])
def test_hints_and_reviews_explain_it(text: str) -> None:
    board = Board(text)
    while not winning_moves(board):
        board.push(random.Random(board.ply).choice(list(board.legal_moves)))
    given = hint(board, Limit(time=0.2))
    assert given.move in winning_moves(board)
    assert given.reason.text.endswith("wins now with an L of four.")
    board.push(given.move)
    reviewed = review(Record.of(board), Limit(time=0.1))
    assert len(reviewed.record.annotations) == len(board.moves)
    assert read_text(write_text(reviewed.record, "json"), game("connect4")) == reviewed.record
