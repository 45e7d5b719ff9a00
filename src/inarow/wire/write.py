"""From the program's objects to the documents of the wire, one function each, and to JSON text.

A field that is not written out here is the object's attribute of the same name.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from enum import Enum
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeVar, cast

from inarow import words
from inarow.rules.board import Board
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
    from _typeshed import DataclassInstance

    from inarow.match.records import GameRecord
    from inarow.match.store import Run
    from inarow.players.roster import RosterEntry
    from inarow.search.analysis import Analysis
    from inarow.search.exact.solution import Solution
    from inarow.study.explain.hint import Hint
    from inarow.study.explain.phrases import People
    from inarow.study.explain.reasons import Reason
    from inarow.study.puzzles.making import Puzzle
    from inarow.study.records.record import Record, Unseen
    from inarow.study.review.annotation import Annotation
    from inarow.study.review.review import Review
    from inarow.study.threats import ThreatWin
    from inarow.study.trace.compare import Comparison
    from inarow.study.trace.tree import Node, Trace

Document = TypeVar("Document", bound="DataclassInstance")

#: Digits of a second that are worth writing down.
_DIGITS = 6


def game_info(game: Game) -> types.GameInfo:
    """A game."""
    known = CATALOGUE.get(game.family)
    wins = game.wins
    return document(
        types.GameInfo,
        game,
        text=str(game),
        title=words.GAMES.get(game.family, words.OWN_GAME),
        about=known.about if known else game.describe(),
        rules=game.describe(),
        shape=wins.kind,
        size=wins.block or game.pieces_to_win,
        exact=wins.exact,
        columns=[str(x + 1) if game.gravity else column_letter(x) for x in range(game.width)],
        engine=strongest_name(game),
    )


def player_info(entry: RosterEntry) -> types.PlayerInfo:
    """A player of the roster."""
    return document(
        types.PlayerInfo,
        entry,
        group=_group(entry),
        default=entry.name == f"level-{words.USUAL_LEVEL}",
    )


def position_info(board: Board) -> types.PositionInfo:
    """A board with its history, legal moves and outcome."""
    start, outcome = board.start(), board.outcome()
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
        outcome=None if outcome is None else document(types.OutcomeInfo, outcome),
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
    estimate = (None, None) if score.is_exact else (score.value, score.scale)
    return document(types.ScoreInfo, score, value=estimate[0], scale=estimate[1])


def analysis_info(board: Board, analysis: Analysis) -> types.AnalysisInfo:
    """The analysis of a board."""
    lines = [
        types.LineInfo(score_info(line.score), moves_info(board, line.moves))
        for line in analysis.lines
    ]
    return document(
        types.AnalysisInfo,
        analysis,
        **_of(board),
        lines=lines,
        seconds=round(analysis.time, _DIGITS),
        exact=analysis.is_exact,
    )


def reason_info(reason: Reason) -> types.ReasonInfo:
    """Why a move is good or bad."""
    return document(types.ReasonInfo, reason)


def hint_info(board: Board, hint: Hint) -> types.HintInfo:
    """The hint for a board."""
    return types.HintInfo(
        **_of(board),
        move=move_text(board.game, hint.move),
        cell=board.landing_cell(hint.move),
        reason=reason_info(hint.reason),
        analysis=analysis_info(board, hint.analysis),
    )


def threat_win_info(
    win: ThreatWin,
    defences: Iterable[tuple[int, ThreatWin]] | None = None,
    people: People | None = None,
) -> types.ThreatWinInfo:
    """The answer whether there is a win by threats, with what follows the defences looked at."""
    game = win.board.game
    return types.ThreatWinInfo(
        **_of(win.board),
        answer=win.answer.value,
        text=win.text(people),
        line=_texts(game, win.line),
        defences=None
        if defences is None
        else {move_text(game, reply): _texts(game, after.line) for reply, after in defences},
    )


def annotation_info(game: Game, note: Annotation) -> types.AnnotationInfo:
    """What is known about one move."""
    return document(
        types.AnnotationInfo,
        note,
        move=move_text(game, note.move),
        best=move_text(game, note.best),
        line=_texts(game, note.line),
        grade=note.verdict.grade.value,
        change=_plain(note.verdict.change),
        loss=note.verdict.loss,
        reason=reason_info(note.reason),
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
        unseen=unseen_info(record.unseen),
        comments=[document(types.CommentInfo, comment) for comment in record.comments],
        annotations=[annotation_info(record.game, note) for note in record.annotations],
        opening=record.opening.value,
    )


def unseen_info(unseen: Iterable[Unseen]) -> list[types.UnseenInfo]:
    """What was not seen, and when."""
    return [document(types.UnseenInfo, one.oversight, number=one.number) for one in unseen]


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


def comparison_info(row: Comparison) -> types.ComparisonInfo:
    """A row of a comparison of searches."""
    return document(
        types.ComparisonInfo,
        row,
        wire=WIRE,
        seconds=round(row.seconds, _DIGITS),
        effective_branching=round(row.effective_branching, 4),
        exponent=round(row.exponent, 4),
    )


def puzzle_info(puzzle: Puzzle) -> types.PuzzleInfo:
    """A puzzle."""
    return document(
        types.PuzzleInfo,
        puzzle,
        **_of(puzzle.board()),
        moves=_texts(puzzle.game, puzzle.moves),
        solution=move_text(puzzle.game, puzzle.solution),
    )


def solution_info(solution: Solution) -> types.SolutionInfo:
    """What the exact solver has proved."""
    game = solution.board.game
    return document(
        types.SolutionInfo,
        solution,
        **_of(solution.board),
        lower=solution.bounds.lower,
        upper=solution.bounds.upper,
        best=_texts(game, solution.best_moves),
        line=_texts(game, solution.line),
        moves={
            move_text(game, move): document(types.BoundsInfo, bounds)
            for move, bounds in sorted(solution.moves.items())
        },
        seconds=round(solution.time, _DIGITS),
    )


def match_info(run: Run, records: Sequence[GameRecord]) -> types.MatchInfo:
    """The result of a match or tournament so far."""
    from inarow.match.elo import tally
    from inarow.match.standings import standings

    summary = standings(records, run.labels)
    return types.MatchInfo(
        wire=WIRE,
        game=run.plan["game"],
        run=run.id,
        started=run.started,
        ended=run.ended or "",
        games=summary.games,
        first_player_score=summary.first_player_score,
        standings=[
            document(
                types.StandingInfo,
                line,
                player=line.label,
                elo=finite(line.elo),
                margin=finite(line.margin),
                seconds_a_move=round(line.seconds, _DIGITS),
                nodes_a_move=line.nodes,
            )
            for line in summary.lines
        ],
        meetings=[
            document(types.MeetingInfo, met, player=one, opponent=other)
            for one, other in combinations(summary.labels, 2)
            if (met := tally(records, one, other)).games
        ],
    )


def json_list(documents: Iterable[DataclassInstance]) -> str:
    """Documents as one JSON list, indented."""
    return json.dumps([asdict(one) for one in documents], indent=2, allow_nan=False)


def json_line(document: DataclassInstance) -> str:
    """A document as JSON on one line; what is no number is refused."""
    return json.dumps(asdict(document), allow_nan=False)


def record_text(record: types.RecordInfo) -> str:
    """A record as the text of a file, a move's annotation a line."""
    data = asdict(record)
    lists = {name: data.pop(name) for name in ("unseen", "comments", "annotations")}
    head = json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False).removesuffix("\n}")
    # Most players see what they see, few games have comments, and files say nothing of either.
    written = {name: rows for name, rows in lists.items() if rows or name == "annotations"}
    told = "".join(f',\n "{name}": {_rows(rows)}' for name, rows in written.items())
    return f"{head}{told}\n}}\n"


def _rows(documents: Sequence[object]) -> str:
    rows = ",\n".join(
        "  " + json.dumps(one, ensure_ascii=False, allow_nan=False) for one in documents
    )
    return f"[\n{rows}\n ]" if documents else "[]"


def document(kind: type[Document], source: object, **given: Any) -> Document:
    """A document of what is given, and of what the source calls as the document's other fields."""
    others = [one.name for one in fields(kind) if one.name not in given]
    return kind(**given, **{name: _plain(getattr(source, name)) for name in others})


def _plain(value: Any) -> Any:
    match value:
        case Score():
            return score_info(value)
        case Side():
            return str(value)
        case Enum():
            return value.value
        case tuple():
            return list(value)
    return value


def _of(board: Board) -> dict[str, Any]:
    """What every document about a position begins with."""
    return {
        "wire": WIRE,
        "game": str(board.game),
        "position": board.text(),
        "turn": _side(board.turn),
    }


def _group(entry: RosterEntry) -> types.GroupCode:
    """Under which heading a player is listed."""
    if entry.timed:
        return "strongest"
    if entry.name.startswith("level-"):
        return "levels"
    return "documents" if entry.about.startswith("Document") else "others"


def _side(side: Side) -> types.SideCode:
    return cast("types.SideCode", str(side))


def _texts(game: Game, moves: Iterable[int]) -> list[str]:
    return [move_text(game, move) for move in moves]


def _node_info(trace: Trace, node: Node, is_best: bool) -> types.NodeInfo:
    game = trace.board.game
    return document(
        types.NodeInfo,
        node,
        moves=_texts(game, node.moves),
        cell=trace.board_at(node).last_cell() if node.moves else None,
        alpha=finite(node.alpha),
        beta=finite(node.beta),
        value=finite(node.value),
        pruned=_texts(game, node.pruned),
        unrecorded=_texts(game, node.unrecorded),
        best=is_best,
    )


def finite(value: float) -> float | None:
    """A number that JSON can hold, or None."""
    return value if math.isfinite(value) else None
