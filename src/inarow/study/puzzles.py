"""Puzzles: positions where exactly one move wins, or exactly one saves the game."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from inarow.rules import catalogue
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.rules.notation import move_text, parse_move
from inarow.rules.symmetry import canonical_key
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.ordering import near_last_move
from inarow.search.score import Kind, Score
from inarow.search.stopping import StopSignal
from inarow.study.analyst import MoveAnalyst, has_few_moves, strongest
from inarow.study.annotation import score_from_json
from inarow.study.reasons import Reason, why_good
from inarow.study.searches import default_recipe

#: How deep the plain searches look that a puzzle is tried on.
TRIED_DEPTHS = range(1, 9)
#: What finding out the truth about one position may take.
USUAL_LIMIT = Limit(time=2.0)


class PuzzleError(InarowError):
    """This is no puzzle."""


class Task(Enum):
    """What the one move does."""

    WIN = "win"
    SAVE = "save"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, what is asked, the one move that does it, and how hard it is to find."""

    game: Game
    #: The moves that lead to the position.
    moves: tuple[int, ...]
    task: Task
    solution: int
    score: Score
    #: The depth up to which a plain search plays something else; 0 if every depth finds it.
    fails_to_depth: int
    reason: str
    #: False where the engine found no other move that does it, but that is not proved.
    proved: bool

    @property
    def grade(self) -> int:
        """From 1, easy, to 5, hard: by how long the win takes and how deep one has to look."""
        length = 0 if self.score.moves is None else min(self.score.moves, 10) - 1
        hardness = length + 2 * self.fails_to_depth
        return 1 + sum(hardness >= step for step in (3, 7, 12, 17))

    def board(self) -> Board:
        """The position."""
        return Board(self.game, self.moves)

    def question(self) -> str:
        """What is asked, for people."""
        board = self.board()
        if self.task is Task.WIN:
            length = "" if self.score.moves is None else f" in {self.score.moves}"
            return f"{board.turn} to move and win{length}: only one move does it."
        return f"{board.turn} to move: only one move does not lose."

    def answer(self, move: int) -> tuple[bool, str]:
        """Say whether a move is the solution, and why."""
        if move == self.solution:
            return True, self.reason
        word = "wins" if self.task is Task.WIN else "saves the game"
        solution = move_text(self.game, self.solution)
        return False, f"{move_text(self.game, move)} is not it; {solution} {word}. {self.reason}"

    def to_json(self) -> dict[str, Any]:
        """The puzzle as plain data."""
        board = self.board()
        return {
            "game": str(self.game),
            "moves": [move_text(self.game, move) for move in self.moves],
            "position": board.text(),
            "turn": str(board.turn),
            "task": self.task.value,
            "solution": move_text(self.game, self.solution),
            "score": self.score.to_json(),
            "fails_to_depth": self.fails_to_depth,
            "grade": self.grade,
            "reason": self.reason,
            "proved": self.proved,
        }

    @classmethod
    def from_json(cls, data: Any) -> Puzzle:
        """Read what :meth:`to_json` gave."""
        try:
            game = catalogue.game(data["game"])
            puzzle = cls(
                game,
                tuple(parse_move(game, move) for move in data["moves"]),
                Task(data["task"]),
                parse_move(game, data["solution"]),
                score_from_json(data["score"]),
                int(data["fails_to_depth"]),
                str(data["reason"]),
                bool(data["proved"]),
            )
            puzzle.board()
        except InarowError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise PuzzleError(f"this is no puzzle: {error}") from None
        return puzzle


def read_puzzles(text: str) -> list[Puzzle]:
    """Read puzzles from JSON lines; an error names the line."""
    puzzles = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            puzzles.append(Puzzle.from_json(json.loads(line)))
        except json.JSONDecodeError as error:
            raise PuzzleError(f"line {number}, column {error.colno}: {error.msg}") from None
        except InarowError as error:
            raise PuzzleError(f"line {number}: {error}") from None
    return puzzles


def puzzles(
    game: Game,
    *,
    seed: int | None = None,
    grades: range = range(1, 6),
    limit: Limit = USUAL_LIMIT,
    analyst: MoveAnalyst | None = None,
    stop: StopSignal | None = None,
) -> Iterator[Puzzle]:
    """Make puzzles without end, no two the same but for a symmetry.

    The same seed gives the same puzzles as long as the limit is not one of time that is reached.
    """
    maker = _Maker(game, random.Random(seed), limit, analyst or strongest(game), stop)
    seen = set()
    while stop is None or not stop.is_set():
        puzzle = maker.attempt()
        if puzzle is None or puzzle.grade not in grades:
            continue
        key = canonical_key(puzzle.board())
        if key not in seen:
            seen.add(key)
            yield puzzle


class _Maker:
    """Plays games that are partly sensible and looks for puzzles in them."""

    #: How often a move is a plain search's instead of any, so that threats arise.
    SENSIBLE = 0.6

    def __init__(
        self,
        game: Game,
        chance: random.Random,
        limit: Limit,
        analyst: MoveAnalyst,
        stop: StopSignal | None,
    ) -> None:
        self.game = game
        self.chance = chance
        self.limit = limit
        self.analyst = analyst
        self.stop = stop
        self.recipe = default_recipe(game)

    def attempt(self) -> Puzzle | None:
        """A puzzle from one game, if its position is one."""
        board = self._position()
        if board is None:
            return None
        if has_few_moves(self.game):
            analysis = self.analyst.score_moves(board, self.limit, stop=self.stop)
            return self._from_scores(board, analysis)
        return self._from_line(board)

    def _position(self) -> Board | None:
        board = Board(self.game)
        # Enough pieces for threats, and enough room for them to matter.
        most = min(self.game.cells - 2, 40)
        for _ in range(self.chance.randrange(min(4, most), most)):
            if not board.legal_moves:
                return None
            board.push(self._move(board))
        return board if board.legal_moves else None

    def _move(self, board: Board) -> int:
        if self.chance.random() < self.SENSIBLE:
            return self._plain_choice(board, 2)
        moves = list(board.legal_moves)
        if not self.game.gravity:
            moves = near_last_move(board) or moves
        return self.chance.choice(moves)

    def _plain_choice(self, board: Board, depth: int) -> int:
        from inarow.search.compiled import search_compiled

        best = search_compiled(board, self.recipe, Limit(depth=depth)).best
        assert best is not None
        return best

    def _from_scores(self, board: Board, analysis: Analysis) -> Puzzle | None:
        """A puzzle if every move is proved and one stands alone."""
        scores = analysis.move_scores
        legal = list(board.legal_moves)
        if len(legal) < 2 or any(m not in scores or not scores[m].is_exact for m in legal):
            return None
        wins = [move for move in legal if scores[move].kind is Kind.WIN]
        safe = [move for move in legal if scores[move].kind is not Kind.LOSS]
        # A win at once is plain to see and makes no puzzle.
        if len(wins) == 1 and scores[wins[0]].plies != 1:
            return self._puzzle(board, Task.WIN, wins[0], analysis, proved=True)
        if len(safe) == 1 and not wins:
            return self._puzzle(board, Task.SAVE, safe[0], analysis, proved=True)
        return None

    def _from_line(self, board: Board) -> Puzzle | None:
        """On a large board: a proved win, with no other proved win among the near moves."""
        analysis = self.analyst.analyse(board, self.limit, self.stop)
        best, score = analysis.best, analysis.score
        if best is None or score.kind is not Kind.WIN or score.plies == 1:
            return None
        for move in near_last_move(board):
            if move == best:
                continue
            after = board.copy()
            after.push(move)
            if after.outcome() is not None:
                return None
            reply = self.analyst.analyse(after, self.limit, self.stop)
            if reply.score.kind is Kind.LOSS:
                return None
        return self._puzzle(board, Task.WIN, best, analysis, proved=False)

    def _puzzle(
        self, board: Board, task: Task, solution: int, analysis: Analysis, *, proved: bool
    ) -> Puzzle:
        score = analysis.move_scores.get(solution, analysis.score)
        line = analysis.line if analysis.best == solution else (solution,)
        reason: Reason = why_good(board, solution, score, line, analysis.move_scores)
        return Puzzle(
            self.game, board.moves, task, solution, score, self._fails_to(board, solution),
            reason.text, proved,
        )  # fmt: skip

    def _fails_to(self, board: Board, solution: int) -> int:
        """The largest depth at which a plain search plays another move."""
        return max(
            (d for d in self._depths(board) if self._plain_choice(board, d) != solution), default=0
        )

    def _depths(self, board: Board) -> range:
        # A search of a large board cannot look as deep.
        deepest = TRIED_DEPTHS.stop if has_few_moves(self.game) else 5
        return range(1, min(deepest, self.game.cells - board.ply + 1))
