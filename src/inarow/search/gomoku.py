"""The engine for games where stones go anywhere and a line wins: Gomoku above all.

It looks first for a win by fours, then for a win by threats, then deepens a principal variation
search (`inarow.kernels.gomoku_search`) until the limit. A score of a win or a loss is a proof.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from inarow.kernels import gomoku_memory as memory_kernel
from inarow.kernels import gomoku_root as root_kernel
from inarow.kernels import gomoku_search as search_kernel
from inarow.kernels import gomoku_state as state_kernel
from inarow.kernels import gomoku_threats as cells_kernel
from inarow.kernels import gomoku_vcf as fours_kernel
from inarow.kernels import gomoku_vct as threats_kernel
from inarow.rules.board import Board
from inarow.rules.errors import GameError
from inarow.rules.game import Game
from inarow.rules.shapes import Line, cells_in
from inarow.rules.side import Side
from inarow.search.analysis import Analysis
from inarow.search.gomokuparts import Part
from inarow.search.limit import Limit
from inarow.search.score import Kind, Score
from inarow.search.stopping import Deadline, StopSignal, run_stoppable

Progress = Callable[[Analysis], None]

#: Points at which a heuristic score means odds of e to 1; fitted, see docs/gomoku.md.
WIN_SCALE = 200.0

_NO_LIMIT = 1 << 62
_DEEPEST = 100
#: Nodes for the two proof searches at the root, where no time is given.
_ROOT_FOURS = 100_000
_ROOT_THREATS = 50_000
#: Threat search nodes a second of thinking time: about a tenth of the time.
_THREATS_A_SECOND = 150_000
_LEAF_FOURS = 200
#: How far along the best line wins by threats are looked for, and nodes for each position.
_CHECKED_PLIES = 8
_CHECK_NODES = 4000
#: All proof searches together take no more than one node in this many while the search goes on.
_CHECK_SHARE = 6
_FIRST_CHECKED_DEPTH = 6
#: The window around the last depth's value that a search starts with.
_NARROW = 24

#: The parts that the compiled search itself can leave out.
_KERNEL_PARTS = {
    Part.KILLERS: search_kernel.KILLERS,
    Part.FUTILITY: search_kernel.FUTILITY,
    Part.NULL_MOVE: search_kernel.NULL_MOVE,
    Part.SINGULAR: search_kernel.SINGULAR,
    Part.LATE_MOVES: search_kernel.LATE_MOVES,
    Part.REDUCTIONS: search_kernel.REDUCTIONS,
    Part.FAR_MOVES: search_kernel.FAR_MOVES,
}


def plays(game: Game) -> bool:
    """Say whether the engine knows this game: stones go anywhere, and a line of 3 to 7 wins."""
    wins = game.wins
    return (
        not game.gravity
        and isinstance(wins, Line)
        and state_kernel.supported(game.width, game.height, wins.length, wins.exact)
    )


def win_probability(score: Score) -> float:
    """Return the mover's chance to win, half a draw counted as half a win.

    >>> win_probability(Score.win(5)), win_probability(Score.draw())
    (1.0, 0.5)
    """
    match score.kind:
        case Kind.WIN:
            return 1.0
        case Kind.LOSS:
            return 0.0
        case Kind.DRAW:
            return 0.5
        case Kind.HEURISTIC:
            return 1.0 / (1.0 + math.exp(-max(min(score.value / WIN_SCALE, 60.0), -60.0)))


def score_of(value: int) -> Score:
    """Return the score that a search value stands for."""
    if value > search_kernel.PROVED:
        return Score.win(search_kernel.WIN - value)
    if value < -search_kernel.PROVED:
        return Score.loss(search_kernel.WIN + value)
    return Score.heuristic(float(value))


@dataclass(frozen=True, slots=True)
class _Found:
    """One line of play with its value from the mover's side."""

    value: int
    line: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FoursFound:
    """What a search for a win by fours came to."""

    #: The winning line with the forced answers in it; empty if none was found.
    line: tuple[int, ...]
    #: Whether an empty line is a proof: every sequence of fours was tried, and none wins.
    exhausted: bool


class _Signal(StopSignal):
    """A stop signal that the compiled searches of several threads look at."""

    def __init__(self) -> None:
        super().__init__()
        self._records: list[Any] = []

    def watch(self, record: Any) -> None:
        """Let a search see this signal through its record."""
        record["stop"] = int(self.is_set())
        self._records.append(record)
        if self.is_set():
            record["stop"] = 1

    def set(self) -> None:
        """Ask every search to end now."""
        super().set()
        for record in self._records:
            record["stop"] = 1


class _Worker:
    """One searching thread's own memory."""

    def __init__(self, ground: Any, lines: Any, without: frozenset[Part]) -> None:
        self.state = state_kernel.new_state(ground, lines)
        self.fours = np.zeros(1, dtype=fours_kernel.FOURS)[0]
        self.search = search_kernel.new_search()
        self.search["without"] = sum(_KERNEL_PARTS.get(part, 0) for part in without)
        if Part.FOURS in without:
            self.search["leaf_fours"] = 0

    def set_up(self, board: Board, ground: Any, lines: Any) -> None:
        """Put the stones of a board on the empty state."""
        state_kernel.clear(self.state, ground, lines)
        start = board.start()
        for side in Side:
            for cell in cells_in(start.stones(side)):
                state_kernel.place(self.state, ground, lines, cell, int(side))
        for number, cell in enumerate(board.moves, start=start.ply):
            state_kernel.place(self.state, ground, lines, cell, number % 2)


@lru_cache(maxsize=8)
def _ground_of(width: int, height: int, length: int, exact: bool) -> tuple[Any, Any]:
    """What never changes about a game; it takes longer to lay out than to think about a move."""
    return state_kernel.new_ground(width, height, length, exact)


class GomokuEngine:
    """Analyses boards of one game; keeps what it learnt from one move to the next."""

    def __init__(
        self,
        game: Game,
        *,
        megabytes: float = 64.0,
        threads: int = 1,
        without: frozenset[Part] = frozenset(),
    ) -> None:
        wins = game.wins
        if not isinstance(wins, Line) or not plays(game):
            raise GameError(f"this engine does not play {game}: {game.describe()}")
        self.game = game
        self._ground, self._lines = _ground_of(game.width, game.height, wins.length, wins.exact)
        self._without = without
        self._memory = memory_kernel.new_memory(0 if Part.TABLE in without else megabytes * 0.75)
        self._failed = np.zeros(_power_of_two(megabytes * 2**20 / 16 / 8), dtype=np.uint64)
        self._table = threats_kernel.new_table(
            _power_of_two(megabytes * 2**20 / 8 / threats_kernel.ENTRY.itemsize)
        )
        self._tree = np.zeros(1, dtype=threats_kernel.TREE)[0]
        self._workers = [
            _Worker(self._ground, self._lines, without) for _ in range(max(1, threads))
        ]
        #: What searches the root; who wants to watch it puts something else here.
        self._search_root: Callable[..., Any] = root_kernel.search_root
        self._age = 0
        self._busy = threading.Lock()

    def forget(self) -> None:
        """Clear every table, as before a new game."""
        self._memory[:] = 0
        self._failed[:] = 0
        self._table[:] = 0

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        stop: StopSignal | None = None,
        on_progress: Progress | None = None,
    ) -> Analysis:
        """Return the best move and what it is worth, found within the limit."""
        return self.analyse_lines(board, limit, 1, stop=stop, on_progress=on_progress)[0]

    def analyse_lines(
        self,
        board: Board,
        limit: Limit,
        count: int,
        *,
        stop: StopSignal | None = None,
        on_progress: Progress | None = None,
    ) -> tuple[Analysis, ...]:
        """Return the best `count` moves with their lines, best first."""
        self._check_game(board)
        outcome = board.outcome()
        if outcome is not None:
            score = Score.draw() if outcome.is_draw else Score.loss(0)
            return (Analysis(self.game, None, score),)
        signal = _Signal()
        # Its memory serves one analysis at a time; who asks meanwhile waits.
        with self._busy, signal.also_on(stop), Deadline(signal, limit.time):
            thinking = _Thinking(self, board, limit, count, signal, on_progress)
            return run_stoppable(thinking.run, signal)

    def find_win(
        self, board: Board, limit: Limit, *, stop: StopSignal | None = None
    ) -> Analysis | None:
        """Return a proved win of the mover by fours or threats, or None if none was found."""
        self._check_game(board)
        if board.outcome() is not None:
            return None
        signal = _Signal()
        with self._busy, signal.also_on(stop), Deadline(signal, limit.time):
            thinking = _Thinking(self, board, limit, 1, signal, None)
            return run_stoppable(thinking.prove, signal)

    def search_fours(
        self, board: Board, limit: Limit, *, stop: StopSignal | None = None
    ) -> FoursFound:
        """Try every sequence of fours of the mover, as far as the limit allows."""
        self._check_game(board)
        if board.outcome() is not None:
            return FoursFound((), exhausted=True)
        signal = _Signal()
        with self._busy, signal.also_on(stop), Deadline(signal, limit.time):
            thinking = _Thinking(self, board, limit, 1, signal, None)
            return run_stoppable(thinking.try_fours, signal)

    def _check_game(self, board: Board) -> None:
        if board.game != self.game:
            raise GameError(f"this engine was made for {self.game}, not for {board.game}")


class _Thinking:
    """One analysis while it runs."""

    def __init__(
        self,
        engine: GomokuEngine,
        board: Board,
        limit: Limit,
        count: int,
        signal: _Signal,
        on_progress: Progress | None,
    ) -> None:
        self.started = time.perf_counter()
        self.engine = engine
        self.board = board
        self.limit = limit
        self.count = count
        self.signal = signal
        self.on_progress = on_progress
        self.side = int(board.turn)
        self.depth = 0
        self.proof_nodes = 0
        self.found: list[_Found] = []
        engine._age += 1
        for worker in engine._workers:
            worker.set_up(board, engine._ground, engine._lines)
            worker.fours["stop"] = worker.search["stop"] = 0
            signal.watch(worker.fours)
            signal.watch(worker.search)
            worker.search["age"] = engine._age
            worker.search["nodes"] = worker.search["stopped"] = 0
            worker.search["limit"] = limit.nodes or _NO_LIMIT
            worker.search["killers"] = state_kernel.NO_CELL
            worker.search["history"] //= 4

    def run(self) -> tuple[Analysis, ...]:
        """Prove a win if that is quick, else deepen until the limit."""
        if self.board.ply == 0:
            middle = self.board.game.cell(self.board.game.width // 2, self.board.game.height // 2)
            self.found = [_Found(0, (middle,))]
            return self.report(complete=True)
        if self.count == 1 and self.prove_quickly():
            return self.report(complete=True)
        helpers = self.start_helpers()
        try:
            complete = self.deepen(self.engine._workers[0])
        finally:
            self.signal.set()
            for helper in helpers:
                helper.join()
        best = self.found[0]
        if best.value > search_kernel.PROVED:
            self.remember_win(self.engine._workers[0].state, self.side, best.line[0], best.value)
        return self.report(complete)

    def prove(self) -> Analysis | None:
        """Look for a proof with all that the limit allows."""
        nodes = self.limit.nodes or _NO_LIMIT
        won = self.prove_by_fours(nodes) or self.prove_by_threats(nodes)
        return self.report(complete=True)[0] if won else None

    def try_fours(self) -> FoursFound:
        """Look for a win by fours with all that the limit allows."""
        limit = self.limit.nodes or _NO_LIMIT
        won = self.prove_by_fours(limit)
        fours = self.engine._workers[0].fours
        exhausted = int(fours["nodes"]) < limit and not int(fours["stop"])
        return FoursFound(self.found[0].line if won else (), exhausted)

    def prove_quickly(self) -> bool:
        """Take the shortest win that is known already or is found soon."""
        known = self.known_win()
        fours = 0 if Part.FOURS in self.engine._without else _ROOT_FOURS
        if not self.prove_by_fours(fours) and known is None:
            if Part.THREATS in self.engine._without:
                return False
            return self.prove_by_threats(self.threat_nodes())
        if known is not None and (not self.found or known.value > self.found[0].value):
            self.found = [known]
        return True

    def known_win(self) -> _Found | None:
        """Return the shorter of the wins that the tables hold for this position.

        With it an announced win is carried out as announced, even where a longer one by fours
        is found first.
        """
        engine, state = self.engine, self.engine._workers[0].state
        wins = []
        entry = self.threat_entry(state, self.side)
        if entry is not None and entry["proof"] == 0:
            wins.append(self.threat_line())
        data = memory_kernel.recall(engine._memory, cells_kernel.position_key(state, self.side))
        value, move = memory_kernel.packed_value(data), memory_kernel.packed_move(data)
        is_reached = memory_kernel.packed_bound(data) != memory_kernel.BOUND_UPPER
        if is_reached and value > search_kernel.PROVED and move != state_kernel.NO_CELL:
            wins.append(_Found(value, (move,)))
        return max(wins, key=lambda win: win.value, default=None)

    def remember_win(self, state: Any, mover: int, move: int, value: int) -> None:
        """Put a proved win of the mover into the memory, where every search finds it."""
        memory_kernel.remember(
            self.engine._memory,
            cells_kernel.position_key(state, mover),
            memory_kernel.pack(
                move,
                255,
                memory_kernel.BOUND_LOWER,
                self.engine._age,
                value,
                search_kernel.judge(state, mover),
            ),
        )

    def prove_by_fours(self, nodes: int) -> bool:
        """Look for a win by fours alone."""
        line = self.line_by_fours(
            self.engine._workers[0], min(nodes, self.limit.nodes or _NO_LIMIT)
        )
        if line:
            self.found = [_Found(search_kernel.WIN - len(line), line)]
        return bool(line)

    def line_by_fours(self, worker: _Worker, nodes: int) -> tuple[int, ...]:
        """Return a line of fours that wins from the worker's position, or nothing."""
        engine, fours = self.engine, worker.fours
        fours["nodes"] = 0
        fours["limit"] = nodes
        won = fours_kernel.win_by_fours(
            worker.state, engine._ground, engine._lines, fours, engine._failed, self.side, 0
        )
        self.proof_nodes += int(fours["nodes"])
        return tuple(int(cell) for cell in fours["line"][: fours["length"]]) if won else ()

    def prove_by_threats(self, nodes: int) -> bool:
        """Look for a win by fours and open threes."""
        if not self.explore(self.engine._workers[0], self.side, nodes):
            return False
        self.found = [self.threat_line()]
        return True

    def check_line(self, worker: _Worker, line: tuple[int, ...]) -> bool:
        """Look for a win by threats along a line that the search believes in.

        One that is found goes into the memory as the proof it is, where the next search of the
        same depth meets it. What was not decided is continued the next time.
        """
        engine = self.engine
        ground, lines, state = engine._ground, engine._lines, worker.state
        played = 0
        proved = False
        for move in line[:_CHECKED_PLIES]:
            state_kernel.place(state, ground, lines, move, (self.side + played) % 2)
            played += 1
            mover = (self.side + played) % 2
            nodes = min(_CHECK_NODES, self.nodes() // _CHECK_SHARE - self.proof_nodes)
            if nodes > 0 and self.explore(worker, mover, nodes):
                entry = self.threat_entry(state, mover)
                assert entry is not None
                value = search_kernel.WIN - int(entry["length"])
                self.remember_win(state, mover, int(entry["move"]), value)
                proved = True
                break
        for _ in range(played):
            state_kernel.take_back(state, ground)
        return proved

    def explore(self, worker: _Worker, attacker: int, nodes: int) -> bool:
        """Search for a win by threats from the worker's position; say whether one is proved."""
        engine = self.engine
        tree = engine._tree
        tree["nodes"] = tree["top"] = 0
        tree["leaf_fours"] = 0 if Part.FOURS in engine._without else _LEAF_FOURS
        tree["limit"] = nodes
        proof, _ = threats_kernel.explore(
            worker.state,
            engine._ground,
            engine._lines,
            worker.fours,
            engine._failed,
            engine._table,
            tree,
            attacker,
            True,
            threats_kernel.UNREACHABLE,
            threats_kernel.UNREACHABLE,
        )
        self.proof_nodes += int(tree["nodes"])
        self.limit_nodes()
        return bool(proof == 0)

    def threat_entry(self, state: Any, attacker: int) -> Any:
        """Return what the threat table holds for a position, the attacker to move, or None."""
        table = self.engine._table
        key = threats_kernel.attack_key(state["hash"], attacker, attacker)
        slot = threats_kernel.find(table, key)
        return table[slot] if slot >= 0 else None

    def limit_nodes(self) -> None:
        """Let the searches use the nodes that the proof searches have left."""
        if self.limit.nodes is not None:
            for worker in self.engine._workers:
                worker.search["limit"] = max(1, self.limit.nodes - self.proof_nodes)

    def threat_nodes(self) -> int:
        """Return how many nodes the threat search may take of this analysis."""
        nodes = _ROOT_THREATS
        if self.limit.time is not None:
            nodes = max(1000, int(self.limit.time * _THREATS_A_SECOND))
        if self.limit.nodes is not None:
            nodes = min(nodes, self.limit.nodes // 8 + 1)
        return nodes

    def threat_line(self) -> _Found:
        """Return the proved win, its line as far as the threat table still holds it.

        The defender answers so as to lose as late as the table knows.
        """
        engine, worker = self.engine, self.engine._workers[0]
        state, ground, lines = worker.state, engine._ground, engine._lines
        entry = self.threat_entry(state, self.side)
        plies = int(entry["length"])
        line = [int(entry["move"])]
        while len(line) < plies:
            state_kernel.place(state, ground, lines, line[-1], self.side)
            answer = self.longest_defence(state)
            if answer == state_kernel.NO_CELL:
                break
            line.append(answer)
            state_kernel.place(state, ground, lines, answer, 1 - self.side)
            by_fours = self.line_by_fours(worker, _LEAF_FOURS)
            if by_fours and len(line) + len(by_fours) <= plies:
                line += by_fours
                break
            entry = self.threat_entry(state, self.side)
            if entry is None or entry["proof"] != 0:
                break
            line.append(int(entry["move"]))
        worker.set_up(self.board, ground, lines)
        return _Found(search_kernel.WIN - plies, tuple(line))

    def longest_defence(self, state: Any) -> int:
        """Return the answer to the attacker's threat that loses latest, as far as is known.

        Where none helps it is the cell that the attacker would take next.
        """
        engine, tree, defender = self.engine, self.engine._tree, 1 - self.side
        tree["top"] = 0
        threats_kernel.list_defences(state, engine._ground, engine._lines, tree, self.side)
        longest, chosen = -1, int(threats_kernel.winning_cell(state, self.side))
        for cell in [int(child) for child in tree["children"][: tree["top"]]]:
            state_kernel.place(state, engine._ground, engine._lines, cell, defender)
            entry = self.threat_entry(state, self.side)
            if entry is not None and entry["proof"] == 0 and entry["length"] > longest:
                longest, chosen = int(entry["length"]), cell
            state_kernel.take_back(state, engine._ground)
        return chosen

    def start_helpers(self) -> list[threading.Thread]:
        """Let the other threads search the same position into the shared table."""
        helpers = []
        for number, worker in enumerate(self.engine._workers[1:], start=1):
            thread = threading.Thread(target=self.help, args=(worker, number), daemon=True)
            thread.start()
            helpers.append(thread)
        return helpers

    def help(self, worker: _Worker, number: int) -> None:
        """Deepen beside the main thread, every other helper a depth ahead."""
        moves = self.root_moves(worker)
        for depth in range(1 + number % 2, _DEEPEST):
            values = np.zeros(len(moves), dtype=np.int32)
            value = self.search_root(worker, moves, values, depth, -search_kernel.WIN)
            if worker.search["stopped"] or abs(value) > search_kernel.PROVED:
                return
            moves = moves[np.argsort(-values, kind="stable")]

    def root_moves(self, worker: _Worker) -> Any:
        """Return the moves to consider, best-looking first."""
        engine = self.engine
        moves = np.zeros(state_kernel.CELLS, dtype=np.int16)
        total = root_kernel.root_moves(
            worker.state, engine._ground, engine._lines, worker.search, self.side, moves
        )
        if total == 0:
            return self.moves_when_lost(worker)
        return moves[:total].copy()

    def moves_when_lost(self, worker: _Worker) -> Any:
        """Return every move, first those that the opponent must still find an answer to."""
        engine = self.engine
        moves = np.array(list(self.board.legal_moves), dtype=np.int16)
        ranks = [
            search_kernel.rank(worker.state, engine._ground, worker.search, self.side, 0, int(cell))
            for cell in moves
        ]
        return moves[np.argsort(np.negative(ranks), kind="stable")]

    def deepen(self, worker: _Worker) -> bool:
        """Search depth after depth; return whether the last one asked for was finished."""
        moves = self.root_moves(worker)
        judged = int(search_kernel.judge(worker.state, self.side))
        self.found = [_Found(judged, (int(moves[0]),))]
        deepest = min(self.limit.depth or _DEEPEST, self.board.game.cells - self.board.ply)
        for depth in range(1, deepest + 1):
            lines: list[_Found] = []
            for rank in range(min(self.count, len(moves))):
                line = self.search_checked_line(worker, moves, depth, rank)
                if line is None:
                    break
                lines.append(line)
            if len(lines) == min(self.count, len(moves)):
                self.depth = depth
            # A later line can turn out better, and one that this depth did not get to stays as
            # the last depth left it.
            lines.sort(key=lambda line: -line.value)
            taken = {line.line[0] for line in lines}
            old = [line for line in self.found if line.line[0] not in taken]
            self.found = (lines + old)[: self.count]
            if worker.search["stopped"]:
                return False
            if self.on_progress is not None:
                self.on_progress(self.report(complete=False)[0])
            if self.count == 1 and self.is_settled(moves):
                return True
        return True

    def search_checked_line(
        self, worker: _Worker, moves: Any, depth: int, rank: int
    ) -> _Found | None:
        """Find the best line, again if a win by threats was overlooked in it."""
        unchecked = not self.engine._without.isdisjoint((Part.THREATS, Part.LINE_THREATS))
        unchecked |= depth < _FIRST_CHECKED_DEPTH
        while True:
            found = self.search_line(worker, moves, depth, rank)
            if found is None or worker.search["stopped"] or unchecked:
                return found
            if abs(found.value) > search_kernel.PROVED or not self.check_line(worker, found.line):
                return found

    def search_line(self, worker: _Worker, moves: Any, depth: int, taken: int) -> _Found | None:
        """Find the best line that starts with none of the first `taken` moves, and move it up."""
        rest = moves[taken:].copy()
        values = np.zeros(len(rest), dtype=np.int32)
        guess = self.found[taken].value if len(self.found) > taken else 0
        is_narrow = depth >= 5 and abs(guess) < search_kernel.BELIEVED
        width = _NARROW if is_narrow and Part.WINDOW not in self.engine._without else 0
        low = guess - width if width else -search_kernel.WIN
        high = guess + width if width else search_kernel.WIN
        best: _Found | None = None
        while True:
            value = int(self.search_root(worker, rest, values, depth, low, high))
            line = worker.search["line"][0][: int(worker.search["line_end"][0])]
            if len(line):
                best = _Found(int(values.max()), tuple(int(cell) for cell in line))
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

    def search_root(
        self,
        worker: _Worker,
        moves: Any,
        values: Any,
        depth: int,
        low: int,
        high: int | None = None,
    ) -> int:
        """Search the given moves to a depth against a window."""
        engine = self.engine
        return int(
            engine._search_root(
                worker.state,
                (engine._ground, engine._lines, engine._failed, engine._memory),
                worker.fours,
                worker.search,
                self.side,
                low,
                search_kernel.WIN if high is None else high,
                depth,
                moves,
                values,
            )
        )

    def is_settled(self, moves: Any) -> bool:
        """Say whether deeper search can change nothing: one move, or a proved result."""
        value = self.found[0].value
        if self.limit.time is not None and len(moves) == 1 and self.depth >= 4:
            return True
        return abs(value) > search_kernel.PROVED

    def nodes(self) -> int:
        """Return the nodes of all threads so far."""
        return self.proof_nodes + sum(
            int(worker.search["nodes"]) for worker in self.engine._workers
        )

    def report(self, complete: bool) -> tuple[Analysis, ...]:
        """Return what is known now, one analysis a line."""
        scores = {found.line[0]: score_of(found.value) for found in self.found}
        first = Analysis(
            self.board.game,
            best=self.found[0].line[0],
            score=score_of(self.found[0].value),
            line=self.found[0].line,
            move_scores=scores,
            depth=self.depth,
            nodes=self.nodes(),
            time=time.perf_counter() - self.started,
            complete=complete,
        )
        return tuple(
            replace(first, best=found.line[0], score=score_of(found.value), line=found.line)
            for found in self.found
        )


def _power_of_two(entries: float) -> int:
    """Return the largest power of two not above this, at least 1024."""
    return max(1024, 1 << int(math.log2(max(entries, 1.0))))
