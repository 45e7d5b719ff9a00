"""The kernel that thinks like a person against its twin in plain Python, and the player."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Board, Limit, Side, game, player
from inarow.kernels.bits import ZERO
from inarow.kernels.people.records import KINDS, NODES
from inarow.kernels.people.thinking import think
from inarow.kernels.people.values import (
    LACKS_ONE,
    LACKS_THREE,
    LACKS_TWO,
    LACKS_TWO_APART,
    kind_of,
)
from inarow.players.people.choices import PersonOptions
from inarow.players.people.mind import (
    MOST_POSITIONS,
    FittedMind,
    Mind,
    erring_mind,
    published_mind,
)
from inarow.players.people.person import Person
from inarow.players.people.seeing import board_record, memory_of, people_game
from inarow.players.people.thought import think_about
from inarow.players.player import PlayerError
from people.twin import Node, Thinker
from strategies import boards, games

MIND = replace(published_mind().at(0.0), positions=12, stop=0.0, lapse=0.2)


def _tree(record: np.record, node: int = 0) -> list[object]:
    """A tree of the kernel's: cell, value and the trees of the children."""
    first = int(record.first[node])
    below = [_tree(record, child) for child in range(first, first + int(record.children[node]))]
    return [int(record.cells[node]), pytest.approx(float(record.values[node]), abs=1e-6), below]


def _twins_tree(node: Node) -> list[object]:
    return [node.cell, node.value, [_twins_tree(child) for child in node.children]]


@settings(max_examples=60, deadline=None)
@given(
    games(largest=6).flatmap(lambda one: boards(one, finished=False)),
    st.integers(0, 2**64 - 1),
    st.sampled_from(
        [
            MIND,
            replace(
                MIND,
                prune=8.0,
                lacks_three=0.3,
                waiting=0.7,
                overlook_full=0.4,
                overlook_one=2.0,
                overlook_slant=3.0,
                crowding=2.5,
                stop=0.1,
                alert=1.0,
                waver=0.5,
            ),
        ]
    ),
)
def test_the_same_random_numbers_grow_the_same_tree(board: Board, seed: int, mind: Mind) -> None:
    _check_that_both_grow_the_same_tree(board, seed, mind)


@pytest.mark.parametrize("moves", ["", "e5 a9", "e5 a9 e6 i1 e4"])
def test_on_a_large_board_only_what_is_near_comes_to_mind(moves: str) -> None:
    board = Board("gomoku(9)", moves)
    for seed in range(3):
        _check_that_both_grow_the_same_tree(board, seed, MIND)


def _check_that_both_grow_the_same_tree(board: Board, seed: int, mind: Mind) -> None:
    last = memory_of(board, 2)
    record = mind.record(seed, last)
    overlooked = np.zeros((len(board.game.groups), KINDS), dtype=np.uint8)
    before = board_record(board)
    position = board_record(board)
    cell = think(
        people_game(board.game), position, record, int(board.turn), mind.weights(), overlooked
    )
    twin = Thinker(board, mind, seed, (last[0], last[1]))
    assert cell == twin.choose()
    assert _twins_tree(twin.root) == _tree(record)
    assert record.expanded == twin.expanded
    seen = {(group, kind) for group, kind in np.argwhere(overlooked).tolist()}
    assert seen == twin.overlooked
    for name in ("cells", "counts", "near", "pieces"):
        assert (position[name] == before[name]).all(), "the board is left as it was"


def test_a_person_is_repeatable_and_others_differ() -> None:
    def moves(seed: int) -> list[int]:
        plays, board = player("person", seed=seed), Board("connect4")
        while board.outcome() is None:
            board.push(plays.choose(board).move)
        return list(board.moves)

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(6)}) > 1


def test_who_overlooks_nothing_takes_a_win_and_blocks() -> None:
    sharp = player("person(overlook=0,lapse=0)", seed=1)
    assert sharp.choose(Board("connect4", "112233")).move == 3
    assert sharp.choose(Board("gomoku", "h8 a1 h9 a2 h10 a3 h11 o15")).move in (
        Board("gomoku").game.cell(7, 6), Board("gomoku").game.cell(7, 11),
    )  # fmt: skip
    assert sharp.choose(Board("connect4", "11223")).move == 3


def test_what_was_overlooked_is_told() -> None:
    blind = player("person(overlook=1,lapse=0)", seed=1)
    assert isinstance(blind, Person)
    blind.choose(Board("connect4", "415263"))
    assert blind.thought is not None
    assert blind.thought.told(Side.O)[0] == "It did not see its own horizontal three."
    blind.choose(Board("connect4", "41526"))
    assert "It did not see your horizontal three." in blind.thought.told(Side.X, most=9)
    sharp = player("person(overlook=0,lapse=0)", seed=1)
    assert isinstance(sharp, Person)
    sharp.choose(Board("connect4", "41526"))
    assert sharp.thought is not None and sharp.thought.told(Side.X) == []


def test_who_plays_without_thinking_says_so() -> None:
    absent = player("person(lapse=1)", seed=1)
    assert isinstance(absent, Person)
    choice = absent.choose(Board("square", "44"))
    assert choice.analysis is None
    assert absent.thought is not None
    assert absent.thought.told(Side.X) == ["It moved without thinking."]


def test_the_lines_it_considered_are_legal_and_the_chosen_one_is_the_best() -> None:
    plays = player("person(lapse=0)", seed=4)
    board = Board("mnk(9x4,k=4)", "e2 d2 e3")
    for _ in range(5):
        choice = plays.choose(board)
        assert choice.analysis is not None
        assert choice.analysis.best == choice.move
        for line in choice.analysis.lines:
            Board(board.game, [*board.moves, *line.moves])
        board.push(choice.move)


def test_stronger_people_beat_weaker_ones() -> None:
    points = 0.0
    for number in range(40):
        strong = player("person(strength=2)", seed=number)
        weak = player("person(strength=-2)", seed=number)
        board = Board("mnk(9x4,k=4)")
        seats = (strong, weak) if number % 2 else (weak, strong)
        while (outcome := board.outcome()) is None:
            board.push(seats[board.turn].choose(board).move)
        if outcome.winner is None:
            points += 0.5
        else:
            points += seats[outcome.winner] is strong
    assert points >= 26, points


@pytest.mark.parametrize("name", ["connect4", "square", "gomoku", "mnk(20,20,5)", "tictactoe"])
@pytest.mark.parametrize("who", ["person", "person(strength=4)", "person(mind=published)"])
def test_what_a_move_takes_is_bounded_in_every_game(name: str, who: str) -> None:
    plays, board = player(who, seed=3), Board(name)
    assert isinstance(plays, Person) and plays.refusal(board.game) is None
    for _ in range(4):
        choice = plays.choose(board)
        if choice.analysis is not None:
            assert choice.analysis.evaluations <= MOST_POSITIONS
            assert choice.analysis.nodes <= NODES
        board.push(choice.move)
        if board.outcome() is not None:
            break


def test_the_imitator_plays_every_game() -> None:
    for name in ("connect4", "square", "mnk(20,20,5)"):
        board = Board(name)
        assert player("imitator", seed=3).choose(board).move in board.legal_moves


def test_a_win_that_is_seen_ends_a_line_and_a_lost_game_is_still_defended() -> None:
    alert = replace(MIND, alert=1.0, lapse=0.0, overlook_across=0.0, overlook_up=0.0,
                    overlook_diagonal=0.0, positions=100)  # fmt: skip
    winning = Board("mnk(9x4,k=4)", "e2 a1 f2 a4 g2 i4")
    _, thought = think_about(winning, alert, alert.record(1))
    assert thought.analysis.evaluations == 1, "nothing is thought about after a win"
    # X threatens to win on both ends: O loses whatever it plays, and blocks one of them.
    lost = Board("mnk(9x4,k=4)", "e2 a1 f2 a4 g2")
    ends = {lost.game.cell(3, 1), lost.game.cell(7, 1)}
    blocked = [think_about(lost, alert, alert.record(seed))[0] in ends for seed in range(20)]
    resigned = replace(alert, alert=0.0)
    given_up = [think_about(lost, resigned, resigned.record(seed))[0] in ends for seed in range(20)]
    assert sum(blocked) >= 19 and sum(given_up) < sum(blocked)


def test_the_fuller_the_board_the_more_is_overlooked() -> None:
    """The share that is overlooked, on boards of known fullness, is what its odds say."""

    def share_overlooked(board: Board) -> float:
        overlooked = np.zeros((len(board.game.groups), KINDS), dtype=np.uint8)
        found = []
        for seed in range(40):
            record = mind.record(seed)
            args = people_game(board.game), board_record(board), record, int(board.turn)
            think(*args, mind.weights(), overlooked)
            found.append(overlooked.mean())
        return float(np.mean(found))

    mind = replace(MIND, lapse=0.0, positions=1, crowding=4.0, overlook_across=0.2, overlook_up=0.2,
                   overlook_diagonal=0.2)  # fmt: skip
    half = Board("mnk(6x4,k=4)", "a1 b1 c1 d1 e1 f1 b2 a2 d2 c2 f2 e2")
    assert share_overlooked(Board("mnk(6x4,k=4)")) == pytest.approx(0.2, abs=0.03)
    # Half of the board is full: the odds are three times 1 to 4.
    assert share_overlooked(half) == pytest.approx(3 / 7, abs=0.03)


@pytest.mark.parametrize(
    ("name", "moves", "kinds"),
    [
        # Two side by side lack the two cells on them; two on each other lack a column of two.
        ("square", "3747", {LACKS_TWO: 1, LACKS_THREE: 0}),
        ("square", "3737", {LACKS_TWO: 0, LACKS_THREE: 0}),
        ("square", "374757", {LACKS_TWO: 2, LACKS_THREE: 0}),
        ("square", "374737", {LACKS_ONE: 1, LACKS_TWO: 0, LACKS_THREE: 0}),
        # A line upright that lacks two lacks them on each other; one that lacks one does not.
        ("connect4", "1717", {LACKS_TWO: 0, LACKS_TWO_APART: 0}),
        ("connect4", "171727", {LACKS_TWO: 1}),
        ("connect4", "171717", {LACKS_ONE: 1}),
        # Where pieces go anywhere, nothing lies on anything.
        ("mnk(7x6,k=4)", "a1 g1 a2 g2", {LACKS_TWO: 1}),
    ],
)
def test_where_pieces_fall_a_group_that_lacks_a_cell_on_another_counts_for_nobody(
    name: str, moves: str, kinds: dict[int, int]
) -> None:
    board = Board(name, moves)
    game_record, record = people_game(board.game), board_record(board)
    found = [
        kind_of(game_record, record, group, int(Side.X), ZERO)
        for group in range(len(board.game.groups))
    ]
    assert {kind: found.count(kind) for kind in kinds} == kinds


@pytest.mark.parametrize(
    ("name", "reason"),
    [("square(20x20,n=8)", "more than 63 pieces"), ("square(8x8,n=7)", None)],
)
def test_people_play_for_groups_of_so_many_pieces(name: str, reason: str | None) -> None:
    """A group's cells have to fit a machine word."""
    refused = player("person").refusal(game(name))
    assert refused is None if reason is None else reason in str(refused)
    if reason is None:
        board = Board(game(name))
        assert player("person", seed=1).choose(board).move in board.legal_moves


@pytest.mark.parametrize("name", ["connect4", "square"])
def test_where_pieces_fall_the_last_moves_do_not_draw_the_eye(name: str) -> None:
    drawn = replace(MIND, recall_other=50.0)
    board = Board(name, "4455")
    for seed in range(10):
        record, other = MIND.record(seed), drawn.record(seed)
        assert think_about(board, MIND, record)[0] == think_about(board, drawn, other)[0]
    open_board = Board("mnk(9x4,k=4)", "e2 a4")
    near = [think_about(open_board, drawn, drawn.record(seed))[0] for seed in range(10)]
    corner = {open_board.game.cell(x, y) for x in (0, 1) for y in (2, 3)}
    assert corner & set(near), "the corner of the last move draws the eye on an open board"


def test_simulated_people_attack_in_the_game_of_squares() -> None:
    """Whoever overlooks nearly everything is beaten, not tied with, and soon."""
    points, plies = 0.0, 0
    for number in range(20):
        person = player("person(strength=1)", seed=number)
        child = player("person(positions=1,overlook=0.98,lapse=0.1)", seed=number)
        board = Board("square")
        seats = (person, child) if number % 2 else (child, person)
        while (outcome := board.outcome()) is None:
            board.push(seats[board.turn].choose(board).move)
        won = outcome.winner is not None and seats[outcome.winner] is person
        points += 0.5 if outcome.winner is None else won
        plies += board.ply
    assert points >= 17, points
    assert plies / 20 < 28, "few games go on until the board is full"


def test_what_is_no_line_is_overlooked_as_often_as_lines_are_on_average() -> None:
    mind = replace(MIND, overlook_across=0.1, overlook_up=0.2, overlook_diagonal=0.6)
    record = mind.record(1)
    for kind in range(KINDS):
        assert record.overlook[kind].tolist() == pytest.approx([0.1, 0.2, 0.6, 0.3])


def test_a_person_errs_as_people_were_seen_to_unless_told_otherwise() -> None:
    assert PersonOptions() == PersonOptions(mind="erring") != PersonOptions(mind="published")
    assert PersonOptions().thinking() == erring_mind().at(0.0)
    assert PersonOptions(mind="published").thinking() == published_mind().at(0.0)


def test_who_may_think_about_more_positions_stops_later() -> None:
    usual = PersonOptions().thinking()
    more = PersonOptions(positions=4 * usual.positions).thinking()
    assert more.stop == pytest.approx(usual.stop / 4)
    assert PersonOptions(positions=1).thinking().stop == 1
    board = Board("mnk(9x4,k=4)", "e2 d2")

    def thought_about(mind: Mind) -> float:
        mind = replace(mind, lapse=0.0)
        thoughts = [think_about(board, mind, mind.record(seed))[1] for seed in range(60)]
        return float(np.mean([one.analysis.evaluations for one in thoughts]))

    assert thought_about(more) > 2 * thought_about(usual)


def test_bad_options_are_refused() -> None:
    for text in ("person(strength=9)", "person(overlook=2)", "person(positions=0)",
                 "imitator(strength=-5)", "person(lapse=-1)", "person(mind=blank)"):  # fmt: skip
        with pytest.raises(PlayerError):
            player(text)


def test_a_limit_of_nodes_holds() -> None:
    choice = player("person(lapse=0)", seed=1).choose(Board("connect4"), Limit(nodes=3))
    assert choice.analysis is not None and choice.analysis.evaluations <= 3


def test_fitted_numbers_are_written_and_read() -> None:
    fitted = published_mind()
    assert FittedMind.from_json(fitted.to_json()).to_json() == fitted.to_json()


def test_strength_is_only_defined_where_people_were_seen() -> None:
    with pytest.raises(PlayerError):
        published_mind().at(10.0)
    assert game("connect4") == Board("connect4").game
