"""The page does the same whoever answers it: the server, or its own workers with no server."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from inarow import Board
from inarow.apps.web.checking import checked
from inarow.apps.web.requests import PositionRequest
from inarow.apps.web.services import board_of
from inarow.rules.errors import InarowError
from inarow.search.exact.solver import shared_solver

from .conftest import Server, watched_page
from .pages import assert_accessible, go, pad, play, status, wait_for_moves

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=["server", "site"])
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """One page for all tests of this file, so that its workers start once."""
    answering: Server = request.getfixturevalue(request.param)
    with watched_page(browser, answering.address, []) as opened:
        yield opened


def _play_to_the_end(page: Page, game: str, opponent: str, most: int = 400) -> Board:
    """Play X at random against a computer, at most so many moves of ours."""
    chance = random.Random(f"{game} {opponent}")
    board = Board(game)
    go(page, f"#play?game={game}&o={opponent}")
    for _ in range(most):
        play(page, board, chance.choice(list(board.legal_moves)))
        if board.outcome() is not None:
            break
        expect(page.locator(".piece")).to_have_count(board.ply + 1)
        expect(status(page)).not_to_contain_text("thinking")
        moves = page.locator("body").get_attribute("data-moves") or ""
        board = Board(game, moves)
        if board.outcome() is not None:
            break
    return board


@pytest.mark.parametrize("game", ["connect4", "square"])
def test_a_whole_game_against_level_5(page: Page, game: str) -> None:
    board = _play_to_the_end(page, game, "level-5")
    assert board.outcome() is not None
    expect(status(page)).to_contain_text(re.compile("You (won|lost)|draw", re.IGNORECASE))


def test_gomoku_against_level_3(page: Page) -> None:
    board = _play_to_the_end(page, "gomoku", "level-3", most=12)
    assert board.ply >= 10


def test_who_imitates_people_plays(page: Page) -> None:
    board = _play_to_the_end(page, "connect4", "imitator", most=2)
    assert board.ply == 4


def test_every_column_gets_its_exact_score(page: Page) -> None:
    board = Board("connect4", "44444326555533")
    go(page, f"#analyse?game=connect4&moves={board.moves_text()}")
    expect(page.locator(".facts")).to_contain_text("solved")
    solved = shared_solver(board.game).solve_moves(board)
    for move in board.legal_moves:
        points = solved.moves[move].lower
        words = "wins in" if points > 0 else "loses in" if points < 0 else "draw"
        expect(pad(page, board, move)).to_have_attribute("aria-label", re.compile(words))


def test_the_opening_book_is_there_when_it_is_needed(page: Page) -> None:
    go(page, "#analyse?game=connect4&moves=")
    expect(page.locator(".facts")).to_contain_text("solved")
    board = Board("connect4")
    expect(pad(page, board, 3)).to_have_attribute("aria-label", re.compile("wins in 21"))
    expect(pad(page, board, 2)).to_have_attribute("aria-label", re.compile("draw"))


def test_a_review_gives_reasons(page: Page) -> None:
    go(page, "#play?game=connect4&moves=121317271")
    page.get_by_role("button", name="Review").click()
    expect(page.locator(".summary table")).to_be_visible(timeout=60_000)
    page.locator(".moves .move").nth(6).click()
    expect(page.locator(".verdict")).to_contain_text("misses the win in column 1")


def test_a_hint_says_why(page: Page) -> None:
    go(page, "#play?game=connect4&moves=112233&o=discount")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".play .note")).to_contain_text("Try 4")


def test_a_puzzle_is_solved(page: Page) -> None:
    go(page, "#learn?game=connect4")
    page.get_by_role("radio", name="Puzzles").check()
    expect(page.locator(".puzzles .status")).to_contain_text("only one move")
    board = Board("connect4", page.locator("body").get_attribute("data-moves") or "")
    pad(page, board, shared_solver(board.game).solve_moves(board, weak=True).best_moves[0]).click()
    expect(page.locator(".puzzles .note")).to_contain_text("is right")
    page.get_by_role("radio", name="Search tree").check()


def test_a_puzzle_travels_in_the_address(page: Page) -> None:
    """One of the collection, and one that has to be recognised; what is none is refused."""
    task, note = page.locator(".puzzles .status"), page.locator(".puzzles .note")
    for game, moves, goal, solution in (
        ("connect4", "453127665544467176", "save", 5), ("connect3", "3354552", "win", 0),
    ):  # fmt: skip
        link = f"#learn?game={Board(game).game}&moves={moves}&puzzle={goal}"
        go(page, link)
        expect(task).to_contain_text("only one move")
        expect(page.get_by_role("radio", name="Puzzles")).to_be_checked()
        play(page, Board(game, moves), solution)
        expect(note).to_contain_text("is right")
        # Who is sent the address now has the puzzle to solve, not its solution.
        assert page.evaluate("decodeURIComponent(location.hash)") == link
    go(page, "#learn?game=connect3&moves=3&puzzle=win")
    expect(note).to_contain_text("This position is not a puzzle")
    page.get_by_role("radio", name="Search tree").check()
    expect(page.locator("body")).to_have_attribute("data-moves", "3")
    assert "puzzle" not in page.evaluate("location.hash")


def test_a_search_tree_is_drawn_and_compared(page: Page) -> None:
    go(page, "#learn?game=tictactoe&moves=a1+b2+a3+c1")
    expect(page.locator(".compared tbody tr").first).to_be_visible()
    assert page.locator(".tree .node.cut-off").count() > 0


def test_analysis_streams_and_another_position_replaces_it(page: Page) -> None:
    go(page, "#analyse?game=gomoku&moves=h8+i9")
    expect(page.locator(".facts")).to_contain_text(re.compile(r"depth \d"))
    go(page, "#analyse?game=tictactoe&moves=a1+b2+a2")
    expect(page.locator('.pad[aria-label="a3, empty, draw"]')).to_have_count(1)


@pytest.mark.parametrize(
    "link",
    [{"game": "connect4", "moves": "49"}, {"game": "chess"}, {"game": "connect4", "start": "XX"},
     {"game": "gomoku", "moves": "h8 h8"}, {"game": "x" * 100}],
)  # fmt: skip
def test_bad_input_gets_the_same_sentence(page: Page, link: dict[str, str]) -> None:
    with pytest.raises(InarowError) as refused:
        board_of(checked(PositionRequest, link))
    address = "&".join(f"{name}={text.replace(' ', '+')}" for name, text in link.items())
    page.evaluate("address => { location.hash = address; }", f"#play?{address}")
    expect(page.locator("#trouble")).to_contain_text(str(refused.value))


def test_a_text_is_opened_and_a_picture_is_drawn(page: Page) -> None:
    go(page, "#play?game=connect4&moves=44")
    page.get_by_role("button", name="Share").click()
    box = page.locator("dialog[open] textarea").last
    box.fill("4453")
    page.get_by_role("button", name="Open", exact=True).click()
    wait_for_moves(page, "4453")


def test_axe_finds_nothing(page: Page) -> None:
    go(page, "#play?game=connect4&moves=112233")
    assert_accessible(page)
