"""The levels: legal in every game, attentive as they should be, stronger as they go up."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow.match.conditions import Conditions
from inarow.match.openings import Openings
from inarow.match.records import contestants
from inarow.match.referee import play_game
from inarow.match.schedule import Schedule
from inarow.players.level_table import LEVELS, Level, table_for
from inarow.players.levels import LevelPlayer
from inarow.players.perfect import PerfectPlayer
from inarow.players.player import Choice, PlayerError
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.catalogue import CATALOGUE, game
from inarow.rules.side import Side
from inarow.rules.threats import winning_moves
from inarow.search.limit import Limit
from inarow.search.score import Kind
from inarow.search.strongest import strongest

QUICK = Limit(nodes=500)


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(list(CATALOGUE)), st.sampled_from(LEVELS), st.randoms(use_true_random=False))
def test_every_level_plays_a_legal_move_anywhere(
    name: str, level: int, chance: random.Random
) -> None:
    board = Board(name)
    for _ in range(chance.randrange(0, 12)):
        if board.outcome() is None:
            board.push(chance.choice(list(board.legal_moves)))
    if board.outcome() is None:
        choice = LevelPlayer(level, seed=chance.randrange(10**6)).choose(board, QUICK)
        assert choice.move in board.legal_moves


#: Positions where the player to move should see a win at once, or a block.
URGENT = [
    ("connect4", "112233"),
    ("connect4", "12131"),
    ("square", "17271"),
    ("gomoku", "h8 a1 i8 a2 j8 a3 k8 c9"),
]


@pytest.mark.parametrize(("name", "moves"), URGENT)
def test_weak_levels_take_a_win_and_block_one_most_of_the_time(name: str, moves: str) -> None:
    board = Board(name, moves)
    urgent = winning_moves(board) or winning_moves(board, board.turn.other)
    assert urgent
    for level in (1, 2, 3):
        seen = sum(
            LevelPlayer(level, seed=seed).choose(board, QUICK).move in urgent for seed in range(60)
        )
        expected = 1 - table_for(board.game)[level - 1].misses
        assert seen / 60 > max(expected - 0.2, 0.4)
    for level in (8, 9):
        if table_for(board.game)[level - 1].misses == 0:
            for seed in range(10):
                assert LevelPlayer(level, seed=seed).choose(board, QUICK).move in urgent


def test_a_slip_is_never_a_blunder_at_once() -> None:
    """Without misses, whatever slips there are, no move lets the opponent win at once."""
    chance = random.Random(8)
    always = Level(1, slips=1.0, spread=1.0)
    for _ in range(60):
        board = Board("connect4")
        while board.ply < 14 and board.outcome() is None:
            board.push(chance.choice(list(board.legal_moves)))
        if board.outcome() is not None:
            continue
        saves = [move for move in board.legal_moves if not _loses_at_once(board, move)]
        move = LevelPlayer(settings=always, seed=chance.randrange(10**6)).choose(board).move
        assert not saves or move in saves or move in winning_moves(board)


def _loses_at_once(board: Board, move: int) -> bool:
    after = board.copy()
    after.push_legal(move)
    return bool(winning_moves(after))


@pytest.mark.parametrize(
    ("name", "low", "high", "least"),
    [("connect4", 1, 5, 0.65), ("connect4", 4, 9, 0.75), ("four", 1, 7, 0.65)],
)
def test_higher_levels_win(name: str, low: int, high: int, least: float) -> None:
    players = contestants([f"level-{high}", f"level-{low}"])
    openings = Openings(plies=2, seed=1, repeat=True)
    schedule = Schedule(game(name), players, openings, pairs=8, seed=1)
    score = [play_game(spec, Conditions()).score_of(f"level-{high}") for spec in schedule.due({})]
    assert sum(score) / len(score) >= least


def test_the_same_seed_gives_the_same_move() -> None:
    board = Board("square", "4455")
    moves = [LevelPlayer(3, seed=5).choose(board).move for _ in range(3)]
    assert len(set(moves)) == 1
    assert len({LevelPlayer(2, seed=seed).choose(board).move for seed in range(20)}) > 1


@pytest.mark.parametrize("share", [0.25, 0.7])
def test_the_best_player_chooses_as_often_as_it_should(share: float) -> None:
    """The solver's choices are known by an exact score, those of a shallow search are not."""
    board = Board("connect4", "44444326555533")
    mixed = Level(2, best=share)
    chooser = LevelPlayer(settings=mixed, seed=7)
    exact = [_is_exact(chooser.choose(board, Limit(nodes=200_000))) for _ in range(300)]
    assert sum(exact) / 300 == pytest.approx(share, abs=0.1)
    again = LevelPlayer(settings=mixed, seed=7)
    assert [_is_exact(again.choose(board, Limit(nodes=200_000))) for _ in range(40)] == exact[:40]
    other = LevelPlayer(settings=mixed, seed=8)
    assert [_is_exact(other.choose(board, Limit(nodes=200_000))) for _ in range(40)] != exact[:40]


def _is_exact(choice: Choice) -> bool:
    return choice.analysis is not None and choice.analysis.score.is_exact


@pytest.mark.parametrize("name", CATALOGUE)
def test_level_ten_is_always_the_best_and_the_lowest_never_is(name: str) -> None:
    assert table_for(game(name))[-1] == Level(best=1.0)
    assert table_for(game(name))[0].best == 0
    for share in (0.0, 1.0):
        chooser = LevelPlayer(settings=Level(best=share), seed=3)
        assert {chooser._is_for_the_best(share) for _ in range(50)} == {share == 1}


def test_a_share_of_none_leaves_the_dice_of_a_level_as_they_were() -> None:
    one, other = LevelPlayer(3, seed=4), LevelPlayer(3, seed=4)
    assert not other._is_for_the_best(0.0)
    assert one._random.getstate() == other._random.getstate()


def test_both_engines_of_a_level_are_kept_for_the_whole_game() -> None:
    board = Board("tictactoe", "b2")
    mixed = LevelPlayer(settings=Level(nodes=40, best=0.5), seed=1)
    engines = set()
    for _ in range(12):
        mixed.choose(board, QUICK)
        engines |= {id(mixed._engine), id(mixed._strongest)}
    assert mixed._engine and mixed._strongest
    assert engines <= {id(None), id(mixed._engine), id(mixed._strongest)}


def test_the_highest_level_asks_the_strongest_engine_of_each_game_that_it_plays() -> None:
    """An engine made for one game may not refuse another, and still not be the one for it."""
    highest = LevelPlayer(10, seed=1)
    for name in ("tictactoe", "gomoku(9)", "connect4", "square", "tictactoe"):
        assert highest._strongest_for(game(name)).name == strongest(game(name)).name, name
        choice = highest.choose(Board(name), QUICK)
        assert choice.move in Board(name).legal_moves


def test_a_level_that_is_averse_to_ties_sets_traps() -> None:
    """It chooses as the documented search does with the same aversion."""
    averse = LevelPlayer(settings=Level(4, tie_aversion=300), seed=1)
    documented = player("square-4(tie_aversion=300,fast=1,opponent=1)")
    plain = LevelPlayer(settings=Level(4), seed=1)
    boards = [Board("square", moves) for moves in ("4", "1726", "44533", "1122", "3535", "71717")]
    chosen = [averse.choose(board).move for board in boards]
    assert chosen == [documented.choose(board).move for board in boards]
    assert chosen != [plain.choose(board).move for board in boards]


def test_the_highest_level_never_gives_a_tie_away_for_a_trap() -> None:
    """After each of its moves in a tied game the exact solver finds no win for the opponent."""
    highest, careless = LevelPlayer(10, seed=1), LevelPlayer(4, seed=2)
    board = Board("square", "41")
    solved = 0
    while board.outcome() is None:
        if board.turn is Side.X:
            board.push(highest.choose(board, Limit(nodes=20_000)).move)
            solved += _is_not_won(board)
        else:
            board.push(careless.choose(board).move)
    assert solved > 5


def _is_not_won(board: Board) -> bool:
    """Whether it is proved that the side to move has no win; a proved win is an error here."""
    if board.outcome() is not None:
        return False
    score = PerfectPlayer().analyse(board, Limit(nodes=500_000)).score
    assert score.kind is not Kind.WIN
    return score.is_exact


def test_the_highest_level_keeps_to_its_time_where_it_cannot_solve_the_board() -> None:
    """The solver and the search that follows it share the time."""
    board = Board("square(8x7)", "4")
    highest = LevelPlayer(10)
    highest.choose(board, Limit(time=0.1))
    began = time.process_time()
    choice = highest.choose(board, Limit(time=1.0))
    # Both parts would take two seconds. On a busy machine the clock says nothing.
    assert time.process_time() - began < 1.7
    assert choice.analysis is not None
    assert not choice.analysis.score.is_exact


def test_names_and_refusals() -> None:
    assert player("level-4").name == "level-4"
    assert (
        player("level(depth=3,slips=0.2,misses=0.1)").name == "level(depth=3,slips=0.2,misses=0.1)"
    )
    for text in (
        "level-11",
        "level-0",
        "level-3(depth=2)",
        "level(fast=1)",
        "discount(misses=0.1)",
    ):
        with pytest.raises(PlayerError):
            player(text)
    with pytest.raises(PlayerError, match="levels go from"):
        LevelPlayer(11)
    with pytest.raises(PlayerError, match="misses"):
        Level(misses=2.0)
    with pytest.raises(PlayerError, match="best is from 0 to 1"):
        player("level(best=1.5)")
    with pytest.raises(PlayerError, match="aversion"):
        Level(tie_aversion=-1.0)
    assert player("level(best=1)").name == "level(best=1)"
    assert player("level(depth=10,best=0.4,tie_aversion=20)").name == (
        "level(depth=10,best=0.4,tie_aversion=20)"
    )
