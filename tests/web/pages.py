"""What tests of the page do with it: open, play, wait."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from inarow import Board, Side
from inarow.rules.notation import move_text

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
MAIN_GAMES = ("connect4", "square", "gomoku")


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


def status(page: Page) -> Locator:
    return page.locator(".play .status")


def draw_on_a_large_board(game: str) -> Board:
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


def assert_accessible(page: Page, rules: Sequence[str] = ()) -> None:
    """Have axe look at the page, by all of its rules or by some."""
    chosen = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
    violations = (
        Axe().run(page, options={"resultTypes": ["violations"], **chosen}).response["violations"]
    )
    serious = [
        (each["id"], [node["html"][:160] for node in each["nodes"][:3]])
        for each in violations
        if each["impact"] in ("serious", "critical")
    ]
    assert not serious, serious


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


def wait_for_a_step(page: Page) -> None:
    """Wait until the running analysis has something new to say."""
    facts = page.locator(".facts")
    expect(facts).to_contain_text("depth")
    expect(facts).not_to_have_text(facts.text_content() or "")
