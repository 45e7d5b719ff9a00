"""What objects show of themselves in a notebook: well-formed, and saying what they hold."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from inarow import Board, Limit, analyse
from inarow.match.conditions import Conditions
from inarow.match.local import LocalRunner
from inarow.match.openings import Openings
from inarow.match.plan import Plan, go_through
from inarow.match.records import contestants
from inarow.match.schedule import Schedule
from inarow.match.store import Store
from inarow.rules.notation import move_text
from inarow.study.records.record import Record
from inarow.study.review.review import review

SVG = "{http://www.w3.org/2000/svg}svg"


def parsed(html: str) -> ElementTree.Element:
    """The elements of some HTML, which must be well-formed."""
    return ElementTree.fromstring(f"<div>{html}</div>")


def rows(element: ElementTree.Element) -> list[list[str]]:
    """The texts of a table, without its head."""
    return [[cell.text or "" for cell in row.findall("td")] for row in element.iter("tr")][1:]


@pytest.mark.parametrize("moves", ["", "44", "112233"])
def test_an_analysis_shows_its_lines(moves: str) -> None:
    board = Board("connect4", moves)
    found = analyse(board, Limit(depth=4), by="tree", lines=3)
    shown = parsed(found._repr_html_())
    assert [(move, score) for move, score, _ in rows(shown)] == [
        (move_text(board.game, line.move), str(line.score)) for line in found.lines
    ]
    assert f"{found.nodes:,} nodes" in "".join(shown.itertext())


def test_an_analysis_of_a_finished_game_shows_that_there_is_nothing_to_play() -> None:
    found = analyse(Board("connect4", "1122334"))
    assert rows(parsed(found._repr_html_())) == []


def test_a_review_shows_the_game_and_every_verdict() -> None:
    record = Record.of(Board("tictactoe", "b2 a2 a1 c3 c1"), players=("<Ann> & co", "Bob"))
    reviewed = review(record, Limit(nodes=10_000))
    shown = parsed(reviewed._repr_html_())
    assert len(shown.findall(SVG)) == 2
    assert [row[2] for row in rows(shown)] == ["b2", "a2", "a1", "c3", "c1"]
    assert [row[3] for row in rows(shown)] == [
        str(note.verdict) for note in reviewed.record.annotations
    ]
    assert "<Ann> & co" in "".join(shown.itertext())


def test_a_match_shows_who_stands_where() -> None:
    board = Board("tictactoe")
    players = contestants(["random", "level-10@nodes=1000"])
    schedule = Schedule(board.game, players, Openings(plies=1), pairs=2)
    with Store(":memory:") as store:
        state = go_through(Plan(schedule), store, LocalRunner(Conditions()))
    shown = parsed(state._repr_html_())
    assert shown.findtext("p") == "4 of 4 games"
    table = {row[0]: row for row in rows(shown)}
    assert set(table) == {"random", "level-10@nodes=1000"}
    assert [int(cell) for cell in table["random"][5:8]] == [
        int(cell) for cell in reversed(table["level-10@nodes=1000"][5:8])
    ]
    assert len(shown.findall(SVG)) == 1
