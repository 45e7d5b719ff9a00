"""Playing on the page in a real browser: whole games, opponents, undo, clocks."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest
from playwright.sync_api import Browser, Page, expect

from inarow import Board, Side

from .conftest import Server, watched_page
from .pages import (
    MAIN_GAMES,
    draw_on_a_large_board,
    go,
    hold_next,
    play,
    status,
    wait_for_moves,
)

pytestmark = pytest.mark.slow


@pytest.fixture
def timed_page(browser: Browser, server: Server) -> Iterator[Page]:
    """A page whose clock goes as the test says."""
    with watched_page(browser, server.address, []) as opened:
        opened.clock.install()
        yield opened


#: More moves than this are not clicked in one game.
MOST_CLICKS = 49


def _random_game(game: str, seed: int) -> Board:
    chance = random.Random(seed)
    board = Board(game)
    while board.legal_moves:
        board.push(chance.choice(list(board.legal_moves)))
    return board


@cache
def finished_game(game: str, winner: Side | None) -> tuple[int, ...]:
    """The moves of a whole game with the wanted end."""
    if game == "gomoku" and winner is None:
        board = draw_on_a_large_board(game)
        outcome = board.outcome()
        assert outcome is not None and outcome.is_draw
        return board.moves
    if game == "gomoku":
        board = Board(game)
        rows = {side: 7 if side is winner else 0 for side in Side}
        counts = {Side.X: 0, Side.O: 0}
        while board.outcome() is None:
            side = board.turn
            # The loser leaves gaps; the winner builds one row.
            step = 1 if side is winner else 2
            board.push(board.game.cell(3 + step * counts[side] % 12, rows[side]))
            counts[side] += 1
        return board.moves
    for seed in range(10_000):
        board = _random_game(game, seed)
        outcome = board.outcome()
        assert outcome is not None
        if outcome.winner is winner and (winner is None or board.ply < 20):
            return board.moves
    raise AssertionError("no such game was found")


def listen(page: Page) -> None:
    """Keep all that is said aloud from now on: what follows at once would take its place."""
    page.evaluate("""() => {
        const live = document.querySelector('#live');
        globalThis.heard = [];
        const keep = new MutationObserver(() => heard.push(live.textContent));
        keep.observe(live, { childList: true, characterData: true, subtree: true });
    }""")


@pytest.mark.parametrize("game", MAIN_GAMES)
@pytest.mark.parametrize("winner", [Side.X, Side.O, None], ids=["X wins", "O wins", "draw"])
def test_a_whole_game_between_two_people(page: Page, game: str, winner: Side | None) -> None:
    moves = finished_game(game, winner)
    # A very long game is opened near its end.
    board = Board(game, moves[:-MOST_CLICKS])
    go(page, f"#play?game={game}&moves={board.moves_text().replace(' ', '+')}")
    for move in moves[board.ply : -1]:
        play(page, board, move)
    listen(page)
    play(page, board, moves[-1])
    expected = "Draw" if winner is None else f"{winner.name} wins"
    expect(status(page)).to_contain_text(expected)
    page.wait_for_function("end => heard.some((said) => said.includes(end))", arg=expected)
    outcome = board.outcome()
    assert outcome is not None
    expect(page.locator(".marks .won")).to_have_count(len(outcome.cells))
    expect(page.locator(".piece")).to_have_count(board.ply)


@pytest.mark.parametrize(
    ("game", "opponent", "moves", "yours", "end"),
    [
        ("connect4", "discount", "213171", "7", "You lost"),
        ("connect4", "random", "121314", "1", "You won"),
        ("square", "square-3", "11", None, None),
        ("gomoku", "shapes", "h8 a1 h9 a3 h10 a5 h11 a7", "h12", "You won"),
        ("gomoku", "shapes", "a1 h8 a3 h9 a5 h10 c1 h11 e1", None, "You lost"),
    ],
)
def test_a_game_against_the_computer_is_won_or_lost(
    page: Page, game: str, opponent: str, moves: str, yours: str | None, end: str | None
) -> None:
    board = Board(game, moves)
    go(page, f"#play?game={game}&moves={board.moves_text().replace(' ', '+')}&o={opponent}")
    if yours:
        board.push_text(yours)
        page.locator(f'.pad[aria-label^="{_pad_name(board, yours)}"]').click()
    elif board.turn is Side.X:
        play(page, board, next(iter(board.legal_moves)))
    if end:
        expect(status(page)).to_contain_text(end)
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    else:
        expect(status(page)).to_contain_text("Your turn")
        expect(page.locator(".piece")).to_have_count(board.ply + 1)
        expect(page.locator(".play .note")).to_contain_text("nodes")


def _pad_name(board: Board, move: str) -> str:
    return f"Column {move}," if board.game.gravity else f"{move},"


def test_undo_and_redo_take_both_moves_and_resigning_ends_the_game(page: Page) -> None:
    go(page, "#play?game=connect4&moves=44&o=discount")
    page.locator('.pad[aria-label^="Column 3,"]').click()
    expect(page.locator(".piece")).to_have_count(4)
    expect(status(page)).to_contain_text("Your turn")
    after = page.locator("body").get_attribute("data-moves")
    page.get_by_role("button", name="Undo").click()
    wait_for_moves(page, "44")
    page.get_by_role("button", name="Redo").click()
    wait_for_moves(page, after or "")
    page.get_by_role("button", name="Resign").click()
    expect(status(page)).to_contain_text("You resigned")
    page.get_by_role("button", name="Rematch").click()
    wait_for_moves(page, "")
    page.go_back()
    wait_for_moves(page, after or "")


def test_a_hint_is_shown_with_its_reason(page: Page) -> None:
    go(page, "#play?game=connect4&moves=112233&o=discount")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".play .note")).to_contain_text("Try 4")
    expect(page.locator(".marks .hint")).to_have_count(1)


def test_sides_can_be_swapped(page: Page) -> None:
    go(page, "#play?game=connect4&moves=44&o=discount")
    page.get_by_role("button", name="Swap").click()
    expect(page.locator(".piece")).to_have_count(3)
    expect(page.locator("#seat-below")).to_contain_text("You")
    expect(page.locator("#seat-above")).to_contain_text("Discount")
    assert "x=discount" in page.url


def test_a_new_game_is_set_up_in_the_dialog(page: Page) -> None:
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name="Custom").check()
    dialog.get_by_label("Width").fill("5")
    dialog.get_by_label("Height").fill("4")
    dialog.get_by_label("of", exact=True).fill("9")
    dialog.get_by_role("radio", name="Two people, one screen").check()
    expect(dialog.get_by_role("alert")).to_contain_text("does not fit")
    dialog.get_by_label("of", exact=True).fill("3")
    dialog.get_by_label("of", exact=True).press("Tab")
    expect(dialog.get_by_role("alert")).to_be_hidden()
    dialog.get_by_role("radio", name="1 min").check()
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator(".pad")).to_have_count(5)
    expect(page.locator("#title")).to_contain_text("5x4, pieces fall, 3 in a row wins")
    expect(page.locator(".clock")).to_have_count(2)


def test_two_computers_play_to_the_end_and_can_be_paused(timed_page: Page) -> None:
    go(timed_page, "#play?game=connect3&x=random&o=random&time=3")
    expect(timed_page.locator(".piece")).not_to_have_count(0)
    timed_page.get_by_role("button", name="Pause").click()
    expect(timed_page.get_by_role("button", name="Resume")).to_be_visible()
    count = timed_page.locator(".piece").count()
    clocks = timed_page.locator(".clock").all_text_contents()
    timed_page.clock.run_for(10_000)
    expect(timed_page.locator(".piece")).to_have_count(count)
    expect(timed_page.locator(".clock")).to_have_text(clocks)
    timed_page.get_by_role("button", name="Resume").click()
    expect(timed_page.get_by_role("button", name="Rematch")).to_be_visible(timeout=40_000)


def test_a_clock_that_runs_out_loses(timed_page: Page) -> None:
    go(timed_page, "#play?game=connect4&moves=44&time=1")
    timed_page.locator('.pad[aria-label^="Column 3,"]').click()
    wait_for_moves(timed_page, "443")
    # The clock starts when the server has answered.
    expect(timed_page.locator('.pad[aria-disabled="false"]')).to_have_count(7)
    timed_page.clock.run_for(61_000)
    expect(status(timed_page)).to_contain_text("O ran out of time")


def test_the_computer_can_be_given_a_thinking_time(page: Page) -> None:
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name="Gomoku", exact=True).check()
    thinks = dialog.get_by_role("group", name="Thinking time")
    dialog.get_by_text("All levels, engines and more").click()
    expect(dialog.get_by_role("radio", name="Engine Five in a row")).to_be_visible()
    expect(thinks).to_be_hidden()
    dialog.get_by_role("radio", name="Engine Five in a row").check()
    expect(thinks.get_by_role("radio", name="2 s")).to_be_checked()
    thinks.get_by_role("radio", name="1 s").check()
    dialog.get_by_role("radio", name="Second (O)").check()
    with page.expect_request("**/api/move") as asked:
        dialog.get_by_role("button", name="Start").click()
    sent = asked.value.post_data_json
    assert sent is not None and sent["limit"] == {"seconds": 1}
    expect(page.locator(".piece")).to_have_count(1)
    assert "think=1" in page.url


def test_a_game_opened_while_the_computer_thinks_begins_at_once(page: Page) -> None:
    go(page, "#play?game=gomoku&moves=h8&o=five&think=5")
    expect(status(page)).to_contain_text("is thinking")
    page.keyboard.press("n")
    page.get_by_role("radio", name="Two people, one screen").check()
    with page.expect_event("requestfailed", lambda request: "api/move" in request.url):
        page.get_by_role("button", name="Start").click()
    expect(status(page)).to_contain_text("X to move")
    expect(page.locator('.pad[aria-disabled="false"]')).to_have_count(225)


def test_after_swapping_while_the_computer_thinks_the_move_is_yours(page: Page) -> None:
    go(page, "#play?game=gomoku&moves=h8&o=five&think=5")
    expect(status(page)).to_contain_text("is thinking")
    page.get_by_role("button", name="Swap").click()
    expect(status(page)).to_contain_text("Your turn")
    expect(page.locator('.pad[aria-disabled="false"]')).to_have_count(224)


def test_a_hidden_field_does_not_forbid_the_start(page: Page) -> None:
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name="Custom").check()
    dialog.get_by_label("Width").fill("99")
    dialog.get_by_role("radio", name="Gomoku", exact=True).check()
    dialog.get_by_role("radio", name="Two people, one screen").check()
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator(".pad")).to_have_count(225)


def test_a_start_waits_until_the_players_are_known(page: Page) -> None:
    go(page, "#play?game=connect4&o=random")
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_text("All levels, engines and more").click()
    dialog.locator('input[value="discount"]').check()
    gomoku = dialog.get_by_role("radio", name="Gomoku", exact=True)
    held = hold_next(page, "players", gomoku.check)
    dialog.get_by_role("button", name="Start").click()
    held.release()
    expect(page.locator(".pad")).to_have_count(225)
    assert re.search("o=(?!discount)[a-z]", page.url), page.url


def test_redo_follows_the_moves_that_are_listed(page: Page) -> None:
    go(page, "#play?game=connect4")
    for key, moves in (("4", "4"), ("u", ""), ("3", "3"), ("u", ""), ("4", "4"), ("u", "")):
        page.keyboard.press(key)
        wait_for_moves(page, moves)
    expect(page.locator(".moves .move")).to_have_text(["1.4"])
    page.keyboard.press("r")
    wait_for_moves(page, "4")


def test_undo_does_not_end_at_a_computers_turn(page: Page) -> None:
    go(page, "#play?game=connect4&x=random")
    expect(status(page)).to_contain_text("Your turn")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.keyboard.press("u")
    page.keyboard.press("4")
    expect(page.locator(".piece")).to_have_count(3)
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()


def test_no_clock_runs_while_earlier_moves_are_looked_at(timed_page: Page) -> None:
    go(timed_page, "#play?game=connect4&moves=444&time=1")
    expect(timed_page.locator('.pad[aria-disabled="false"]')).to_have_count(7)
    timed_page.get_by_role("button", name="Undo").click()
    wait_for_moves(timed_page, "44")
    expect(timed_page.locator('.pad[aria-disabled="false"]')).to_have_count(7)
    timed_page.clock.run_for(61_000)
    expect(status(timed_page)).to_contain_text("X to move")


def test_a_click_makes_two_requests_and_three_redraws(page: Page) -> None:
    """One request for the rules after your move, one for the computer's with its position."""
    go(page, "#play?game=connect4&moves=44&o=random")
    asked: list[str] = []
    page.on("request", lambda request: asked.extend(request.url.split("/api/")[1:]))
    # The board writes its moves at every redraw, whether they have changed or not.
    page.evaluate(
        """() => {
            window.redraws = [];
            new MutationObserver((records) => {
                for (const _ of records) window.redraws.push(document.body.dataset.moves);
            }).observe(document.body, { attributeFilter: ["data-moves"] });
        }"""
    )
    page.locator('.pad[aria-label^="Column 3,"]').click()
    expect(page.locator(".piece")).to_have_count(4)
    expect(status(page)).to_contain_text("Your turn")
    assert asked == ["position", "move"]
    redraws = page.evaluate("window.redraws")
    assert len(redraws) == 3 and redraws[:2] == ["443", "443"], redraws
