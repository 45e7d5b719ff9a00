"""The question what a position is worth, where only null windows may be searched."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from inarow.learn.checks.asking import Case
from inarow.learn.checks.readable import searched
from inarow.learn.student import CodeError, Student
from inarow.rules.board import Board


@dataclass(frozen=True, slots=True)
class WindowQuestion:
    """Asks what a position is worth, and answers only whether it is worth at least so much."""

    case: Case
    low: int
    high: int

    #: How many times the questions that are needed may be asked before it is called endless.
    _PATIENCE: ClassVar[int] = 20

    @property
    def board(self) -> Board:
        """The position."""
        return self.case.board

    @property
    def needed(self) -> int:
        """How many questions halving takes at most."""
        return math.ceil(math.log2(self.high - self.low + 1))

    def ask(self, student: Student) -> object:
        """The value that the function finds, and how many null-window searches it takes."""
        asked = 0

        def at_least(bound: int) -> bool:
            nonlocal asked
            asked += 1
            if asked > self._PATIENCE * self.needed:
                raise CodeError(
                    f"You never stop asking: at_least({bound}) again and again. With two values "
                    "left, ask about the larger one, and each answer leaves one."
                )
            if not isinstance(bound, int):
                raise CodeError(
                    f"You ask for at_least({bound!r}): values are whole numbers here, and halving "
                    "one with // keeps it whole."
                )
            return self._is_worth(bound)

        return student.call(at_least, self.low, self.high), asked

    def _is_worth(self, bound: int) -> bool:
        """Search with a window that has no inside."""
        return searched(self.case, self.case.depth, bound - 1, bound)[0] >= bound

    def wrong(self, answer: Any) -> str | None:
        """Compare with the value of a search with an open window."""
        value, asked = answer
        right = int(searched(self.case, self.case.depth)[0])
        where = f"{self.case}, to depth {self.case.depth}, a value from {self.low} to {self.high}"
        if value != right or isinstance(value, bool):
            return f"{where}: you find {value!r}, it is {right}."
        if asked > self.needed:
            return f"{where}: you ask {asked} questions, and {self.needed} are enough."
        return None
