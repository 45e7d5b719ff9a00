"""Is there a win by threats? Yes, with the line; no, as far as fours go; or not found.

A win by fours leaves the opponent one answer each time, so all of them can be tried: that there is
none can be proved. A win by slower threats can be found and is then proved too, but that
none was found proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from inarow.rules.board import Board
from inarow.rules.threats import winning_moves
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.study.explain.phrases import People, in_moves

#: Searches for threats need no large tables.
_MEGABYTES = 32.0
#: What a search for fours may take before it is given up; it nearly always ends by itself.
_FOURS_NODES = 2_000_000


class Answer(Enum):
    """What can be answered."""

    BY_FOURS = "fours"
    BY_THREATS = "threats"
    #: Proved: no sequence of fours wins. A slower win is not ruled out.
    NOT_BY_FOURS = "not-by-fours"
    NOT_FOUND = "not-found"


@dataclass(frozen=True, slots=True)
class ThreatWin:
    """The answer for a board, and the winning line if there is one."""

    board: Board
    answer: Answer
    line: tuple[int, ...] = ()

    @property
    def is_win(self) -> bool:
        """Say whether the mover has a proved win."""
        return bool(self.line)

    def text(self, people: People | None = None) -> str:
        """The answer in a sentence."""
        wins = (people or People()).does(self.board.turn, "win")
        soon = in_moves((len(self.line) + 1) // 2)
        return {
            Answer.BY_FOURS: f"Yes: {wins} by fours,{soon} at most.",
            Answer.BY_THREATS: (
                f"Yes: {wins} by threats,{soon} against the longest defence found."
            ),
            Answer.NOT_BY_FOURS: (
                "No win by fours: every sequence was tried. "
                "None by slower threats was found in time; that is not ruled out."
            ),
            Answer.NOT_FOUND: "None was found in time, which proves nothing.",
        }[self.answer]


class ThreatProver:
    """Answers for positions of one game, and goes on with a win against any defence."""

    def __init__(self, board: Board) -> None:
        self._engine = GomokuEngine(board.game, megabytes=_MEGABYTES)

    def ask(
        self, board: Board, limit: Limit | None = None, *, stop: StopSignal | None = None
    ) -> ThreatWin:
        """Answer for the side to move.

        >>> board = Board("gomoku", "h8 a1 i8 a3 j8 a5")
        >>> found = ThreatProver(board).ask(board)
        >>> found.answer.value, found.board.game == board.game
        ('fours', True)
        """
        limit = limit or Limit(time=10.0)
        fours = self._engine.search_fours(
            board, Limit(time=limit.time, nodes=limit.nodes or _FOURS_NODES), stop=stop
        )
        if fours.line:
            return ThreatWin(board.copy(), Answer.BY_FOURS, fours.line)
        # The search for threats has no end of its own where there are many.
        line = self._engine.search_threats(board, limit, stop=stop)
        if line:
            return ThreatWin(board.copy(), Answer.BY_THREATS, line)
        answer = Answer.NOT_BY_FOURS if fours.exhausted else Answer.NOT_FOUND
        return ThreatWin(board.copy(), answer)

    def replay(
        self, win: ThreatWin, limit: Limit | None = None, *, stop: StopSignal | None = None
    ) -> Iterator[tuple[int, ThreatWin]]:
        """After the first move of a win: every defence, and how the win goes on against it.

        A reply that leaves the attacker a line to complete at once is no defence; of the others
        each is answered. A defence whose answer is no win would refute the claim.
        """
        board = win.board.after(win.line[0])
        if board.outcome() is not None:
            return
        for reply in board.legal_moves:
            after = board.after(reply)
            if after.outcome() is None and winning_moves(after):
                continue
            yield reply, self.ask(after, limit, stop=stop)
