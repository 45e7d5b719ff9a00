"""Puzzles: positions where exactly one move wins, or exactly one saves the game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.rules.notation import move_text
from inarow.rules.symmetry import canonical_key
from inarow.search.analysis import Analysis, Line
from inarow.search.engine import Engine
from inarow.search.gomoku.games import refusal
from inarow.search.limit import Limit
from inarow.search.score import Kind, Score
from inarow.search.stopping import StopSignal, is_stopped
from inarow.search.strongest import has_few_moves, strongest
from inarow.search.tree.documented import full_recipe_for
from inarow.search.tree.ordering import near_last_move
from inarow.study.explain.phrases import threats_word
from inarow.study.explain.reasons import why_good

if TYPE_CHECKING:
    from inarow.study.puzzles.fours import FoursProver

#: How deep the plain searches look that a puzzle is tried on.
TRIED_DEPTHS = range(1, 9)
#: What finding out the truth about one position may take.
USUAL_LIMIT = Limit(time=2.0)
#: What trying all fours of one position may take; nearly always a few hundred are enough.
_FOURS_NODES = 20_000
#: After so many games on end that are over before a puzzle can arise, none is looked for.
_SHORT_GAMES = 200


class PuzzleError(InarowError):
    """This is not a puzzle."""


class Task(Enum):
    """What the one move does."""

    WIN = "win"
    SAVE = "save"


class Proof(Enum):
    """How it is known that there is only one such move."""

    #: Every move's result is proved.
    SOLVED = "solved"
    #: Every sequence of fours was tried; slower wins were not.
    FOURS = "fours"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, what is asked, the one move that does it, and how hard it is to find."""

    game: Game
    #: The moves that lead to the position.
    moves: tuple[int, ...]
    task: Task
    solution: int
    score: Score
    #: How many moves the win takes, or the longest of the wins that the one move prevents.
    length: int
    #: The depth up to which a plain search plays something else; 0 if every depth finds it.
    fails_to_depth: int
    reason: str
    proof: Proof

    @property
    def grade(self) -> int:
        """From 1, easy, to 5, hard: by how long the win takes and how deep one has to look."""
        # On a large board fewer depths can be tried, and each of them is harder for people too.
        each_depth = 2 if has_few_moves(self.game) else 3
        hardness = min(self.length, 10) - 1 + each_depth * self.fails_to_depth
        return 1 + sum(hardness >= step for step in (3, 7, 12, 17))

    def board(self) -> Board:
        """The position."""
        return Board(self.game, self.moves)

    def repeats(self, other: Puzzle) -> bool:
        """Say whether this comes later in the same game and has the same solution."""
        same_game = self.moves[: len(other.moves)] == other.moves
        return same_game and (self.task, self.solution) == (other.task, other.solution)

    def question(self) -> str:
        """What is asked, for people."""
        mover = self.board().turn
        match self.task, self.proof:
            case Task.WIN, Proof.SOLVED:
                return f"{mover} to move and win in {self.length}: only one move does it."
            case Task.WIN, Proof.FOURS:
                by = f"win by {threats_word(self.game)} in at most {self.length}"
                return f"{mover} to move and {by}: only one move starts it."
            case Task.SAVE, Proof.SOLVED:
                return f"{mover} to move: only one move does not lose."
        by = f"{mover.other} threatens to win by {threats_word(self.game)}"
        return f"{mover} to move: {by}, and only one move stops it."

    def claim(self) -> str:
        """What exactly is proved, in one or two sentences."""
        if self.proof is Proof.SOLVED:
            win = self.task is Task.WIN
            return (
                f"Proved: {'this move wins, no other does' if win else 'every other move loses'}."
            )
        fours = threats_word(self.game)
        if self.task is Task.WIN:
            return (
                f"Proved: this move starts a win by {fours}, and no other move does. A slower win "
                "by another move is not ruled out."
            )
        return (
            f"Proved: after every other move the opponent wins by {fours}, after this one not by "
            f"{fours}. A slower win against it is not ruled out."
        )

    def answer(self, move: int) -> tuple[bool, str]:
        """Say whether a move is the solution, and why."""
        if move == self.solution:
            return True, self.reason
        word = "wins" if self.task is Task.WIN else "saves the game"
        solution = move_text(self.game, self.solution)
        return False, f"{move_text(self.game, move)} is not it; {solution} {word}. {self.reason}"


def puzzles(
    game: Game,
    *,
    seed: int | None = None,
    grades: range = range(1, 6),
    limit: Limit = USUAL_LIMIT,
    positions: int | None = None,
    engine: Engine | None = None,
    stop: StopSignal | None = None,
) -> Iterator[Puzzle]:
    """Make puzzles, no two alike: without end, or from so many positions.

    Alike are those that a symmetry makes the same, and those of one game with the same solution.

    The same seed gives the same puzzles as long as the limit is not one of time that is reached.
    """
    maker = _Maker(game, random.Random(seed), limit, engine or strongest(game), stop)
    seen = set()
    last: Puzzle | None = None
    for board in islice(maker.positions(), positions):
        puzzle = maker.puzzle(board)
        if is_stopped(stop):
            return
        if puzzle is None or puzzle.grade not in grades:
            continue
        key = canonical_key(board)
        if key not in seen and not (last is not None and puzzle.repeats(last)):
            seen.add(key)
            last = puzzle
            yield puzzle


def puzzle_of(board: Board, limit: Limit = USUAL_LIMIT, stop: StopSignal | None = None) -> Puzzle:
    """The puzzle that a position is; an error if it is none, or if that is not proved in time."""
    game = board.game
    found = _Maker(game, random.Random(0), limit, strongest(game), stop).puzzle(board)
    if found is None:
        raise PuzzleError(
            "this position is not a puzzle: there is not exactly one move that wins or saves the "
            "game"
        )
    return found


def evenly(found: Iterable[Puzzle], each: int) -> Iterator[Puzzle]:
    """Of some puzzles the first ``each`` of every grade and task."""
    taken: Counter[tuple[int, Task]] = Counter()
    for puzzle in found:
        kind = puzzle.grade, puzzle.task
        if taken[kind] < each:
            taken[kind] += 1
            yield puzzle


class _Maker:
    """Plays games that are partly sensible and looks for puzzles in them."""

    #: How often a move is a plain search's instead of any, so that threats arise; one for a game.
    SENSIBLE = (0.3, 0.6, 0.9)

    def __init__(
        self,
        game: Game,
        chance: random.Random,
        limit: Limit,
        engine: Engine,
        stop: StopSignal | None,
    ) -> None:
        self.game = game
        self.chance = chance
        self.limit = limit
        self.engine = engine
        self.stop = stop
        self.recipe = full_recipe_for(game)

    def puzzle(self, board: Board) -> Puzzle | None:
        """The puzzle that a position is, if it is one."""
        if has_few_moves(self.game):
            return self._from_scores(board)
        return self._win_by_fours(board) or self._defence_against_fours(board)

    def positions(self) -> Iterator[Board]:
        """Positions of one game after the other, each game from some move on, without end."""
        # Enough pieces for threats, and enough room for them to matter.
        most = min(self.game.cells - 2, 40)
        too_short = 0
        while not is_stopped(self.stop):
            if too_short == _SHORT_GAMES:
                raise PuzzleError(f"there are no puzzles for {self.game}: its games end too soon")
            too_short += 1
            board = Board(self.game)
            first = self.chance.randrange(min(4, most), most)
            sensible = self.chance.choice(self.SENSIBLE)
            while board.legal_moves and board.ply < most:
                if board.ply >= first:
                    too_short = 0
                    yield board.copy()
                board.push(self._move(board, sensible))

    def _move(self, board: Board, sensible: float) -> int:
        if self.chance.random() < sensible:
            return self._plain_choice(board, 2)
        moves = list(board.legal_moves)
        if not self.game.gravity:
            moves = near_last_move(board) or moves
        return self.chance.choice(moves)

    def _plain_choice(self, board: Board, depth: int) -> int:
        from inarow.search.tree.compiled import search_compiled

        limit = Limit(nodes=self.limit.nodes, depth=depth)
        best = search_compiled(board, self.recipe, limit, stop=self.stop).best
        assert best is not None
        return best

    def _from_scores(self, board: Board) -> Puzzle | None:
        """A puzzle if every move is proved and one stands alone."""
        legal = list(board.legal_moves)
        analysis = self.engine.analyse(board, self.limit, lines=len(legal), stop=self.stop)
        scores = analysis.move_scores
        if len(legal) < 2 or any(m not in scores or not scores[m].is_exact for m in legal):
            return None
        wins = [move for move in legal if scores[move].kind is Kind.WIN]
        safe = [move for move in legal if scores[move].kind is not Kind.LOSS]
        # A win at once is plain to see and makes no puzzle.
        if len(wins) == 1 and scores[wins[0]].plies != 1:
            length = scores[wins[0]].moves or 1
            return self._puzzle(board, Task.WIN, wins[0], analysis, length, Proof.SOLVED)
        if len(safe) == 1 and not wins:
            length = max(scores[move].moves or 1 for move in legal if move != safe[0])
            return self._puzzle(board, Task.SAVE, safe[0], analysis, length, Proof.SOLVED)
        return None

    def _win_by_fours(self, board: Board) -> Puzzle | None:
        found = self._prover.only_win(board)
        if found is None:
            return None
        score = Score.win(len(found.line))
        analysis = Analysis(self.game, score, (Line(score, found.line),))
        length = score.moves or 1
        return self._puzzle(board, Task.WIN, found.move, analysis, length, Proof.FOURS)

    def _defence_against_fours(self, board: Board) -> Puzzle | None:
        found = self._prover.only_defence(board)
        if found is None:
            return None
        after = board.copy()
        after.push(found.move)
        reply = self.engine.analyse(after, self.limit, stop=self.stop)
        if reply.score.kind is Kind.WIN:
            return None  # A slower win against it was found, so it saves nothing.
        refuted = [
            Line(Score.loss(len(line) + 1), (move, *line))
            for move, line in found.refutations.items()
        ]
        score = reply.score.after_move()
        best = Line(score, (found.move, *reply.pv))
        analysis = Analysis(self.game, score, (best, *Line.best_first(refuted)))
        length = max(line.score.moves or 1 for line in refuted)
        return self._puzzle(board, Task.SAVE, found.move, analysis, length, Proof.FOURS)

    @cached_property
    def _prover(self) -> FoursProver:
        from inarow.study.puzzles.fours import FoursProver

        if refusal(self.game):
            raise PuzzleError(
                f"there are no puzzles for {self.game}: it cannot be proved that only one move is "
                "right"
            )
        return FoursProver(self.game, Limit(nodes=_FOURS_NODES), self.stop)

    def _puzzle(
        self,
        board: Board,
        task: Task,
        solution: int,
        analysis: Analysis,
        length: int,
        proof: Proof,
    ) -> Puzzle:
        line = next(line for line in analysis.lines if line.move == solution)
        reason = why_good(board, solution, line.score, line.moves, analysis.move_scores)
        fails = self._fails_to(board, solution)
        return Puzzle(
            self.game, board.moves, task, solution, line.score, length, fails, reason.text, proof
        )

    def _fails_to(self, board: Board, solution: int) -> int:
        """The largest depth at which a plain search plays another move."""
        return max(
            (d for d in self._depths(board) if self._plain_choice(board, d) != solution), default=0
        )

    def _depths(self, board: Board) -> range:
        # A search of a large board cannot look as deep.
        deepest = TRIED_DEPTHS.stop if has_few_moves(self.game) else 5
        return range(1, min(deepest, self.game.cells - board.ply + 1))
