"""Why a move is good or bad, in one plain sentence, from the board and from what was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.notation import column_letter, move_text
from inarow.rules.threats import winning_moves
from inarow.search.score import Kind, Score
from inarow.study.explain.motifs import Finding, Motif, motifs
from inarow.study.explain.plans import (
    DECISIVE,
    WINS_AT_ONCE,
    decisive_later,
    forced_by_threats,
    zugzwang_cell,
)
from inarow.study.explain.threats import after_line

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

#: A tactic further away than this many plies explains nothing to a person.
_FORESEEABLE = 8

_STOPS = (Motif.BLOCKS, Motif.STOPS_OPEN_THREE, Motif.STOPS_TWO_THREATS)
_ATTACKS = (Motif.THREAT, Motif.OPEN_THREE, Motif.ODD_THREAT, Motif.EVEN_THREAT)

#: Motifs that speak for a move.
_GOOD = (Motif.WINS, *DECISIVE, *_STOPS, *_ATTACKS, Motif.MIDDLE)


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence, the motif it names, and the cells that show it."""

    text: str
    motif: Motif | None = None
    cells: tuple[int, ...] = ()


def why_good(
    board: Board,
    move: int,
    score: Score,
    line: Sequence[int],
    move_scores: dict[int, Score] | None = None,
    better: int | None = None,
) -> Reason:
    """Why a move with this score and line is worth playing.

    ``move_scores`` tells of the other moves, as far as they are known, and ``better`` is the best
    move where this one is only good.
    """
    said = _praise(board, move, score, line, move_scores or {})
    if not said.motif and better is not None and not score.is_exact:
        said = _Said(f"is nearly as good as {_moves(board.game, (better,))}")
    return Reason(f"{_name(board.game, move)} {said.clause}.", said.motif, said.cells)


def why_bad(
    board: Board, move: int, score: Score, reply_line: Sequence[int], best: int | None = None
) -> Reason:
    """Why a move that lost something did so; ``reply_line`` is the opponent's best answer."""
    said = _blame_on_board(board, move) or _blame_reply(board, move, score, reply_line, best)
    return Reason(f"{_name(board.game, move)} {said.clause}.", said.motif, said.cells)


@dataclass(frozen=True, slots=True)
class _Said:
    """What can be said of a move: the end of a sentence that begins with the move's name."""

    clause: str
    motif: Motif | None = None
    cells: tuple[int, ...] = ()


def _praise(
    board: Board, move: int, score: Score, line: Sequence[int], move_scores: dict[int, Score]
) -> _Said:
    found = [finding for finding in motifs(board, move) if finding.motif in _GOOD]
    result = _result_clause(score)
    if found and found[0].motif is Motif.WINS:
        return _say(board, found[0], "")
    match score.kind:
        case Kind.WIN:
            return _praise_win(board, found, line, result)
        case Kind.LOSS:
            return _praise_resistance(board, found, score)
    only = _is_only_move(board, move, move_scores)
    if only and not (found and found[0].motif in DECISIVE):
        return _praise_only_move(board, found)
    if found:
        return _say(board, found[0], result)
    if score.kind is Kind.DRAW:
        return _Said(f"{result}; neither side can force more")
    return _Said("scores best of all moves, though the search sees no forced result")


def _praise_win(board: Board, found: list[Finding], line: Sequence[int], result: str) -> _Said:
    """A proved win: by two threats, by force, by zugzwang, or by a tactic to come."""
    game = board.game
    decisive = [finding for finding in found if finding.motif in DECISIVE]
    if decisive and decisive[0].motif in WINS_AT_ONCE:
        return _say(board, decisive[0], result)
    forced = forced_by_threats(board, line)
    if forced is not None:
        moves = " ".join(move_text(game, one) for one in forced)
        clause = f"starts a forced win by {threats_word(game)} that allow one answer each ({moves})"
        return _Said(clause, Motif.FORCED_WIN, _landing_cells(board, forced))
    if decisive:
        return _say(board, decisive[0], result)
    cell = zugzwang_cell(board, line)
    if cell is not None:
        return _praise_zugzwang(board, cell, result)
    later = decisive_later(board, line)
    if later is not None and len(later.before) <= _FORESEEABLE:
        before = " ".join(move_text(game, one) for one in later.before)
        what = _clause(after_line(board, later.before), later.finding)
        clause = f"{result}: after {before}, {move_text(game, later.move)} {what}"
        return _Said(clause, Motif.PLAN, later.finding.cells)
    attacks = [finding for finding in found if finding.motif in _ATTACKS]
    stops = [finding for finding in found if finding.motif in _STOPS]
    middle = [finding for finding in found if finding.motif is Motif.MIDDLE]
    if attacks or stops or middle:
        return _say(board, (attacks + stops + middle)[0], result)
    return _Said(f"{result} with best play")


def _praise_zugzwang(board: Board, cell: int, result: str) -> _Said:
    row = board.game.xy(cell)[1] + 1
    parity = "odd" if row % 2 else "even"
    clause = (
        f"{result} by zugzwang: {board.turn}'s threat at {cell_text(board.game, cell)}, on the "
        f"{parity} row {row}, stays until {board.turn.other} has to move under it"
    )
    return _Said(clause, Motif.ZUGZWANG, (cell,))


def _praise_resistance(board: Board, found: list[Finding], score: Score) -> _Said:
    length = "" if score.moves is None else f" (loss in {score.moves})"
    for finding in found:
        if finding.motif is Motif.BLOCKS:
            clause = f"{_clause(board, finding)}, yet every move loses against best play{length}"
            return _Said(clause, finding.motif, finding.cells)
    return _Said(f"holds out longest{length}; every move loses against best play")


def _praise_only_move(board: Board, found: list[Finding]) -> _Said:
    for finding in found:
        if finding.motif in _STOPS:
            clause = f"{_clause(board, finding)}; every other move loses"
            return _Said(clause, finding.motif, finding.cells)
    return _Said("is the only move that does not lose", Motif.ONLY_MOVE)


def _is_only_move(board: Board, move: int, move_scores: dict[int, Score]) -> bool:
    """Say whether there are other moves and each of them is proved to lose."""
    others = [move_scores.get(other) for other in board.legal_moves if other != move]
    return bool(others) and all(score is not None and score.kind is Kind.LOSS for score in others)


def _blame_on_board(board: Board, move: int) -> _Said | None:
    """What the opponent, or the mover, could do at once."""
    game, other = board.game, board.turn.other
    found = {finding.motif: finding for finding in motifs(board, move)}
    if missed := found.get(Motif.MISSES_WIN):
        clause = f"misses the win at {_moves(game, winning_moves(board))}"
        return _Said(clause, Motif.MISSES_WIN, missed.cells)
    if left := found.get(Motif.LEAVES_WIN):
        where = _cells(game, left.cells)
        clause = f"does not stop {_row_name(game)} that {other} completes at {where}"
        return _Said(clause, Motif.LEAVES_WIN, left.cells)
    if given := found.get(Motif.GIVES_CELL_ABOVE):
        clause = f"gives {other} the cell above it, which completes {_row_name(game)}"
        return _Said(clause, Motif.GIVES_CELL_ABOVE, given.cells)
    return None


def _blame_reply(
    board: Board, move: int, score: Score, reply_line: Sequence[int], best: int | None
) -> _Said:
    """What the opponent's best answer does."""
    game, other = board.game, board.turn.other
    if not reply_line:
        return _Said(_result_clause(score) or "is not the best move")
    reply = _moves(game, reply_line[:1])
    answer = _praise(after_line(board, (move,)), reply_line[0], -score, reply_line, {})
    if answer.motif and answer.motif not in (Motif.MIDDLE, Motif.ONLY_MOVE):
        clause = f"lets {other} play {reply}, which {answer.clause}"
        return _Said(clause, answer.motif, answer.cells)
    for finding in motifs(board, move):
        if finding.motif is Motif.WASTES_THREAT:
            clause = f"wastes the threat above it: {other} can fill that cell now"
            return _Said(clause, finding.motif, finding.cells)
    better = "" if best is None else f"; {_moves(game, (best,))} was better"
    ends = "only draws" if score.kind is Kind.DRAW else _result_clause(score)
    result = f" and then {ends}" if score.is_exact else ""
    return _Said(f"is answered by {reply}{result}{better}")


def _say(board: Board, finding: Finding, result: str) -> _Said:
    """A motif and what comes of it."""
    clause = _clause(board, finding)
    ending = f", and {result}" if result else ""
    return _Said(clause + ending, finding.motif, finding.cells)


def _clause(board: Board, finding: Finding) -> str:
    """What a motif does, as the end of a sentence that starts with the move."""
    game = board.game
    cells = _cells(game, finding.cells)
    row = _row_name(game)
    four, three = _short_row(game, 1), _short_row(game, 2)
    where = _rows_of(game, finding.cells)
    return {
        Motif.WINS: f"wins now with {row}",
        Motif.BLOCKS: f"blocks {board.turn.other}'s {_plain_row(game)}",
        Motif.SEVEN: f'makes the "7": a bar and a diagonal that both threaten {row}',
        Motif.OPEN_FOUR: f"makes an open {four} that wins at {cells}",
        Motif.FOUR_AND_THREE: f"makes a {four} and an open {three} at once",
        Motif.TWO_THREATS: f"makes {_number(len(finding.cells))} threats at once, at {cells}",
        Motif.STACKED_THREATS: f"makes two threats one above the other, at {cells}",
        Motif.DOUBLE_THREE: f"opens a double {three}",
        Motif.STOPS_OPEN_THREE: f"stops {board.turn.other}'s open {three}",
        Motif.STOPS_TWO_THREATS: (
            f"takes the cell where {board.turn.other} would make two threats at once"
        ),
        Motif.THREAT: f"threatens to win at {cells}",
        Motif.OPEN_THREE: f"makes an open {three}",
        Motif.ODD_THREAT: f"makes a threat on {where}, an odd row, which the first player wants",
        Motif.EVEN_THREAT: (
            f"makes a threat on {where}, an even row, which the second player wants"
        ),
        Motif.MIDDLE: _middle_clause(game),
    }[finding.motif]


def _middle_clause(game: Game) -> str:
    where = "the middle column" if game.gravity else "the middle"
    return f"takes {where}, where most winning groups meet"


def _result_clause(score: Score) -> str:
    """What a score means for the mover, as the end of a sentence."""
    match score.kind:
        case Kind.WIN:
            return "wins by force" if score.moves is None else f"wins in {score.moves}"
        case Kind.LOSS:
            return "loses" if score.moves is None else f"loses in {score.moves}"
        case Kind.DRAW:
            return "holds the draw"
        case Kind.HEURISTIC:
            return ""


def _name(game: Game, move: int) -> str:
    text = move_text(game, move)
    return f"Column {text}" if game.gravity else text


def cell_text(game: Game, cell: int) -> str:
    """A cell's name, with letters for columns in every game.

    >>> from inarow.rules.catalogue import game
    >>> cell_text(game("connect4"), 17)
    'd3'
    """
    x, y = game.xy(cell)
    return f"{column_letter(x)}{y + 1}"


def _cells(game: Game, cells: Sequence[int]) -> str:
    """Where threats are: columns where pieces fall and the columns differ, else cells."""
    columns = sorted(cell % game.width for cell in cells)
    if game.gravity and len(set(columns)) == len(columns):
        word = "column" if len(columns) == 1 else "columns"
        return f"{word} {_and([str(x + 1) for x in columns])}"
    return _and([cell_text(game, cell) for cell in cells])


def _moves(game: Game, moves: Sequence[int]) -> str:
    names = _and([move_text(game, move) for move in moves])
    if not game.gravity:
        return names
    return f"column {names}" if len(moves) == 1 else f"columns {names}"


def _rows_of(game: Game, cells: Sequence[int]) -> str:
    rows = sorted({game.xy(cell)[1] + 1 for cell in cells})
    return f"row {rows[0]}" if len(rows) == 1 else f"rows {_and([str(row) for row in rows])}"


def _and(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + f" and {words[-1]}"


def _plain_row(game: Game) -> str:
    return f"{_number(game.wins.run)} in a row" if game.wins.run else game.wins.noun


def _row_name(game: Game) -> str:
    return _plain_row(game) if game.wins.run else str(game.wins)


def _short_row(game: Game, missing: int) -> str:
    return _number(game.wins.run - missing) if game.wins.run else game.wins.noun


def _number(value: int) -> str:
    return _NUMBERS[value] if 0 <= value < len(_NUMBERS) else str(value)


def threats_word(game: Game) -> str:
    """What a game calls moves that threaten to win with the next one."""
    is_gomoku = not game.gravity and game.wins.run == 5
    return "fours" if is_gomoku else "threats"


def _landing_cells(board: Board, moves: Sequence[int]) -> tuple[int, ...]:
    position = board.copy()
    cells = []
    for move in moves:
        cells.append(position.landing_cell(move))
        position.push(move)
    return tuple(cells)
