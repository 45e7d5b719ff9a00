"""What is known about one move of a game, as data that goes to JSON and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.rules.notation import column_letter, move_text, parse_move
from inarow.rules.side import Side
from inarow.search.score import Kind, Score
from inarow.study.explain.reasons import Reason
from inarow.study.review.grades import Change, Grade, Verdict


class AnnotationError(InarowError):
    """This data is no annotation."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """One move: what it and the best move were worth to the mover, the verdict, and why."""

    #: The how-manieth piece on the board it is, from 1.
    number: int
    side: Side
    move: int
    best: int
    best_score: Score
    score: Score
    #: The line that begins with the best move.
    line: tuple[int, ...]
    verdict: Verdict
    reason: Reason
    #: What the position is worth to X after the move, from 0 to 1.
    expectation: float

    def to_json(self, game: Game) -> dict[str, Any]:
        """The annotation as plain data, moves as text."""
        change = self.verdict.change
        return {
            "number": self.number,
            "side": str(self.side),
            "move": move_text(game, self.move),
            "best": move_text(game, self.best),
            "best_score": self.best_score.to_json(),
            "score": self.score.to_json(),
            "line": [move_text(game, move) for move in self.line],
            "grade": self.verdict.grade.value,
            "change": None if change is None else change.value,
            "loss": self.verdict.loss,
            "reason": self.reason.to_json(game),
            "expectation": self.expectation,
        }

    @classmethod
    def from_json(cls, game: Game, data: Any) -> Annotation:
        """Read what :meth:`to_json` gave; an :class:`AnnotationError` names what is wrong."""
        try:
            change = data["change"]
            verdict = Verdict(
                Grade(data["grade"]), None if change is None else Change(change), data["loss"]
            )
            return cls(
                number=int(data["number"]),
                side=Side[data["side"]],
                move=parse_move(game, data["move"]),
                best=parse_move(game, data["best"]),
                best_score=score_from_json(data["best_score"]),
                score=score_from_json(data["score"]),
                line=tuple(parse_move(game, move) for move in data["line"]),
                verdict=verdict,
                reason=_reason_from_json(game, data["reason"]),
                expectation=float(data["expectation"]),
            )
        except KeyError as error:
            raise AnnotationError(f"{error} is missing or unknown") from None
        except (TypeError, AttributeError):
            raise AnnotationError("a value is of the wrong kind") from None
        except InarowError:
            raise
        except (ValueError, OverflowError) as error:
            raise AnnotationError(str(error)) from None


def score_from_json(data: Any) -> Score:
    """The score that :meth:`inarow.Score.to_json` wrote."""
    return Score(
        Kind(data["kind"]), data.get("value", 0.0), data.get("plies"), data.get("scale", 1.0)
    )


def _reason_from_json(game: Game, data: Any) -> Reason:
    names = {f"{column_letter(x)}{y + 1}": game.cell(x, y) for x, y in _points(game)}
    return Reason(
        str(data["text"]), str(data["motif"]), tuple(names[name] for name in data["cells"])
    )


def _points(game: Game) -> list[tuple[int, int]]:
    return [game.xy(cell) for cell in range(game.cells)]
