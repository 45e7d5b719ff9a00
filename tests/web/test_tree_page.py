"""The page of a search tree, in a browser: it opens readable, zooms, and replays the search."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

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
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: complaints.append(request.url))
    page.goto(file.as_uri())
    assert complaints == [file.as_uri()]
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
    tree.get_by_role("button", name="Whole tree").click()
    assert is_in_view(tree, 394) and width_of_board(tree, 1) < 10
    tree.get_by_role("button", name="Zoom in").click()
    assert width_of_board(tree, 1) > 0
    tree.close()


def test_the_slider_replays_the_search_and_keeps_it_in_view(tree: Page) -> None:
    assert not is_in_view(tree, 3)
    tree.get_by_label("Nodes shown").fill("3")
    assert is_in_view(tree, 3)
    assert tree.locator("#about").inner_text().startswith("node 3: ")
    assert tree.locator(".node:not(.hidden)").count() == 3
    tree.close()


def test_nodes_are_chosen_by_keys_and_the_tree_grows(tree: Page) -> None:
    about = tree.locator("#about")
    tree.locator("svg.tree").press("ArrowDown")
    expect(about).to_contain_text("node 1: ")
    tree.keyboard.press("ArrowDown")
    expect(about).to_contain_text("node 2: ")
    assert tree.locator(".node.chosen").count() == 1
    tree.get_by_label("Nodes shown").fill("5")
    assert tree.locator(".node.open text").first.is_hidden()
    tree.get_by_role("button", name="Watch it grow").click()
    expect(tree.locator(".node:not(.hidden)")).to_have_count(394)
    tree.close()
