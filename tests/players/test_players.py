"""The documented players: the documents' figures, wins and blocks, and games against chance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from inarow import Board, InarowError, Limit, Side, game, player
from inarow.players.player import Analyst, Player, PlayerError
from inarow.players.roster import ROSTER, usual_player
from inarow.players.searching import SearchingPlayer
from inarow.rules.errors import GameOverError
from inarow.rules.threats import winning_moves
from inarow.search.analysis import Analysis
from inarow.search.score import Kind
from inarow.search.stopping import StopSignal
from inarow.search.tree import documented
from inarow.search.tree.compiled import search_compiled
from inarow.words import USUAL_LEVEL

GAME_OF = {
    "minimax": "connect4",
    "branch-and-bound": "connect4",
    "discount": "connect4",
    **{f"square-{level}": "square" for level in range(1, 6)},
    "shapes": "gomoku",
}

#: A position, and the moves that win it or save it.
Decisive: TypeAlias = tuple[Board, list[int]]


def play_out(board: Board, x: Player, o: Player) -> Side | None:
    """Play a game to its end and return who won."""
    while (outcome := board.outcome()) is None:
        mover = x if board.turn is Side.X else o
        board.push(mover.choose(board).move)
    return outcome.winner


def random_positions(name: str, seed: int) -> Iterator[Board]:
    """Unfinished positions of random games, endlessly."""
    choose = random.Random(seed)
    while True:
        board = Board(name)
        for _ in range(choose.randrange(4, 30)):
            board.push(choose.choice(list(board.legal_moves)))
            if board.outcome() is not None:
                board.pop()
                break
        yield board


def won_games(name: str, seed: int) -> Iterator[Board]:
    """Random games that somebody won, endlessly; gomoku's stay within five rows and columns."""
    choose = random.Random(seed)
    rules = game(name)
    while True:
        board = Board(rules)
        if rules.gravity:
            moves = [*range(rules.width)] * rules.height
        else:
            left, low = (choose.choice(range(0, rules.width - 4, 5)) for _ in range(2))
            moves = [rules.cell(left + x, low + y) for x in range(5) for y in range(5)]
        choose.shuffle(moves)
        for move in moves:
            board.push(move)
            if board.is_game_over:
                break
        outcome = board.outcome()
        if outcome is not None and outcome.winner is not None:
            yield board


@cache
def decisive_positions(name: str) -> tuple[list[Decisive], list[Decisive]]:
    """500 positions with a win at once and 500 with one loss to be stopped; with what does it."""
    wins: list[Decisive] = []
    blocks: list[Decisive] = []
    for board in won_games(name, seed=11):
        board.pop()
        wins.append((board.copy(), winning_moves(board)))
        board.pop()
        threats = winning_moves(board, board.turn.other)
        if len(threats) == 1 and not winning_moves(board):
            blocks.append((board, threats))
        if len(blocks) == 500:
            break
    return wins[:500], blocks


@pytest.mark.parametrize(
    ("moves", "answer"),
    [
        # Figures 3 and 4: three O in column 0; X lets them be, and O completes the vertical four.
        ("7161716", 1),
        # Figures 5 and 6: three O in a row; X plays column 2, and O completes the four in column 3.
        ("5767563", 4),
        # Figures 7 and 8: X's third piece in a row goes to column 4, and O blocks the fourth.
        ("32415", 6),
        ("77675", 4),
    ],
)
def test_the_figures_of_document_001(moves: str, answer: int) -> None:
    board = Board("connect4", moves)
    assert board.turn is Side.O
    assert player("branch-and-bound").choose(board).move == answer - 1


@pytest.mark.parametrize("name", GAME_OF)
def test_wins_in_one_are_taken_and_saving_blocks_played(name: str) -> None:
    """Of one threat every other move loses at once, so the block is the only one to save."""
    plays = player(name, seed=1)
    assert isinstance(plays, SearchingPlayer)
    # All of it happens within five rows and columns, so a smaller board asks the same.
    wins, blocks = decisive_positions("gomoku(10)" if name == "shapes" else GAME_OF[name])
    for board, right in [*wins, *(blocks if plays.depth >= 2 else [])]:
        assert plays.choose(board).move in right, board


@pytest.mark.parametrize("name", GAME_OF)
def test_documented_players_beat_chance(name: str) -> None:
    results = {"won": 0, "drawn": 0, "lost": 0}
    for number in range(100):
        plays, chance = player(name, seed=number), player("random", seed=number)
        side = Side(number % 2)
        seats = (plays, chance) if side is Side.X else (chance, plays)
        winner = play_out(Board(GAME_OF[name]), *seats)
        results["drawn" if winner is None else "won" if winner is side else "lost"] += 1
    if GAME_OF[name] == "square":
        # The document's players count their own points only, so they do not mind the opponent's:
        # the first level even loses to chance now and then.
        assert results["won"] > 2 * results["lost"], results
    else:
        assert results["won"] >= 95, results


def test_document_000_values() -> None:
    from inarow.evaluate.groups import GroupCount

    won = Board("connect4", "1122334")
    assert GroupCount().value(won, Side.X) == 100000000000000
    assert GroupCount().value(won, Side.O) == -10000000000000


def test_a_draw_is_worth_nothing_unless_the_player_is_averse_to_it() -> None:
    # One cell is left and nobody can win any more.
    board = Board.parse("tictactoe", "XOX/XOO/OX-")
    for aversion in (0.0, 25.0):
        plays = player(f"minimax(tie_aversion={aversion})")
        assert isinstance(plays, Analyst)
        analysis = plays.analyse(board)
        assert analysis.score.kind is Kind.DRAW


def test_aversion_to_ties_changes_the_move() -> None:
    """In the middle of square games some moves close the board and others keep it open."""
    choose = random.Random(2)
    changed = 0
    for _ in range(60):
        board = Board("square")
        while board.ply < 20 and board.outcome() is None:
            board.push(choose.choice(list(board.legal_moves)))
        if board.outcome() is None:
            calm = player("square-4").choose(board)
            averse = player("square-4(tie_aversion=500)").choose(board)
            changed += calm.move != averse.move
    assert changed > 0


def test_document_003_counts_own_points_only_unless_told_otherwise() -> None:
    """The two readings play differently, and the other one is what the strongest search uses."""
    own, both = player("square-3"), player("square-3(opponent=1)")
    assert both.name == "square-3(opponent=1)"
    boards = [board for board, _ in zip(random_positions("square", 5), range(40), strict=False)]
    assert any(own.choose(board).move != both.choose(board).move for board in boards)
    assert isinstance(own, SearchingPlayer) and isinstance(both, SearchingPlayer)
    assert own.recipe == documented.SQUARE
    assert both.recipe == documented.SQUARE_BOTH_SIDES == documented.recipe_for(game("square"))


def test_slips_are_seeded_and_never_miss_a_win_or_a_block() -> None:
    boards = [board for board, _ in zip(random_positions("connect4", 3), range(150), strict=False)]
    one, same, other = (player("level(slips=1,spread=1)", seed=seed) for seed in (1, 1, 2))
    moves = [[plays.choose(board).move for board in boards] for plays in (one, same, other)]
    assert moves[0] == moves[1] != moves[2]
    for board, move in zip(boards, moves[0], strict=True):
        wins, threats = winning_moves(board), winning_moves(board, board.turn.other)
        if wins:
            assert move in wins
        elif len(threats) == 1:
            assert move == threats[0]


def test_a_slip_heeds_the_limit_and_the_stop_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    """What looks good at first sight takes a search of each move; a limit ends that early."""
    board = Board("gomoku(20)", "j10 k11 j11 k10 e5 n15")
    searched: list[int] = []

    def counted(*arguments: Any, **options: Any) -> Analysis:
        found = search_compiled(*arguments, **options)
        searched.append(found.nodes)
        return found

    monkeypatch.setattr("inarow.search.tree.compiled.search_compiled", counted)
    slipping = "level(slips=1)"
    assert player(slipping, seed=1).choose(board).move in board.legal_moves
    unlimited = sum(searched)
    searched.clear()
    assert player(slipping, seed=1).choose(board, Limit(nodes=200)).move in board.legal_moves
    assert 0 < sum(searched) <= 200 < unlimited
    searched.clear()
    stop = StopSignal()
    stop.set()
    assert player(slipping, seed=1).choose(board, stop=stop).move in board.legal_moves
    assert searched == []


def test_the_gomoku_player_opens_in_the_centre_and_reports_its_counts() -> None:
    choice = player("shapes").choose(Board("gomoku"))
    assert choice.move == game("gomoku").cell(7, 7)
    later = player("shapes").choose(Board("gomoku", "h8 i9"))
    assert later.analysis is not None
    assert later.analysis.nodes > 0 and later.analysis.cutoffs > 0


def test_the_same_seed_plays_the_same_game() -> None:
    def moves(seed: int) -> tuple[int, ...]:
        board = Board("connect4")
        play_out(board, player("random", seed=seed), player("minimax", seed=seed))
        return board.moves

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


def test_a_limit_of_depth_goes_before_the_players_own() -> None:
    choice = player("discount").choose(Board("connect4"), Limit(depth=2))
    assert choice.analysis is not None and choice.analysis.depth == 2


def test_players_refuse_games_they_cannot_judge() -> None:
    with pytest.raises(PlayerError, match="discount cannot play square"):
        player("discount").choose(Board("square"))
    assert player("square-1").refusal(game("connect4"))
    assert player("shapes").refusal(game("connect4"))
    assert player("shapes").refusal(game("gomoku(9)")) is None
    assert player("random").refusal(game("square")) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("discont", "did you mean 'discount'"),
        ("nobody-at-all", "`inarow players` lists them"),
        ("discount(depth=0)", "at least 1"),
        ("discount(depth=two)", "'two' is not a value"),
        ("discount(depth=2.5)", "'2.5' is not a value"),
        ("discount(depth=inf)", "'inf' is not a value"),
        ("square-1(opponent=nan)", "a finite number, not nan"),
        ("five(memory=inf)", "megabytes"),
        ("five(threads=0)", "threads"),
        ("five(evaluation=nowhere.i2)", "cannot read nowhere.i2"),
        ("discount(height=2)", "has no option 'height'; it takes depth, tie_aversion, fast, seed"),
        ("discount(opponent=1)", "no option 'opponent'"),
        ("level(slips=1.5)", "from 0 to 1"),
        ("level(slips=nan)", "from 0 to 1"),
        ("gomoku", "called 'shapes' now"),
        ("five-3", "level-1 to level-10"),
        ("discount(tie_aversion=-1)", "from 0 up"),
        ("random(depth=3)", "no option 'depth'"),
        ("discount(", "not a player"),
    ],
)
def test_bad_players_are_refused_with_a_reason(text: str, words: str) -> None:
    with pytest.raises(InarowError, match=words):
        player(text)


def test_a_file_that_holds_no_evaluation_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "half.i2"
    for size in (0, 3, 1000):
        file.write_bytes(bytes(size))
        with pytest.raises(InarowError, match=r"half\.i2 does not hold an evaluation"):
            player(f"five(evaluation={file})")


@pytest.mark.parametrize("name", ["discount(tie_aversion=1234567)", "level(slips=0.1234567891)"])
def test_a_name_keeps_every_digit_of_an_option(name: str) -> None:
    assert player(name).name == name


@pytest.mark.parametrize("name", [name for name in ROSTER if name not in ("five", "shapes")])
def test_nobody_moves_once_the_game_is_over(name: str) -> None:
    over = Board("square", "1323142") if name.startswith("square") else Board("connect4", "1122334")
    assert over.is_game_over
    with pytest.raises(GameOverError, match="the game is over: X wins"):
        player(name, seed=1).choose(over)


def test_a_newcomer_meets_the_usual_level_and_every_player_can_be_made() -> None:
    assert usual_player().name == f"level-{USUAL_LEVEL}"
    assert usual_player(level=3).name == "level-3"
    for name in ROSTER:
        assert player(name).name == name


def test_a_level_with_an_engine_keeps_to_the_tighter_limit() -> None:
    board = Board("gomoku", "h8 h9 i8 g8")
    for own, given in ((200_000, 300), (300, 200_000)):
        analysis = player(f"level(nodes={own})").choose(board, Limit(nodes=given)).analysis
        assert analysis is not None
        assert analysis.nodes <= 300


def test_a_level_that_may_spend_no_more_plays_the_best_move_it_found() -> None:
    """With ``near=1`` it would choose among all moves, had it the nodes to compare them."""
    board = Board("connect4", "4453")
    plenty = [player("level(depth=6,near=1)", seed=seed).choose(board) for seed in range(10)]
    assert any(choice.analysis and choice.move != choice.analysis.best for choice in plenty)
    for seed in range(10):
        few = player("level(depth=6,near=1)", seed=seed).choose(board, Limit(nodes=500))
        assert few.analysis is not None
        assert few.move == few.analysis.best


def test_a_level_that_is_stopped_compares_no_more_moves() -> None:
    """It is stopped at the end of its search, before the moves near the best are compared."""
    board = Board("connect4", "4453")
    for seed in range(10):
        stop = StopSignal()

        def stop_it(analysis: Analysis, stop: StopSignal = stop) -> None:
            if analysis.depth == 6:
                stop.set()

        choice = player("level(depth=6,near=1)", seed=seed).choose(
            board, stop=stop, on_progress=stop_it
        )
        assert choice.analysis is not None
        assert choice.analysis.depth == 6
        assert choice.move == choice.analysis.best
