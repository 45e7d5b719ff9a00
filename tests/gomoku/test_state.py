"""The Gomoku board kept move by move is the board counted from scratch."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gomoku_oracle as oracle
from inarow.kernels.gomoku import patterns as patterns
from inarow.kernels.gomoku import state as kernel
from inarow.kernels.gomoku import threats as threats
from inarow.kernels.gomoku.bounds import strip_length, supported
from inarow.kernels.gomoku.geometry import new_geometry
from inarow.kernels.gomoku.records import CELLS
from inarow.kernels.gomoku.search import new_search
from inarow.kernels.gomoku.vcf import win_by_fours
from inarow.kernels.gomoku.weights import evaluation_weights
from inarow.kernels.gomoku.worths import to_mover, to_waiter, worth
from inarow.rules.catalogue import game as make_game
from inarow.rules.game import Game
from inarow.rules.shapes import Line

GAMES = ("gomoku(15)", "gomoku-standard(15)", "gomoku(9x6)", "mnk(7,7,4)", "mnk(12,8,6)",
         "mnk(5x5,k=3,exact)")  # fmt: skip
SET_NAMES = ("three", "four", "four plus", "four three", "open four", "five")


def geometry_of(game: Game) -> tuple[Any, Any]:
    assert isinstance(game.wins, Line)
    return new_geometry(game.width, game.height, game.wins.length, game.wins.exact)


GEOMETRIES = {name: geometry_of(make_game(name)) for name in GAMES}


def snapshot(state: Any) -> dict[str, Any]:
    """Everything of a state that its position decides."""
    names = ("hash", "board", "keys", "codes", "sets", "counts", "kinds", "sums")
    return {name: np.copy(state[name]) for name in names}


def assert_same(one: dict[str, Any], other: dict[str, Any], occupied: np.ndarray[Any, Any]) -> None:
    for name, value in one.items():
        if name == "codes":
            # A taken cell keeps the patterns it had when it was empty.
            value, expected = value[~occupied], other[name][~occupied]
        else:
            expected = other[name]
        assert np.array_equal(value, expected), name


@pytest.mark.parametrize("name", GAMES)
def test_line_table_agrees_with_trying_every_stone(name: str) -> None:
    game = make_game(name)
    wins = game.wins
    assert isinstance(wins, Line)
    _, table = GEOMETRIES[name]
    length = strip_length(wins.length, wins.exact)
    chance = random.Random(1)
    for _ in range(1500):
        cells = [chance.choice((0, 0, 0, 1, 1, 2)) for _ in range(length)]
        wall = chance.randrange(length // 2 + 1)
        cells[:wall] = [3] * wall
        wall = chance.randrange(length // 2 + 1)
        cells[length - wall :] = [3] * wall
        middle = length // 2
        around = cells[:middle] + cells[middle + 1 :]
        index = sum(cell << (2 * i) for i, cell in enumerate(around))
        for side in (0, 1):
            text = "".join("." if c == 0 else "x" if c == side + 1 else "#" for c in cells)
            text = text[:middle] + "x" + text[middle + 1 :]
            expected = oracle.pattern(text, middle, wins.length, wins.exact)
            assert int(table[index]) >> (4 * side) & 15 == expected, text


@pytest.mark.parametrize("name", GAMES)
def test_patterns_and_sets_agree_with_a_naive_recount(name: str) -> None:
    game = make_game(name)
    geometry, table = GEOMETRIES[name]
    chance = random.Random(2)
    for _ in range(6):
        state = kernel.new_state(geometry, table)
        cells = list(range(game.cells))
        chance.shuffle(cells)
        stones = {c: i % 2 for i, c in enumerate(cells[: chance.randrange(game.cells * 3 // 4)])}
        for cell, side in stones.items():
            kernel.place(state, geometry, table, cell, side)
        for side in (0, 1):
            expected: dict[str, set[int]] = {name: set() for name in ("", *SET_NAMES)}
            for cell in range(game.cells):
                if cell in stones:
                    continue
                found = oracle.cell_patterns(game, stones, cell, side)
                code = int(state["codes"][cell]) >> (16 * side)
                assert [code >> (4 * d) & 15 for d in range(4)] == found, (cell, side)
                expected[oracle.cell_class(found)].add(cell)
            for group, set_name in enumerate(SET_NAMES):
                assert members(state["sets"][side][group]) == expected[set_name]
                assert state["counts"][side][group] == len(expected[set_name])


def members(words: Any) -> set[int]:
    return {
        64 * i + bit for i, word in enumerate(words) for bit in range(64) if int(word) >> bit & 1
    }


@settings(max_examples=60, deadline=None)
@given(
    name=st.sampled_from(GAMES),
    steps=st.lists(st.tuples(st.integers(0, 399), st.integers(0, 1), st.booleans()), max_size=80),
)
def test_any_moves_and_take_backs_leave_the_recomputed_state(
    name: str, steps: list[tuple[int, int, bool]]
) -> None:
    game = make_game(name)
    geometry, table = GEOMETRIES[name]
    state = kernel.new_state(geometry, table)
    played: list[tuple[int, int]] = []
    for number, side, back in steps:
        if back and played:
            kernel.take_back(state, geometry)
            played.pop()
            continue
        cell = number % game.cells
        if state["board"][cell] == 0:
            kernel.place(state, geometry, table, cell, side)
            played.append((cell, side))
    fresh = kernel.new_state(geometry, table)
    for cell, side in sorted(played):
        kernel.place(fresh, geometry, table, cell, side)
    occupied = np.array([bool(taken) for taken in state["board"]])
    assert_same(snapshot(state), snapshot(fresh), occupied)
    for _ in played:
        kernel.take_back(state, geometry)
    empty = kernel.new_state(geometry, table)
    assert_same(snapshot(state), snapshot(empty), np.zeros(CELLS, dtype=bool))
    assert state["top"] == 0


def test_sums_are_the_sum_over_empty_cells() -> None:
    geometry, table = GEOMETRIES["gomoku(15)"]
    state = kernel.new_state(geometry, table)
    chance = random.Random(3)
    for i, cell in enumerate(chance.sample(range(225), 60)):
        kernel.place(state, geometry, table, cell, i % 2)
    multisets = geometry["multisets"]
    for side in (0, 1):
        codes = [
            int(state["codes"][cell]) >> (16 * side) & 0xFFFF
            for cell in range(225)
            if not state["board"][cell]
        ]
        rows = [evaluation_weights().multisets[multisets[code]] for code in codes]
        sums = int(state["sums"][side])
        assert to_mover(sums) == sum(int(row[0]) for row in rows)
        assert to_waiter(sums) == sum(int(row[1]) for row in rows)


@given(*[st.lists(st.tuples(*[st.integers(-32768, 32767)] * 2), max_size=400)] * 2)
def test_worths_add_up_two_at_a_time(
    added: list[tuple[int, int]], taken: list[tuple[int, int]]
) -> None:
    total = sum(worth(*one) for one in added) - sum(worth(*one) for one in taken)
    movers, waiters = ([sum(one[i] for one in ones) for ones in (added, taken)] for i in (0, 1))
    assert (to_mover(total), to_waiter(total)) == (movers[0] - movers[1], waiters[0] - waiters[1])


@pytest.mark.parametrize("name", ["gomoku(15)", "gomoku-standard(15)"])
def test_answers_to_a_threat_are_all_there_are(name: str) -> None:
    """Any other move leaves the attacker an open four and the defender no four."""
    geometry, table = GEOMETRIES[name]
    game = make_game(name)
    chance = random.Random(4)
    checked = 0
    while checked < 40:
        state = kernel.new_state(geometry, table)
        near = [game.cell(x, y) for x in range(4, 11) for y in range(4, 11)]
        for i, cell in enumerate(chance.sample(near, chance.randrange(6, 16))):
            kernel.place(state, geometry, table, cell, i % 2)
        if state["counts"][:, patterns.GROUP_FIVE].any():
            continue
        if not state["counts"][0, patterns.GROUP_OPEN_FOUR]:
            continue
        checked += 1
        threats.answer_threats(state, geometry, table, 0)
        answers = members(state["answers"][int(state["stones"])])
        for cell in range(game.cells):
            if state["board"][cell]:
                continue
            kernel.place(state, geometry, table, cell, 1)
            saves = (
                state["counts"][1, patterns.GROUP_FIVE] > 0
                or state["counts"][0, patterns.GROUP_OPEN_FOUR] == 0
            )
            kernel.take_back(state, geometry)
            assert saves == (cell in answers), cell


def fours_win_by_the_rules(game: Game, attacker: int, defender: int, line: list[int]) -> bool:
    """Whether a line of fours and forced answers wins, by nothing but completed lines."""
    for number, cell in enumerate(line):
        fives = oracle.completions(game, attacker, defender)
        counter_fives = oracle.completions(game, defender, attacker)
        if number % 2:
            # The answer must be forced: there is a five to stop, and none to make.
            if cell not in fives or counter_fives:
                return False
            defender |= 1 << cell
            continue
        if number == len(line) - 1:
            return cell in fives
        if not set(counter_fives) <= {cell}:
            return False
        attacker |= 1 << cell
    return False


def scattered(name: str, seed: int) -> Iterator[Any]:
    """States with many stones near each other, none of which can be decided on sight."""
    geometry, table = GEOMETRIES[name]
    game = make_game(name)
    chance = random.Random(seed)
    near = [game.cell(x, y) for x in range(3, 12) for y in range(3, 12)]
    while True:
        state = kernel.new_state(geometry, table)
        for i, cell in enumerate(chance.sample(near, 2 * chance.randrange(9, 15))):
            kernel.place(state, geometry, table, cell, i % 2)
        fives = state["counts"][:, patterns.GROUP_FIVE]
        if not fives.any() and not state["counts"][0, patterns.GROUP_OPEN_FOUR]:
            yield state


def line_of_fours(name: str, state: Any, *, quick: bool) -> list[int]:
    """The fours with which the first side wins from here; nothing where none were found."""
    geometry, table = GEOMETRIES[name]
    search = new_search()
    search["vcf_limit"] = 1000
    search["vcf_quick"] = quick
    refuted = np.zeros(1024, dtype=np.uint64)
    won = win_by_fours(state, geometry, table, search, refuted, 0, 0)
    return [int(cell) for cell in search["vcf_line"][: int(search["vcf_length"])]] if won else []


def stones_of(state: Any, owner: int, cells: int) -> int:
    return sum(1 << cell for cell in range(cells) if state["board"][cell] == owner)


@pytest.mark.parametrize("name", ["gomoku(15)", "gomoku-standard(15)"])
def test_answers_to_a_threatened_win_by_fours_are_all_there_are(name: str) -> None:
    """After any other move the same fours win, by the rules alone."""
    geometry, _ = GEOMETRIES[name]
    game = make_game(name)
    lengths: list[int] = []
    for state in scattered(name, seed=6):
        if len(lengths) >= 10 and max(lengths) >= 9:
            break
        line = line_of_fours(name, state, quick=False)
        if not line:
            continue
        lengths.append(len(line))
        search = new_search()
        search["vcf_line"][: len(line)] = line
        search["vcf_length"] = len(line)
        threats.answer_fours(state, geometry, search, 0)
        answers = members(state["answers"][int(state["stones"])])
        attacker, defender = (stones_of(state, owner, game.cells) for owner in (1, 2))
        assert fours_win_by_the_rules(game, attacker, defender, line)
        for cell in range(game.cells):
            if not (attacker | defender) >> cell & 1 and cell not in answers:
                assert fours_win_by_the_rules(game, attacker, defender | 1 << cell, line)


@pytest.mark.parametrize("name", ["gomoku(15)", "gomoku-standard(15)"])
def test_a_quick_search_for_fours_claims_only_wins_and_misses_few(name: str) -> None:
    game = make_game(name)
    found, missed = [], 0
    for state in itertools.islice(scattered(name, seed=7), 400):
        quick = line_of_fours(name, state, quick=True)
        thorough = line_of_fours(name, state, quick=False)
        if quick:
            attacker, defender = (stones_of(state, owner, game.cells) for owner in (1, 2))
            assert fours_win_by_the_rules(game, attacker, defender, quick)
            assert thorough
            found.append(len(quick))
        elif thorough:
            missed += 1
    assert max(found) >= 7
    assert missed < len(found) // 4


@pytest.mark.parametrize(
    ("width", "height", "connect", "exact", "fits"),
    [(20, 20, 7, False, True), (20, 20, 6, True, True), (21, 20, 5, False, False),
     (20, 20, 8, False, False), (5, 5, 2, False, False)],
)  # fmt: skip
def test_supported_shapes(width: int, height: int, connect: int, exact: bool, fits: bool) -> None:
    assert supported(width, height, connect, exact) is fits
    if not fits:
        with pytest.raises(ValueError, match="does not fit"):
            new_geometry(width, height, connect, exact)
