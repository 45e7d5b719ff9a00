"""Proved wins: those found by fours and by threats, and those that the tables hold already."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.kernels.compiling import Record
from inarow.kernels.gomoku import transposition_table, vct
from inarow.kernels.gomoku.evaluation import evaluate
from inarow.kernels.gomoku.records import NO_CELL
from inarow.kernels.gomoku.search import PROVED, WIN
from inarow.kernels.gomoku.state import place, take_back
from inarow.kernels.gomoku.threats import position_key
from inarow.kernels.gomoku.vcf import win_by_fours
from inarow.rules.board import Board
from inarow.search.gomoku.parts import Part
from inarow.search.gomoku.tables import NO_LIMIT, Tables
from inarow.search.limit import Limit

#: Nodes for a win by fours at the root, and for one by threats where no time is given.
_ROOT_FOURS = 100_000
_ROOT_THREATS = 50_000
#: The former take no more than one node in so many, where nodes are limited.
_FOURS_SHARE = 4
#: Threat search nodes in a second of thinking time, about a tenth of it. With more time their share
#: grows, as the power 1.5 of the time, for a depth more costs the search ever more.
_THREATS_IN_A_SECOND = 150_000
#: With at least so many nodes quiet threats count too; the first turn of each search.
_QUIET_FROM = 200_000
_FIRST_TURN = 50_000
_LEAF_FOURS = 60
#: How far along the principal variation wins by threats are looked for; nodes for each position.
_CHECKED_PLIES = 8
_CHECK_NODES = 8000
#: These take no more than one node in this many.
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

    def __init__(self, tables: Tables, board: Board, limit: Limit) -> None:
        self._tables = tables
        self._worker = tables.workers[0]
        self._board = board
        self._side = int(board.turn)
        self._limit = limit
        self._nodes = 0
        #: Those of them that were searched along principal variations.
        self._line_nodes = 0

    def all_nodes(self) -> int:
        """Return the nodes of the proof searches and of the workers' searches so far."""
        return self._nodes + self._tables.searched_nodes()

    def at_once(self) -> Found | None:
        """Return the shortest win that is known already or is found soon."""
        without = self._tables.without
        known = self._known()
        fours = self.by_fours(0 if Part.FOURS in without else self._fours_nodes())
        wins = [win for win in (fours, known) if win is not None]
        if wins:
            return max(wins, key=lambda win: win.value)
        return None if Part.THREATS in without else self.by_threats(self._threat_nodes())

    def try_fours(self) -> FoursFound:
        """Look for a win by fours with all that the limit allows."""
        nodes = self._limit.nodes or NO_LIMIT
        win = self.by_fours(nodes)
        search = self._worker.search
        exhausted = int(search["vcf_nodes"]) < nodes and not int(search["stop"])
        return FoursFound(win.line if win else (), exhausted)

    def try_threats(self) -> tuple[int, ...]:
        """Look for a win by threats with all that the limit allows."""
        win = self.by_threats(self._limit.nodes or NO_LIMIT)
        return win.line if win else ()

    def by_fours(self, nodes: int) -> Found | None:
        """Look for a win by fours alone."""
        line = self._line_by_fours(nodes)
        return Found(WIN - len(line), line) if line else None

    def by_threats(self, nodes: int) -> Found | None:
        """Look for a win by fours and open threes; with nodes to spare also by quieter threats.

        The two searches take turns, each time twice as long: neither keeps the other waiting, and
        what one has found out its table keeps for its next turn.
        """
        with_quiet = nodes >= _QUIET_FROM and Part.QUIET_THREATS not in self._tables.without
        undecided = [0, 1] if with_quiet else [0]
        turn = _FIRST_TURN if with_quiet else nodes
        end = self._nodes + nodes
        while undecided and self._nodes < end and not int(self._worker.search["stop"]):
            for quiet in tuple(undecided):
                if self._search_threats(self._side, min(turn, end - self._nodes), quiet):
                    return self._threat_line(quiet)
                if self._threat_entry(self._side, quiet)["disproof"] == 0:
                    undecided.remove(quiet)
            turn *= 2
        return None

    def along(self, variation: tuple[int, ...]) -> bool:
        """Look for a win by threats along the principal variation.

        One that is found is stored as the proof it is, where the next search of the same depth
        meets it. What was not decided is continued the next time.
        """
        played = 0
        proved = False
        for move in variation[:_CHECKED_PLIES]:
            self._place(move, (self._side + played) % 2)
            played += 1
            mover = (self._side + played) % 2
            nodes = min(_CHECK_NODES, self.all_nodes() // _CHECK_SHARE - self._line_nodes)
            if self._limit.nodes is not None:
                nodes = min(nodes, self._limit.nodes - self.all_nodes())
            before = self._nodes
            is_won = nodes > 0 and self._search_threats(mover, nodes)
            self._line_nodes += self._nodes - before
            if is_won:
                entry = self._threat_entry(mover)
                value = WIN - int(entry["length"])
                self.store(Found(value, (int(entry["move"]),)), mover)
                proved = True
                break
        for _ in range(played):
            self._take_back()
        return proved

    def store(self, win: Found, mover: int | None = None) -> None:
        """Put a proved win, of the side to move unless told, where every search finds it."""
        state = self._worker.state
        mover = self._side if mover is None else mover
        data = transposition_table.pack(
            win.line[0],
            255,
            transposition_table.BOUND_LOWER,
            self._tables.age,
            win.value,
            evaluate(state, self._tables.geometry, self._worker.search, mover),
        )
        key = position_key(state["hash"], mover)
        transposition_table.store(self._tables.transpositions, key, data)

    def _known(self) -> Found | None:
        """Return the shorter of the wins that the tables hold for this position.

        With it an announced win is carried out as announced, even where a longer one by fours
        is found first.
        """
        wins = []
        for quiet in (0, 1):
            entry = self._threat_entry(self._side, quiet)
            if entry is not None and entry["proof"] == 0:
                wins.append(self._threat_line(quiet))
        key = position_key(self._worker.state["hash"], self._side)
        data = transposition_table.probe(self._tables.transpositions, key)
        value = transposition_table.packed_value(data)
        move = transposition_table.packed_move(data)
        is_reached = transposition_table.packed_bound(data) != transposition_table.BOUND_UPPER
        if is_reached and value > PROVED and move != NO_CELL:
            wins.append(Found(value, (move,)))
        return max(wins, key=lambda win: win.value, default=None)

    def _line_by_fours(self, nodes: int) -> tuple[int, ...]:
        """Return a line of fours that wins from the worker's position, or nothing."""
        tables, search = self._tables, self._worker.search
        search["vcf_nodes"] = 0
        search["vcf_limit"] = nodes
        won = win_by_fours(
            self._worker.state,
            tables.geometry,
            tables.patterns,
            search,
            tables.refuted,
            self._side,
            0,
        )
        self._count(int(search["vcf_nodes"]))
        length = int(search["vcf_length"])
        return tuple(int(cell) for cell in search["vcf_line"][:length]) if won else ()

    def _search_threats(self, attacker: int, nodes: int, quiet: int = 0) -> bool:
        """Search for a win by threats from the worker's position; say whether one is proved.

        ``quiet`` is 1 where quiet moves that threaten a win by fours count as threats.
        """
        tables, search = self._tables, self._worker.search
        search["vct_nodes"] = search["vct_top"] = 0
        search["vct_quiet"] = quiet
        search["vct_stones"] = self._worker.state["stones"]
        search["vct_leaf_limit"] = 0 if Part.FOURS in tables.without else _LEAF_FOURS
        search["vct_limit"] = nodes
        proved = vct.win_by_threats(
            self._worker.state,
            tables.geometry,
            tables.patterns,
            search,
            tables.refuted,
            tables.proofs,
            attacker,
            True,
            vct.INFINITE,
            vct.INFINITE,
        )
        self._count(int(search["vct_nodes"]))
        return bool(proved)

    def _count(self, nodes: int) -> None:
        """Count nodes of a proof search; the search itself may use what they leave."""
        self._nodes += nodes
        if self._limit.nodes is not None:
            self._tables.share_out(self._limit.nodes - self._nodes)

    def _fours_nodes(self) -> int:
        """Return how many nodes a win by fours at the root may take of this analysis."""
        if self._limit.nodes is None:
            return _ROOT_FOURS
        return min(_ROOT_FOURS, self._limit.nodes // _FOURS_SHARE + 1)

    def _threat_nodes(self) -> int:
        """Return how many nodes the threat search may take of this analysis."""
        nodes = _ROOT_THREATS
        if self._limit.time is not None:
            seconds = self._limit.time
            share = max(seconds, seconds**1.5)
            nodes = min(max(1000, int(share * _THREATS_IN_A_SECOND)), NO_LIMIT)
        if self._limit.nodes is not None:
            left = max(0, self._limit.nodes - self._nodes)
            nodes = min(nodes, self._limit.nodes // 8 + 1, left)
        return nodes

    def _threat_entry(self, attacker: int, quiet: int = 0) -> Record:
        """Return what the threat search knows of the position, the attacker to move, or None."""
        proofs = self._tables.proofs
        key = vct.attack_key(self._worker.state["hash"], attacker, attacker, quiet)
        slot = vct.find_proof(proofs, key)
        return proofs[slot] if slot >= 0 else None

    def _threat_line(self, quiet: int) -> Found:
        """Return the proved win, its line as far as the threat table still holds it.

        The defender answers so as to lose as late as the table knows.
        """
        entry = self._threat_entry(self._side, quiet)
        plies = int(entry["length"])
        line = [int(entry["move"])]
        while len(line) < plies:
            self._place(line[-1], self._side)
            answer = self._longest_defence(quiet)
            if answer == NO_CELL:
                break
            line.append(answer)
            self._place(answer, 1 - self._side)
            by_fours = self._line_by_fours(_LEAF_FOURS)
            if by_fours and len(line) + len(by_fours) <= plies:
                line += by_fours
                break
            entry = self._threat_entry(self._side, quiet)
            if entry is None or entry["proof"] != 0:
                break
            line.append(int(entry["move"]))
        self._worker.set_up(self._board, self._tables.geometry, self._tables.patterns)
        return Found(WIN - plies, tuple(line))

    def _longest_defence(self, quiet: int) -> int:
        """Return the answer to the attacker's threat that loses latest, as far as is known.

        Where none helps it is the cell that the attacker would take next.
        """
        tables, search, state = self._tables, self._worker.search, self._worker.state
        search["vct_top"] = 0
        search["vct_quiet"] = quiet
        vct.list_defences(
            state, tables.geometry, tables.patterns, search, tables.refuted, self._side
        )
        longest, chosen = -1, int(vct.winning_cell(state, self._side))
        for cell in [int(child) for child in search["vct_children"][: search["vct_top"]]]:
            self._place(cell, 1 - self._side)
            entry = self._threat_entry(self._side, quiet)
            if entry is not None and entry["proof"] == 0 and entry["length"] > longest:
                longest, chosen = int(entry["length"]), cell
            self._take_back()
        return chosen

    def _place(self, cell: int, side: int) -> None:
        tables = self._tables
        place(self._worker.state, tables.geometry, tables.patterns, cell, side)

    def _take_back(self) -> None:
        take_back(self._worker.state, self._tables.geometry)
