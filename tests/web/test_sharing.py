"""Games that leave the page as text or picture, and come back in."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

from inarow import Board

from .conftest import Server, opened_page
from .pages import go, wait_for_moves

pytestmark = pytest.mark.slow

_COPIES = 7
FORMS = ("Moves", "JSON", "SGF", "SVG", "PNG")
GAMES = {"connect4": "4453", "tictactoe": "a1 b2 c3", "gomoku": "h8 i9 h9 a1"}


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A page that may use the clipboard."""
    permissions = ["clipboard-read", "clipboard-write"]
    with opened_page(browser, server.address, permissions=permissions) as opened:
        yield opened


def share(page: Page) -> Locator:
    page.get_by_role("button", name="Share").click()
    return page.get_by_role("dialog", name="Share")


def saved(page: Page, form: str) -> Path:
    with page.expect_download() as download:
        share(page).get_by_role("button", name=f"Save {form}").click()
    page.keyboard.press("Escape")
    return download.value.path()


def open_file(page: Page, name: str, kind: str, content: bytes) -> None:
    dialog = share(page)
    with page.expect_file_chooser() as chooser:
        dialog.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files({"name": name, "mimeType": kind, "buffer": content})


def hidden_text(png: bytes) -> str:
    """What a PNG of the page says, read as the page's description of it has it."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    bits = [value & 1 for value in picture.tobytes()]
    room = len(bits) // _COPIES

    def byte(at: int) -> int:
        votes = (
            sum(bits[copy * room + 8 * at + i] for copy in range(_COPIES)) * 2 > _COPIES
            for i in range(8)
        )
        return sum(vote << i for i, vote in enumerate(votes))

    assert bytes(map(byte, range(4))) == b"inrw"
    length = byte(4) << 8 | byte(5)
    return bytes(byte(10 + i) for i in range(length)).decode()


def foreign_png(seed: int = 1, size: tuple[int, int] = (300, 200)) -> bytes:
    chance = random.Random(seed)
    file = io.BytesIO()
    Image.frombytes("RGB", size, chance.randbytes(3 * size[0] * size[1])).save(file, "PNG")
    return file.getvalue()


def full_board(game: str) -> Board:
    board = Board(game)
    chance = random.Random(3)
    while board.legal_moves:
        board.push(chance.choice(list(board.legal_moves)))
    return board


@pytest.mark.parametrize("game", GAMES)
def test_what_is_copied_is_pasted_in_a_new_tab(page: Page, server: Server, game: str) -> None:
    moves = GAMES[game]
    go(page, f"#play?game={game}&moves={moves.replace(' ', '+')}")
    other = page.context.new_page()
    other.goto(server.address)
    other.wait_for_selector("body.ready")
    for form in FORMS:
        # Moves alone do not say which game they belong to.
        go(other, f"#play?game={game if form == 'Moves' else 'connect3'}")
        page.bring_to_front()
        dialog = share(page)
        copy = dialog.get_by_role("button", name=f"Copy {form}")
        if form == "SGF" and game == "connect4":
            expect(copy).to_be_hidden()
        else:
            copy.click()
            expect(dialog.locator(".note")).to_contain_text(f"{form} copied")
            other.bring_to_front()
            other.keyboard.press("Control+V")
            wait_for_moves(other, moves)
            expect(other.locator("#tab-analyse")).to_have_attribute("aria-current", "page")
            other.go_back()
            wait_for_moves(other, "")
        page.keyboard.press("Escape")


def test_a_picture_is_pasted_into_the_dialog_too(page: Page) -> None:
    go(page, "#play?game=connect4&moves=4453")
    dialog = share(page)
    dialog.get_by_role("button", name="Copy PNG").click()
    expect(dialog.locator(".note")).to_contain_text("copied")
    page.keyboard.press("Escape")
    go(page, "#play?game=tictactoe")
    share(page).get_by_label("A game to open").focus()
    page.keyboard.press("Control+V")
    wait_for_moves(page, "4453")


@pytest.mark.parametrize("form", ["PNG", "SVG", "JSON", "SGF"])
def test_saved_files_are_opened_dropped_and_large_ones_too(page: Page, form: str) -> None:
    board = full_board("mnk(20x20,k=20)")
    address = f"#analyse?game=mnk(20x20,k=20)&moves={board.moves_text().replace(' ', '+')}"
    go(page, address)
    file = saved(page, form).read_bytes()
    kind = {"PNG": "image/png", "SVG": "image/svg+xml"}.get(form, "")
    go(page, "#play?game=tictactoe")
    open_file(page, f"inarow.{form.lower()}", kind, file)
    wait_for_moves(page, board.moves_text())
    go(page, "#play?game=tictactoe")
    page.evaluate(
        """([bytes, type]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([new Uint8Array(bytes)], "game", { type }));
            for (const kind of ["dragover", "drop"]) {
                const options = { dataTransfer, bubbles: true, cancelable: true };
                const event = new DragEvent(kind, options);
                document.querySelector("main").dispatchEvent(event);
            }
        }""",
        [list(file), kind],
    )
    wait_for_moves(page, board.moves_text())
    expect(page.locator("body.dropping")).to_have_count(0)


def test_a_large_drawing_can_be_pasted_as_text(page: Page) -> None:
    board = full_board("mnk(20x20,k=20)")
    go(page, f"#play?game=mnk(20x20,k=20)&moves={board.moves_text().replace(' ', '+')}")
    dialog = share(page)
    dialog.get_by_role("button", name="Copy SVG").click()
    expect(dialog.locator(".note")).to_contain_text("copied")
    page.keyboard.press("Escape")
    go(page, "#play?game=tictactoe")
    page.keyboard.press("Control+V")
    wait_for_moves(page, board.moves_text())


def test_a_saved_png_holds_the_link_as_described(page: Page) -> None:
    go(page, "#play?game=connect4&moves=4453&o=level-4")
    picture = saved(page, "PNG").read_bytes()
    assert hidden_text(picture) == page.url


@pytest.mark.parametrize("content", [foreign_png(), foreign_png(2, (1, 1)), b"not a picture"])
def test_a_foreign_picture_gets_a_sentence(page: Page, content: bytes) -> None:
    go(page, "#play?game=connect4&moves=44")
    open_file(page, "holiday.png", "image/png", content)
    dialog = page.get_by_role("dialog", name="Share")
    expect(dialog.locator(".note")).to_contain_text("picture")
    wait_for_moves(page, "44")


def test_a_foreign_picture_on_the_clipboard_gets_a_sentence(page: Page) -> None:
    go(page, "#play?game=connect4&moves=44")
    page.evaluate(
        """async bytes => {
            const picture = new Blob([new Uint8Array(bytes)], { type: "image/png" });
            await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
        }""",
        list(foreign_png(3, (60, 40))),
    )
    page.keyboard.press("Control+V")
    dialog = page.get_by_role("dialog", name="Share")
    expect(dialog.locator(".note")).to_contain_text("There is no game in this picture")
    wait_for_moves(page, "44")


def test_bad_text_pasted_onto_the_page_gets_a_sentence(page: Page) -> None:
    go(page, "#play?game=connect4&moves=44")
    page.evaluate("navigator.clipboard.writeText('no moves at all')")
    page.keyboard.press("Control+V")
    dialog = page.get_by_role("dialog", name="Share")
    expect(dialog.locator(".note")).not_to_be_empty()
    expect(dialog.get_by_label("A game to open")).to_have_value("no moves at all")
    wait_for_moves(page, "44")


def test_hidden_text_bears_noise_and_is_never_misread(page: Page) -> None:
    """Some browsers change what a page reads of a picture; a wrong game must not come of it."""
    found = page.evaluate(
        """async () => {
            const { hideText, findText } = await import("./shell/hidden.js");
            const results = [];
            let state = 1;
            const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
            for (let trial = 0; trial < 60; trial++) {
                const image = new ImageData(120, 100);
                image.data.forEach((_, i) => { image.data[i] = 256 * random(); });
                const text = "é4".repeat(trial);
                hideText(image, text);
                const noise = [0, 0.02, 0.3][trial % 3];
                for (let i = 0; i < image.data.length; i++) {
                    if (random() < noise) image.data[i] ^= 1;
                }
                results.push([noise, text, findText(image)]);
            }
            return results;
        }"""
    )
    assert len(found) == 60
    for noise, text, read in found:
        assert read == text if noise < 0.1 else read in (None, text)
