"""From the program's objects to the documents of the wire, one function each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, cast

from inarow import words
from inarow.rules.board import Board, Outcome
from inarow.rules.catalogue import CATALOGUE
from inarow.rules.diagram import line as board_line
from inarow.rules.game import Game
from inarow.rules.notation import column_letter, move_text
from inarow.rules.shapes import cells_in
from inarow.rules.side import Side
from inarow.search.score import Score
from inarow.search.strongest import strongest_name
from inarow.wire import types
from inarow.wire.types import WIRE

if TYPE_CHECKING:
    from inarow.match.records import GameRecord
    from inarow.match.store import Run
    from inarow.search.analysis import Analysis, Line
    from inarow.search.exact.solution import Bounds, Solution
    from inarow.study.explain.hint import Hint
    from inarow.study.explain.reasons import Reason
    from inarow.study.puzzles.making import Puzzle
    from inarow.study.records.record import Record
    from inarow.study.review.annotation import Annotation
    from inarow.study.review.review import Review
    from inarow.study.trace.compare import Row
    from inarow.study.trace.tree import Node, Trace

#: Digits of a second that are worth writing down.
_DIGITS = 6


def game_info(game: Game) -> types.GameInfo:
    """A game."""
    known = CATALOGUE.get(game.family)
    wins = game.wins
    return types.GameInfo(
        text=str(game),
        family=game.family,
        title=words.GAMES.get(game.family, words.OWN_GAME),
        about=known.about if known else game.describe(),
        rules=game.describe(),
        width=game.width,
        height=game.height,
        gravity=game.gravity,
        shape=wins.kind,
        size=wins.block or game.pieces_to_win,
        exact=wins.exact,
        columns=[str(x + 1) if game.gravity else column_letter(x) for x in range(game.width)],
        engine=strongest_name(game),
    )


def position_info(board: Board) -> types.PositionInfo:
    """A board with its history, legal moves and outcome."""
    start = board.start()
    return types.PositionInfo(
        game=game_info(board.game),
        start=board_line(start) if start.ply else "",
        set_up=[list(cells_in(start.stones(side))) for side in Side],
        moves=moves_info(start, board.moves),
        moves_text=board.moves_text(),
        turn=_side(board.turn),
        legal=[
            types.MoveInfo(move_text(board.game, move), board.landing_cell(move))
            for move in board.legal_moves
        ],
        outcome=_outcome_info(board.outcome()),
        text=board.text(),
    )


def moves_info(start: Board, moves: Iterable[int]) -> list[types.MoveInfo]:
    """Moves played from a board, each with the cell it fills."""
    board = start.copy()
    listed = []
    for move in moves:
        listed.append(types.MoveInfo(move_text(board.game, move), board.landing_cell(move)))
        board.push_legal(move)
    return listed


def score_info(score: Score) -> types.ScoreInfo:
    """A score."""
    return types.ScoreInfo(
        kind=score.kind.value,
        plies=score.plies,
        value=None if score.is_exact else score.value,
        scale=None if score.is_exact else score.scale,
        win_probability=score.win_probability,
    )


def analysis_info(board: Board, analysis: Analysis) -> types.AnalysisInfo:
    """The analysis of a board."""
    return types.AnalysisInfo(
        **_of(board),
        by=analysis.by,
        score=score_info(analysis.score),
        lines=[_line_info(board, line) for line in analysis.lines],
        depth=analysis.depth,
        nodes=analysis.nodes,
        evaluations=analysis.evaluations,
        cutoffs=analysis.cutoffs,
        seconds=round(analysis.time, _DIGITS),
        complete=analysis.complete,
        exact=analysis.is_exact,
    )


def reason_info(reason: Reason) -> types.ReasonInfo:
    """Why a move is good or bad."""
    motif = None if reason.motif is None else reason.motif.value
    return types.ReasonInfo(reason.text, motif, list(reason.cells))


def hint_info(board: Board, hint: Hint) -> types.HintInfo:
    """The hint for a board."""
    return types.HintInfo(
        **_of(board),
        move=move_text(board.game, hint.move),
        cell=board.landing_cell(hint.move),
        reason=reason_info(hint.reason),
        analysis=analysis_info(board, hint.analysis),
    )


def annotation_info(game: Game, note: Annotation) -> types.AnnotationInfo:
    """What is known about one move."""
    change = note.verdict.change
    return types.AnnotationInfo(
        number=note.number,
        side=_side(note.side),
        move=move_text(game, note.move),
        best=move_text(game, note.best),
        best_score=score_info(note.best_score),
        score=score_info(note.score),
        line=_texts(game, note.line),
        grade=note.verdict.grade.value,
        change=None if change is None else change.value,
        loss=note.verdict.loss,
        reason=reason_info(note.reason),
        expectation=note.expectation,
    )


def record_info(record: Record) -> types.RecordInfo:
    """A record of a game."""
    return types.RecordInfo(
        wire=WIRE,
        format=types.RECORD_FORMAT,
        game=str(record.game),
        players={"X": record.players[0], "O": record.players[1]},
        start=record.start,
        moves=_texts(record.game, record.moves),
        result=record.result.value,
        annotations=[annotation_info(record.game, note) for note in record.annotations],
    )


def review_info(review: Review) -> types.ReviewInfo:
    """The review of a game."""
    turning = review.turning_point
    return types.ReviewInfo(
        wire=WIRE,
        record=record_info(review.record),
        by=review.by,
        curve=list(review.curve),
        sides={
            _side(side): types.SideReviewInfo(
                review.accuracy(side),
                {grade.value: count for grade, count in review.grades(side).items()},
            )
            for side in Side
        },
        turning=None if turning is None else types.TurningInfo(turning.text, turning.number),
        opens_at=review.opens_at,
    )


def trace_info(trace: Trace) -> types.TraceInfo:
    """A traced search."""
    best = trace.best_line()
    return types.TraceInfo(
        **_of(trace.board),
        algorithm=trace.algorithm,
        analysis=analysis_info(trace.board, trace.analysis),
        whole=trace.whole,
        nodes=[_node_info(trace, node, node.number in best) for node in trace.nodes],
    )


def comparison_info(row: Row) -> types.ComparisonInfo:
    """A row of a comparison of searches."""
    return types.ComparisonInfo(
        wire=WIRE,
        search=row.search,
        depth=row.depth,
        nodes=row.nodes,
        evaluations=row.evaluations,
        cutoffs=row.cutoffs,
        seconds=round(row.seconds, _DIGITS),
        score=score_info(row.score),
        complete=row.complete,
        effective_branching=round(row.effective_branching, 4),
        worst=row.worst,
        best=row.best,
        exponent=round(row.exponent, 4),
    )


def puzzle_info(puzzle: Puzzle) -> types.PuzzleInfo:
    """A puzzle."""
    return types.PuzzleInfo(
        **_of(puzzle.board()),
        moves=_texts(puzzle.game, puzzle.moves),
        task=puzzle.task.value,
        solution=move_text(puzzle.game, puzzle.solution),
        score=score_info(puzzle.score),
        length=puzzle.length,
        fails_to_depth=puzzle.fails_to_depth,
        grade=puzzle.grade,
        reason=puzzle.reason,
        proof=puzzle.proof.value,
    )


def solution_info(solution: Solution) -> types.SolutionInfo:
    """What the exact solver has proved."""
    game = solution.board.game
    return types.SolutionInfo(
        **_of(solution.board),
        score=score_info(solution.score),
        points=solution.points,
        lower=solution.bounds.lower,
        upper=solution.bounds.upper,
        weak=solution.weak,
        best=_texts(game, solution.best_moves),
        line=_texts(game, solution.line),
        moves={
            move_text(game, move): _bounds_info(bounds)
            for move, bounds in sorted(solution.moves.items())
        },
        nodes=solution.nodes,
        seconds=round(solution.time, _DIGITS),
        complete=solution.complete,
    )


def match_info(run: Run, records: Sequence[GameRecord]) -> types.MatchInfo:
    """The result of a match or tournament so far."""
    from inarow.match.elo import tally
    from inarow.match.standings import standings

    summary = standings(records, [one["label"] for one in run.plan["players"]])
    return types.MatchInfo(
        wire=WIRE,
        game=run.plan["game"],
        run=run.id,
        started=run.started,
        ended=run.ended or "",
        games=summary.games,
        first_player_score=summary.first_player_score,
        standings=[
            types.StandingInfo(
                player=line.label,
                wins=line.wins,
                draws=line.draws,
                losses=line.losses,
                forfeits=line.forfeits,
                score=line.score,
                elo=_finite(line.elo),
                margin=_finite(line.margin),
                seconds_a_move=round(line.seconds, _DIGITS),
                nodes_a_move=line.nodes,
            )
            for line in summary.lines
        ],
        meetings=[
            types.MeetingInfo(one, other, met.wins, met.draws, met.losses, list(met.pairs))
            for one, other in combinations(summary.labels, 2)
            if (met := tally(records, one, other)).games
        ],
    )


def _of(board: Board) -> dict[str, Any]:
    """What every document about a position begins with."""
    return {
        "wire": WIRE,
        "game": str(board.game),
        "position": board.text(),
        "turn": _side(board.turn),
    }


def _side(side: Side) -> types.SideCode:
    return cast("types.SideCode", str(side))


def _texts(game: Game, moves: Iterable[int]) -> list[str]:
    return [move_text(game, move) for move in moves]


def _outcome_info(outcome: Outcome | None) -> types.OutcomeInfo | None:
    if outcome is None:
        return None
    winner = None if outcome.winner is None else _side(outcome.winner)
    return types.OutcomeInfo(winner, list(outcome.cells))


def _line_info(board: Board, line: Line) -> types.LineInfo:
    return types.LineInfo(score_info(line.score), moves_info(board, line.moves))


def _bounds_info(bounds: Bounds) -> types.BoundsInfo:
    return types.BoundsInfo(bounds.lower, bounds.upper)


def _node_info(trace: Trace, node: Node, is_best: bool) -> types.NodeInfo:
    game = trace.board.game
    return types.NodeInfo(
        number=node.number,
        parent=node.parent,
        moves=_texts(game, node.moves),
        cell=trace.board_at(node).last_cell() if node.moves else None,
        depth=node.depth,
        turn=_side(node.turn),
        view=_side(node.view),
        alpha=_finite(node.alpha),
        beta=_finite(node.beta),
        value=_finite(node.value),
        meaning=node.meaning.value,
        end=node.end.value,
        cut_by=node.cut_by,
        pruned=_texts(game, node.pruned),
        unrecorded=_texts(game, node.unrecorded),
        best=is_best,
    )


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
