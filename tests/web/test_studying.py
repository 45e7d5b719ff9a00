"""Analysis, review, puzzles and search trees on the page in a real browser."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from inarow import Board
from inarow.search.exact.solver import shared_solver

from .conftest import Server, opened_page
from .pages import (
    PHONE,
    draw_on_a_large_board,
    go,
    hold_next,
    hold_next_position,
    pad,
    play,
    status,
    wait_for_moves,
)

pytestmark = pytest.mark.slow


def test_analysis_streams_scores_onto_every_column_and_stops(page: Page) -> None:
    # Too large a board for the solver, so that the analysis deepens step by step.
    go(page, "#analyse?game=connect4(9x7)&moves=4453")
    expect(page.locator(".labels .label:not(.none)")).to_have_count(9)
    facts = page.locator(".facts")
    expect(facts).to_contain_text(re.compile(r"depth \d+"))
    shallow = _depth(facts)
    expect(facts).not_to_contain_text(f"depth {shallow} ")
    assert _depth(facts) > shallow
    expect(page.get_by_role("meter")).to_be_visible()
    page.locator(".switch").click()
    expect(facts).to_have_text("Off")
    expect(page.locator(".labels .label")).to_have_count(9)
    expect(page.locator(".labels .label:not(.none)")).to_have_count(0)
    page.reload()
    expect(page.locator(".facts")).to_have_text("Off")


def _depth(facts: Locator) -> int:
    found = re.search(r"depth (\d+)", facts.text_content() or "")
    assert found
    return int(found[1])


def test_exact_scores_are_told_in_words(page: Page) -> None:
    go(page, "#analyse?game=tictactoe&moves=a1+b2+a2")
    expect(page.locator('.pad[aria-label="a3, empty, draw"]')).to_have_count(1)
    expect(page.locator('.pad[aria-label="c1, empty, loses in 1 move"]')).to_have_count(1)
    expect(page.locator(".cell-label")).to_have_count(6)


def test_a_line_is_stepped_through_and_kept_as_a_variation(page: Page) -> None:
    go(page, "#analyse?game=connect4&moves=112233")
    expect(page.locator(".facts")).to_contain_text("solved")
    page.locator(".lines li").first.locator(".move").first.click()
    wait_for_moves(page, "1122334")
    expect(page.locator(".facts")).to_have_text("The game is over.")
    page.keyboard.press("ArrowLeft")
    wait_for_moves(page, "112233")
    page.keyboard.press("7")
    wait_for_moves(page, "1122337")
    expect(page.locator(".variation")).to_have_count(1)
    page.keyboard.press("Home")
    wait_for_moves(page, "")
    page.keyboard.press("End")
    wait_for_moves(page, "1122334")
    page.reload()
    wait_for_moves(page, "1122334")
    expect(page.locator(".variation")).to_contain_text("7")
    page.locator(".variation .move").click()
    page.get_by_role("button", name="Make main line").click()
    expect(page.locator(".variation")).to_contain_text("4")
    page.get_by_role("button", name="Last").click()
    wait_for_moves(page, "1122337")


def test_a_review_gives_verdicts_with_reasons(page: Page) -> None:
    go(page, "#play?game=connect4&moves=121317271")
    expect(status(page)).to_contain_text("wins")
    page.get_by_role("button", name="Review").click()
    expect(page.locator(".summary table")).to_be_visible(timeout=40_000)
    page.locator(".moves .move").nth(6).click()
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text(
        "Move 7: X played 2. Inaccuracy. Column 2 misses the win in column 1."
    )
    expect(verdict).not_to_contain_text("Best was")
    assert page.locator(".chart .dot").count() == 10


def test_a_search_tree_grows_and_shows_its_nodes(page: Page) -> None:
    go(page, "#learn?game=tictactoe&moves=a1+b2+a3+c1")
    nodes = page.locator(".tree .node:not(.hidden)")
    expect(page.locator(".compared tbody tr").first).to_be_visible(timeout=40_000)
    whole = nodes.count()
    assert page.locator(".tree .node.cut-off").count() > 0
    page.get_by_label("Nodes shown").fill("3")
    expect(nodes).to_have_count(3)
    page.get_by_role("button", name="Watch it grow").click()
    expect(nodes).to_have_count(whole)
    page.locator(".tree .node.leaf .value").first.click()
    expect(page.locator(".explorer .note")).to_contain_text("A leaf")
    expect(page.locator(".piece")).to_have_count(6)
    page.get_by_label("Search", exact=True).select_option("minimax")
    expect(nodes).not_to_have_count(whole)
    assert page.locator(".tree .node.cut-off").count() == 0


def test_a_puzzle_is_tried_and_solved(page: Page) -> None:
    go(page, "#learn?game=connect4")
    page.get_by_role("radio", name="Puzzles").check()
    expect(page.locator(".puzzles .status")).to_contain_text("only one move", timeout=40_000)
    note = page.locator(".puzzles .note")
    moves = page.locator("body").get_attribute("data-moves") or ""
    board = Board("connect4", moves)
    solution = shared_solver(board.game).solve_moves(board, weak=True)
    right = solution.best_moves[0]
    wrong = next(move for move in board.legal_moves if move != right)
    pad(page, board, wrong).click()
    expect(note).to_contain_text("try again")
    wait_for_moves(page, moves)
    pad(page, board, right).click()
    expect(note).to_contain_text("is right")
    page.get_by_role("button", name="Next puzzle").click()
    expect(note).to_be_empty()
    page.get_by_role("button", name="Show the move").click()
    expect(note).to_contain_text("The answer was")


def test_the_board_stays_where_it_is_while_moves_are_analysed(page: Page) -> None:
    go(page, "#analyse?game=connect4&moves=112233")
    expect(page.locator(".facts")).to_contain_text("solved")
    places = []
    for key in ("ArrowLeft", "ArrowLeft", "ArrowRight", "4"):
        before = page.locator("body").get_attribute("data-moves")
        page.keyboard.press(key)
        expect(page.locator("body")).not_to_have_attribute("data-moves", before or "")
        places.append(page.locator(".picture").bounding_box())
    expect(page.locator(".facts")).not_to_contain_text("Searching")
    places.append(page.locator(".picture").bounding_box())
    assert all(place == places[0] for place in places), places


def test_a_search_tree_is_wholly_seen(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    go(page, "#learn?game=tictactoe&moves=a1+b2+a3+c1")
    expect(page.locator(".compared tbody tr").first).to_be_visible()
    frame = page.locator(".tree").bounding_box()
    assert frame is not None
    for node in page.locator(".tree .node .box").all():
        box = node.bounding_box()
        assert box is not None
        assert frame["x"] <= box["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"]
        assert frame["y"] <= box["y"] and box["y"] + box["height"] <= frame["y"] + frame["height"]


def test_puzzles_are_no_variations_of_each_other(page: Page) -> None:
    go(page, "#learn?game=connect4")
    page.get_by_role("radio", name="Puzzles").check()
    expect(page.locator(".puzzles .status")).to_contain_text("only one move")
    first = page.locator("body").get_attribute("data-moves")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator("body")).not_to_have_attribute("data-moves", first or "")
    page.get_by_role("link", name="Analyse").click()
    expect(page.locator(".analyse .move[aria-current]")).to_have_count(1)
    expect(page.locator(".variation")).to_have_count(0)


def test_no_line_of_another_position_can_be_followed(page: Page) -> None:
    go(page, "#analyse?game=connect4&moves=112233")
    expect(page.locator(".facts")).to_contain_text("solved")
    held = hold_next_position(page)
    wait_for_moves(page, "11223")
    expect(page.locator(".lines li")).to_have_count(0)
    held.release()
    expect(page.locator(".lines li")).not_to_have_count(0)


def test_more_than_one_game_can_be_reviewed(page: Page) -> None:
    go(page, "#play?game=tictactoe&moves=a1+a2+b1+b2+c1")
    page.get_by_role("button", name="Review").click()
    again = page.get_by_role("button", name="Review the game")
    table = page.locator(".summary table")
    expect(table).to_be_visible()
    expect(again).to_be_hidden()
    go(page, "#play?game=tictactoe&moves=a1+a2")
    page.get_by_role("link", name="Analyse").click()
    expect(table).to_be_hidden()
    again.click()
    expect(table).to_be_visible()
    page.locator('.pad[aria-label^="b2,"]').click()
    expect(again).to_be_visible()


def test_no_node_of_a_tree_is_shown_on_another_position(page: Page) -> None:
    go(page, "#learn?game=tictactoe&moves=a1+b2+a3+c1")
    page.locator(".tree .node.leaf .value").first.click()
    expect(page.locator(".piece")).to_have_count(6)
    hold_next(page, "tree", lambda: page.get_by_label("Depth").select_option("3"))
    expect(page.locator(".piece")).to_have_count(4)


def test_a_game_that_was_resigned_can_be_played_on_in_analyse(page: Page) -> None:
    go(page, "#play?game=connect4&moves=44")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Analyse").click()
    play(page, Board("connect4", "44"), 2)


def test_an_analysis_that_waits_its_turn_says_so(page: Page) -> None:
    def keep_waiting(socket: WebSocketRoute) -> None:
        def answer(message: str | bytes) -> None:
            asked = json.loads(message)
            if asked["type"] == "start":
                socket.send(json.dumps({"type": "waiting", "id": asked["id"]}))

        socket.on_message(answer)

    page.route_web_socket("**/api/analysis", keep_waiting)
    go(page, "#analyse?game=connect4&moves=44")
    expect(page.locator(".facts")).to_contain_text("waiting its turn")


def test_scores_fit_into_narrow_columns(browser: Browser, server: Server) -> None:
    with opened_page(browser, server.address, **PHONE) as page:
        go(page, "#analyse?game=connect4(9x7)&moves=4453")
        labels = page.locator(".labels .label:not(.none)")
        expect(labels).to_have_count(9)
        expect(labels.first.locator(".brief")).to_be_visible()
        cut = "labels => labels.filter(each => each.scrollWidth > each.clientWidth).length"
        assert labels.evaluate_all(cut) == 0


def test_the_current_move_is_seen_in_a_long_list(page: Page) -> None:
    board = draw_on_a_large_board("gomoku")
    go(page, f"#analyse?game=gomoku&moves={board.moves_text().replace(' ', '+')}")
    page.keyboard.press("Home")
    wait_for_moves(page, "")
    page.keyboard.press("End")
    wait_for_moves(page, board.moves_text())
    place = page.locator(".analyse .moves").bounding_box()
    move = page.locator(".moves [aria-current]").bounding_box()
    assert place is not None and move is not None
    assert place["y"] <= move["y"] + move["height"] / 2 <= place["y"] + place["height"]
