"""Why a move is good or bad, in one plain sentence, from the board and from what was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.notation import move_text, spaced_moves
from inarow.rules.threats import winning_moves
from inarow.search.analysis import Line
from inarow.search.score import Kind, Score
from inarow.study.explain.motifs import Finding, Motif, motifs
from inarow.study.explain.phrases import (
    People,
    moves_words,
    name_of_move,
    number_word,
    plain_row,
    result_clause,
    row_name,
    rows_words,
    short_row,
    threats_word,
    where_words,
)
from inarow.study.explain.plans import (
    DECISIVE,
    WINS_AT_ONCE,
    Zugzwang,
    decisive_later,
    forced_by_threats,
    zugzwang,
)
from inarow.study.explain.threats import after_line

#: A tactic further away than this many plies explains nothing to a person.
_FORESEEABLE = 8

_STOPS = (Motif.BLOCKS, Motif.STOPS_OPEN_THREE, Motif.STOPS_TWO_THREATS)
_ATTACKS = (Motif.THREAT, Motif.OPEN_THREE, Motif.ODD_THREAT, Motif.EVEN_THREAT)

#: Motifs that speak for a move.
_GOOD = (Motif.WINS, *DECISIVE, *_STOPS, *_ATTACKS, Motif.MIDDLE)
#: What is said of an answer only if nothing else can be said of the move.
_WEAK = (Motif.MIDDLE, Motif.ONLY_MOVE)


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence, the motif it names, and the cells that show it."""

    text: str
    motif: Motif | None = None
    cells: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Said:
    """What can be said of a move: the end of a sentence that begins with the move's name."""

    clause: str
    motif: Motif | None = None
    cells: tuple[int, ...] = ()


def why_good(
    board: Board,
    move: int,
    score: Score,
    line: Sequence[int],
    move_scores: dict[int, Score] | None = None,
    better: int | None = None,
    people: People | None = None,
) -> Reason:
    """Why a move with this score and line is worth playing.

    ``move_scores`` tells of the other moves, as far as they are known, and ``better`` is the best
    move where this one is only good.
    """
    said = _Teller(people or People()).praise(board, move, score, line, move_scores or {})
    if not said.motif and better is not None and not score.is_exact:
        said = _Said(f"is nearly as good as {moves_words(board.game, (better,))}")
    return _reason(board.game, move, said)


def why_bad(
    board: Board,
    move: int,
    score: Score,
    reply_line: Sequence[int],
    better: Line | None = None,
    people: People | None = None,
) -> Reason:
    """Why a move that lost something did so: what it allowed or missed, and what was better.

    ``reply_line`` is the opponent's best answer.
    """
    return _reason(
        board.game, move, _Teller(people or People()).blame(board, move, score, reply_line, better)
    )


def _reason(game: Game, move: int, said: _Said) -> Reason:
    return Reason(f"{name_of_move(game, move)} {said.clause}.", said.motif, said.cells)


@dataclass(frozen=True, slots=True)
class _Teller:
    """Puts what was found into words, with the players' names."""

    people: People

    # What speaks for a move

    def praise(
        self,
        board: Board,
        move: int,
        score: Score,
        line: Sequence[int],
        move_scores: dict[int, Score],
    ) -> _Said:
        found = [finding for finding in motifs(board, move) if finding.motif in _GOOD]
        result = result_clause(score)
        if found and found[0].motif is Motif.WINS:
            return self._say(board, found[0], "")
        match score.kind:
            case Kind.WIN:
                return self._praise_win(board, found, line, result)
            case Kind.LOSS:
                return self._praise_resistance(board, found, score)
        only = _is_only_move(board, move, move_scores)
        if only and not (found and found[0].motif in DECISIVE):
            return self._praise_only_move(board, found)
        if found:
            return self._say(board, found[0], result)
        if score.kind is Kind.DRAW:
            return _Said(f"{result}; neither side can force more")
        return _Said("looks best, though nothing is forced yet")

    def _praise_win(
        self, board: Board, found: list[Finding], line: Sequence[int], result: str
    ) -> _Said:
        """A proved win: by two threats, by force, by zugzwang, or by a tactic to come."""
        decisive = [finding for finding in found if finding.motif in DECISIVE]
        if decisive and decisive[0].motif in WINS_AT_ONCE:
            return self._say(board, decisive[0], result)
        forced = forced_by_threats(board, line)
        if forced is not None:
            return _say_forced(board, forced)
        if decisive:
            return self._say(board, decisive[0], result)
        held = zugzwang(board, line)
        if held is not None and held.since <= 1:
            return self._say_zugzwang(board, held, result)
        later = self._say_later(board, line, result)
        if later is not None:
            return later
        attacks = [finding for finding in found if finding.motif in _ATTACKS]
        stops = [finding for finding in found if finding.motif in _STOPS]
        middle = [finding for finding in found if finding.motif is Motif.MIDDLE]
        if attacks or stops or middle:
            return self._say(board, (attacks + stops + middle)[0], result)
        if held is not None:
            return self._say_zugzwang(board, held, result)
        return _Said(f"{result} with best play")

    def _say_zugzwang(self, board: Board, held: Zugzwang, result: str) -> _Said:
        game, mover, other = board.game, board.turn, board.turn.other
        column, row = held.cell % game.width + 1, game.xy(held.cell)[1] + 1
        under = f"{self.people.does(other, 'have')} to move under it"
        if held.since <= 1:
            plan = f"{self.people.whose(mover)} threat on row {row} stays until {under}"
        else:
            plan = f"{self.people.does(mover, 'get')} a threat on row {row}, and in the end {under}"
        clause = f"{result} by zugzwang in column {column}: {plan}"
        return _Said(clause, Motif.ZUGZWANG, (held.cell,))

    def _say_later(self, board: Board, line: Sequence[int], result: str) -> _Said | None:
        game = board.game
        later = decisive_later(board, line)
        if later is None or len(later.before) > _FORESEEABLE:
            return None
        before = spaced_moves(game, later.before)
        what = self._clause(after_line(board, later.before), later.finding)
        clause = f"{result}: after {before}, {move_text(game, later.move)} {what}"
        return _Said(clause, Motif.PLAN, later.finding.cells)

    def _praise_resistance(self, board: Board, found: list[Finding], score: Score) -> _Said:
        length = "" if score.moves is None else f" ({result_clause(score)})"
        for finding in found:
            if finding.motif is Motif.BLOCKS:
                blocks = self._clause(board, finding)
                clause = f"{blocks}, but every move loses against best play{length}"
                return _Said(clause, finding.motif, finding.cells)
        return _Said(f"holds out longest{length}; every move loses against best play")

    def _praise_only_move(self, board: Board, found: list[Finding]) -> _Said:
        for finding in found:
            if finding.motif in _STOPS:
                clause = f"{self._clause(board, finding)}; every other move loses"
                return _Said(clause, finding.motif, finding.cells)
        return _Said("is the only move that does not lose", Motif.ONLY_MOVE)

    # What speaks against it

    def blame(
        self,
        board: Board,
        move: int,
        score: Score,
        reply_line: Sequence[int],
        better: Line | None,
    ) -> _Said:
        on_board = self._blame_on_board(board, move)
        if on_board is not None:
            named = better is None or board.landing_cell(better.move) in on_board.cells
            return on_board if named else _with_better(board, on_board, better)
        # A move that still wins allows nothing.
        wins = score.kind is Kind.WIN
        allowed = None if wins else self._allowed(board, move, score, reply_line)
        if allowed is not None:
            return _with_better(board, allowed, better)
        return self._missed(board, score, better)

    def _blame_on_board(self, board: Board, move: int) -> _Said | None:
        """What the opponent, or the mover, could do at once."""
        game, other = board.game, board.turn.other
        found = {finding.motif: finding for finding in motifs(board, move)}
        if missed := found.get(Motif.MISSES_WIN):
            cells = [board.landing_cell(each) for each in winning_moves(board)]
            clause = f"misses the win {where_words(game, cells)}"
            return _Said(clause, Motif.MISSES_WIN, missed.cells)
        if left := found.get(Motif.LEAVES_WIN):
            who, where = self.people.name(other), where_words(game, left.cells)
            clause = f"does not stop {who} from completing {row_name(game)} {where}"
            return _Said(clause, Motif.LEAVES_WIN, left.cells)
        if given := found.get(Motif.GIVES_CELL_ABOVE):
            clause = f"gives {self.people.name(other)} the cell above it, which completes "
            return _Said(clause + row_name(game), Motif.GIVES_CELL_ABOVE, given.cells)
        return None

    def _allowed(
        self, board: Board, move: int, score: Score, reply_line: Sequence[int]
    ) -> _Said | None:
        """What the opponent can do after the move, as far as it can be shown."""
        if not reply_line:
            return None
        game, other = board.game, board.turn.other
        after = after_line(board, (move,))
        answer = self.praise(after, reply_line[0], -score, reply_line, {})
        held = zugzwang(after, reply_line)
        if held is not None and (answer.motif is Motif.ZUGZWANG or answer.motif in _WEAK):
            return self._blame_zugzwang(board, held)
        if answer.motif and answer.motif not in _WEAK:
            reply = moves_words(game, reply_line[:1])
            clause = f"lets {self.people.name(other)} play {reply}, which {answer.clause}"
            return _Said(clause, answer.motif, answer.cells)
        for finding in motifs(board, move):
            if finding.motif is Motif.WASTES_THREAT:
                clause = f"wastes the threat above it: {self.people.name(other)} can fill that cell"
                return _Said(f"{clause} now", finding.motif, finding.cells)
        later = decisive_later(after, reply_line) if score.kind is Kind.LOSS else None
        if later is None:
            return None
        what = self._clause(after_line(after, later.before), later.finding)
        number = after.ply + len(later.before) + 1
        whose, where = self.people.whose(other), moves_words(game, (later.move,))
        clause = f"{result_clause(score)}: {whose} {where} on move {number} {what}"
        return _Said(clause, Motif.PLAN, later.finding.cells)

    def _blame_zugzwang(self, board: Board, held: Zugzwang) -> _Said:
        game, mover, other = board.game, board.turn, board.turn.other
        column, row = held.cell % game.width + 1, game.xy(held.cell)[1] + 1
        verb = "gives" if held.since <= 1 else "lets"
        gets = "" if held.since <= 1 else "get "
        clause = (
            f"{verb} {self.people.name(other)} {gets}a threat on row {row} of column {column}, and "
            f"in the end {self.people.does(mover, 'have')} to move under it (zugzwang)"
        )
        return _Said(clause, Motif.ZUGZWANG, (held.cell,))

    def _missed(self, board: Board, score: Score, better: Line | None) -> _Said:
        """What the best move would have done, where nothing can be said of this one."""
        ends = "only draws" if score.kind is Kind.DRAW else result_clause(score)
        if better is None:
            return _Said(ends or "is not the best move")
        missed = self.praise(board, better.move, better.score, better.moves, {})
        name = moves_words(board.game, (better.move,))
        if missed.motif:
            loses = f"{ends}; it " if ends else ""
            clause = f"{loses}misses {name}, which {missed.clause}"
            return _Said(clause, missed.motif, missed.cells)
        return _with_better(board, _Said(ends or self._lowers(board, score, better)), better)

    def _lowers(self, board: Board, score: Score, better: Line) -> str:
        before, after = better.score.win_probability, score.win_probability
        whose = self.people.whose(board.turn)
        return f"lowers {whose} chance to win from {before:.0%} to {after:.0%}"

    # Motifs in words

    def _say(self, board: Board, finding: Finding, result: str) -> _Said:
        """A motif and what comes of it."""
        clause = self._clause(board, finding)
        ending = f", and {result}" if result else ""
        return _Said(clause + ending, finding.motif, finding.cells)

    def _clause(self, board: Board, finding: Finding) -> str:
        """What a motif does, as the end of a sentence that starts with the move."""
        game = board.game
        there = where_words(game, finding.cells)
        row = row_name(game)
        four, three = short_row(game, 1), short_row(game, 2)
        where = rows_words(game, finding.cells)
        count = number_word(len(finding.cells))
        theirs = self.people.whose(board.turn.other)
        other = self.people.name(board.turn.other)
        return {
            Motif.WINS: f"wins now with {row}",
            Motif.BLOCKS: f"blocks {theirs} {plain_row(game)}",
            Motif.SEVEN: f'makes the "7": a bar and a diagonal that both threaten {row}',
            Motif.OPEN_FOUR: f"makes an open {four} that wins {there}",
            Motif.FOUR_AND_THREE: f"makes a {four} and an open {three} at once",
            Motif.TWO_THREATS: f"makes {count} threats at once, {there}",
            Motif.STACKED_THREATS: f"makes two threats one above the other, {there}",
            Motif.DOUBLE_THREE: f"opens a double {three}",
            Motif.STOPS_OPEN_THREE: f"stops {theirs} open {three}",
            Motif.STOPS_TWO_THREATS: f"takes the cell where {other} would make two threats at once",
            Motif.THREAT: f"threatens to win {there}",
            Motif.OPEN_THREE: f"makes an open {three}",
            Motif.ODD_THREAT: (
                f"makes a threat on {where}, an odd row, which the first player wants"
            ),
            Motif.EVEN_THREAT: (
                f"makes a threat on {where}, an even row, which the second player wants"
            ),
            Motif.MIDDLE: _middle_clause(game),
        }[finding.motif]


def _with_better(board: Board, said: _Said, better: Line | None) -> _Said:
    """What is said of a bad move, and the better one with what it would have kept."""
    if better is None:
        return said
    match better.score.kind:
        case Kind.LOSS:
            what = "holds out longer"
        case Kind.HEURISTIC:
            what = "was better"
        case _:
            what = result_clause(better.score)
    clause = f"{said.clause}; {moves_words(board.game, (better.move,))} {what}"
    return _Said(clause, said.motif, said.cells)


def _is_only_move(board: Board, move: int, move_scores: dict[int, Score]) -> bool:
    """Say whether there are other moves and each of them is proved to lose."""
    others = [move_scores.get(other) for other in board.legal_moves if other != move]
    return bool(others) and all(score is not None and score.kind is Kind.LOSS for score in others)


def _say_forced(board: Board, forced: Sequence[int]) -> _Said:
    moves = spaced_moves(board.game, forced)
    threats = threats_word(board.game)
    clause = f"starts a forced win by {threats} that each allow only one reply ({moves})"
    return _Said(clause, Motif.FORCED_WIN, _landing_cells(board, forced))


def _middle_clause(game: Game) -> str:
    where = "the middle column" if game.gravity else "the middle"
    return f"takes {where}, where most {'lines cross' if game.wins.run else 'ways to win meet'}"


def _landing_cells(board: Board, moves: Sequence[int]) -> tuple[int, ...]:
    position = board.copy()
    cells = []
    for move in moves:
        cells.append(position.landing_cell(move))
        position.push(move)
    return tuple(cells)
