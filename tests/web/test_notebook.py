"""The notebook's board in a real browser, with the Python side behind it as in a notebook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

WHY = "anywidget is not installed for this Python"
pytest.importorskip("anywidget", reason=WHY)

from inarow.apps.notebook.widget import GameWidget  # noqa: E402
from inarow.players.player import PlayerError  # noqa: E402
from inarow.rules.board import Board  # noqa: E402
from inarow.rules.errors import InarowError  # noqa: E402
from inarow.rules.side import Side  # noqa: E402
from inarow.study.records.record import Record  # noqa: E402

#: What a notebook does with a widget: its module from a blob, its state, and messages both ways.
NOTEBOOK = """async (state) => {
    const url = URL.createObjectURL(new Blob([state._esm], { type: "text/javascript" }));
    const { default: widget } = await import(url);
    const listeners = new Map();
    window.model = {
        get: (name) => state[name],
        on: (event, callback) => listeners.set(event, callback),
        off: (event) => listeners.delete(event),
        send: async (message) => {
            for (const view of await window.toPython(message)) {
                state.view = view;
                listeners.get("change:view")?.();
            }
        },
    };
    const place = document.body.appendChild(document.createElement("div"));
    window.leave = widget.render({ model: window.model, el: place });
}"""


@contextmanager
def shown(browser: Browser, widget: GameWidget, **options: Any) -> Iterator[Page]:
    """The widget on an empty page, where nothing may go wrong."""
    context = browser.new_context(reduced_motion="reduce", **options)
    try:
        page = context.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.extend([said.text] * (said.type == "error")))
        page.on("request", lambda asked: complaints.append(asked.url))
        views: list[Any] = []
        widget.observe(lambda change: views.append(change["new"]), "view")

        def to_python(message: Any) -> list[Any]:
            views.clear()
            widget._handle_custom_msg(message, [])
            return list(views)

        page.expose_function("toPython", to_python)
        state = widget.get_state()
        page.evaluate(NOTEBOOK, {name: state[name] for name in ("_esm", "_style", "view")})
        yield page
        assert not [one for one in complaints if not one.startswith("blob:")], complaints
    finally:
        context.close()


def pieces(page: Page, side: str) -> Locator:
    return page.locator(f".piece.{side}")


def column(page: Page, number: int) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^Column {number}"))


def test_a_game_against_a_player_is_played_with_clicks(browser: Browser) -> None:
    widget = GameWidget("connect4", player="level-1", seed=1)
    with shown(browser, widget) as page:
        status = page.get_by_role("status")
        expect(status).to_have_text("Your turn.")
        column(page, 4).click()
        expect(pieces(page, "X")).to_have_count(1)
        expect(pieces(page, "O")).to_have_count(1)
        assert widget.board.ply == 2 and widget.board.moves[0] == 3
        # Back to the start, and another move there: the old ones are forgotten.
        page.get_by_role("button", name="To the start").click()
        expect(pieces(page, "X")).to_have_count(0)
        expect(page.get_by_role("button", name="Back")).to_be_disabled()
        column(page, 1).press("Enter")
        expect(pieces(page, "O")).to_have_count(1)
        assert widget.board.moves[0] == 0 and widget.board.ply == 2
        page.get_by_role("button", name="New game").click()
        expect(pieces(page, "O")).to_have_count(0)
        assert widget.board.ply == 0


def test_a_game_is_stepped_through_and_its_scores_are_seen(browser: Browser) -> None:
    record = Record.of(Board("connect4", "1122334"))
    widget = GameWidget(record)
    with shown(browser, widget) as page:
        expect(page.get_by_role("status")).to_have_text("X wins.")
        expect(page.locator(".won")).to_have_count(4)
        page.get_by_role("button", name="Back").click()
        expect(page.get_by_role("status")).to_have_text("X to move.")
        expect(page.locator(".won")).to_have_count(0)
        page.get_by_label("Scores").check()
        best = page.locator(".label.best")
        expect(best).to_have_count(1)
        expect(best).to_have_attribute("title", "wins in 1 move")
        expect(page.locator(".label")).to_have_count(7)
        page.get_by_role("button", name="To the end").click()
        expect(pieces(page, "X")).to_have_count(4)
        assert widget.board == record.board()


def test_other_games_and_the_other_side(browser: Browser) -> None:
    widget = GameWidget("tictactoe", player="level-10", side="O")
    assert widget.board.ply == 1
    with shown(browser, widget) as page:
        expect(page.locator(".board.paper")).to_be_visible()
        expect(pieces(page, "X")).to_have_count(1)
        cells = page.locator(".pad[aria-disabled='false']")
        expect(cells).to_have_count(8)
        cells.first.click()
        expect(pieces(page, "O")).to_have_count(1)
        expect(pieces(page, "X")).to_have_count(2)


def test_it_is_as_dark_as_the_notebook_and_keeps_its_style_to_itself(browser: Browser) -> None:
    widget = GameWidget("connect4")
    with shown(browser, widget, color_scheme="light") as page:
        outside = "getComputedStyle(document.body).display"
        assert page.evaluate(outside) == "block"
        frame = page.locator(".notebook")
        background = "element => getComputedStyle(element).backgroundColor"
        assert frame.evaluate(background) == "rgb(238, 241, 245)"
        page.evaluate("window.leave()")
        page.evaluate("document.body.dataset.jpThemeLight = 'false'")
        state = widget.get_state()
        page.evaluate(NOTEBOOK, {name: state[name] for name in ("_esm", "_style", "view")})
        assert page.locator(".notebook").last.evaluate(background) == "rgb(18, 22, 29)"


def test_a_notebook_is_told_all_that_it_needs() -> None:
    widget = GameWidget(Board("connect4", "44"), scores=True)
    assert {"_esm", "_style", "view"} <= set(widget.get_state())
    bundle = widget._repr_mimebundle_()
    assert bundle is not None and "application/vnd.jupyter.widget-view+json" in bundle[0]
    assert len(widget.view["analysis"]["lines"]) == 7


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "move", "move": "9"}, {"kind": "move", "move": "x"}, {"kind": "move"},
        {"kind": "go", "ply": 99}, {"kind": "go", "ply": -3}, {}, {"kind": "nonsense"},
    ],
)  # fmt: skip
def test_nonsense_from_the_page_changes_nothing(message: dict[str, Any]) -> None:
    widget = GameWidget("connect4", player="level-1", seed=1)
    widget._handle_custom_msg(message, [])
    assert widget.board.ply == 0
    if message.get("move"):
        assert widget.view["status"].startswith("Sorry: ")


def test_the_player_does_not_move_for_the_person() -> None:
    widget = GameWidget("connect4", player="level-1", side=Side.O, seed=1)
    assert widget.board.ply == 1
    widget._handle_custom_msg({"kind": "go", "ply": 0}, [])
    widget._handle_custom_msg({"kind": "move", "move": "4"}, [])
    assert widget.board.ply == 0 and not widget.view["playable"]


def test_who_cannot_play_is_refused() -> None:
    with pytest.raises(PlayerError, match="five cannot play connect4"):
        GameWidget("connect4", player="five")
    with pytest.raises(InarowError, match="a side must be X or O, not 'red'"):
        GameWidget("connect4", player="level-1", side="red")
