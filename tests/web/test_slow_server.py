"""A server that is slow, dies or is away: nothing is lost, and no late answer is taken."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from inarow import Board

from .conftest import Server, start_server
from .pages import (
    go,
    hold_next,
    hold_next_position,
    open_hash,
    play,
    wait_for_moves,
)

pytestmark = pytest.mark.slow


def test_a_server_that_dies_in_mid_game_loses_nothing(browser: Browser) -> None:
    server = start_server()
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    try:
        page.goto(f"{server.address}#play?game=connect4&moves=44")
        wait_for_moves(page, "44")
        server.kill()
        page.locator('.pad[aria-label^="Column 3,"]').click()
        expect(page.locator("#trouble")).to_contain_text("Your game is safe")
        expect(page.locator(".piece")).to_have_count(3)
        server = start_server(server.port)
        expect(page.locator("#trouble")).to_be_empty(timeout=15_000)
        play(page, Board("connect4", "443"), 6)
        wait_for_moves(page, "4437")
        page.reload()
        wait_for_moves(page, "4437")
    finally:
        context.close()
        server.kill()


def test_a_list_opened_before_the_players_of_a_game_arrive_stays_open(page: Page) -> None:
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    more = dialog.get_by_text("All levels, engines and more")
    expect(more).to_be_visible()
    gomoku = dialog.get_by_role("radio", name="Gomoku", exact=True)
    held = hold_next(page, "players", gomoku.check)
    more.click()
    held.release()
    expect(dialog.get_by_role("radio", name="Engine Five in a row")).to_be_visible()


def test_a_column_typed_before_the_server_answered_is_played(page: Page) -> None:
    go(page, "#analyse?game=connect4&moves=112233")
    held = hold_next_position(page)
    page.keyboard.press("4")
    held.release()
    wait_for_moves(page, "112234")


def test_a_column_typed_before_going_elsewhere_is_not_played_there(page: Page) -> None:
    go(page, "#analyse?game=connect4&moves=112233")
    hold_next_position(page)
    page.keyboard.press("4")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".facts")).to_contain_text("solved")
    wait_for_moves(page, "112233")


def test_an_answer_about_the_game_before_is_not_taken_for_the_next_one(page: Page) -> None:
    go(page, "#analyse?game=connect4&moves=112233")
    held = hold_next_position(page)
    go(page, "#play?game=tictactoe")
    held.wait_until_called_off()
    expect(page.locator('.pad[aria-disabled="false"]')).to_have_count(9)


@pytest.mark.parametrize("question", ["position", "players"])
def test_the_last_link_wins_not_the_last_answer(page: Page, question: str) -> None:
    held = hold_next(page, question, lambda: open_hash(page, "#play?game=connect4&moves=44"))
    go(page, "#play?game=connect4&moves=333")
    held.wait_until_called_off()
    expect(page.locator('.pad[aria-disabled="false"]')).to_have_count(7)


def test_a_puzzle_that_comes_too_late_replaces_nothing(page: Page) -> None:
    go(page, "#learn?game=connect4&moves=44")
    held = hold_next(page, "puzzle", page.get_by_role("radio", name="Puzzles").check)
    page.get_by_role("link", name="Play").click()
    held.wait_until_called_off()
    wait_for_moves(page, "44")


@pytest.mark.parametrize("code", [502, 503, 504])
def test_a_server_behind_another_that_is_away_for_a_while_is_asked_again(
    browser: Browser, server: Server, code: int
) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.route("**/api/position", lambda route: route.fulfill(status=code), times=1)
    try:
        page.goto(f"{server.address}#play?game=connect4&moves=44")
        expect(page.locator("#trouble")).to_contain_text("busy")
        wait_for_moves(page, "44")
        expect(page.locator("#trouble")).to_be_empty()
    finally:
        context.close()
