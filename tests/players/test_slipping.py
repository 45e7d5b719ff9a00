"""A search that slips: attentive as its settings say, and never worse than that."""

from __future__ import annotations

import random

import pytest

from inarow.players.player import Choice, PlayerError
from inarow.players.roster import player
from inarow.players.slipping import SlippingPlayer
from inarow.players.slipping_table import Slips, settings_of_level
from inarow.rules.board import Board
from inarow.rules.catalogue import CATALOGUE, game
from inarow.rules.threats import winning_moves
from inarow.search.limit import Limit

QUICK = Limit(nodes=500)


def test_a_slip_is_never_a_blunder_at_once() -> None:
    """Without misses, whatever slips there are, no move lets the opponent win at once."""
    chance = random.Random(8)
    always = Slips(1, slips=1.0, spread=1.0)
    for _ in range(60):
        board = Board("connect4")
        while board.ply < 14 and board.outcome() is None:
            board.push(chance.choice(list(board.legal_moves)))
        if board.outcome() is not None:
            continue
        saves = [move for move in board.legal_moves if not _loses_at_once(board, move)]
        move = SlippingPlayer(always, seed=chance.randrange(10**6)).choose(board).move
        assert not saves or move in saves or move in winning_moves(board)


def _loses_at_once(board: Board, move: int) -> bool:
    after = board.copy()
    after.push_legal(move)
    return bool(winning_moves(after))


@pytest.mark.parametrize("share", [0.25, 0.7])
def test_the_best_player_chooses_as_often_as_it_should(share: float) -> None:
    """The solver's choices are known by an exact score, those of a shallow search are not.

    The board is won, far ahead: where no win is known, the best player lures, which takes longer.
    """
    board = Board("connect4", "44444326555531")
    mixed = Slips(2, best=share)
    chooser = SlippingPlayer(mixed, seed=7)
    exact = [_is_exact(chooser.choose(board, Limit(nodes=200_000))) for _ in range(300)]
    assert sum(exact) / 300 == pytest.approx(share, abs=0.1)
    again = SlippingPlayer(mixed, seed=7)
    assert [_is_exact(again.choose(board, Limit(nodes=200_000))) for _ in range(40)] == exact[:40]
    other = SlippingPlayer(mixed, seed=8)
    assert [_is_exact(other.choose(board, Limit(nodes=200_000))) for _ in range(40)] != exact[:40]


def _is_exact(choice: Choice) -> bool:
    return choice.analysis is not None and choice.analysis.score.is_exact


def test_both_engines_of_a_level_are_kept_for_the_whole_game() -> None:
    board = Board("tictactoe", "b2")
    mixed = SlippingPlayer(Slips(nodes=40, best=0.5), seed=1)
    engines = set()
    for _ in range(12):
        mixed.choose(board, QUICK)
        engines |= {id(mixed._engine), id(mixed._best._strongest)}
    assert mixed._engine and mixed._best._strongest
    assert engines <= {id(None), id(mixed._engine), id(mixed._best._strongest)}


def test_a_level_that_is_averse_to_ties_sets_traps() -> None:
    """It chooses as the documented search does with the same aversion."""
    averse = SlippingPlayer(Slips(4, tie_aversion=300), seed=1)
    documented = player("square-4(tie_aversion=300,fast=1,opponent=1)")
    plain = SlippingPlayer(Slips(4), seed=1)
    boards = [Board("square", moves) for moves in ("4", "1726", "44533", "1122", "3535", "71717")]
    chosen = [averse.choose(board).move for board in boards]
    assert chosen == [documented.choose(board).move for board in boards]
    assert chosen != [plain.choose(board).move for board in boards]


def test_a_depth_between_two_is_now_one_and_now_the_other() -> None:
    board = Board("connect4", "4")
    depths = {
        choice.analysis.depth
        for seed in range(30)
        if (choice := SlippingPlayer(Slips(3.5), seed=seed).choose(board)).analysis
    }
    assert depths == {3, 4}
    with pytest.raises(PlayerError, match=r"'2\.5' is not a value for discount"):
        player("discount(depth=2.5)")


def test_a_careless_slip_may_give_a_win_away_but_does_not_miss_one() -> None:
    careless = Slips(1, slips=1.0, spread=1.0, careless=1.0)
    # O has the second row of columns 1 to 3: a piece in column 4 lets it win on top of that.
    board = Board("connect4", "12317263")
    moves = [SlippingPlayer(careless, seed=seed).choose(board).move for seed in range(60)]
    assert 3 in moves
    careful = Slips(1, slips=1.0, spread=1.0)
    safe = [SlippingPlayer(careful, seed=seed).choose(board).move for seed in range(60)]
    assert 3 not in safe
    # Now X has three of the four cells below columns 3 to 6, and it is its turn.
    board.push(3)
    board.push(6)
    urgent = {SlippingPlayer(careless, seed=seed).choose(board).move for seed in range(20)}
    assert urgent == {4}


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_search_stands_in_for_each_level_of_each_game(name: str) -> None:
    stand_ins = [settings_of_level(level, game(name)) for level in range(1, 11)]
    assert stand_ins[-1] == Slips(best=1.0)
    assert all(made.best < 1 for made in stand_ins[:-1])
    for made in stand_ins:
        assert player(player(f"level({made})").name).name == f"level({made})"


def test_names_and_refusals() -> None:
    assert (
        player("level(depth=3,slips=0.2,misses=0.1)").name == "level(depth=3,slips=0.2,misses=0.1)"
    )
    for text in ("level(fast=1)", "discount(misses=0.1)"):
        with pytest.raises(PlayerError):
            player(text)
    with pytest.raises(PlayerError, match="misses"):
        Slips(misses=2.0)
    with pytest.raises(PlayerError, match="best is from 0 to 1"):
        player("level(best=1.5)")
    with pytest.raises(PlayerError, match="aversion"):
        Slips(tie_aversion=-1.0)
    assert player("level(best=1)").name == "level(best=1)"
    assert player("level(depth=10,best=0.4,tie_aversion=20)").name == (
        "level(depth=10,best=0.4,tie_aversion=20)"
    )
