"""Reading people's moves, and measuring how well they are predicted."""

from __future__ import annotations

import csv
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from inarow import Board
from inarow.apps.cli.main import main
from inarow.kernels.people import features as columns
from inarow.kernels.people.records import ACROSS, DIAGONAL, UP
from inarow.lab.experiments.experiment import LabError
from inarow.lab.people import behaviour, predicting, scoring
from inarow.lab.people.aims import aims_of
from inarow.lab.people.behaviour import open_threes, situations
from inarow.lab.people.describing import describe
from inarow.lab.people.errors import setting_scoring
from inarow.lab.people.fitting import FitRecipe, fit
from inarow.lab.people.moves import COLUMNS, GAME, Moves, Row, read_moves
from inarow.lab.people.scoring import Held, Prediction
from inarow.players.people.mind import published_mind
from inarow.players.people.network import Network, shipped_network
from inarow.players.roster import player
from inarow.rules.threats import winning_moves

pytestmark = pytest.mark.slow


def _text(board: Board) -> str:
    names = {None: "-", 0: "X", 1: "O"}
    return "".join(names[board.piece_at(cell)] for cell in range(GAME.cells))


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games between made-up people: the even ones win and block where they can, others guess."""
    choose = random.Random(5)
    path = tmp_path_factory.mktemp("people") / "moves.csv"
    with path.open("w", newline="") as opened:
        writer = csv.writer(opened)
        writer.writerow(COLUMNS)
        for number in range(12):
            pair = (number % 4, (number + 1) % 4)
            board = Board(GAME)
            while board.outcome() is None:
                person = pair[board.turn]
                urgent = winning_moves(board) or winning_moves(board, board.turn.other)
                careful = urgent if person % 2 == 0 and urgent else list(board.legal_moves)
                move = choose.choice(careful)
                row = ["hvh", person, _text(board), "XO"[board.turn], move, 1000, board.ply % 5 + 1]
                writer.writerow(row)
                board.push(move)
    return path


@pytest.fixture(scope="module")
def moves(file: Path) -> Moves:
    return read_moves(file)


def test_rows_remember_the_moves_before_in_their_game(moves: Moves) -> None:
    board = Board(GAME)
    for row in moves.rows:
        if not row.x_stones:
            board = Board(GAME)
        assert (row.x_stones, row.o_stones) == board.key()
        expected = [*reversed(board.moves[-4:])]
        assert list(row.memory) == expected + [-1] * (4 - len(expected))
        board.push(row.move)


def test_one_sided_sessions_remember_what_the_other_side_played(tmp_path: Path) -> None:
    board = Board(GAME, "a1 b2 c3 d4")
    path = tmp_path / "moves.csv"
    empty = "-" * GAME.cells
    first = int(board.moves[0])
    rows = [
        ("gen", 0, empty, "X", first, 5, 1),
        ("gen", 0, _text(Board(GAME, "a1 b2")), "X", 20, 5, 2),
    ]
    path.write_text("\n".join([",".join(COLUMNS), *(",".join(map(str, row)) for row in rows)]))
    assert read_moves(path).rows[1].memory == (board.moves[1], first, -1, -1)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("hvh,0,XX,X,3,5,1", "not 36 characters"),
        (f"hvh,0,{'-' * 36},O,3,5,1", "not O's turn"),
        (f"hvh,0,X{'-' * 35},O,0,5,1", "not an empty cell"),
        (f"hvh,0,{'-' * 36},X,three,5,1", "line 2: move is a number, not 'three'"),
        (f"hvh,0,{'-' * 36},X,3,soon,1", "line 2: ms is a number, not 'soon'"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, complaint: str) -> None:
    path = tmp_path / "moves.csv"
    path.write_text(f"{','.join(COLUMNS)}\n{line}\n")
    with pytest.raises(LabError, match=complaint):
        read_moves(path)


def test_a_file_without_a_column_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "moves.csv"
    path.write_text("set,player\nhvh,0\n")
    with pytest.raises(LabError, match="no column 'board'"):
        read_moves(path)


def _without(file: Path, columns: set[str], path: Path) -> Path:
    """The same moves without some columns."""
    with file.open(newline="") as opened, path.open("w", newline="") as to:
        rows = csv.DictReader(opened)
        writer = csv.DictWriter(
            to, [name for name in COLUMNS if name not in columns], extrasaction="ignore"
        )
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_movers_times_and_folds_may_be_missing(file: Path, tmp_path: Path) -> None:
    whole = read_moves(file)
    bare = read_moves(_without(file, {"mover", "ms", "fold"}, tmp_path / "bare.csv"))
    assert [row.side for row in bare.rows] == [row.side for row in whole.rows]
    assert whole.are_timed and not bare.are_timed
    for person in bare.people:
        folds = [row.fold for row in bare.rows if row.person == person]
        assert {folds.count(fold) - len(folds) // 5 for fold in range(1, 6)} <= {0, 1}


def test_a_single_fold_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "moves.csv"
    path.write_text(f"{','.join(COLUMNS)}\nhvh,0,{'-' * 36},X,3,5,1\n")
    with pytest.raises(LabError, match="all moves in one fold"):
        read_moves(path)


def test_a_model_that_was_asked_about_some_rows_counts_there_alone() -> None:
    asked = np.array([True, False, True])
    held = Held("some", np.array([[0.5, 0.5], [1.0, 0.0]])).among(asked)
    assert held.likely.tolist() == [[0.5, 0.5], [0.0, 0.0], [1.0, 0.0]]
    assert held.was_asked(np.array([True, True, False])).tolist() == [True, False, False]


def test_guessing_costs_the_logarithm_of_the_number_of_moves(moves: Moves) -> None:
    held = scoring.held_out(predicting.guessing(moves), moves)
    empty = [GAME.cells - (row.x_stones | row.o_stones).bit_count() for row in moves.rows]
    np.testing.assert_allclose(held.nats(moves), np.log(empty), rtol=1e-6)
    np.testing.assert_allclose(held.hits(moves), 1 / np.array(empty), rtol=1e-6)


def _knowing(moves: Moves) -> Prediction:
    """Two values of the person's number: urgent moves only, and any move."""
    legal = scoring.legal_cells(moves).astype(float)
    careful = legal.copy()
    for number, row in enumerate(moves.rows):
        board = predicting.board_of(row)
        urgent = winning_moves(board) or winning_moves(board, board.turn.other)
        if urgent:
            careful[number] = 1e-3 * legal[number]
            careful[number, urgent] = 1
    both = np.stack([careful, legal], axis=1)
    return Prediction("made up", both / both.sum(axis=2, keepdims=True), np.zeros(2))


def test_a_persons_number_comes_from_the_other_folds(moves: Moves) -> None:
    prediction = _knowing(moves)
    nats = scoring.held_out(prediction, moves).nats(moves)
    plain = scoring.held_out(predicting.guessing(moves), moves).nats(moves)
    careful = np.array([row.player in ("0", "2") for row in moves.rows])
    assert nats[careful].mean() < plain[careful].mean() - 0.1
    # A guesser is predicted as a guesser, to within what is not known about the person.
    assert nats[~careful].mean() < plain[~careful].mean() + 0.02
    # A fold's own moves must not count: other ones in their place change no other row's forecast.
    changed = Moves(
        tuple(replace(row, move=_first_empty(row)) if row.fold == 1 else row for row in moves.rows)
    )
    fold = moves.folds == 1
    before, after = (scoring.held_out(prediction, each).likely for each in (moves, changed))
    np.testing.assert_array_equal(before[fold], after[fold])
    assert not np.array_equal(before[~fold], after[~fold])


def _first_empty(row: Row) -> int:
    occupied = row.x_stones | row.o_stones
    return next(cell for cell in range(GAME.cells) if not occupied >> cell & 1)


def test_a_sharp_prediction_is_softened_and_a_mixture_is_no_worse(moves: Moves) -> None:
    legal = scoring.legal_cells(moves)
    sharp = np.zeros((len(moves), 1, GAME.cells))
    sharp[np.arange(len(moves)), 0, legal.argmax(axis=1)] = 1
    held = scoring.held_out(Prediction("first cell", sharp, np.zeros(1), is_sharp=True), moves)
    guess = scoring.held_out(predicting.guessing(moves), moves)
    assert held.nats(moves).mean() < guess.nats(moves).mean() + 0.3
    np.testing.assert_allclose(held.likely.sum(axis=1), 1, rtol=1e-6)
    knowing = scoring.held_out(_knowing(moves), moves)
    mixed = scoring.mixture(knowing, guess, moves)
    assert mixed.nats(moves).mean() <= knowing.nats(moves).mean() + 0.01


def test_intervals_are_about_people() -> None:
    values = np.array([0.0] * 50 + [1.0] * 50)

    class TwoPeople:
        person_numbers = np.array([0] * 50 + [1] * 50)

    found = scoring.measured(values, TwoPeople(), np.ones(100, dtype=bool), 1)  # type: ignore[arg-type]
    assert (found.mean, found.low, found.high) == (0.5, 0.0, 1.0)


def test_the_network_is_a_distribution_and_depends_on_strength(moves: Moves) -> None:
    described = describe(Moves(moves.rows[:40]), lambda _: None)
    network = shipped_network()
    assert network.folds == (1, 2, 3, 4, 5)
    rows = described.features[: described.starts[1]][None]
    weak, strong = (network.probabilities(rows, strength) for strength in (-2.0, 2.0))
    np.testing.assert_allclose([weak.sum(), strong.sum()], 1, rtol=1e-5)
    assert not np.allclose(weak, strong)
    # The order of the moves makes no difference.
    turned = network.probabilities(rows[:, ::-1], -2.0)[:, ::-1]
    np.testing.assert_allclose(turned, weak, atol=1e-5)


def test_strong_people_miss_fewer_wins_by_the_network() -> None:
    from inarow.players.people.describing import features_of

    board = Board(GAME, "e2 a1 f2 a4 g2 i4")
    cells, rows = features_of(board)
    wins = rows[:, columns.WINS] > 0
    assert sorted(cells[wins]) == sorted(winning_moves(board))
    taken = [
        float(shipped_network().probabilities(rows[None], strength)[0][wins].sum())
        for strength in (-2.0, 0.0, 2.0)
    ]
    assert taken == sorted(taken) and taken[2] > 0.85


def test_moves_that_were_learned_from_are_known_and_others_are_not(moves: Moves) -> None:
    assert not shipped_network().has_seen(row.digest() for row in moves.rows)
    digest = moves.rows[3].digest()
    assert Network({"seen": np.array([digest], dtype=np.uint64)}).has_seen([digest])


def test_situations_are_what_the_rules_say(moves: Moves) -> None:
    described = describe(moves, lambda _: None)
    found = {one.name: one for one in situations(moves, described)}
    for number, row in enumerate(moves.rows):
        board = predicting.board_of(row)
        wins, blocks = winning_moves(board), winning_moves(board, board.turn.other)
        assert np.flatnonzero(found["win in one"].good[number]).tolist() == wins
        expected = [] if wins else blocks
        assert np.flatnonzero(found["block in one"].good[number]).tolist() == expected
        if wins or blocks:
            assert not found["double threat"].rows[number]


def test_the_command_prints_a_table_of_every_model(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "lab",
        "people",
        "--data",
        str(file),
        "--samples",
        "5",
        "--asked",
        "20",
        "--size",
        "0.5",
    ]
    assert main([*words, "--output", str(tmp_path)]) == 0
    page = (tmp_path / "people.md").read_text()
    models = ("guessing", "levels", "searches that slip", "`minimax`", "learned", "mixture")
    for name in (*models, "cognitive", "cognitive, looking ahead"):
        assert f"| {name} | " in page
    assert page.split("## hvh")[1][:200] in capsys.readouterr().out


def test_the_page_of_errors_has_people_and_players_of_equal_strength(
    file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("matplotlib")
    # There are few positions in made-up games.
    monkeypatch.setattr(behaviour, "_LEAST_POSITIONS", 1)
    words = ["lab", "people-errors", "--data", str(file), "--output", str(tmp_path)]
    assert main([*words, "--games", "2", "--positions", "4", "--samples", "3"]) == 0
    page = (tmp_path / "people-errors.md").read_text()
    assert "| missed | positions | people | imitator | likeliest mind | person(strength=" in page
    assert ",mind=published) | level-" in page and "| level-" in page
    pictures = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert "people-errors-block-in-one.svg" in pictures
    assert all(f"]({name})" in page for name in pictures)
    with pytest.raises(SystemExit):
        main([*words, "--games", "0"])
    assert "--games: '0' is not a positive number" in capsys.readouterr().err


def test_a_setting_that_scores_as_wished_lies_between_those_that_were_tried() -> None:
    scores = {1.0: 0.1, 0.8: 0.3, 0.6: 0.25, 0.4: 0.7}
    # The two that luck has put out of order count as their mean.
    assert setting_scoring(0.5, scores) == 0.49
    assert setting_scoring(0.0, scores) == 1.0 and setting_scoring(0.9, scores) == 0.4


def test_open_threes_are_seen_in_windows() -> None:
    from inarow.players.people.describing import features_of

    cells, rows = features_of(Board(GAME, "e2 a1 f2 a4"))
    threes = open_threes(rows, ACROSS)
    names = {GAME.cell(3, 1), GAME.cell(6, 1)}
    assert set(cells[threes].tolist()) == names
    assert not open_threes(rows, UP).any() and not open_threes(rows, DIAGONAL).any()


def test_bad_arguments_are_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("--samples", "--asked"):
        with pytest.raises(SystemExit):
            main(["lab", "people", "--data", str(file), name, "0"])
    for words in (["--size", "2"], ["--set", "nobody"]):
        assert main(["lab", "people", "--data", str(file), *words]) == 2
    assert main(["lab", "people", "--data", "nowhere.csv"]) == 2
    assert "nowhere.csv" in capsys.readouterr().err


def test_fitting_is_repeatable_and_moves_towards_the_data(moves: Moves) -> None:
    described = describe(moves, lambda _: None)
    told: list[str] = []
    recipe = FitRecipe(generations=3, rows=8, children=4)
    found = fit(moves, described, published_mind(), recipe, told.append)
    assert found == fit(moves, described, published_mind(), recipe, lambda _: None)
    assert found != published_mind()
    assert len(told) == 3


def test_a_fit_may_aim_at_what_people_miss(moves: Moves, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(behaviour, "_LEAST_POSITIONS", 1)
    described = describe(moves, lambda _: None)
    blocks = next(aim for aim in aims_of(moves, described) if aim.situation.name == "block in one")
    weights = described.weight[blocks.rows]
    missed = behaviour.missed_by_people(blocks.situation, moves)[blocks.rows]
    assert blocks.share == pytest.approx(np.average(missed, weights=weights))
    good = blocks.situation.good[blocks.rows].astype(float)
    careful = good / good.sum(axis=1, keepdims=True)
    assert blocks.off(blocks.rows, careful) == pytest.approx((blocks.share / blocks.error) ** 2)
    recipe = FitRecipe(generations=1, rows=4, children=4, misses=0.5)
    told: list[str] = []
    fit(moves, described, published_mind(), recipe, told.append)
    fit(moves, described, published_mind(), replace(recipe, misses=0.0), told.append)
    assert told[0] != told[1]


def test_the_cognitive_model_sees_what_a_thinking_person_does() -> None:
    """Moves of the model itself are likelier under it than guesses."""
    plays, board = player("person", seed=2), Board(GAME)
    rows: list[Row] = []
    while board.outcome() is None and len(rows) < 20:
        move = plays.choose(board).move
        rows.append(Row("made", "0", *board.key(), move, 0, board.ply % 5 + 1, (-1,) * 4))
        board.push(move)
    moves = Moves(tuple(rows))
    prediction = predicting.cognitive("itself", moves, published_mind(), 30, 1, 1, lambda _: None)
    np.testing.assert_allclose(prediction.likely.sum(axis=2), 1, rtol=1e-5)
    own = scoring.held_out(prediction, moves).nats(moves).mean()
    guess = Held("guess", predicting.guessing(moves).likely[:, 0]).nats(moves).mean()
    assert own < guess - 0.5


def test_training_gives_the_network_that_is_used(moves: Moves, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from inarow.lab.people.training import TrainingSettings, _Training, train, write_weights

    described = describe(moves, lambda _: None)
    recipe = TrainingSettings(epochs=1, hidden=8, members=2, encoded=4)
    weights = train(described, recipe, lambda _: None)
    again = train(described, recipe, lambda _: None)
    assert all((weights[name] == again[name]).all() for name in weights), "same seed, same weights"
    write_weights(weights, tmp_path / "weights.npz")
    network = Network.read(tmp_path / "weights.npz")
    assert network.folds == (1, 2, 3, 4, 5)
    # What PyTorch computes is what the kernels compute.
    amounts = network.standardised(described.features[:, : columns.WINDOWS])
    training = _Training(described, amounts, 1, recipe, lambda _: None)
    which = np.array([0])
    expected = training._losses(which, drop=False).detach().numpy()[:, 0]
    first = {name: value.detach().numpy() for name, value in training.weights.items()}
    strength = float(first.pop("strength")[described.person[0], 0])
    same = Network({f"{name}_1": value for name, value in first.items()})
    rows = described.features[described.starts[0] : described.starts[1]]
    same = Network({**same.weights, "middle": weights["middle"], "spread": weights["spread"]})
    members = [
        same._scores(same._looked(same._seen(rows), (1, one)), 1, strength, (1, one))
        for one in range(recipe.members)
    ]
    scores = np.stack(members)[:, :, 0]
    logs = np.log(np.exp(scores).sum(axis=1)) - scores[:, described.played[0]]
    np.testing.assert_allclose(logs, expected, rtol=1e-4)
