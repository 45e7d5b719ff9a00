"""The page of a search tree, in a browser: it opens readable, zooms, and replays the search."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from inarow.rules.board import Board
from inarow.study.trace.searches import named_search
from inarow.study.trace.tree import trace
from inarow.study.trace.tree_html import tree_html


@pytest.fixture
def tree(browser: Browser, tmp_path: Path) -> Page:
    """A wide tree."""
    board = Board("connect4", "44")
    found = trace(board, named_search("ordered").recipe(board.game), 4, rows=400)
    file = tmp_path / "tree.html"
    file.write_text(tree_html(found), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1000, "height": 700})
    page.goto(file.as_uri())
    return page


def width_of_board(tree: Page, node: int) -> float:
    area = tree.locator(f'.node[data-n="{node}"] .board').bounding_box()
    assert area is not None
    return area["width"]


def is_in_view(tree: Page, node: int) -> bool:
    area = tree.locator(f'.node[data-n="{node}"] .board').bounding_box()
    assert area is not None
    return -1 < area["x"] < 1000 and 0 < area["y"] < 700


def test_a_wide_tree_opens_at_its_root_large_enough_to_read(tree: Page) -> None:
    assert is_in_view(tree, 1) and width_of_board(tree, 1) > 30
    tree.get_by_role("button", name="whole tree").click()
    assert is_in_view(tree, 394) and width_of_board(tree, 1) < 10
    tree.get_by_role("button", name="zoom in").click()
    assert width_of_board(tree, 1) > 0
    tree.close()


def test_the_slider_replays_the_search_and_keeps_it_in_view(tree: Page) -> None:
    assert not is_in_view(tree, 3)
    slider = tree.locator("#step")
    slider.fill("3")
    assert is_in_view(tree, 3)
    assert tree.locator("#about").inner_text().startswith("node 3: ")
    assert tree.locator(".node:not(.hidden)").count() == 3
    tree.close()
