"""The Gomoku engine and its players: limits, stopping, lines, grades."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow.kernels.gomoku
from gomoku_oracle import cells_next_to_completion, real_answers
from inarow.kernels.gomoku import root
from inarow.kernels.gomoku.parameters import PARAMETERS
from inarow.kernels.gomoku.search import WIN
from inarow.kernels.log import FIRST_MOVE, LISTED
from inarow.lab.bench.gomoku import SIGNATURE, signature
from inarow.lab.rig.leaves import logged_paths
from inarow.players.player import PlayerError
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.side import Side
from inarow.search.analysis import Analysis
from inarow.search.engine import EngineError, Question
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.gomoku.games import refusal
from inarow.search.gomoku.parts import Part, PartError
from inarow.search.gomoku.proofs import Found, Proofs
from inarow.search.gomoku.thinking import Thinking, _progress, score_of
from inarow.search.limit import Limit
from inarow.search.score import Kind, Score
from inarow.search.stopping import StopSignal
from inarow.search.time_management import MARGIN, SHORTEST, Clock

MIDDLE_GAME = "h8 i9 h9 h10 g8 i8 i10 j11 g7"
#: Eight threes of black, each blocked at one end, that can be made fours in any order, in vain.
FOURS_THAT_LEAD_NOWHERE = (
    "b1 a1 c1 a4 d1 a7 m1 a10 n1 a13 o1 h3 b4 h8 c4 h13 d4 g1 m4 g6 n4 g11 o4 i5 b7 i10 c7 "
    "i15 d7 j2 m7 j7 n7 j12 o7 k9 b10 k14 c10 f9 d10 f14 b13 a2 c13 a8 d13 a14"
)


@pytest.fixture(scope="module")
def engine() -> GomokuEngine:
    return GomokuEngine(Board("gomoku").game, megabytes=8)


def test_limits_of_nodes_and_depth_are_kept(engine: GomokuEngine) -> None:
    board = Board("gomoku", MIDDLE_GAME)
    analysis = engine.analyse(board, Limit(depth=4))
    assert (analysis.depth, analysis.complete) == (4, True)


@pytest.mark.parametrize(
    "without", [(), (Part.FOURS,), (Part.THREATS,), (Part.FOURS, Part.THREATS)]
)
@pytest.mark.parametrize("nodes", [1, 1_000, 20_000])
def test_all_searches_together_keep_a_limit_of_nodes(nodes: int, without: tuple[Part, ...]) -> None:
    """Without the search of threats, the nodes of fours once did not count."""
    board = Board("gomoku", FOURS_THAT_LEAD_NOWHERE)
    engine = GomokuEngine(board.game, megabytes=1, without=frozenset(without))
    analysis = engine.analyse(board, Limit(nodes=nodes))
    assert analysis.nodes <= nodes + 50
    assert analysis.depth >= (2 if nodes == 20_000 else 0), "fours leave nodes for the search"


def test_an_engine_that_forgets_is_like_a_new_one() -> None:
    """The histories of moves once stayed, and the age by which entries are replaced."""
    board, limit = Board("gomoku", MIDDLE_GAME), Limit(depth=9)
    fresh = GomokuEngine(board.game, megabytes=8).analyse(board, limit)
    engine = GomokuEngine(board.game, megabytes=8)
    engine.analyse(Board("gomoku", "h8 g9 j8 f9 k9 j10"), limit)
    engine._tables.age = 63
    engine.forget()
    again = engine.analyse(board, limit)
    assert engine._tables.age == 1
    assert (again.nodes, again.score, again.pv) == (fresh.nodes, fresh.score, fresh.pv)


def test_what_was_cut_off_before_does_not_count_at_the_root() -> None:
    """The cut-offs two plies below the root were once counted for ever."""
    board = Board("gomoku", MIDDLE_GAME)
    engine = GomokuEngine(board.game, megabytes=8)
    engine._tables.workers[0].search["cutoffs"] = 1000
    plain = GomokuEngine(board.game, megabytes=8).analyse(board, Limit(depth=9))
    assert engine.analyse(board, Limit(depth=9)).nodes == plain.nodes


@pytest.mark.parametrize("extreme", ["lowest", "highest"])
def test_every_parameter_can_be_at_its_bounds(extreme: str) -> None:
    """So many late moves at great depths once did not fit."""
    board = Board("gomoku", MIDDLE_GAME)
    bounds = {parameter.name: getattr(parameter, extreme) for parameter in PARAMETERS}
    for values in (*({name: value} for name, value in bounds.items()), bounds):
        engine = GomokuEngine(board.game, megabytes=1, parameters=values)
        assert engine.analyse(board, Limit(nodes=300)).best in board.legal_moves


def test_an_evaluation_that_was_written_anew_is_read_anew(tmp_path: Path) -> None:
    board, file = Board("gomoku", MIDDLE_GAME), tmp_path / "new.i2"
    usual = (Path(inarow.kernels.gomoku.__file__).parent / "evaluation.i2").read_bytes()
    scores = []
    for contents in (usual, bytes(len(usual))):
        file.write_bytes(contents)
        engine = GomokuEngine(board.game, megabytes=1, evaluation=file)
        scores.append(engine.analyse(board, Limit(depth=1)).score)
    assert abs(scores[0].value) > 20 > abs(scores[1].value), "the second one knows nothing"


def test_the_same_search_finds_the_same() -> None:
    board = Board("gomoku", MIDDLE_GAME)
    found = []
    for _ in range(2):
        fresh = GomokuEngine(board.game, megabytes=8)
        analysis = fresh.analyse(board, Limit(depth=9))
        found.append((analysis.best, analysis.score, analysis.nodes, analysis.pv))
    assert found[0] == found[1]


def test_a_search_is_the_same_whether_it_is_logged_or_not() -> None:
    """Only a log needs the moves that were left out: the search does not list them."""
    board = Board("gomoku", MIDDLE_GAME)
    found = []
    for rows in (0, 100, 1_000_000):
        logged = GomokuEngine(board.game, megabytes=8).analyse_logged(board, Limit(depth=9), rows)
        analysis = logged.analysis
        found.append((analysis.best, analysis.score, analysis.nodes, analysis.pv, logged.visits))
    assert found[0] == found[1] == found[2]
    alone = 0
    for row, path in logged_paths(logged.log):
        if row[LISTED] == 1:
            alone += 1
            node = board.copy()
            for cell in path:
                node.push(cell)
            answers = real_answers(node, node.turn.other)
            assert set(answers) <= {int(row[FIRST_MOVE])}, "one move is listed where it is forced"
    assert alone > 50


def test_the_signature_is_the_pinned_one() -> None:
    assert signature() == SIGNATURE


def test_progress_and_stopping(engine: GomokuEngine) -> None:
    board = Board("gomoku", MIDDLE_GAME)
    stop = StopSignal()
    heard: list[Analysis] = []

    def on_progress(analysis: Analysis) -> None:
        heard.append(analysis)
        if analysis.depth == 4:
            stop.set()

    engine.forget()
    analysis = engine.analyse(board, Limit(), stop=stop, on_progress=on_progress)
    assert not analysis.complete and analysis.depth == 4
    assert [one.depth for one in heard] == [1, 2, 3, 4]
    assert all(one.best in board.legal_moves for one in heard)


def test_a_time_limit_ends_the_search(engine: GomokuEngine) -> None:
    analysis = engine.analyse(Board("gomoku", MIDDLE_GAME), Limit(time=0.05))
    assert not analysis.complete
    assert analysis.time < 10, "a busy machine is late, but not by that much"
    assert analysis.best is not None


def test_several_lines_are_different_moves_best_first(engine: GomokuEngine) -> None:
    board = Board("gomoku", MIDDLE_GAME)
    lines = engine.analyse(board, Limit(depth=6), lines=4).lines
    assert len({line.move for line in lines}) == 4
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    for line in lines:
        after = board.copy()
        after.play(line.moves)


def test_there_are_as_many_lines_as_moves(engine: GomokuEngine) -> None:
    """On an empty board, where only a few moves are near a stone, and where one move is forced."""
    forced = "h8 a1 i8 a3 j8 a5 k8"
    for moves, count in (("", 225), ("h8", 224), (forced, 100)):
        board = Board("gomoku", moves)
        lines = engine.analyse(board, Limit(depth=1), lines=count).lines
        assert len({line.move for line in lines}) == len(lines) == count
    small = Board("tictactoe")
    every = GomokuEngine(small.game, megabytes=1).analyse(small, Limit(depth=9), lines=20)
    assert {line.move for line in every.lines} == set(range(9))
    assert {line.score for line in every.lines} == {Score.heuristic(0)}


def test_no_lines_at_all_are_refused(engine: GomokuEngine) -> None:
    with pytest.raises(EngineError, match="at least 1 line"):
        engine.analyse(Board("gomoku", "h8"), Limit(depth=1), lines=0)


def test_a_win_at_once_is_the_first_of_several_lines(engine: GomokuEngine) -> None:
    """The search of the root once went on below a finished five."""
    board = Board("gomoku", "h8 a1 i8 a3 j8 a5 k8 a7")
    fives = {board.game.cell(6, 7), board.game.cell(11, 7)}
    first, second, third = engine.analyse(board, Limit(depth=4), lines=3).lines
    assert first.score == second.score == Score.win(1)
    assert {first.moves, second.moves} == {(five,) for five in fives}
    assert third.score < first.score
    only = engine.analyse(board, Limit(depth=4), moves=fives).lines
    assert only[0].score == Score.win(1)


class _InTurn:
    """Lets the main thread search only when the helper has finished; notes what either does."""

    def __init__(self, engine: GomokuEngine, monkeypatch: pytest.MonkeyPatch) -> None:
        self.main, self.helper = (worker.search for worker in engine._tables.workers)
        self.helper_depths: list[int] = []
        #: The main thread's nodes up to the end of each depth.
        self.main_nodes: dict[int, int] = {}
        self._ended = threading.Event()
        self._search_root, self._help = root.search_root, Thinking._help
        monkeypatch.setattr(root, "search_root", self._search)
        monkeypatch.setattr(Thinking, "_help", lambda *arguments: self._help_and_tell(*arguments))

    def _search(self, *arguments: Any) -> Any:
        search, depth = arguments[3], arguments[9]
        if search is self.helper:
            self.helper_depths.append(depth)
            return self._search_root(*arguments)
        assert self._ended.wait(60)
        value = self._search_root(*arguments)
        self.main_nodes[depth] = int(search["nodes"])
        return value

    def _help_and_tell(self, *arguments: Any) -> None:
        try:
            self._help(*arguments)
        finally:
            self._ended.set()


@pytest.mark.parametrize("moves", [MIDDLE_GAME, "h8 i9 h9", "g9 j11 j12", "j12 j10 j7 l9"])
def test_threads_share_the_work(moves: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The main thread finds in the table what a helper has searched two depths further.

    For the last depths that saves little or nothing: what the table knows sends it elsewhere.
    """
    board = Board("gomoku", moves)
    alone = GomokuEngine(board.game, megabytes=8)
    alone.analyse(board, Limit(depth=9))
    together = GomokuEngine(board.game, megabytes=8, threads=2)
    turns = _InTurn(together, monkeypatch)
    analysis = together.analyse(board, Limit(nodes=1_000_000, depth=11))
    assert analysis.depth == 11
    assert turns.main_nodes[9] < alone._tables.workers[0].search["nodes"] / 2
    assert analysis.nodes >= turns.main["nodes"] + turns.helper["nodes"]


def test_a_helper_searches_no_deeper_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """It once did, and its depth could be told as the engine's."""
    board = Board("gomoku", MIDDLE_GAME)
    engine = GomokuEngine(board.game, megabytes=8, threads=2)
    turns = _InTurn(engine, monkeypatch)
    assert engine.analyse(board, Limit(depth=4, nodes=1_000_000)).depth == 4
    assert max(turns.helper_depths) == 4


def test_a_deeper_search_of_a_helper_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the main thread is stopped before it gets as deep, it once did not."""
    board = Board("gomoku", MIDDLE_GAME)
    engine = GomokuEngine(board.game, megabytes=8, threads=2)
    main, helper = engine._tables.workers
    deep = threading.Event()
    search_root = root.search_root

    def in_turn(*arguments: Any) -> Any:
        """Let the main thread finish one depth, and the helper four before it goes on."""
        search, depth = arguments[3], arguments[9]
        if search is main.search and depth == 2:
            assert deep.wait(60)
            search["stop"] = search["stopped"] = 1
            return 0
        value = search_root(*arguments)
        if search is helper.search and depth >= 5:
            deep.set()
        return value

    helped: list[tuple[int, Found]] = []
    take_deepest = Thinking._take_deepest

    def listen(thinking: Thinking) -> None:
        helped.extend(thinking._helped)
        take_deepest(thinking)

    monkeypatch.setattr(root, "search_root", in_turn)
    monkeypatch.setattr(Thinking, "_take_deepest", listen)
    analysis = engine.analyse(board, Limit(nodes=1_000_000))
    progress, found = max(helped, key=lambda one: one[0])
    assert progress >= 8
    assert (analysis.depth, analysis.pv) == (progress // 2, found.line)
    assert not analysis.complete


@pytest.mark.parametrize(
    ("depth", "is_finished", "depth_told"),
    [(7, True, None), (8, False, None), (8, True, 8), (9, False, 8), (9, True, 9)],
)
def test_of_two_threads_the_one_that_got_further_counts(
    depth: int, is_finished: bool, depth_told: int | None
) -> None:
    """The main thread has finished depth 7 and was stopped in depth 8."""
    board = Board("gomoku", MIDDLE_GAME)
    tables = GomokuEngine(board.game, megabytes=1)._tables
    thinking = Thinking(tables, Question(board, Limit(nodes=1)), StopSignal())
    thinking._depth, thinking._found = 7, [Found(0, (1,))]
    thinking._helped = [(_progress(depth, is_finished), Found(0, (2,)))]
    thinking._take_deepest()
    assert thinking._found[0].line == ((1,) if depth_told is None else (2,))
    assert thinking._depth == (depth_told or 7)


@pytest.mark.parametrize(
    ("ours", "theirs", "is_taken"),
    [(0, 50, True), (WIN - 9, 50, False), (0, 9 - WIN, False), (9 - WIN, 50, True)],
)
def test_a_helper_overrules_no_proof_and_claims_no_loss(
    ours: int, theirs: int, is_taken: bool
) -> None:
    board = Board("gomoku", MIDDLE_GAME)
    tables = GomokuEngine(board.game, megabytes=1)._tables
    thinking = Thinking(tables, Question(board, Limit(nodes=1)), StopSignal())
    thinking._found, thinking._helped = [Found(ours, (1,))], [(9, Found(theirs, (2,)))]
    thinking._take_deepest()
    assert thinking._found[0].line == ((2,) if is_taken else (1,))


def test_a_limit_of_nodes_is_for_all_threads_together() -> None:
    board = Board("gomoku", MIDDLE_GAME)
    engine = GomokuEngine(board.game, megabytes=8, threads=3)
    analysis = engine.analyse(board, Limit(nodes=30_000))
    assert sum(int(worker.search["limit"]) for worker in engine._tables.workers) <= 30_000
    assert analysis.nodes <= 31_000


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 40_000), st.lists(st.integers(0, 15_000), min_size=0, max_size=3))
def test_what_a_helper_searched_beyond_its_share_is_not_searched_again(
    nodes: int, searched: list[int]
) -> None:
    """As proof searches take nodes, shares become smaller than what a helper has searched."""
    tables = GomokuEngine(Board("gomoku").game, megabytes=1, threads=1 + len(searched))._tables
    main, *helpers = tables.workers
    for helper, so_far in zip(helpers, searched, strict=True):
        helper.search["nodes"] = so_far
    tables.share_out(nodes)
    spent = [max(int(one.search["limit"]), int(one.search["nodes"])) for one in helpers]
    assert int(main.search["limit"]) == max(1, nodes - sum(spent))


def test_a_depth_is_not_searched_again_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where each new line had an overlooked win by threats, one depth once took all the nodes."""
    monkeypatch.setattr(Proofs, "along", lambda *_: True)
    board = Board("gomoku", MIDDLE_GAME)
    analysis = GomokuEngine(board.game, megabytes=4).analyse(board, Limit(nodes=60_000, depth=8))
    assert analysis.depth == 8


def test_it_resists_to_the_end() -> None:
    """Two open threes cannot both be met; it once gave up and played into the corner."""
    board = Board("gomoku", "h8 a1 h9 a15 h10 o1 k5 o15 l5 a8 m5")
    engine = GomokuEngine(board.game, megabytes=4)
    analysis = engine.analyse(board, Limit(nodes=5_000))
    assert analysis.score == Score.loss(4)
    assert analysis.best in cells_next_to_completion(board, Side.X)


# Quiet threats take more nodes than this; `test_wins.py` has them.
@pytest.mark.parametrize("part", [part for part in Part if part is not Part.QUIET_THREATS])
def test_a_part_left_out_changes_the_search_and_no_proof(part: Part) -> None:
    """Over some positions each part must have something to do, and none a say in what is true."""
    whole = GomokuEngine(Board("gomoku").game, megabytes=16)
    less = GomokuEngine(Board("gomoku").game, megabytes=16, without=frozenset({part}))
    differences = 0
    # A null move needs depth below it, and a score far above what is asked.
    depth = 15 if part is Part.NULL_MOVE else 10
    for text, limit in (
        (MIDDLE_GAME, Limit(depth=depth)),
        ("h8 h9 i9 g7 i7 i8 g8 j10 j8", Limit(depth=10)),
        ("h8 a1 i8 a3 j8 a5 k4", Limit(depth=2)),
        ("h8 a1 h9 a15 h10 o1 k5 o15 l5 a8 m5", Limit(depth=4)),
        ("g6 f10 j10 k7 e5 e7 f6 i9 j8 g5 j6 h11 e11 e6 e8", Limit(depth=8)),
        # Lost, but only the far moves prove it.
        ("k8 j6 j10 j7 l10 l7 h6 i9 h8 g6 i5 e8 l9 d7 n6 b6 l8", Limit(depth=8)),
    ):
        board = Board("gomoku", text)
        expected, found = whole.analyse(board, limit), less.analyse(board, limit)
        differences += expected.nodes != found.nodes
        decided = {expected.score.kind, found.score.kind}
        assert decided != {Kind.WIN, Kind.LOSS}
    assert differences


def test_boards_it_is_not_made_for(engine: GomokuEngine) -> None:
    with pytest.raises(EngineError, match="made for"):
        engine.analyse(Board("gomoku(9)"), Limit(depth=1))
    with pytest.raises(EngineError, match="does not play"):
        GomokuEngine(Board("connect4").game)
    assert refusal(Board("tictactoe").game) is None
    assert refusal(Board("square").game)


def test_which_games_it_plays_is_known_without_loading_it() -> None:
    program = (
        "import sys\n"
        "from inarow.players.roster import player\n"
        "from inarow.rules.catalogue import game\n"
        "five = player('five')\n"
        "texts = ('gomoku', 'mnk(9,9,7)', 'mnk(9x9,k=6,exact)', 'connect4', 'square(6x6,free)',\n"
        "         'mnk(9,9,2)', 'mnk(9,9,8)', 'mnk(9x9,k=7,exact)')\n"
        "print(*[five.refusal(game(text)) for text in texts], sep='\\n')\n"
        "print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    )
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert process.stdout.splitlines() == [
        *["None"] * 3,
        "it plays games whose pieces do not fall",
        "it plays games that are won by a line",
        *["it plays games won by a line of 3 to 7"] * 2,
        "it plays games won by a line of 3 to 6",
        "[]",
    ]


@pytest.mark.parametrize("game", ["tictactoe", "mnk(5,5,4)", "gomoku(5)", "mnk(8x3,k=3)"])
def test_small_boards_are_played_to_the_end(game: str) -> None:
    board = Board(game)
    engine = GomokuEngine(board.game, megabytes=1)
    while board.outcome() is None:
        move = engine.analyse(board, Limit(nodes=2_000)).best
        assert move is not None
        board.push(move)
    assert engine.analyse(board, Limit(nodes=10)).best is None


def test_tictactoe_is_drawn_and_three_on_a_strip_is_won() -> None:
    board = Board("tictactoe")
    engine = GomokuEngine(board.game, megabytes=1)
    while board.outcome() is None:
        move = engine.analyse(board, Limit(depth=9)).best
        assert move is not None
        board.push(move)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.is_draw
    wide = Board("mnk(4x3,k=3)", [5])
    assert (
        GomokuEngine(wide.game, megabytes=1).analyse(wide, Limit(depth=9)).score.kind is Kind.LOSS
    )


def test_scores_and_probabilities() -> None:
    assert score_of(29_995) == Score.win(5)
    assert score_of(-29_996) == Score.loss(4)
    assert score_of(120) == Score.heuristic(120)
    chances = [score_of(value).win_probability for value in (-29_996, -200, 0, 200, 29_995)]
    assert chances == pytest.approx([0.0, 0.269, 0.5, 0.731, 1.0], abs=0.001)


@pytest.mark.parametrize(("turn", "left", "empty"), [(1.0, None, 200), (5.0, 10.0, 200),
                                                     (0.01, None, 9), (30.0, 0.5, 1)])  # fmt: skip
def test_a_clock_never_gives_more_than_there_is(
    turn: float, left: float | None, empty: int
) -> None:
    budget = Clock(turn, left).budget(empty)
    assert budget is not None
    available = min(turn, left if left is not None else turn)
    assert budget <= max(available - MARGIN, SHORTEST)
    assert budget >= SHORTEST


def test_five_takes_its_limit_from_the_caller_and_refuses_other_games() -> None:
    five = player("five")
    assert five.choose(Board("gomoku", "h8"), Limit(nodes=500)).move
    for game in ("connect4", "square", "mnk(12,12,9)"):
        assert five.refusal(Board(game).game) is not None
        with pytest.raises(PlayerError):
            five.choose(Board(game))
    with pytest.raises(PlayerError, match="no option"):
        player("five(slips=0.5)")
    assert player("five(depth=1)").name == "five(depth=1)"


def test_a_player_without_parts() -> None:
    assert player("five(without=fours+null-move)").name == "five(without=fours+null-move)"
    with pytest.raises(PartError, match="there are table, window, fours"):
        player("five(without=luck)")
    for other in ("discount", "level"):
        with pytest.raises(PlayerError, match="no option 'without'"):
            player(f"{other}(without=fours)")


def test_a_level_that_strays_still_blocks_and_wins() -> None:
    beginner = player("level(nodes=60,near=0.12)", seed=3)
    board = Board("gomoku", "h8 a1 i8 a3 j8 a5 k8")
    for _ in range(5):
        assert beginner.choose(board).move in (board.game.cell(6, 7), board.game.cell(11, 7))
