"""From the library's objects to what goes over the wire."""

from __future__ import annotations

import math
import re

from inarow.apps.web import reports, schemas
from inarow.rules.board import Board, Outcome
from inarow.rules.catalogue import CATALOGUE
from inarow.rules.diagram import line as board_line
from inarow.rules.game import Game
from inarow.rules.notation import column_letter, move_text
from inarow.rules.shapes import cells_in
from inarow.rules.side import Side
from inarow.search.analysis import Analysis
from inarow.search.score import Kind, Score

_TITLES = {
    "connect4": "Connect Four",
    "square": "Connect 4 in a Square",
    "gomoku": "Gomoku",
    "gomoku-standard": "Gomoku, exactly five",
    "tictactoe": "Tic-tac-toe",
    "connect3": "Connect Three",
    "connect5": "Connect Five",
    "four": "Four on paper",
}

_PLAYER_TITLES = {"perfect": "Perfect", "five": "Engine"}

#: The headings under which players are listed, in order.
GROUPS = ("Levels", "Strongest", "From the documents", "Others")


def game_info(game: Game) -> schemas.GameInfo:
    """A game as the page needs it."""
    known = CATALOGUE.get(game.family)
    wins = game.wins
    return schemas.GameInfo(
        text=str(game),
        family=game.family,
        title=_TITLES.get(game.family, "A game of your own"),
        about=known.about if known else game.describe(),
        rules=game.describe(),
        width=game.width,
        height=game.height,
        gravity=game.gravity,
        shape=wins.kind,
        size=wins.block or game.pieces_to_win,
        exact=wins.exact,
        columns=[str(x + 1) if game.gravity else column_letter(x) for x in range(game.width)],
        analyst=reports.analyst_name(game),
    )


def position_info(board: Board) -> schemas.PositionInfo:
    """A board with its history, legal moves and outcome."""
    start = board.start()
    stones = [list(cells_in(start.stones(side))) for side in Side]
    return schemas.PositionInfo(
        game=game_info(board.game),
        start=board_line(start) if start.ply else "",
        set_up=stones,
        moves=moves_info(start, board.moves),
        moves_text=board.moves_text(),
        turn=side_info(board.turn),
        legal=[
            schemas.MoveInfo(move=move_text(board.game, move), cell=board.landing_cell(move))
            for move in board.legal_moves
        ],
        outcome=_outcome_info(board.outcome()),
        text=board.text(),
    )


def moves_info(start: Board, moves: tuple[int, ...]) -> list[schemas.MoveInfo]:
    """Moves played from a board, each with the cell it fills."""
    board = start.copy()
    listed = []
    for move in moves:
        cell = board.landing_cell(move)
        listed.append(schemas.MoveInfo(move=move_text(board.game, move), cell=cell))
        board.push_legal(move)
    return listed


def score_info(board: Board, score: Score) -> schemas.ScoreInfo:
    """A score of the player to move, with a place on the bar that X and O share."""
    heuristic = score.kind is Kind.HEURISTIC
    return schemas.ScoreInfo(
        kind=score.kind.value,
        text=_score_text(score),
        plies=score.plies,
        value=_finite(score.value) if heuristic else None,
        meter=meter(score.pov(Side.X, board.turn)),
    )


def analysis_info(board: Board, report: reports.Report) -> schemas.AnalysisInfo:
    """A report, every line with its cells."""
    return schemas.AnalysisInfo(
        by=report.by,
        lines=[
            schemas.LineInfo(
                move=move_text(board.game, line.moves[0]),
                score=score_info(board, line.score),
                line=moves_info(board, line.moves),
            )
            for line in report.lines
        ],
        depth=report.depth,
        nodes=report.nodes,
        seconds=round(report.seconds, 3),
        speed=round(report.nodes / report.seconds) if report.seconds > 0 else 0,
        complete=report.complete,
        note="solved" if report.solved else "",
    )


def thought(analysis: Analysis) -> str:
    """What a player thought about its move, in a few words."""
    return (
        f"{_score_text(analysis.score)}, depth {analysis.depth}, "
        f"{analysis.nodes:,} nodes in {analysis.time:.1f} s"
    )


def meter(score: Score) -> float:
    """Where a score lies between lost (-1) and won (1)."""
    return 2 * score.win_probability - 1


def player_title(name: str) -> str:
    """A player's name for people.

    >>> player_title("branch-and-bound"), player_title("level-3")
    ('Branch and bound', 'Level 3')
    """
    if name in _PLAYER_TITLES:
        return _PLAYER_TITLES[name]
    return name.replace("-", " ").capitalize()


def player_group(name: str, about: str) -> str:
    """Under which heading a player is listed.

    >>> player_group("perfect", "Solves the game"), player_group("random", "Plays any move")
    ('Strongest', 'Others')
    """
    if name in _PLAYER_TITLES:
        return "Strongest"
    if re.fullmatch(r"level-\d+", name):
        return "Levels"
    return "From the documents" if about.startswith("Document") else "Others"


def _score_text(score: Score) -> str:
    if score.kind is Kind.HEURISTIC:
        return f"{_finite(score.value):+.4g}"
    return str(score)


def finite_or_none(value: float) -> float | None:
    """A number that JSON can carry; None for an endless one."""
    return value if math.isfinite(value) else None


def _finite(value: float) -> float:
    """A number that JSON can carry."""
    return max(-1e15, min(1e15, value)) if not math.isnan(value) else 0.0


def _outcome_info(outcome: Outcome | None) -> schemas.OutcomeInfo | None:
    if outcome is None:
        return None
    return schemas.OutcomeInfo(
        winner=None if outcome.winner is None else side_info(outcome.winner),
        cells=list(outcome.cells),
        text=str(outcome),
    )


def side_info(side: Side) -> schemas.Side:
    """A side by its letter."""
    return "X" if side is Side.X else "O"
