"""Reading a file of people's moves in the game on 9x4 cells, four in a line, pieces anywhere.

Columns: ``set`` (a kind of session), ``player`` (a number within the set), ``board`` (36
characters, row by row), ``move`` (0 to 35), and if they are known ``mover``, ``ms`` (thinking time)
and ``fold``. Rows of a game follow each other; a new game begins where the board has fewer pieces.
Without folds, everybody's moves are dealt out to five.
"""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from inarow.files.trouble import trouble_as
from inarow.kernels.compiling import Array
from inarow.kernels.people.features import REMEMBERED
from inarow.lab.experiments.experiment import LabError
from inarow.rules.catalogue import game

GAME = game("mnk(9x4,k=4)")

COLUMNS = ("set", "player", "board", "mover", "move", "ms", "fold")
_OPTIONAL = ("mover", "ms", "fold")

#: How many folds there are where the file has none.
_FOLDS = 5

#: The thinking time of a move where nobody took it.
UNTIMED = -1


@dataclass(frozen=True, slots=True)
class Row:
    """A move of a person."""

    set: str
    player: str
    x_stones: int
    o_stones: int
    move: int
    ms: int
    fold: int
    #: The cells of the moves before, the last one first, as far as the file tells; -1 where not.
    memory: tuple[int, ...] = ()

    @property
    def side(self) -> int:
        """Who moves: 0 for X, 1 for O."""
        return (self.x_stones | self.o_stones).bit_count() & 1

    @property
    def person(self) -> tuple[str, str]:
        """Who moves, among all people of the file."""
        return self.set, self.player

    def digest(self) -> int:
        """A number that another move has only by chance."""
        text = f"{self.set} {self.player} {self.x_stones} {self.o_stones} {self.move} {self.ms}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


@dataclass(frozen=True)
class Moves:
    """All moves of a file, or some of them."""

    rows: tuple[Row, ...]

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def people(self) -> tuple[tuple[str, str], ...]:
        """Who moves, each once, in the order of the file."""
        return tuple(dict.fromkeys(row.person for row in self.rows))

    @cached_property
    def person_numbers(self) -> Array:
        """For each row the number of who moves."""
        numbers = {person: number for number, person in enumerate(self.people)}
        return np.array([numbers[row.person] for row in self.rows], dtype=np.int64)

    @cached_property
    def played(self) -> Array:
        """Each row's move."""
        return np.array([row.move for row in self.rows])

    @cached_property
    def folds(self) -> Array:
        """Each row's fold."""
        return np.array([row.fold for row in self.rows], dtype=np.int64)

    @property
    def are_timed(self) -> bool:
        """Whether it is known how long everybody thought."""
        return all(row.ms != UNTIMED for row in self.rows)

    @property
    def sets(self) -> tuple[str, ...]:
        """The kinds of sessions, in the order of the file."""
        return tuple(dict.fromkeys(row.set for row in self.rows))

    def of_sets(self, names: Iterable[str]) -> Moves:
        """The moves of some kinds of sessions."""
        wanted = set(names)
        if unknown := wanted - set(self.sets):
            raise LabError(f"no set {min(unknown)!r}; the file has {', '.join(self.sets)}")
        return Moves(tuple(row for row in self.rows if row.set in wanted))

    def of_some_people(self, share: float, seed: int) -> Moves:
        """The moves of a share of the people of each set, at least two, chosen by chance."""
        if not 0 < share <= 1:
            raise LabError(f"--size is a share of the people, above 0 and up to 1, not {share:g}")
        random = np.random.default_rng(seed)
        chosen: set[tuple[str, str]] = set()
        for name in self.sets:
            people = [person for person in self.people if person[0] == name]
            count = min(max(round(share * len(people)), 2), len(people))
            chosen.update(people[number] for number in random.permutation(len(people))[:count])
        return Moves(tuple(row for row in self.rows if row.person in chosen))


def read_moves(path: Path) -> Moves:
    """Read a file, or say in which line it is wrong."""
    with (
        trouble_as(LabError, f"cannot read {path}"),
        path.open(newline="", encoding="utf-8") as file,
    ):
        reader = csv.DictReader(file)
        columns = reader.fieldnames or ()
        needed = [name for name in COLUMNS if name not in _OPTIONAL]
        if missing := [name for name in needed if name not in columns]:
            raise LabError(f"{path} has no column {missing[0]!r}; it needs {', '.join(needed)}")
        rows = [_row(values, path, reader.line_num) for values in reader]
    if not rows:
        raise LabError(f"{path} has no moves")
    if "fold" not in columns:
        rows = _dealt(rows)
    if len({row.fold for row in rows}) == 1:
        raise LabError(
            f"{path} has all moves in one fold, and each is predicted from the others; "
            "without the column there are five"
        )
    return Moves(tuple(_with_memories(rows)))


def _dealt(rows: list[Row]) -> list[Row]:
    """Everybody's moves dealt out to the folds, one after the other."""
    counts: Counter[tuple[str, str]] = Counter()
    dealt = []
    for row in rows:
        dealt.append(replace(row, fold=counts[row.person] % _FOLDS + 1))
        counts[row.person] += 1
    return dealt


def _row(values: dict[str, str], path: Path, line: int) -> Row:
    try:
        board, move = values["board"], _whole(values["move"], "move")
        if len(board) != GAME.cells or set(board) - set("XO-"):
            raise ValueError(f"the board is not {GAME.cells} characters of X, O and -")
        x_stones, o_stones = (
            sum(1 << cell for cell, piece in enumerate(board) if piece == side) for side in "XO"
        )
        turn = "XO"[(x_stones | o_stones).bit_count() & 1]
        if values.get("mover", turn) != turn:
            raise ValueError(f"it is not {values['mover']}'s turn")
        if not 0 <= move < GAME.cells or (x_stones | o_stones) >> move & 1:
            raise ValueError(f"{move} is not an empty cell")
        ms, fold = (_whole(values.get(name, usual), name) for name, usual in _USUAL.items())
        return Row(values["set"], values["player"], x_stones, o_stones, move, ms, fold)
    except (ValueError, TypeError) as error:
        raise LabError(f"{path}, line {line}: {error}") from None


#: What stands for a time and a fold where there is none.
_USUAL = {"ms": str(UNTIMED), "fold": "1"}


def _whole(text: str, name: str) -> int:
    try:
        return int(float(text))
    except (ValueError, OverflowError):
        raise ValueError(f"{name} is a number, not {text!r}") from None


def _with_memories(rows: list[Row]) -> Iterator[Row]:
    """The rows with what happened before in the same game."""
    known: list[int] = []
    before = (0, 0)
    played_in = ""
    for row in rows:
        now = (row.x_stones, row.o_stones)
        goes_on = row.set == played_in and all(
            old & new == old for old, new in zip(before, now, strict=True)
        )
        if not goes_on:
            known, before = [], (0, 0)
        # What the other side has played since; nobody knows in which order if it is more than one.
        added = (row.x_stones | row.o_stones) & ~(before[0] | before[1])
        if added.bit_count() == 1:
            known.append(added.bit_length() - 1)
        elif added:
            known = []
        memory = known[: -REMEMBERED - 1 : -1]
        yield replace(row, memory=tuple(memory + [-1] * (REMEMBERED - len(memory))))
        known.append(row.move)
        played = 1 << row.move
        before = (now[0] | played, now[1]) if row.side == 0 else (now[0], now[1] | played)
        played_in = row.set
