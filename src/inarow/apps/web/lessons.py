"""What the page can learn from: reviews, hints, search trees, comparisons and puzzles."""

from __future__ import annotations

import random
from dataclasses import asdict, replace
from functools import lru_cache
from importlib.resources import files

from inarow.apps.web import answers, requests
from inarow.apps.web.services import board_of, open_board
from inarow.rules import catalogue
from inarow.rules.errors import PositionError
from inarow.rules.game import Game
from inarow.search.gomoku.games import can_swap2
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.study.explain.hint import hint as study_hint
from inarow.study.explain.phrases import People
from inarow.study.puzzles import making as study_puzzles
from inarow.study.records.record import Record, Result
from inarow.study.review.review import review as study_review
from inarow.study.review.review import usual_limit
from inarow.study.trace import tree as study_tree
from inarow.study.trace.compare import compare as study_compare
from inarow.study.trace.searches import SEARCHES, named_search
from inarow.wire import types, write
from inarow.wire.read import puzzles_from_text, unseen_from

#: How long a hint is looked for, in seconds.
_HINT_SECONDS = 1.5
_THREATS_SECONDS = 8.0
#: What each level of puzzle takes of the five grades, and how long a position is looked at.
_GRADES = {1: range(1, 2), 2: range(2, 4), 3: range(4, 6)}
_PUZZLE_SECONDS = 0.5
#: The most nodes of a search that are drawn; more cannot be told apart.
_DRAWN_NODES = 1200
#: What each search of a comparison may spend.
_COMPARED_NODES = 3_000_000


def hint(request: requests.HintRequest, stop: StopSignal) -> types.HintInfo:
    """Find a good move, and say why it is good."""
    board = open_board(request)
    limit = Limit(time=_HINT_SECONDS)
    found = study_hint(board, limit, stop=stop, people=People(_players(request)))
    return write.hint_info(board, found)


def review(request: requests.ReviewRequest, stop: StopSignal) -> types.ReviewInfo:
    """Judge every move of a game, and say what decided it; if stopped, only the last moves."""
    record = Record.of(board_of(request), _players(request))
    unseen = [unseen_from(record.game, asdict(one)) for one in request.unseen or ()]
    record = replace(record, unseen=tuple(unseen))
    if request.winner is not None and record.result is Result.UNFINISHED:
        record = replace(record, agreed=Result(request.winner))
    return write.review_info(study_review(record, usual_limit(record), stop=stop))


def threats(request: requests.HintRequest, stop: StopSignal) -> types.ThreatWinInfo:
    """Answer whether the mover wins by threats, as far as that is found in time."""
    from inarow.study.threats import ThreatProver

    board = open_board(request)
    found = ThreatProver(board).ask(board, Limit(time=_THREATS_SECONDS), stop=stop)
    return write.threat_win_info(found, people=People(_players(request)))


def swap2(request: requests.PositionRequest, stop: StopSignal) -> answers.Swap2Info:
    """Do a computer's part of an opening by swap2: propose, or answer."""
    from inarow.search.gomoku.engine import GomokuEngine
    from inarow.search.gomoku.swap2 import choose_colour, propose

    board = open_board(request)
    if not can_swap2(board.game):
        raise PositionError(f"{board.game} does not have the swap2 opening, which is for Gomoku")
    if board.ply not in (0, 1, 2, 3, 5):
        raise PositionError(f"swap2 proposes up to 3 stones or answers 3 or 5, not {board.ply}")
    if board.ply < 3:
        stones = propose(board)
    else:
        engine = GomokuEngine(board.game)
        stones = choose_colour(engine, board, Limit(time=_HINT_SECONDS), stop=stop)
    return answers.Swap2Info(write.moves_info(board, stones))


def _players(request: requests.HintRequest) -> tuple[str, str]:
    return request.players.X, request.players.O


def searches() -> list[answers.SearchInfo]:
    """List the searches whose trees can be drawn."""
    return [answers.SearchInfo(each.name, each.about) for each in SEARCHES.values()]


def tree(request: requests.TreeRequest, stop: StopSignal) -> types.TraceInfo:
    """Search a position and show the first nodes of the search, as it walked them."""
    board, depth = open_board(request), request.depth
    recipe = named_search(request.search).recipe(board.game)
    # The compiled search can be stopped, the readable one cannot; they walk the same tree.
    found = study_tree.trace(board, recipe, depth, rows=_DRAWN_NODES, compiled=True, stop=stop)
    if not found.nodes:
        raise study_tree.TraceError("there was no time to begin the search; please try again")
    return write.trace_info(found)


def compare(request: requests.CompareRequest, stop: StopSignal) -> list[types.ComparisonInfo]:
    """Count the nodes of every search for the same position and depth."""
    rows = study_compare(
        open_board(request), [request.depth], SEARCHES, nodes=_COMPARED_NODES, stop=stop
    )
    return [write.comparison_info(row) for row in rows]


def puzzle(request: requests.PuzzleRequest, stop: StopSignal) -> answers.TaskInfo:
    """A puzzle from the collection, or one made on the spot for a game that it does not hold.

    With moves it is the puzzle that they lead to.
    """
    game, level, seed = catalogue.game(request.game), request.level, request.seed
    known = [each for each in _collection() if each.game == game]
    if request.moves:
        found = _after(request, known, stop)
    else:
        found = _choose(known, level, seed) if known else _make(game, level, seed, stop)
    return answers.TaskInfo(
        write.puzzle_info(found), write.position_info(found.board()), found.question()
    )


@lru_cache(maxsize=1)
def _collection() -> tuple[study_puzzles.Puzzle, ...]:
    """Puzzles that `inarow puzzles --export` made earlier, for making good ones takes a while."""
    text = files("inarow.apps.web").joinpath("puzzles.jsonl").read_text(encoding="utf-8")
    return tuple(puzzles_from_text(text))


def _after(
    request: requests.PuzzleRequest, known: list[study_puzzles.Puzzle], stop: StopSignal
) -> study_puzzles.Puzzle:
    board = open_board(requests.PositionRequest(game=request.game, moves=request.moves))
    kept = next((each for each in known if each.moves == board.moves), None)
    return kept or study_puzzles.puzzle_of(board, stop=stop)


def _choose(known: list[study_puzzles.Puzzle], level: int, seed: int) -> study_puzzles.Puzzle:
    """Any puzzle of the level, or of those nearest to it."""

    def distance(each: study_puzzles.Puzzle) -> int:
        grades = _GRADES[level]
        return max(grades.start - each.grade, each.grade - grades.stop + 1, 0)

    nearest = min(map(distance, known))
    return random.Random(seed).choice([each for each in known if distance(each) == nearest])


def _make(game: Game, level: int, seed: int, stop: StopSignal) -> study_puzzles.Puzzle:
    """The first puzzle of a level that comes up; an error if none does in time."""
    limit = Limit(time=_PUZZLE_SECONDS)
    made = study_puzzles.puzzles(game, seed=seed, grades=_GRADES[level], limit=limit, stop=stop)
    found = next(made, None)
    if found is None:
        raise study_puzzles.PuzzleError(
            f"no puzzle of that level was found for {game}; try again, or another level"
        )
    return found
