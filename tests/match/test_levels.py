"""The levels: legal in every game, people-like below the highest, stronger as they go up."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doors.ruled import RULED
from inarow.match.conditions import Conditions
from inarow.match.openings import Openings
from inarow.match.records import contestants
from inarow.match.referee import play_game
from inarow.match.schedule import Schedule
from inarow.players.best import BestPlayer, repeatable
from inarow.players.level_table import LEVELS, PEOPLE, table_for
from inarow.players.levels import LevelPlayer
from inarow.players.people import luring
from inarow.players.people.person import Person
from inarow.players.perfect import PerfectPlayer
from inarow.players.player import PlayerError
from inarow.players.roster import player
from inarow.players.slipping import SlippingPlayer
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


def test_levels_are_people_the_highest_is_the_best_and_a_search_stands_in() -> None:
    """People do not know rules about moves, so that there a search that slips plays."""
    for level in PEOPLE:
        assert isinstance(LevelPlayer(level).player_for(game("connect4")), Person)
        assert isinstance(LevelPlayer(level).player_for(RULED), SlippingPlayer)
    for rules in (game("connect4"), RULED):
        assert isinstance(LevelPlayer(10).player_for(rules), BestPlayer)


#: Positions where the player to move should see a win at once, or a block.
URGENT = [
    ("connect4", "112233"),
    ("connect4", "12131"),
    ("square", "17271"),
    ("gomoku", "h8 a1 i8 a2 j8 a3 k8 c9"),
]


@pytest.mark.parametrize(("name", "moves"), URGENT)
def test_high_levels_see_wins_and_threats_and_low_ones_more_often_than_chance(
    name: str, moves: str
) -> None:
    board = Board(name, moves)
    urgent = winning_moves(board) or winning_moves(board, board.turn.other)
    seen = {
        level: sum(
            LevelPlayer(level, seed=seed).choose(board, QUICK).move in urgent for seed in range(40)
        )
        # Level 1 hardly sees anything, and likes the middle better than an edge.
        for level in (2, 5, 9)
    }
    by_chance = 40 * len(urgent) / len(board.legal_moves)
    assert seen[2] > by_chance
    # Hardly anybody overlooks four in a row on an empty board.
    assert seen[5] > seen[2] or seen[2] == 40
    assert seen[9] == 40


@pytest.mark.parametrize(
    ("name", "low", "high", "least"),
    [("connect4", 1, 5, 0.7), ("square", 1, 6, 0.7)],
)
def test_higher_levels_win(name: str, low: int, high: int, least: float) -> None:
    players = contestants([f"level-{high}", f"level-{low}"])
    openings = Openings(plies=2, seed=1, repeat=True)
    schedule = Schedule(game(name), players, openings, pairs=12, seed=1)
    score = [play_game(spec, Conditions()).score_of(f"level-{high}") for spec in schedule.due({})]
    assert sum(score) / len(score) >= least


@pytest.mark.parametrize("name", ["square", "gomoku"])
def test_the_same_seed_gives_the_same_moves(name: str) -> None:
    def moves(level: int, seed: int) -> list[int]:
        chooser, board = LevelPlayer(level, seed=seed), Board(name)
        for _ in range(6):
            board.push(chooser.choose(board).move)
        return list(board.moves)

    for level in (2, 9):
        assert moves(level, 5) == moves(level, 5)
    assert len({tuple(moves(2, seed)) for seed in range(8)}) > 4


@pytest.mark.parametrize("name", CATALOGUE)
def test_levels_are_ever_more_careful(name: str) -> None:
    table = table_for(game(name))
    assert len(table) == len(PEOPLE)
    assert table[0].best == 0
    overlooks = [level.overlook or 0.0 for level in table]
    assert overlooks == sorted(overlooks, reverse=True)
    positions = [level.positions or 0.0 for level in table]
    assert positions == sorted(positions)


def test_the_highest_level_asks_the_strongest_engine_of_each_game_that_it_plays() -> None:
    """An engine made for one game may not refuse another, and still not be the one for it."""
    highest = BestPlayer()
    for name in ("tictactoe", "gomoku(9)", "connect4", "square", "tictactoe"):
        assert highest.engine_for(game(name)).name == strongest(game(name)).name, name
        choice = highest.choose(Board(name), QUICK)
        assert choice.move in Board(name).legal_moves


def test_a_level_that_finds_the_best_move_now_and_then_does_not_depend_on_the_clock() -> None:
    for name in ("connect4", "square"):
        limit = repeatable(game(name), Limit(time=1.0))
        assert limit.time == 1.0
        assert limit.nodes
    assert repeatable(game("connect4"), Limit(nodes=10)).nodes == 10


def test_the_highest_level_lures_the_same_way_each_time() -> None:
    board = Board("square", "4433")
    limit = Limit(nodes=5_000)
    assert BestPlayer().choose(board, limit).move == BestPlayer().choose(board, limit).move


def test_the_highest_level_never_gives_a_tie_away_for_a_trap(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After each of its moves in a tied game the exact solver finds no win for the opponent."""
    monkeypatch.setattr(luring, "_MOVES", 6_000)
    highest, careless = LevelPlayer(10, seed=1), LevelPlayer(8, seed=2)
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
    """The solver, the search and the games that follow it share the time."""
    board = Board("square(8x7)", "4")
    highest = LevelPlayer(10)
    highest.choose(board, Limit(time=0.1))
    began = time.process_time()
    highest.choose(board, Limit(time=1.0))
    # Both parts would take two seconds. On a busy machine the clock says nothing.
    assert time.process_time() - began < 1.7


def test_names_and_refusals() -> None:
    assert player("level-4").name == "level-4"
    for text in ("level-11", "level-0", "level-3(depth=2)"):
        with pytest.raises(PlayerError):
            player(text)
    with pytest.raises(PlayerError, match="levels go from"):
        LevelPlayer(11)
