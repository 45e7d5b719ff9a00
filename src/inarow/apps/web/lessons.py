"""What the page can learn from: reviews, hints, search trees, comparisons and puzzles."""

from __future__ import annotations

import random
from functools import lru_cache
from importlib.resources import files

from inarow.apps.web import answers
from inarow.rules.board import Board
from inarow.rules.errors import PositionError
from inarow.rules.game import Game
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.gomoku.swap2 import choose_colour, propose
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.study.explain.hint import hint as study_hint
from inarow.study.explain.phrases import People
from inarow.study.puzzles import making as study_puzzles
from inarow.study.records.record import Record
from inarow.study.review.review import review as study_review
from inarow.study.review.review import usual_limit
from inarow.study.threats import ThreatProver
from inarow.study.trace import tree as study_tree
from inarow.study.trace.compare import compare as study_compare
from inarow.study.trace.searches import SEARCHES, named_search
from inarow.wire import types, write
from inarow.wire.read import puzzles_from_text

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


def hint(board: Board, players: tuple[str, str], stop: StopSignal) -> types.HintInfo:
    """The best move that can be found, and why it is the best."""
    found = study_hint(board, Limit(time=_HINT_SECONDS), stop=stop, people=People(players))
    return write.hint_info(board, found)


def review(record: Record, stop: StopSignal) -> types.ReviewInfo:
    """A verdict on every move of a game; if stopped, on the last ones."""
    return write.review_info(study_review(record, usual_limit(record), stop=stop))


def threats(board: Board, players: tuple[str, str], stop: StopSignal) -> answers.ThreatsInfo:
    """Whether the mover wins by threats, as far as that is found in time."""
    found = ThreatProver(board).ask(board, Limit(time=_THREATS_SECONDS), stop=stop)
    line = write.moves_info(board, found.line)
    return answers.ThreatsInfo(found.answer.value, line, found.text(People(players)))


def swap2(board: Board, stop: StopSignal) -> answers.Swap2Info:
    """The stones with which a computer opens, or answers."""
    if board.ply not in (0, 3, 5):
        raise PositionError(f"swap2 has 0, 3 or 5 stones on the board, not {board.ply}")
    if board.ply == 0:
        stones: tuple[int, ...] = propose(board.game)
    else:
        engine = GomokuEngine(board.game)
        stones = choose_colour(engine, board, Limit(time=_HINT_SECONDS), stop=stop)
    return answers.Swap2Info(write.moves_info(board, stones))


def searches() -> list[answers.SearchInfo]:
    """The searches whose trees can be drawn."""
    return [answers.SearchInfo(each.name, each.about) for each in SEARCHES.values()]


def tree(board: Board, search: str, depth: int, stop: StopSignal) -> types.TraceInfo:
    """The first nodes of a search, as it walked them."""
    recipe = named_search(search).recipe(board.game)
    # The compiled search can be stopped, the readable one cannot; they walk the same tree.
    found = study_tree.trace(board, recipe, depth, rows=_DRAWN_NODES, compiled=True, stop=stop)
    if not found.nodes:
        raise study_tree.TraceError("there was no time to begin the search; please try again")
    return write.trace_info(found)


def compare(board: Board, depth: int, stop: StopSignal) -> list[types.ComparisonInfo]:
    """What each search costs for the same position and depth."""
    rows = study_compare(board, [depth], SEARCHES, nodes=_COMPARED_NODES, stop=stop)
    return [write.comparison_info(row) for row in rows]


def puzzle(game: Game, level: int, seed: int, stop: StopSignal) -> answers.TaskInfo:
    """A puzzle from the collection, or one made on the spot for a game that it does not hold."""
    known = [each for each in _collection() if each.game == game]
    found = _choose(known, level, seed) if known else _make(game, level, seed, stop)
    return answers.TaskInfo(
        write.puzzle_info(found), write.position_info(found.board()), found.question()
    )


@lru_cache(maxsize=1)
def _collection() -> tuple[study_puzzles.Puzzle, ...]:
    """Puzzles that `inarow puzzles --export` made earlier, for making good ones takes a while."""
    text = files("inarow.apps.web").joinpath("puzzles.jsonl").read_text(encoding="utf-8")
    return tuple(puzzles_from_text(text))


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
