"""What an engine found out about a position."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from inarow.files.html_text import html_table
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.notation import move_text, spaced_moves
from inarow.search.score import Score


@dataclass(frozen=True, slots=True)
class Line:
    """A move with its score from the mover's side, and how play would go on."""

    score: Score
    #: The principal variation; the move itself comes first.
    moves: tuple[int, ...]

    @property
    def move(self) -> int:
        """The move that the line is about."""
        return self.moves[0]

    @staticmethod
    def best_first(lines: Iterable[Line]) -> tuple[Line, ...]:
        """Lines sorted by their scores; among equals the earlier one stays first."""
        return tuple(sorted(lines, key=lambda line: line.score, reverse=True))


@dataclass(frozen=True, slots=True)
class Analysis:
    """The best lines of a position, best first, with depth, nodes and time."""

    game: Game
    score: Score
    #: The best lines, best first; none if the game is over.
    lines: tuple[Line, ...]
    #: The engine that found it; both, where one proved some lines and another estimated the rest.
    by: str = ""
    depth: int = 0
    nodes: int = 0
    evaluations: int = 0
    cutoffs: int = 0
    #: Seconds.
    time: float = 0.0
    #: False if the search was stopped before it had done what it was asked for.
    complete: bool = True

    @classmethod
    def of_game_over(cls, board: Board, by: str = "") -> Analysis:
        """The analysis of a board whose game is over: a score and no lines."""
        outcome = board.outcome()
        assert outcome is not None
        return cls(board.game, Score.draw() if outcome.is_draw else Score.loss(0), (), by)

    @property
    def best(self) -> int | None:
        """The best move, or None if the game is over."""
        return self.lines[0].move if self.lines else None

    @property
    def pv(self) -> tuple[int, ...]:
        """The principal variation: best play of both sides, the best move first."""
        return self.lines[0].moves if self.lines else ()

    @property
    def move_scores(self) -> dict[int, Score]:
        """The score of each move that has a line, best first."""
        return {line.move: line.score for line in self.lines}

    @property
    def is_exact(self) -> bool:
        """Say whether every score in it is proved."""
        return self.score.is_exact and all(line.score.is_exact for line in self.lines)

    def pv_text(self) -> str:
        """The principal variation as text, moves separated by spaces."""
        return self._line_text(self.pv)

    def _line_text(self, moves: tuple[int, ...]) -> str:
        return spaced_moves(self.game, moves)

    def summary(self) -> str:
        """One line for people: what it thinks and what that took."""
        best = "-" if self.best is None else move_text(self.game, self.best)
        parts = [f"best {best}", f"score {self.score.described()}"]
        # A proof has no depth to speak of, and one by threats or at a glance no nodes.
        parts.append("proved" if self.is_exact else f"depth {self.depth}")
        if self.nodes > 1:
            parts.append(f"{self.nodes:,} nodes")
        if self.cutoffs:
            parts.append(f"{self.cutoffs:,} cut-offs")
        parts.append(f"{self.time:.3f} s")
        if not self.complete:
            parts.append("stopped early")
        return ", ".join(parts)

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        """Show the lines in a notebook, the best first."""
        rows = [
            [move_text(self.game, line.move), str(line.score), self._line_text(line.moves)]
            for line in self.lines
        ]
        found = f"{self.by}, depth {self.depth}, {self.nodes:,} nodes".removeprefix(", ")
        return f"{html_table(['move', 'score', 'line'], rows)}\n<p>{escape(found)}</p>"
