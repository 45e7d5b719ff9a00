"""Everybody reaches everything on the page: by keys, on a phone, with a screen reader."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from inarow import Board
from inarow.apps import web
from inarow.rules.notation import column_letter

from .conftest import Server, opened_page
from .pages import (
    MAIN_GAMES,
    PHONE,
    assert_accessible,
    go,
    pad,
    status,
    wait_for_a_step,
    wait_for_moves,
)

pytestmark = pytest.mark.slow


_STATIC = Path(web.__file__).parent / "static"


def test_the_page_about_the_api_works(page: Page, server: Server) -> None:
    page.goto(f"{server.address}api.html")
    section = page.locator("section", has_text="POST /api/position")
    section.get_by_text("Try it").click()
    section.get_by_role("button", name="Send").click()
    expect(section.locator("pre")).to_contain_text('"legal"')
    assert_accessible(page)


def test_a_game_is_played_by_keyboard_alone(page: Page) -> None:
    go(page, "#play?game=connect4")
    for key in "112233":
        count = page.locator(".piece").count()
        page.keyboard.press(key)
        expect(page.locator(".piece")).to_have_count(count + 1)
        expect(page.locator('.pad[aria-label^="Column 4,"]')).to_have_attribute(
            "aria-disabled", "false"
        )
    page.keyboard.press("ArrowRight")
    expect(page.locator(".pad:focus")).to_have_attribute("aria-label", re.compile("Column 3,"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("X wins")
    page.keyboard.press("u")
    wait_for_moves(page, "112233")


def test_a_free_board_is_walked_by_keyboard(page: Page) -> None:
    go(page, "#play?game=gomoku")
    page.keyboard.press("ArrowRight")
    for key in ("ArrowUp", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    wait_for_moves(page, "i9")


def test_small_cells_need_a_second_tap_on_a_phone(browser: Browser, server: Server) -> None:
    with opened_page(browser, server.address, **PHONE) as page:
        go(page, "#play?game=gomoku")
        target = page.locator('.pad[aria-label^="h8,"]')
        target.tap()
        expect(page.locator(".ghost .piece")).to_have_count(1)
        assert page.locator("body").get_attribute("data-moves") == ""
        target.tap()
        wait_for_moves(page, "h8")


@pytest.mark.parametrize("game", MAIN_GAMES)
def test_everything_fits_on_a_phone(browser: Browser, server: Server, game: str) -> None:
    with opened_page(browser, server.address, **PHONE) as page:
        for mode in ("play", "analyse", "learn"):
            go(page, f"#{mode}?game={game}")
            expect(page.locator(f"#tab-{mode}")).to_have_attribute("aria-current", "page")
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= 360, mode
            box = page.locator(".picture").bounding_box()
            assert box is not None
            assert box["x"] >= 0 and box["width"] > 250, mode
            assert box["y"] + box["height"] < 740, mode


@pytest.mark.parametrize(
    "address",
    [
        "#play?game=connect4&moves=112233",
        "#play?game=gomoku&moves=h8+i9",
        "#play?game=connect4&moves=1122334",
        "#analyse?game=connect4&moves=112233",
        "#analyse?game=tictactoe&moves=a1+b2",
        "#learn?game=tictactoe",
    ],
)
def test_axe_finds_no_serious_problem(page: Page, address: str) -> None:
    go(page, address)
    if address.startswith("#analyse"):
        expect(page.locator(".lines .score").first).to_be_visible()
    if address.startswith("#learn"):
        expect(page.locator(".compared tbody tr").first).to_be_visible()
    assert_accessible(page)
    page.emulate_media(color_scheme="dark")
    # Nothing but the colours has changed.
    assert_accessible(page, rules=["color-contrast"])


def test_axe_finds_no_serious_problem_in_the_dialogs(page: Page) -> None:
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".opponents .player:visible").first).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Share").click()
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    assert_accessible(page)


def test_the_names_of_points_agree_with_the_rules(page: Page) -> None:
    go(page, "#play?game=gomoku")
    board = Board("gomoku")
    for cell in (0, 14, 112, 224):
        expect(pad(page, board, cell)).to_have_count(1)
    assert column_letter(14) == "o"


@pytest.mark.parametrize("address", ["#play?game=gomoku", "#play?game=connect4&moves=444444"])
def test_the_board_is_seen_under_the_mouse(page: Page, address: str) -> None:
    go(page, address)
    pads = page.locator(".pads .pad")
    place = pads.nth(3)
    place.hover()
    see_through = ("rgba(0, 0, 0, 0)", "rgba(255, 255, 255, 0.1)")
    assert place.evaluate("pad => getComputedStyle(pad).backgroundColor") in see_through


def test_the_skip_link_leads_to_the_board_and_opens_nothing(page: Page) -> None:
    go(page, "#play?game=connect4&moves=44")
    page.locator("#skip").press("Enter")
    expect(page.locator(".pad:focus")).to_have_count(1)
    wait_for_moves(page, "44")
    assert "moves=44" in page.url


def test_a_second_tap_counts_while_scores_arrive(browser: Browser, server: Server) -> None:
    with opened_page(browser, server.address, **PHONE) as page:
        go(page, "#analyse?game=gomoku&moves=h8+i9+h9")
        expect(page.locator(".facts")).to_contain_text("depth")
        target = page.locator('.pad[aria-label^="h7,"]')
        target.tap()
        wait_for_a_step(page)
        expect(page.locator(".ghost .piece")).to_have_count(1)
        target.tap()
        wait_for_moves(page, "h8 i9 h9 h7")


@pytest.mark.parametrize("place", [".moves .move", ".lines .move"])
def test_a_button_keeps_the_focus_while_scores_arrive(page: Page, place: str) -> None:
    go(page, "#analyse?game=connect4(9x7)&moves=4453")
    expect(page.locator(".facts")).to_contain_text("depth")
    button = page.locator(place).first
    button.focus()
    wait_for_a_step(page)
    expect(button).to_be_focused()


def test_the_settings_button_closes_its_menu(page: Page) -> None:
    settings = page.get_by_role("button", name="Settings")
    settings.click()
    expect(page.locator("#menu")).to_be_visible()
    settings.click()
    expect(page.locator("#menu")).to_be_hidden()


def test_a_high_board_leaves_room_for_names(page: Page) -> None:
    go(page, "#play?game=mnk(3x20,k=3)")
    for place in ("#title", "#seat-below"):
        box = page.locator(place).bounding_box()
        assert box is not None and box["width"] >= 300


def test_every_sentence_stands_in_the_table_of_words() -> None:
    """Outside of it no module holds a sentence, but for errors that only developers see."""
    hidden = re.compile(r"/\*.*?\*/|^\s*//.*?$|new \w*Error\(.*?\)", re.DOTALL | re.MULTILINE)
    sentence = re.compile(r"[A-Z][a-z]+ [a-z]+|[a-z]{3,} [a-z]{2,} [a-z]+")
    found = [
        f"{module.name}: {text}"
        for module in sorted(_STATIC.rglob("*.js"))
        if module.name not in ("words.js", "editor.js")  # the editor is made of others' sources
        for text in re.findall(r'"([^"\n]*)"', hidden.sub("", module.read_text("utf-8")))
        if sentence.search(text)
    ]
    assert not found, found
