"""Links, texts and the way back: whatever is opened on the page is what is shown."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from inarow import Board

from .conftest import Server
from .pages import (
    go,
    open_hash,
    play,
    wait_for_moves,
)

pytestmark = pytest.mark.slow


def test_a_link_holds_the_game_in_a_new_tab(page: Page) -> None:
    go(page, "#play?game=connect4&moves=44")
    board = Board("connect4", "44")
    play(page, board, 2)
    other = page.context.new_page()
    other.goto(page.url)
    wait_for_moves(other, "443")
    expect(other.locator(".piece")).to_have_count(3)
    other.close()


@pytest.mark.parametrize("mode", ["play", "analyse", "learn"])
def test_a_bad_link_gets_a_sentence_and_a_game(page: Page, server: Server, mode: str) -> None:
    other = page.context.new_page()
    other.goto(f"{server.address}#{mode}?game=connect4&moves=12121212")
    other.wait_for_selector("body.ready")
    expect(other.locator("#trouble")).to_contain_text("cannot be opened: move 8")
    play(other, Board("connect4"), 3)
    other.close()


def test_back_returns_to_the_game_before(page: Page) -> None:
    go(page, "#play?game=connect4&moves=44")
    page.get_by_role("button", name="New game").click()
    page.get_by_role("radio", name="Two people, one screen").check()
    page.get_by_role("button", name="Start").click()
    wait_for_moves(page, "")
    page.go_back()
    wait_for_moves(page, "44")


def test_texts_of_every_kind_are_opened_and_bad_ones_answered(page: Page) -> None:
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Share")
    box = dialog.get_by_label("A game to open")
    for bad in ("no moves at all", "99", '{"game":', "#play"):
        box.fill(bad)
        dialog.get_by_role("button", name="Open").click()
        expect(dialog.locator(".note")).not_to_be_empty()
        expect(dialog).to_be_visible()
    box.fill("4453")
    dialog.get_by_role("button", name="Open").click()
    expect(dialog).to_be_hidden()
    wait_for_moves(page, "4453")
    assert page.url.split("#")[1].startswith("analyse")


def test_back_returns_from_puzzles_to_the_game(page: Page) -> None:
    go(page, "#learn?game=connect4&moves=44")
    page.get_by_role("radio", name="Puzzles").check()
    task = page.locator(".puzzles .status")
    expect(task).to_contain_text("only one move")
    page.go_back()
    wait_for_moves(page, "44")
    expect(task).to_contain_text("Next puzzle")


def test_a_text_is_opened_as_a_game_of_its_own(page: Page) -> None:
    go(page, "#analyse?game=connect4&moves=4453")
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Share")
    dialog.get_by_label("A game to open").fill("44")
    dialog.get_by_role("button", name="Open").click()
    wait_for_moves(page, "44")
    expect(page.locator(".moves .move")).to_have_count(2)
    page.go_back()
    wait_for_moves(page, "4453")


def test_the_page_works_in_a_browser_that_keeps_nothing(browser: Browser, server: Server) -> None:
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(
        """for (const name of ["localStorage", "sessionStorage"]) {
            const get = () => { throw new DOMException("blocked", "SecurityError"); };
            Object.defineProperty(window, name, { get });
        }"""
    )
    page = context.new_page()
    try:
        page.goto(f"{server.address}#play?game=connect4&moves=44")
        wait_for_moves(page, "44")
        page.get_by_role("button", name="New game").click()
        page.get_by_role("radio", name="Two people, one screen").check()
        page.get_by_role("button", name="Start").click()
        wait_for_moves(page, "")
        play(page, Board("connect4"), 3)
    finally:
        context.close()


def test_a_refusal_is_read_until_the_next_thing_is_done(page: Page) -> None:
    go(page, "#play?game=connect4&moves=44")
    page.set_viewport_size({"width": 360, "height": 500})
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    open_hash(page, "#analyse?game=connect4&moves=12121212")
    trouble = page.locator("#trouble")
    expect(trouble).to_contain_text("cannot be opened: move 8")
    expect(trouble).to_be_in_viewport()
    page.evaluate("""async () => { await (await import("./shell/http.js")).get("api/games"); }""")
    expect(trouble).to_contain_text("cannot be opened: move 8")
    expect(page.locator("#tab-play")).to_have_attribute("aria-current", "page")
    play(page, Board("connect4", "44"), 2)
    expect(trouble).to_be_empty()


def test_two_tabs_keep_each_others_settings(page: Page, server: Server) -> None:
    other = page.context.new_page()
    other.goto(server.address)
    other.wait_for_selector("body.ready")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Theme").select_option("dark")
    other.get_by_role("button", name="Settings").click()
    other.get_by_label("Sound").check()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    other.close()
