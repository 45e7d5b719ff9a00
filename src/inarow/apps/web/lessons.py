"""What the page can learn from: reviews, hints, search trees, comparisons and puzzles."""

from __future__ import annotations

import random
from functools import lru_cache
from importlib.resources import files

from inarow.apps.web import schemas, views
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.notation import move_text
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.study.explain.hint import hint as study_hint
from inarow.study.puzzles import making as study_puzzles
from inarow.study.records.record import Record
from inarow.study.review.annotation import Annotation
from inarow.study.review.review import review as study_review
from inarow.study.trace import tree as study_tree
from inarow.study.trace.searches import SEARCHES, named_search

#: How long each position of a review, and a hint, is looked at, in seconds.
_REVIEW_SECONDS = 0.4
_WHOLE_REVIEW_SECONDS = 20.0
_HINT_SECONDS = 1.5
#: What each level of puzzle takes of the five grades, and how long a position is looked at.
_GRADES = {1: range(1, 2), 2: range(2, 4), 3: range(4, 6)}
_PUZZLE_SECONDS = 0.5
#: The most nodes of a search that are drawn; more cannot be told apart.
_DRAWN_NODES = 1200
#: What each search of a comparison may spend.
_COMPARED_NODES = 3_000_000


def hint(board: Board, stop: StopSignal) -> schemas.HintInfo:
    """The best move that can be found, and why it is the best."""
    found = study_hint(board, Limit(time=_HINT_SECONDS), stop=stop)
    return schemas.HintInfo(
        move=move_text(board.game, found.move),
        cell=board.landing_cell(found.move),
        reason=found.reason.text,
        score=views.score_info(board, found.analysis.score),
    )


def review(board: Board, stop: StopSignal) -> schemas.ReviewInfo:
    """A verdict on every move of a board's history; if stopped, on the last ones."""
    seconds = min(_REVIEW_SECONDS, _WHOLE_REVIEW_SECONDS / (len(board.moves) + 1))
    found = study_review(Record.of(board), Limit(time=seconds), stop=stop)
    before = board.start().ply + 1
    return schemas.ReviewInfo(
        by=found.by,
        meters=[None if share is None else 2 * share - 1 for share in found.curve],
        moves=[_verdict_info(board.game, note, before) for note in found.record.annotations],
    )


def _verdict_info(game: Game, note: Annotation, before: int) -> schemas.VerdictInfo:
    return schemas.VerdictInfo(
        index=note.number - before,
        move=move_text(game, note.move),
        verdict=note.verdict.grade.value,
        change=note.verdict.change.value if note.verdict.change else "",
        reason=note.reason.text,
        best=move_text(game, note.best),
    )


def searches() -> list[schemas.SearchInfo]:
    """The searches whose trees can be drawn."""
    return [schemas.SearchInfo(name=each.name, about=each.about) for each in SEARCHES.values()]


def tree(board: Board, search: str, depth: int, stop: StopSignal) -> schemas.TreeInfo:
    """The first nodes of a search, as it walked them."""
    recipe = named_search(search).recipe(board.game)
    # The compiled search can be stopped, the readable one cannot; they walk the same tree.
    found = study_tree.trace(board, recipe, depth, rows=_DRAWN_NODES, compiled=True, stop=stop)
    if not found.nodes:
        raise study_tree.TraceError("there was no time to begin the search; please try again")
    analysis = found.analysis
    best_line = _best_line(found)
    return schemas.TreeInfo(
        search=search,
        best="" if analysis.best is None else move_text(board.game, analysis.best),
        score=views.score_info(board, analysis.score),
        nodes=analysis.nodes,
        evaluations=analysis.evaluations,
        cutoffs=analysis.cutoffs,
        whole=found.whole,
        tree=[_node_info(found, node, node.number in best_line) for node in found.nodes],
    )


def compare(board: Board, depth: int, stop: StopSignal) -> list[schemas.ComparedInfo]:
    """What each search costs for the same position and depth."""
    from inarow.search.tree.compiled import search_compiled

    compared = []
    for each in SEARCHES.values():
        recipe = each.recipe(board.game)
        analysis = search_compiled(
            board, recipe, Limit(depth=depth, nodes=_COMPARED_NODES), stop=stop
        )
        compared.append(
            schemas.ComparedInfo(
                search=each.name,
                nodes=analysis.nodes,
                evaluations=analysis.evaluations,
                cutoffs=analysis.cutoffs,
                complete=analysis.complete,
            )
        )
    return compared


def puzzle(game: Game, level: int, seed: int, stop: StopSignal) -> schemas.PuzzleInfo:
    """A puzzle from the collection, or one made on the spot for a game that it does not hold."""
    known = [each for each in _collection() if each.game == game]
    found = _choose(known, level, seed) if known else _make(game, level, seed, stop)
    board = found.board()
    return schemas.PuzzleInfo(
        task=found.question(),
        moves=board.moves_text(),
        position=views.position_info(board),
        solutions=[move_text(game, found.solution)],
        reason=found.reason,
    )


@lru_cache(maxsize=1)
def _collection() -> tuple[study_puzzles.Puzzle, ...]:
    """Puzzles that `inarow puzzles --export` made earlier, for making good ones takes a while."""
    text = files("inarow.apps.web").joinpath("puzzles.jsonl").read_text(encoding="utf-8")
    return tuple(study_puzzles.read_puzzles(text))


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


def _node_info(
    trace: study_tree.Trace, node: study_tree.Node, on_best_line: bool
) -> schemas.TreeNodeInfo:
    game = trace.board.game
    return schemas.TreeNodeInfo(
        number=node.number,
        parent=node.parent,
        move=None if node.move is None else move_text(game, node.move),
        cell=_cell_of(trace, node),
        turn=views.side_info(node.turn),
        alpha=views.finite_or_none(node.alpha),
        beta=views.finite_or_none(node.beta),
        value=views.finite_or_none(node.value),
        meaning=node.meaning,
        end=node.end.value,
        cut_by=node.cut_by,
        pruned=[move_text(game, move) for move in node.pruned],
        best=on_best_line,
    )


def _cell_of(trace: study_tree.Trace, node: study_tree.Node) -> int:
    cell = trace.board_at(node).last_cell() if node.moves else None
    return -1 if cell is None else cell


def _best_line(trace: study_tree.Trace) -> set[int]:
    """The nodes along which the value of the last root came up."""
    node = trace.roots[-1]
    line = {node.number}
    while True:
        children = [trace.node(number) for number in node.children]
        fitting = [
            child
            for child in children
            if (child.value if child.view is node.view else -child.value) == node.value
        ]
        if not fitting:
            return line
        node = fitting[0]
        line.add(node.number)
