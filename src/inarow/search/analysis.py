"""What a search found out about a position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from inarow.rules.game import Game
from inarow.rules.notation import move_text
from inarow.search.score import Score


@dataclass(frozen=True, slots=True)
class Analysis:
    """The best move with its score, the line that shows why, and what it cost to find out."""

    game: Game
    #: The best move, or None where there is none because the game is over.
    best: int | None
    score: Score
    #: The moves that best play of both sides would follow, the best move first.
    line: tuple[int, ...] = ()
    #: The score of each move that was looked at on its own, from the mover's side.
    move_scores: dict[int, Score] = field(default_factory=dict)
    depth: int = 0
    nodes: int = 0
    evaluations: int = 0
    cutoffs: int = 0
    #: Seconds.
    time: float = 0.0
    #: False if the search was stopped before it had done what its limit of depth allowed.
    complete: bool = True

    @property
    def speed(self) -> float:
        """Nodes a second."""
        return self.nodes / self.time if self.time > 0 else 0.0

    def line_text(self) -> str:
        """The principal variation as text, moves separated by spaces."""
        return " ".join(move_text(self.game, move) for move in self.line)

    def summary(self) -> str:
        """One line for people: what it thinks and what that took."""
        best = "-" if self.best is None else move_text(self.game, self.best)
        parts = [
            f"best {best}",
            f"score {self.score}",
            f"depth {self.depth}",
            f"{self.nodes:,} nodes",
            f"{self.cutoffs:,} cut-offs",
            f"{self.time:.3f} s",
        ]
        if not self.complete:
            parts.append("stopped early")
        return ", ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """The analysis as plain data, moves as text."""
        return {
            "game": str(self.game),
            "best": None if self.best is None else move_text(self.game, self.best),
            "score": self.score.to_json(),
            "line": [move_text(self.game, move) for move in self.line],
            "moves": {
                move_text(self.game, move): score.to_json()
                for move, score in sorted(self.move_scores.items())
            },
            "depth": self.depth,
            "nodes": self.nodes,
            "evaluations": self.evaluations,
            "cutoffs": self.cutoffs,
            "seconds": round(self.time, 6),
            "complete": self.complete,
        }
