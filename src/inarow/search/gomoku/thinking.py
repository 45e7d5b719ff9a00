"""One analysis of the Gomoku engine while it runs."""

from __future__ import annotations

import threading
import time
from typing import Any

from inarow.kernels.arrays import np
from inarow.kernels.gomoku import ordering
from inarow.kernels.gomoku import root as root_kernel
from inarow.kernels.gomoku import search as search_kernel
from inarow.kernels.gomoku.evaluation import evaluate
from inarow.kernels.gomoku.patterns import GROUP_FIVE, GROUP_OPEN_FOUR
from inarow.kernels.gomoku.records import CELLS, NO_CELL
from inarow.search.analysis import Analysis, Line
from inarow.search.engine import Question
from inarow.search.gomoku.parts import Part
from inarow.search.gomoku.proofs import Found, Proofs
from inarow.search.gomoku.tables import Tables, Worker
from inarow.search.score import Score
from inarow.search.stopping import StopSignal

#: Points at which a heuristic score means odds of e to 1; fitted, see docs/gomoku.md.
WIN_SCALE = 200.0

_DEEPEST = 100
_FIRST_CHECKED_DEPTH = 6
#: How often a depth is searched again because a win by threats was overlooked in its line.
_MOST_CHECKS = 30


class Thinking:
    """One analysis while it runs, on tables that were made ready for it."""

    def __init__(self, tables: Tables, question: Question, signal: StopSignal) -> None:
        self._started = time.perf_counter()
        self._tables = tables
        self._question = question
        self._board = question.board
        self._limit = question.limit
        self._signal = signal
        self._count = question.lines
        self._wanted = question.moves
        self._side = int(question.board.turn)
        self._proofs = Proofs(tables, question.board, question.limit)
        empty = question.board.game.cells - question.board.ply
        self._deepest = min(question.limit.depth or _DEEPEST, empty)
        self._depth = 0
        self._found: list[Found] = []
        #: How far helpers got, as `_progress` counts it, with their best lines.
        self._helped: list[tuple[int, Found]] = []

    def run(self) -> Analysis:
        """Prove a win if that is quick, else deepen until the limit."""
        game = self._board.game
        only_best = self._question.is_for_the_best_move
        if self._board.ply == 0 and only_best:
            self._found = [Found(0, (game.cell(game.width // 2, game.height // 2),))]
            return self._report(complete=True)
        # The helpers begin while the main thread still looks for a win by threats, unless there are
        # nodes to share: how many are left for them is known afterwards.
        helpers = self._start_helpers() if self._limit.nodes is None else []
        try:
            win = self._proofs.at_once() if only_best else None
            if win is None:
                helpers = helpers or self._start_helpers()
                complete = self._deepen(self._tables.workers[0])
            else:
                complete, self._found = True, [win]
        finally:
            self._signal.set()
            for helper in helpers:
                helper.join()
        if not complete and only_best:
            self._take_deepest()
        if self._found[0].value > search_kernel.PROVED:
            self._proofs.store(self._found[0])
        return self._report(complete)

    def _start_helpers(self) -> list[threading.Thread]:
        """Let the other threads search the same position into the shared table."""
        helpers = []
        for number, worker in enumerate(self._tables.workers[1:], start=1):
            thread = threading.Thread(target=self._help, args=(worker, number), daemon=True)
            thread.start()
            helpers.append(thread)
        return helpers

    def _help(self, worker: Worker, number: int) -> None:
        """Deepen beside the main thread, every other helper a depth ahead."""
        moves = self._root_moves(worker)
        guess = 0
        depth = number % 2
        while depth < self._deepest:
            depth = min(max(depth, self._depth + number % 2) + 1, self._deepest)
            found = self._search_line(worker, moves, depth, 0, guess)
            if found is None:
                return
            is_stopped = bool(worker.search["stopped"])
            self._helped.append((_progress(depth, not is_stopped), found))
            guess = found.value
            if is_stopped or abs(guess) > search_kernel.PROVED:
                return

    def _take_deepest(self) -> None:
        """Prefer what a helper found at a depth that the main thread did not get so far with.

        Not to a proved win, and not a loss: that is proved only by trying every move, which is
        left to the main thread.
        """
        reached = _progress(self._depth + 1, False)
        for progress, found in sorted(self._helped, key=lambda helped: helped[0]):
            is_won = self._found[0].value > search_kernel.PROVED
            if not is_won and progress > reached and found.value > -search_kernel.PROVED:
                reached, self._found = progress, [found]
        self._depth = reached // 2

    def _root_moves(self, worker: Worker) -> Any:
        """Return the moves to consider, best-looking first: all if so many lines are wanted."""
        tables = self._tables
        moves = np.zeros(CELLS, dtype=np.int16)
        total = root_kernel.root_moves(
            worker.state, tables.geometry, tables.patterns, worker.search, self._side, moves
        )
        listed = moves[:total].copy()
        # None is listed where the position is lost: then every move is tried, first those that
        # the opponent must still find an answer to.
        if total and self._count <= total and self._wanted is None:
            return listed
        others = self._others(listed)
        search = worker.search
        search["moves"][0][: len(others)] = others
        ordering.rank_moves(
            worker.state, tables.geometry, search, self._side, 0, len(others), NO_CELL
        )
        ranks = search["ranks"][0][: len(others)]
        every = np.concatenate((listed, others[np.argsort(np.negative(ranks), kind="stable")]))
        return every if self._wanted is None else every[np.isin(every, self._wanted)]

    def _unlisted_moves(self, worker: Worker, moves: Any) -> Any:
        """Return the legal moves that were not listed; none where a threat rules them out."""
        counts = worker.state["counts"]
        ruled_out = counts[:, GROUP_FIVE].any() or counts[1 - self._side, GROUP_OPEN_FOUR]
        return moves[:0] if ruled_out or self._wanted is not None else self._others(moves)

    def _others(self, moves: Any) -> Any:
        """Return the legal moves that are not among these."""
        return np.setdiff1d(np.array(list(self._board.legal_moves), dtype=moves.dtype), moves)

    def _deepen(self, worker: Worker) -> bool:
        """Search depth after depth; return whether the last one asked for was finished."""
        moves = self._root_moves(worker)
        evaluation = int(evaluate(worker.state, self._tables.geometry, worker.search, self._side))
        self._found = [Found(evaluation, (int(move),)) for move in moves[: self._count]]
        for depth in range(1, self._deepest + 1):
            lines = self._search_depth(worker, moves, depth)
            if lines and lines[0].value < -search_kernel.PROVED:
                moves, lines = self._search_unlisted(worker, moves, depth, lines)
            if not worker.search["stopped"]:
                self._depth = depth
            # A later line can turn out better, and one that this depth did not get to stays as
            # the last depth left it.
            lines.sort(key=lambda line: -line.value)
            taken = {line.line[0] for line in lines}
            old = [line for line in self._found if line.line[0] not in taken]
            self._found = (lines + old)[: self._count]
            if worker.search["stopped"]:
                return False
            self._question.tell(self._report(complete=False))
            if self._is_settled(moves):
                return True
        return True

    def _search_depth(self, worker: Worker, moves: Any, depth: int) -> list[Found]:
        """Find the best lines of one depth, as far as the limit allows."""
        lines: list[Found] = []
        for rank in range(min(self._count, len(moves))):
            line = self._search_checked_line(worker, moves, depth, rank)
            if line is None:
                break
            lines.append(line)
        return lines

    def _search_unlisted(
        self, worker: Worker, moves: Any, depth: int, lines: list[Found]
    ) -> tuple[Any, list[Found]]:
        """Search all moves where those listed lose: only if every one does, the loss is proved."""
        unlisted = self._unlisted_moves(worker, moves)
        if not len(unlisted):
            return moves, lines
        weakened = [Found(int(search_kernel.believed(line.value)), line.line) for line in lines]
        if Part.FAR_MOVES in self._tables.without:
            return moves, weakened
        every = np.concatenate((moves, unlisted))
        found = self._search_depth(worker, every, depth)
        return every, weakened if worker.search["stopped"] else found

    def _search_checked_line(
        self, worker: Worker, moves: Any, depth: int, rank: int
    ) -> Found | None:
        """Find the best line, again if a win by threats was overlooked in it."""
        unchecked = not self._tables.without.isdisjoint((Part.THREATS, Part.LINE_THREATS))
        unchecked |= depth < _FIRST_CHECKED_DEPTH
        for check in range(_MOST_CHECKS + 1):
            guess = self._found[rank].value if len(self._found) > rank else 0
            found = self._search_line(worker, moves, depth, rank, guess)
            if found is None or worker.search["stopped"] or unchecked or check == _MOST_CHECKS:
                break
            if abs(found.value) > search_kernel.PROVED or not self._proofs.along(found.line):
                break
        return found

    def _search_line(
        self, worker: Worker, moves: Any, depth: int, taken: int, guess: int
    ) -> Found | None:
        """Find the best line that starts with none of the first `taken` moves, and move it up.

        It is looked for around a guess of its value first.
        """
        rest = moves[taken:].copy()
        values = np.zeros(len(rest), dtype=np.int32)
        is_narrow = depth >= 5 and abs(guess) < search_kernel.BELIEVED
        width = self._tables.window if is_narrow and Part.WINDOW not in self._tables.without else 0
        low = guess - width if width else -search_kernel.WIN
        high = guess + width if width else search_kernel.WIN
        best: Found | None = None
        while True:
            value = int(self._search_moves(worker, rest, values, depth, low, high))
            line = worker.search["pv"][0][: int(worker.search["pv_end"][0])]
            if worker.search["stopped"] and not taken and _all_lose(values):
                best = Found(guess, (int(rest[values == root_kernel.UNSEARCHED][0]),))
            elif len(line):
                best = Found(int(values.max()), tuple(int(cell) for cell in line))
                index = int(np.flatnonzero(rest == line[0])[0])
                rest = np.concatenate((rest[index : index + 1], rest[:index], rest[index + 1 :]))
            if worker.search["stopped"] or low < value < high:
                break
            width *= 4
            if value <= low:
                low = max(value - width, -search_kernel.WIN)
                best = None
            else:
                high = min(value + width, search_kernel.WIN)
            if low <= -search_kernel.WIN and value <= low:
                break
        moves[taken:] = rest
        return best

    def _search_moves(
        self,
        worker: Worker,
        moves: Any,
        values: Any,
        depth: int,
        low: int,
        high: int,
    ) -> int:
        """Search the given moves to a depth against a window."""
        tables = self._tables
        return int(
            root_kernel.search_root(
                worker.state,
                tables.geometry,
                tables.patterns,
                worker.search,
                tables.refuted,
                tables.transpositions,
                self._side,
                low,
                high,
                depth,
                moves,
                values,
                worker.log,
            )
        )

    def _is_settled(self, moves: Any) -> bool:
        """Say whether deeper search can change nothing: one move, or proved results."""
        if self._limit.time is not None and len(moves) == 1 and self._depth >= 4:
            return True
        proved = sum(abs(found.value) > search_kernel.PROVED for found in self._found)
        return proved == min(self._count, len(moves))

    def _report(self, complete: bool) -> Analysis:
        """Return what is known now."""
        lines: list[Line] = []
        highest = search_kernel.WIN
        for found in self._found:
            value = found.value
            if abs(value) <= search_kernel.PROVED:
                # What the last depth said of a move does not count against this depth's best.
                value = highest = min(value, max(highest, -search_kernel.PROVED))
            lines.append(Line(score_of(value), found.line))
        best_first = Line.best_first(lines)
        return Analysis(
            self._board.game,
            best_first[0].score,
            best_first,
            by="gomoku",
            depth=self._depth,
            nodes=self._proofs.all_nodes(),
            time=time.perf_counter() - self._started,
            complete=complete,
        )


def _progress(depth: int, is_finished: bool) -> int:
    """Count how far a search got: a depth that was begun is one less than one that was finished.

    >>> _progress(7, False), _progress(7, True), _progress(8, False)
    (13, 14, 15)
    """
    return 2 * depth - (not is_finished)


def _all_lose(values: Any) -> bool:
    """Say whether some moves of a stopped search were searched, and all of these lose."""
    return bool(-search_kernel.WIN < values.max() < -search_kernel.PROVED)


def score_of(value: int) -> Score:
    """Return the score that a value of the search stands for."""
    if value > search_kernel.PROVED:
        return Score.win(search_kernel.WIN - value)
    if value < -search_kernel.PROVED:
        return Score.loss(search_kernel.WIN + value)
    return Score.heuristic(float(value), WIN_SCALE)
