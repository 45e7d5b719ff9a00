"""Every chapter: its live blocks and its code run, and no number in it was typed by hand."""

from __future__ import annotations

import json
import re
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.learn.chapters.chapter import NAMES, Chapter, chapter
from inarow.learn.exercises.exercise import EXERCISES
from inarow.learn.forms.documentation import documentation
from inarow.learn.forms.output import output_of
from inarow.learn.forms.page import chapter_page, exercises_page
from inarow.learn.forms.text import chapter_text
from inarow.learn.live import ExerciseBlock, MatchBlock, live_block
from inarow.learn.markdown import Code, MarkdownError, Marked, Prose, blocks_of
from inarow.learn.numbers import ordered, worked_out
from inarow.learn.pairs import NOTHING_PLAYED
from inarow.wire.course import chapter_info, contents_info, live_info, pairs_info

#: What may hold a digit in prose: what is worked out, code, documents' names.
_NOT_TYPED = re.compile(r"\{\{.*?\}\}|`[^`]*`|\b00[0-4]\b", re.DOTALL)


@pytest.fixture(params=NAMES)
def one(request: pytest.FixtureRequest) -> Chapter:
    return chapter(request.param)


def test_no_number_in_a_chapter_is_typed_by_hand(one: Chapter) -> None:
    for block in blocks_of(one.source, lambda _: ""):
        if isinstance(block, Prose):
            assert not re.search(r"\d", _NOT_TYPED.sub("", block.markdown)), block.markdown


def test_each_says_which_documents_it_follows_or_goes_beyond(one: Chapter) -> None:
    first = one.parts[0]
    assert isinstance(first, Prose)
    assert first.markdown.startswith("*")
    assert "ocument" in first.markdown


def test_every_live_block_shows_something_in_every_form(one: Chapter) -> None:
    for part in one.parts:
        if isinstance(part, Prose):
            assert "{{" not in part.html
        elif isinstance(part, Code):
            assert output_of(part).strip()
        else:
            assert part.text().strip()
            json.dumps(asdict(live_info(part)), allow_nan=False)
    text = chapter_text(one, 80)
    boards_and_trees = re.compile(r"[├│└]| {4}")
    long = [line for line in text.splitlines() if len(line) > 80]
    assert all(boards_and_trees.match(line) for line in long), long
    page = chapter_page(one, solutions=True)
    assert one.title in page


def test_an_exercise_stands_in_its_chapter_once(one: Chapter) -> None:
    shown = [part.name for part in one.parts if isinstance(part, ExerciseBlock)]
    assert shown == [each.name for each in one.exercises]


def test_the_contents_list_every_exercise() -> None:
    listed = [name for entry in contents_info().chapters for name in entry.exercises]
    assert listed == list(EXERCISES)
    assert chapter_info(chapter("minimax")).exercises == ["minimax"]


def test_a_match_goes_on_from_where_it_stands() -> None:
    block = MatchBlock("connect3", "random", "random", pairs=3)
    tally = block.after(block.after(NOTHING_PLAYED))
    info = pairs_info(block, tally)
    assert (info.wins + info.draws + info.losses, sum(info.pairs), info.over) == (4, 2, False)
    assert list(block.steps())[1] == tally, "the same games whenever they are played"
    assert pairs_info(block, block.after(tally)).over


def test_better_orders_need_fewer_positions_as_the_chapter_says() -> None:
    counts = [
        int(ordered(order, "connect4", "", 4).replace(",", ""))
        for order in ("edges", "left", "random", "middle", "best")
    ]
    assert counts == sorted(counts, reverse=True)


@pytest.mark.parametrize(
    ("marked", "complaint"),
    [
        (Marked("clock", {}), "there is no live block 'clock'"),
        (Marked("board", {}), "'game' is missing"),
        (Marked("board", {"game": "connect4", "colour": "red"}), "there is no 'colour'"),
        (Marked("board", {"game": "connect4", "moves": "44444444"}), "column 4 is full"),
        (Marked("board", {"game": "connect4", "opponent": "square-3"}), "cannot play"),
        (Marked("tree", {"game": "connect4", "search": "alfa", "depth": "2"}), "no search called"),
        (
            Marked("tree", {"game": "connect4", "search": "minimax", "depth": "x"}),
            "invalid literal",
        ),
        (Marked("quiz", {"game": "connect3", "ask": "why"}), "one of value, cut"),
        (Marked("exercise", {"name": "minimaxx"}), "did you mean 'minimax'"),
    ],
)
def test_a_wrong_live_block_is_refused(marked: Marked, complaint: str) -> None:
    with pytest.raises(MarkdownError, match=complaint):
        live_block(marked)


@pytest.mark.parametrize(
    "expression", ["__import__('os')", "nodes", "nodes(1)", "nodes('minimax', open('x'), '', 1)"]
)
def test_braces_hold_nothing_but_calls_of_known_functions(expression: str) -> None:
    with pytest.raises(MarkdownError, match="cannot work out"):
        worked_out(expression)


@pytest.mark.parametrize(
    "text", ["# T\n\n<b>x</b>", "# T\n\n> quoted", "# T\n\n### deep", "# T\n\n```python\nx = 1"]
)
def test_markdown_that_is_not_understood_is_refused(text: str) -> None:
    with pytest.raises(MarkdownError):
        blocks_of(text)


def test_no_markup_of_others_gets_through() -> None:
    text = 'a <script>alert(1)</script> `<b>` **"x"** [x](javascript:alert)'
    html = Prose(text).html
    assert "<script" not in html
    assert "<b>" not in html
    assert "href" not in html


@given(st.text(alphabet="ab <>&\"'`*[]()#|-!:.\n{}/=", max_size=60))
def test_whatever_is_written_only_the_courses_own_marks_become_markup(text: str) -> None:
    html = Prose(text.strip() or "a").html
    rest = re.sub(r"</?(p|h2|ul|ol|li|table|tr|th|td|em|strong|code)>", "", html)
    assert "<" not in rest
    assert ">" not in rest


def test_the_documentation_has_every_chapter_and_only_links_that_lead_somewhere() -> None:
    pages = documentation()
    assert len(pages) == len(NAMES)
    for page in pages.values():
        assert "```live" not in page
        for target in re.findall(r"\]\(([\w-]+\.md)\)", page):
            assert target in pages


def test_the_sheet_of_exercises_keeps_solutions_apart() -> None:
    sheet = exercises_page(EXERCISES.values())
    answers = exercises_page(EXERCISES.values(), solutions=True)
    assert answers.startswith(sheet.partition("</body>")[0])
    assert "Solutions" not in sheet
    assert answers.count('class="apart"') == 1
