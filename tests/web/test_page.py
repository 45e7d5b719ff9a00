"""The page in a real browser: whole games, analysis, sharing, keys, phones, and a dying server."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from inarow import Board, Side
from inarow.apps import web
from inarow.rules.notation import column_letter, move_text
from inarow.search.exact.solver import shared_solver

from .conftest import Server, opened_page, start_server

_STATIC = Path(web.__file__).parent / "static"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
MAIN_GAMES = ("connect4", "square", "gomoku")

pytestmark = pytest.mark.slow


def go(page: Page, address: str) -> None:
    """Open an address within the page, as a click on a link would."""
    page.evaluate(
        "address => { document.body.classList.remove('ready'); location.hash = address; }", address
    )
    page.wait_for_selector("body.ready")
    wait_for_first_moves(page, _moves_in(address))


def _moves_in(address: str) -> str:
    found = re.search(r"moves=([^&]*)", address)
    return found[1].replace("+", " ") if found else ""


def wait_for_moves(page: Page, moves: str) -> None:
    expect(page.locator("body")).to_have_attribute("data-moves", moves)


def wait_for_first_moves(page: Page, moves: str) -> None:
    """Wait until these moves are on the board; a computer may have answered them already."""
    expect(page.locator("body")).to_have_attribute("data-moves", re.compile(f"^{re.escape(moves)}"))


def pad(page: Page, board: Board, move: int) -> Locator:
    name = move_text(board.game, move)
    start = f"Column {name}," if board.game.gravity else f"{name},"
    return page.locator(f'.pad[aria-label^="{start}"]')


def play(page: Page, board: Board, move: int) -> None:
    """Click a move and wait until the page has taken it."""
    target = pad(page, board, move)
    expect(target).to_have_attribute("aria-disabled", "false")
    target.click()
    board.push(move)
    wait_for_first_moves(page, board.moves_text())


def play_fast(page: Page, board: Board) -> None:
    """Press the buttons of a long game from within the page."""
    names = [f"{move_text(board.game, move)}," for move in board.moves]
    page.evaluate(
        """async names => {
            for (const name of names) {
                const pad = document.querySelector(`.pad[aria-label^="${name}"]`);
                while (pad.getAttribute("aria-disabled") === "true") {
                    await new Promise(resolve => setTimeout(resolve, 2));
                }
                pad.click();
            }
        }""",
        names,
    )
    wait_for_moves(page, board.moves_text())


def status(page: Page) -> Locator:
    return page.locator(".play .status")


def _random_game(game: str, seed: int) -> Board:
    chance = random.Random(seed)
    board = Board(game)
    while board.legal_moves:
        board.push(chance.choice(list(board.legal_moves)))
    return board


def _draw_on_a_large_board(game: str) -> Board:
    """Fill a free board so that no line is longer than two pieces of a side, row by row."""
    board = Board(game)
    width = board.game.width
    cells: dict[Side, list[int]] = {Side.X: [], Side.O: []}
    for cell in range(board.game.cells):
        x, y = cell % width, cell // width
        cells[Side((x // 2 + y) % 2)].append(cell)
    spare = cells[Side.X] if len(cells[Side.X]) > len(cells[Side.O]) + 1 else cells[Side.O]
    other = cells[Side.O] if spare is cells[Side.X] else cells[Side.X]
    while abs(len(cells[Side.X]) - len(cells[Side.O]) - 1) > 1:
        other.append(spare.pop())
    while board.outcome() is None:
        board.push(cells[board.turn].pop(0) if cells[board.turn] else cells[board.turn.other].pop())
    return board


@cache
def finished_game(game: str, winner: Side | None) -> tuple[int, ...]:
    """The moves of a whole game with the wanted end."""
    if game == "gomoku" and winner is None:
        board = _draw_on_a_large_board(game)
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


@pytest.mark.parametrize("game", MAIN_GAMES)
@pytest.mark.parametrize("winner", [Side.X, Side.O, None], ids=["X wins", "O wins", "draw"])
def test_a_whole_game_between_two_people(page: Page, game: str, winner: Side | None) -> None:
    go(page, f"#play?game={game}")
    moves = finished_game(game, winner)
    board = Board(game)
    if len(moves) > 100:
        board = Board(game, moves)
        play_fast(page, board)
    else:
        for move in moves:
            play(page, board, move)
    expected = "Draw" if winner is None else f"{winner.name} wins"
    expect(status(page)).to_contain_text(expected)
    expect(page.locator("#live")).to_contain_text(expected)
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
    dialog.get_by_role("radio", name="Two people here").check()
    expect(dialog.get_by_role("alert")).to_contain_text("does not fit")
    dialog.get_by_label("of", exact=True).fill("3")
    dialog.get_by_label("of", exact=True).press("Tab")
    expect(dialog.get_by_role("alert")).to_be_hidden()
    dialog.get_by_role("radio", name="1 min").check()
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator(".pad")).to_have_count(5)
    expect(page.locator("#title")).to_contain_text("5x4, pieces fall, 3 in a row wins")
    expect(page.locator(".clock")).to_have_count(2)


def test_two_computers_play_to_the_end_and_can_be_paused(page: Page) -> None:
    page.clock.install()
    go(page, "#play?game=connect3&x=random&o=random&time=3")
    expect(page.locator(".piece")).not_to_have_count(0)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    count = page.locator(".piece").count()
    clocks = page.locator(".clock").all_text_contents()
    page.clock.run_for(10_000)
    expect(page.locator(".piece")).to_have_count(count)
    expect(page.locator(".clock")).to_have_text(clocks)
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible(timeout=40_000)


def test_a_clock_that_runs_out_loses(page: Page) -> None:
    page.clock.install()
    go(page, "#play?game=connect4&moves=44&time=1")
    page.locator('.pad[aria-label^="Column 3,"]').click()
    wait_for_moves(page, "443")
    # The clock starts when the server has answered.
    expect(page.locator('.pad[aria-disabled="false"]')).to_have_count(7)
    page.clock.run_for(61_000)
    expect(status(page)).to_contain_text("O ran out of time")


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


def test_the_page_about_the_api_works(page: Page, server: Server) -> None:
    page.goto(f"{server.address}api.html")
    section = page.locator("section", has_text="POST /api/position")
    section.get_by_text("Try it").click()
    section.get_by_role("button", name="Send").click()
    expect(section.locator("pre")).to_contain_text('"legal"')
    assert_accessible(page)


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
    page.get_by_role("radio", name="Two people here").check()
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


def test_the_computer_can_be_given_a_thinking_time(page: Page) -> None:
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name="Gomoku", exact=True).check()
    thinks = dialog.get_by_role("group", name="The computer thinks for")
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


@pytest.mark.parametrize("mode", ["play", "analyse", "learn"])
@pytest.mark.parametrize("game", MAIN_GAMES)
def test_everything_fits_on_a_phone(browser: Browser, server: Server, mode: str, game: str) -> None:
    with opened_page(browser, server.address, **PHONE) as page:
        go(page, f"#{mode}?game={game}")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 360
        box = page.locator(".picture").bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["width"] > 250
        assert box["y"] + box["height"] < 740


@pytest.mark.parametrize("theme", ["light", "dark"])
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
def test_axe_finds_no_serious_problem(
    browser: Browser, server: Server, address: str, theme: str
) -> None:
    with opened_page(browser, server.address, color_scheme=theme) as page:
        go(page, address)
        if address.startswith("#analyse"):
            expect(page.locator(".lines .score").first).to_be_visible()
        if address.startswith("#learn"):
            expect(page.locator(".compared tbody tr").first).to_be_visible()
        assert_accessible(page)


def test_axe_finds_no_serious_problem_in_the_dialogs(page: Page) -> None:
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".opponents .player").first).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Share").click()
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    assert_accessible(page)


def assert_accessible(page: Page) -> None:
    violations = Axe().run(page).response["violations"]
    serious = [
        (each["id"], [node["html"][:160] for node in each["nodes"][:3]])
        for each in violations
        if each["impact"] in ("serious", "critical")
    ]
    assert not serious, serious


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


class Held:
    """A question of the page that gets no answer yet."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def release(self) -> None:
        """Let the server answer it."""
        self._page.evaluate("window.releaseHeld()")

    def wait_until_called_off(self) -> None:
        """Wait until the page no longer wants an answer."""
        expect(self._page.locator("body")).to_have_attribute("data-held", "called off")


def hold_next_position(page: Page) -> Held:
    """Step back to a position that the server is slow to answer about."""
    return hold_next(page, "position", lambda: page.keyboard.press("ArrowLeft"))


def hold_next(page: Page, question: str, ask: Callable[[], object]) -> Held:
    """Ask the server something that it is slow to answer."""
    page.evaluate(
        """question => {
            const fetch = window.fetch;
            delete document.body.dataset.held;
            window.fetch = (path, options) => {
                if (!path.startsWith(`api/${question}`)) return fetch(path, options);
                window.fetch = fetch;
                document.body.dataset.held = "held";
                return new Promise((resolve, reject) => {
                    window.releaseHeld = () => resolve(fetch(path, options));
                    options.signal?.addEventListener("abort", () => {
                        document.body.dataset.held = "called off";
                        reject(options.signal.reason);
                    });
                });
            };
        }""",
        question,
    )
    ask()
    expect(page.locator("body")).to_have_attribute("data-held", "held")
    return Held(page)


def open_hash(page: Page, address: str) -> None:
    page.evaluate("address => { location.hash = address; }", address)


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


def test_a_game_opened_while_the_computer_thinks_begins_at_once(page: Page) -> None:
    go(page, "#play?game=gomoku&moves=h8&o=five&think=5")
    expect(status(page)).to_contain_text("is thinking")
    page.keyboard.press("n")
    page.get_by_role("radio", name="Two people here").check()
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


def test_the_skip_link_leads_to_the_board_and_opens_nothing(page: Page) -> None:
    go(page, "#play?game=connect4&moves=44")
    page.locator("#skip").press("Enter")
    expect(page.locator(".pad:focus")).to_have_count(1)
    wait_for_moves(page, "44")
    assert "moves=44" in page.url


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


def test_back_returns_from_puzzles_to_the_game(page: Page) -> None:
    go(page, "#learn?game=connect4&moves=44")
    page.get_by_role("radio", name="Puzzles").check()
    task = page.locator(".puzzles .status")
    expect(task).to_contain_text("only one move")
    page.go_back()
    wait_for_moves(page, "44")
    expect(task).to_contain_text("Next puzzle")


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
        page.get_by_role("radio", name="Two people here").check()
        page.get_by_role("button", name="Start").click()
        wait_for_moves(page, "")
        play(page, Board("connect4"), 3)
    finally:
        context.close()


def wait_for_a_step(page: Page) -> None:
    """Wait until the running analysis has something new to say."""
    facts = page.locator(".facts")
    expect(facts).to_contain_text("depth")
    expect(facts).not_to_have_text(facts.text_content() or "")


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


def test_a_hidden_field_does_not_forbid_the_start(page: Page) -> None:
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name="Custom").check()
    dialog.get_by_label("Width").fill("99")
    dialog.get_by_role("radio", name="Gomoku", exact=True).check()
    dialog.get_by_role("radio", name="Two people here").check()
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator(".pad")).to_have_count(225)


def test_a_start_waits_until_the_players_are_known(page: Page) -> None:
    go(page, "#play?game=connect4&o=random")
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog", name="New game")
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


def test_a_refusal_is_read_until_the_next_thing_is_done(page: Page) -> None:
    go(page, "#play?game=connect4&moves=44")
    open_hash(page, "#analyse?game=connect4&moves=12121212")
    trouble = page.locator("#trouble")
    expect(trouble).to_contain_text("cannot be opened: move 8")
    page.evaluate("""async () => { await (await import("./shell/http.js")).get("api/games"); }""")
    expect(trouble).to_contain_text("cannot be opened: move 8")
    expect(page.locator("#tab-play")).to_have_attribute("aria-current", "page")
    play(page, Board("connect4", "44"), 2)
    expect(trouble).to_be_empty()


def test_no_node_of_a_tree_is_shown_on_another_position(page: Page) -> None:
    go(page, "#learn?game=tictactoe&moves=a1+b2+a3+c1")
    page.locator(".tree .node.leaf .value").first.click()
    expect(page.locator(".piece")).to_have_count(6)
    hold_next(page, "tree", lambda: page.get_by_label("Depth").select_option("3"))
    expect(page.locator(".piece")).to_have_count(4)


def test_the_settings_button_closes_its_menu(page: Page) -> None:
    settings = page.get_by_role("button", name="Settings")
    settings.click()
    expect(page.locator("#menu")).to_be_visible()
    settings.click()
    expect(page.locator("#menu")).to_be_hidden()


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


def test_a_game_that_was_resigned_can_be_played_on_in_analyse(page: Page) -> None:
    go(page, "#play?game=connect4&moves=44")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Analyse").click()
    play(page, Board("connect4", "44"), 2)


def test_undo_does_not_end_at_a_computers_turn(page: Page) -> None:
    go(page, "#play?game=connect4&x=random")
    expect(status(page)).to_contain_text("Your turn")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.keyboard.press("u")
    page.keyboard.press("4")
    expect(page.locator(".piece")).to_have_count(3)
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()


def test_no_clock_runs_while_earlier_moves_are_looked_at(page: Page) -> None:
    page.clock.install()
    go(page, "#play?game=connect4&moves=444&time=1")
    expect(page.locator('.pad[aria-disabled="false"]')).to_have_count(7)
    page.get_by_role("button", name="Undo").click()
    wait_for_moves(page, "44")
    expect(page.locator('.pad[aria-disabled="false"]')).to_have_count(7)
    page.clock.run_for(61_000)
    expect(status(page)).to_contain_text("X to move")


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


def test_a_high_board_leaves_room_for_names(page: Page) -> None:
    go(page, "#play?game=mnk(3x20,k=3)")
    for place in ("#title", "#seat-below"):
        box = page.locator(place).bounding_box()
        assert box is not None and box["width"] >= 300


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


def test_the_current_move_is_seen_in_a_long_list(page: Page) -> None:
    board = _draw_on_a_large_board("gomoku")
    go(page, f"#analyse?game=gomoku&moves={board.moves_text().replace(' ', '+')}")
    page.keyboard.press("Home")
    wait_for_moves(page, "")
    page.keyboard.press("End")
    wait_for_moves(page, board.moves_text())
    place = page.locator(".analyse .moves").bounding_box()
    move = page.locator(".moves [aria-current]").bounding_box()
    assert place is not None and move is not None
    assert place["y"] <= move["y"] + move["height"] / 2 <= place["y"] + place["height"]


def test_every_sentence_stands_in_the_table_of_words() -> None:
    """Outside of it no module holds a sentence, but for errors that only developers see."""
    hidden = re.compile(r"/\*.*?\*/|^\s*//.*?$|new \w*Error\(.*?\)", re.DOTALL | re.MULTILINE)
    sentence = re.compile(r"[A-Z][a-z]+ [a-z]+|[a-z]{3,} [a-z]{2,} [a-z]+")
    found = [
        f"{module.name}: {text}"
        for module in sorted(_STATIC.rglob("*.js"))
        if module.name != "words.js"
        for text in re.findall(r'"([^"\n]*)"', hidden.sub("", module.read_text("utf-8")))
        if sentence.search(text)
    ]
    assert not found, found
