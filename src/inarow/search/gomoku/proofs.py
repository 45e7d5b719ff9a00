"""Proved wins: those found by fours and by threats, and those that the tables hold already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inarow.kernels.gomoku import search as search_kernel
from inarow.kernels.gomoku import state as state_kernel
from inarow.kernels.gomoku import threats as cells_kernel
from inarow.kernels.gomoku import transposition_table as memory_kernel
from inarow.kernels.gomoku import vcf as fours_kernel
from inarow.kernels.gomoku import vct as threats_kernel
from inarow.rules.board import Board
from inarow.search.gomoku.memory import NO_LIMIT, Memory
from inarow.search.gomoku.parts import Part
from inarow.search.limit import Limit

#: Nodes for a win by fours at the root, and for one by threats where no time is given.
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


@dataclass(frozen=True, slots=True)
class Found:
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


class Proofs:
    """The proof searches of one analysis. They leave the worker's position as they found it."""

    def __init__(self, memory: Memory, board: Board, limit: Limit) -> None:
        self._memory = memory
        self._worker = memory.workers[0]
        self._board = board
        self._side = int(board.turn)
        self._limit = limit
        self._nodes = 0

    def all_nodes(self) -> int:
        """Return the nodes of the proof searches and of the workers' searches so far."""
        return self._nodes + self._memory.searched_nodes()

    def at_once(self) -> Found | None:
        """Return the shortest win that is known already or is found soon."""
        without = self._memory.without
        known = self._known()
        fours = self.by_fours(0 if Part.FOURS in without else _ROOT_FOURS)
        wins = [win for win in (fours, known) if win is not None]
        if wins:
            return max(wins, key=lambda win: win.value)
        return None if Part.THREATS in without else self.by_threats(self._threat_nodes())

    def with_all_nodes(self) -> Found | None:
        """Return a win that is found with all that the limit allows."""
        nodes = self._limit.nodes or NO_LIMIT
        return self.by_fours(nodes) or self.by_threats(nodes)

    def try_fours(self) -> FoursFound:
        """Look for a win by fours with all that the limit allows."""
        nodes = self._limit.nodes or NO_LIMIT
        win = self.by_fours(nodes)
        fours = self._worker.fours
        exhausted = int(fours["nodes"]) < nodes and not int(fours["stop"])
        return FoursFound(win.line if win else (), exhausted)

    def by_fours(self, nodes: int) -> Found | None:
        """Look for a win by fours alone."""
        line = self._line_by_fours(min(nodes, self._limit.nodes or NO_LIMIT))
        return Found(search_kernel.WIN - len(line), line) if line else None

    def by_threats(self, nodes: int) -> Found | None:
        """Look for a win by fours and open threes."""
        return self._threat_line() if self._explore(self._side, nodes) else None

    def along(self, line: tuple[int, ...]) -> bool:
        """Look for a win by threats along a line that the search believes in.

        One that is found goes into the memory as the proof it is, where the next search of the
        same depth meets it. What was not decided is continued the next time.
        """
        played = 0
        proved = False
        for move in line[:_CHECKED_PLIES]:
            self._place(move, (self._side + played) % 2)
            played += 1
            mover = (self._side + played) % 2
            nodes = min(_CHECK_NODES, self.all_nodes() // _CHECK_SHARE - self._nodes)
            if nodes > 0 and self._explore(mover, nodes):
                entry = self._threat_entry(mover)
                value = search_kernel.WIN - int(entry["length"])
                self.remember(Found(value, (int(entry["move"]),)), mover)
                proved = True
                break
        for _ in range(played):
            self._take_back()
        return proved

    def remember(self, win: Found, mover: int | None = None) -> None:
        """Put a proved win, of the side to move unless told, where every search finds it."""
        memory, state = self._memory, self._worker.state
        mover = self._side if mover is None else mover
        memory_kernel.remember(
            memory.positions,
            cells_kernel.position_key(state, mover),
            memory_kernel.pack(
                win.line[0],
                255,
                memory_kernel.BOUND_LOWER,
                memory.age,
                win.value,
                search_kernel.judge(state, mover),
            ),
        )

    def _known(self) -> Found | None:
        """Return the shorter of the wins that the tables hold for this position.

        With it an announced win is carried out as announced, even where a longer one by fours
        is found first.
        """
        wins = []
        entry = self._threat_entry(self._side)
        if entry is not None and entry["proof"] == 0:
            wins.append(self._threat_line())
        key = cells_kernel.position_key(self._worker.state, self._side)
        data = memory_kernel.recall(self._memory.positions, key)
        value, move = memory_kernel.packed_value(data), memory_kernel.packed_move(data)
        is_reached = memory_kernel.packed_bound(data) != memory_kernel.BOUND_UPPER
        if is_reached and value > search_kernel.PROVED and move != state_kernel.NO_CELL:
            wins.append(Found(value, (move,)))
        return max(wins, key=lambda win: win.value, default=None)

    def _line_by_fours(self, nodes: int) -> tuple[int, ...]:
        """Return a line of fours that wins from the worker's position, or nothing."""
        memory, fours = self._memory, self._worker.fours
        fours["nodes"] = 0
        fours["limit"] = nodes
        won = fours_kernel.win_by_fours(
            self._worker.state, memory.ground, memory.lines, fours, memory.failed, self._side, 0
        )
        self._nodes += int(fours["nodes"])
        return tuple(int(cell) for cell in fours["line"][: fours["length"]]) if won else ()

    def _explore(self, attacker: int, nodes: int) -> bool:
        """Search for a win by threats from the worker's position; say whether one is proved."""
        memory, tree = self._memory, self._memory.tree
        tree["nodes"] = tree["top"] = 0
        tree["leaf_fours"] = 0 if Part.FOURS in memory.without else _LEAF_FOURS
        tree["limit"] = nodes
        proof, _ = threats_kernel.explore(
            self._worker.state,
            memory.ground,
            memory.lines,
            self._worker.fours,
            memory.failed,
            memory.threats,
            tree,
            attacker,
            True,
            threats_kernel.UNREACHABLE,
            threats_kernel.UNREACHABLE,
        )
        self._nodes += int(tree["nodes"])
        self._leave_the_rest_to_the_search()
        return bool(proof == 0)

    def _leave_the_rest_to_the_search(self) -> None:
        """Let the workers use the nodes that the proof searches have left."""
        if self._limit.nodes is not None:
            for worker in self._memory.workers:
                worker.search["limit"] = max(1, self._limit.nodes - self._nodes)

    def _threat_nodes(self) -> int:
        """Return how many nodes the threat search may take of this analysis."""
        nodes = _ROOT_THREATS
        if self._limit.time is not None:
            nodes = min(max(1000, int(self._limit.time * _THREATS_A_SECOND)), NO_LIMIT)
        if self._limit.nodes is not None:
            nodes = min(nodes, self._limit.nodes // 8 + 1)
        return nodes

    def _threat_entry(self, attacker: int) -> Any:
        """Return what the threat table holds for the position, the attacker to move, or None."""
        table = self._memory.threats
        key = threats_kernel.attack_key(self._worker.state["hash"], attacker, attacker)
        slot = threats_kernel.find(table, key)
        return table[slot] if slot >= 0 else None

    def _threat_line(self) -> Found:
        """Return the proved win, its line as far as the threat table still holds it.

        The defender answers so as to lose as late as the table knows.
        """
        entry = self._threat_entry(self._side)
        plies = int(entry["length"])
        line = [int(entry["move"])]
        while len(line) < plies:
            self._place(line[-1], self._side)
            answer = self._longest_defence()
            if answer == state_kernel.NO_CELL:
                break
            line.append(answer)
            self._place(answer, 1 - self._side)
            by_fours = self._line_by_fours(_LEAF_FOURS)
            if by_fours and len(line) + len(by_fours) <= plies:
                line += by_fours
                break
            entry = self._threat_entry(self._side)
            if entry is None or entry["proof"] != 0:
                break
            line.append(int(entry["move"]))
        self._worker.set_up(self._board, self._memory.ground, self._memory.lines)
        return Found(search_kernel.WIN - plies, tuple(line))

    def _longest_defence(self) -> int:
        """Return the answer to the attacker's threat that loses latest, as far as is known.

        Where none helps it is the cell that the attacker would take next.
        """
        memory, tree, state = self._memory, self._memory.tree, self._worker.state
        tree["top"] = 0
        threats_kernel.list_defences(state, memory.ground, memory.lines, tree, self._side)
        longest, chosen = -1, int(threats_kernel.winning_cell(state, self._side))
        for cell in [int(child) for child in tree["children"][: tree["top"]]]:
            self._place(cell, 1 - self._side)
            entry = self._threat_entry(self._side)
            if entry is not None and entry["proof"] == 0 and entry["length"] > longest:
                longest, chosen = int(entry["length"]), cell
            self._take_back()
        return chosen

    def _place(self, cell: int, side: int) -> None:
        memory = self._memory
        state_kernel.place(self._worker.state, memory.ground, memory.lines, cell, side)

    def _take_back(self) -> None:
        state_kernel.take_back(self._worker.state, self._memory.ground)
