"""The course in a real browser: chapters, their live blocks, exercises, and code that is held."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Page, Route, expect

from inarow import Board
from inarow.apps.web import course
from inarow.apps.web.app import create_app
from inarow.learn.chapters.chapter import chapter, chapters
from inarow.learn.exercises.exercise import EXERCISES
from inarow.learn.live import KINDS, QuizBlock
from inarow.players.own import own_player

from .conftest import Server, opened_page, watched_page
from .pages import assert_accessible, pad, wait_for_first_moves

pytestmark = pytest.mark.slow

#: To start Python on a machine that runs other tests too, in milliseconds.
PATIENCE = 120_000
#: For what is the same whoever answers the page.
once = pytest.mark.parametrize("page", ["server"], indirect=True)
#: What the page complains of; it must not, unless something was tried that it refuses.
COMPLAINTS: list[str] = []
_STOP_ONCE_IT_SPEAKS = """status => new MutationObserver((_, observer) => {
    observer.disconnect();
    status.parentElement.querySelector('button[title="Stop"]').click();
}).observe(status, { childList: true })"""
#: One Python answers all, without what the page shows of it.
_ASK_THE_SANDBOX = """async asked => {
    const { sandbox } = await import("./workbench/sandbox.js");
    const answers = [];
    for (const each of asked) answers.push(await sandbox.ask("check", each, { seconds: 120 }));
    return answers;
}"""
_LOOP_FOR_A_SECOND = """async () => {
    const { sandbox } = await import("./workbench/sandbox.js");
    const asked = sandbox.ask("run", { code: "while True: pass" }, { seconds: 1 });
    return asked.catch(({ sentence }) => sentence);
}"""
_PASTE = """(element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const how = { clipboardData, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent("paste", how));
}"""


@pytest.fixture(scope="module", params=["server", "site"])
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """One page for all tests of this file, so that its Python starts once."""
    answering: Server = request.getfixturevalue(request.param)
    with watched_page(browser, f"{answering.address}#course", COMPLAINTS) as opened:
        opened.set_default_timeout(PATIENCE)
        yield opened


def visit(page: Page, place: str) -> None:
    page.evaluate("place => { location.hash = place; }", place)
    kind = place.partition("/")[0]
    expect(page.locator(f'.pages[data-place="{kind}"] .page h1')).to_be_visible()


def open_exercise(page: Page, name: str) -> None:
    visit(page, "course")
    visit(page, f"exercise/{name}")
    expect(page.locator(".workbench.ready")).to_be_visible()


def write(page: Page, code: str) -> None:
    """Replace the code by pasting."""
    editor = page.locator(".cm-content")
    editor.click()
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    if code:
        editor.evaluate(_PASTE, code)


def press(page: Page, name: str) -> None:
    page.locator(".workbench").get_by_role("button", name=name, exact=True).click()


def verdict(page: Page, kind: str) -> str:
    """The sentence that comes of running."""
    found = page.locator(f".results .verdict.{kind}")
    expect(found).to_be_visible(timeout=PATIENCE)
    return found.inner_text()


def chapter_with(kind: str) -> tuple[str, int]:
    """The first chapter with a live block of a kind, and where the block stands."""
    return next(
        (one.name, place)
        for one in chapters()
        for place, part in enumerate(one.parts)
        if getattr(part, "kind", "") == kind
    )


def block(page: Page, kind: str):  # type: ignore[no-untyped-def]
    name, place = chapter_with(kind)
    visit(page, f"chapter/{name}")
    # The chapter before is shown until this one is there, and has blocks, too.
    expect(page.locator(".page h1")).to_contain_text(chapter(name).title)
    return page.locator(f'[data-block="{place}"]')


def test_the_contents_lead_everywhere(page: Page) -> None:
    visit(page, "course")
    links = page.locator(".page .entries a")
    expect(links).to_have_count(len(chapters()) + sum(len(one.exercises) for one in chapters()))
    links.first.click()
    expect(page.locator(".page h1")).to_contain_text(chapters()[0].title)
    expect(page.locator("body")).to_have_attribute("data-lesson", "course")
    assert page.evaluate("location.hash") == f"#chapter/{chapters()[0].name}"
    page.go_back()
    expect(page.locator('.pages[data-place="course"]')).to_be_visible()


@once
def test_a_chapter_in_the_address_closes_what_is_open(page: Page) -> None:
    page.locator("#tab-play").click()
    page.get_by_role("button", name="New game").first.click()
    expect(page.locator("dialog.setup")).to_be_visible()
    visit(page, "chapter/games")
    expect(page.locator("dialog.setup")).to_be_hidden()


def test_a_board_is_played_on(page: Page) -> None:
    found = block(page, "board")
    found.locator('.pad[aria-disabled="false"]').first.click()
    expect(found.locator(".piece").first).to_be_visible()
    found.get_by_role("button", name="Start again").click()


@once
def test_a_tree_grows_and_tells_of_each_node(page: Page) -> None:
    found = block(page, "tree")
    found.locator("input[type=range]").fill("2")
    expect(found.locator(".note")).to_contain_text(re.compile(r"Node 2, [XO] to move, window"))
    expect(found.locator(".node:not(.hidden)")).to_have_count(2)
    found.get_by_text("The same as text").click()
    # The form to read aloud: lists in lists, a sentence for each node.
    listed = found.locator("details .nodes")
    expect(listed.locator("li")).to_have_count(found.locator(".node").count())
    expect(listed.locator("> li > ul > li").first).to_contain_text(
        re.compile(r"^After \w+: Node 2, [XO] to move, window")
    )


@once
def test_a_chart_draws_the_searches_chosen(page: Page) -> None:
    found = block(page, "chart")
    expect(found.locator(".plot .curve").first).to_be_visible()
    count = found.locator(".plot .curve").count()
    found.locator("input[type=checkbox]").first.uncheck()
    expect(found.locator(".plot .curve")).to_have_count(count - 1)
    expect(found.locator("thead th")).to_have_count(count)


@once
def test_a_prediction_is_judged_with_its_reason(page: Page) -> None:
    name, place = chapter_with("quiz")
    quizzes = [one.parts[place] for one in chapters() if one.name == name]
    assert isinstance(quizzes[0], QuizBlock)
    quiz = quizzes[0].quiz()
    found = block(page, "quiz")
    for chosen in ((quiz.answer + 1) % len(quiz.choices), quiz.answer):
        found.locator("input[type=radio]").nth(chosen).check(force=True)
        found.get_by_role("button", name="Answer").click()
        said = "Right." if chosen == quiz.answer else "Not quite."
        expect(found.locator(".status")).to_contain_text(f"{said} {quiz.why}")
    expect(found.locator(".tree .node").first).to_be_visible()


@once
def test_values_stand_side_by_side(page: Page) -> None:
    found = block(page, "values")
    expect(found.locator("tbody tr").first).to_be_visible()


def test_a_match_runs_and_can_be_stopped(page: Page) -> None:
    found = block(page, "match")
    # Stopped by the page itself after the first pair: a whole match may take less than a second.
    found.locator(".status").evaluate(_STOP_ONCE_IT_SPEAKS)
    found.get_by_role("button", name="Play the match").click()
    expect(found.locator(".status")).to_contain_text(
        re.compile(r", [2-9]\d* games:"), timeout=PATIENCE
    )
    expect(found.get_by_role("button", name="Play the match")).to_be_enabled()
    expect(found.locator(".bars figcaption").first).to_contain_text("Elo difference")


def test_every_kind_of_live_block_is_used_and_shown(page: Page) -> None:
    seen = set()
    for one in chapters():
        visit(page, f"chapter/{one.name}")
        expect(page.locator(".page h1")).to_contain_text(one.title)
        live = {getattr(part, "kind", "") for part in one.parts} & KINDS.keys() - {"exercise"}
        for kind in live:
            expect(page.locator(f".live-{kind} > div").first).to_be_visible(timeout=PATIENCE)
        expect(page.locator(".live > .note")).to_have_count(0, timeout=PATIENCE)
        seen |= live
    assert seen == KINDS.keys() - {"exercise"}


@once
def test_a_mistake_is_named_with_both_trees_and_a_right_answer_is_kept(page: Page) -> None:
    exercise = EXERCISES["alphabeta"]
    open_exercise(page, exercise.name)
    write(page, exercise.mistakes[0].source)
    press(page, "Check")
    assert exercise.mistakes[0].sentence.replace("`", "") in verdict(page, "wrong")
    expect(page.locator(".trees figure")).to_have_count(2)
    expect(page.locator(".results .seen .piece")).to_have_count(2)
    write(page, exercise.solution)
    press(page, "Check")
    assert verdict(page, "right").startswith("Passed.")
    expect(page.locator(".trees figure, .seen .piece")).to_have_count(0)
    visit(page, "course")
    expect(page.locator(".entries")).to_contain_text("✓ passed")


@once
def test_every_exercise_takes_its_solution_and_names_its_mistakes(page: Page) -> None:
    asked = [
        {"exercise": name, "code": code}
        for name, one in EXERCISES.items()
        for code in (*(mistake.source for mistake in one.mistakes), one.solution)
    ]
    answers = iter(page.evaluate(_ASK_THE_SANDBOX, asked))
    for one in EXERCISES.values():
        assert len(one.mistakes) >= 3
        for mistake in one.mistakes:
            refused = next(answers)
            assert not refused["passed"]
            assert refused["text"].startswith(mistake.sentence.replace("`", "")), refused["text"]
        solved = next(answers)
        assert solved["passed"], solved["text"]


@once
def test_an_error_is_shown_at_its_line(page: Page) -> None:
    open_exercise(page, "minimax")
    write(page, "def minimax(board, depth, player):\n    return bord.turn\n")
    press(page, "Check")
    assert "Line 2: NameError" in verdict(page, "wrong")
    expect(page.locator(".editor .complaint")).to_contain_text("NameError")
    assert page.locator(".editor .wrong").inner_text().strip() == "return bord.turn"


@once
def test_an_endless_loop_is_stopped_and_python_starts_again(page: Page) -> None:
    open_exercise(page, "minimax")
    write(page, 'print("begun")\nwhile True:\n    pass\n')
    press(page, "Run")
    expect(page.locator(".printed")).to_contain_text("begun", timeout=PATIENCE)
    press(page, "Stop")
    assert verdict(page, "wrong") == "Stopped."
    assert "took longer than 1 seconds" in page.evaluate(_LOOP_FOR_A_SECOND)
    write(page, "print(6 * 7)\n")
    press(page, "Run")
    expect(page.locator(".printed")).to_have_text("42\n", timeout=PATIENCE)


@once
def test_too_much_memory_is_refused(page: Page) -> None:
    open_exercise(page, "minimax")
    write(page, "kept = []\nwhile True:\n    kept.append(bytearray(2**24))\n")
    press(page, "Run")
    assert "emory" in verdict(page, "wrong")


@once
def test_the_editor_completes_what_a_board_can_do(page: Page) -> None:
    open_exercise(page, "minimax")
    write(page, "")
    page.keyboard.type("board.legal")
    option = page.locator(".cm-tooltip-autocomplete li").first
    expect(option).to_contain_text("legal_moves")
    option.click()
    expect(page.locator(".cm-content")).to_have_text("board.legal_moves")
    # Escape, then Tab, leaves the editor.
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.locator(".cm-content")).not_to_be_focused()


def test_the_code_plays_is_matched_and_shows_its_tree(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where a player's file lies is put on the path, which others should not find there.
    monkeypatch.setattr(sys, "path", list(sys.path))
    open_exercise(page, "minimax")
    write(page, EXERCISES["minimax"].solution)
    page.locator("#bench-depth").select_option("1")
    press(page, "Show its tree")
    expect(page.locator(".trees .node")).to_have_count(8, timeout=PATIENCE)
    with page.expect_download() as saved:
        press(page, "Save as a file")
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert file.name == "my_player.py"
    chosen = own_player(f"{file}:choose").choose(Board("connect4", "112233")).move
    assert chosen == 3
    press(page, "Play against it")
    page.wait_for_selector("body.ready")
    expect(page.locator(".seat").first).to_contain_text("Your player")
    pad(page, Board("connect4"), 0).click()
    wait_for_first_moves(page, "1")
    expect(page.locator(".piece")).to_have_count(2, timeout=PATIENCE)


@once
def test_a_match_gives_an_error_bar_and_the_score_is_kept(page: Page) -> None:
    open_exercise(page, "minimax")
    write(page, "def choose(board):\n    return list(board.legal_moves)[0]\n")
    page.locator("#bench-opponent").select_option("random")
    press(page, "Match")
    expect(page.locator(".results .verdict")).to_contain_text(
        re.compile(r"Against random: \d+ won, \d+ drawn, \d+ lost\. Elo difference"),
        timeout=PATIENCE,
    )
    open_exercise(page, "minimax")
    expect(page.locator(".results")).to_contain_text(re.compile(r"random: \d+ %"))


#: What student code may try: it says of each whether that failed.
ATTACK = """
import js
from pyodide.ffi import to_js
from pyodide.code import run_js

HERE, THERE = "%(page)s", "%(other)s"
def attempt(name, act):
    try:
        print(name, "got", act())
    except BaseException as error:
        print(name, "failed", type(error).__name__)

for name in %(names)s:
    attempt(name, lambda: getattr(js, name))
attempt("indexedDB", lambda: js.indexedDB.open("x"))
attempt("eval", lambda: run_js("1"))
attempt("Function", lambda: js.Function.new("return 1"))
for place in (HERE, THERE):
    attempt("importScripts", lambda: js.importScripts(place + "?importScripts"))
    def ask():
        request = js.XMLHttpRequest.new()
        request.open("GET", place + "?xhr", False)
        request.send()
        return request.status
    attempt("XMLHttpRequest", ask)
    scope = js.Object.getPrototypeOf(js.Object.getPrototypeOf(js.self))
    scope.fetch.call(js.self, place + "?fetch")
    js.WebSocket.new(place.replace("http", "ws") + "?socket")
    js.EventSource.new(place + "?events")
    nested = "fetch('%%s?nested'); importScripts('%%s?nested')" %% (place, place)
    js.Worker.new(js.URL.createObjectURL(js.Blob.new(to_js([nested]))))
print("origin", js.self.origin)
"""


#: What a page has, and a worker has not.
OF_THE_PAGE = (
    "window", "document", "parent", "top", "frames", "localStorage", "sessionStorage",
)  # fmt: skip
#: The ways to the network, by what each adds to the address; all of them are tried twice.
WAYS = ("importScripts", "xhr", "fetch", "socket", "events", "nested")


class _Listener(BaseHTTPRequestHandler):
    """Another site, which lets everybody in and writes down who comes."""

    heard: set[str]

    def do_GET(self) -> None:
        self.heard.add(self.path.partition("?")[2])
        self.send_response(200)
        self.send_header("access-control-allow-origin", "*")
        self.send_header("cross-origin-resource-policy", "cross-origin")
        self.send_header("content-type", "text/javascript")
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@dataclass
class Attack:
    """What came of student code that tries to get out."""

    #: What it says of each attempt, by name; the last is its origin.
    said: list[str]
    #: How another site was reached.
    heard: set[str]
    #: How the page's own was, as far as the browser tells.
    answered: set[str]

    @property
    def succeeded(self) -> set[str]:
        return {line.split()[0] for line in self.said if " got " in line}


def attack(page: Page, ways: int = 0) -> Attack:
    """Let student code try everything; wait until so many ways have led to the other site."""
    heard, answered = set[str](), set[str]()
    listener = ThreadingHTTPServer(
        ("127.0.0.1", 0), type("Listener", (_Listener,), {"heard": heard})
    )
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    page.on("requestfinished", lambda request: answered.add(request.url.partition("?")[2]))
    other = f"http://127.0.0.1:{listener.server_port}/"
    open_exercise(page, "minimax")
    here = page.url.partition("#")[0]
    write(page, ATTACK % {"page": here, "other": other, "names": OF_THE_PAGE})
    press(page, "Run")
    expect(page.locator(".printed")).to_contain_text("origin ", timeout=PATIENCE)
    said = page.locator(".printed").inner_text().splitlines()
    # What was only begun has had its time once Python has answered another question.
    write(page, "print('later')")
    press(page, "Run")
    expect(page.locator(".printed")).to_have_text("later\n", timeout=PATIENCE)
    waits = iter(range(PATIENCE // 20))
    while len(heard) < ways and next(waits, None) is not None:
        page.wait_for_timeout(20)
    listener.shutdown()
    return Attack(said, heard, answered)


def test_student_code_reaches_neither_page_nor_network_nor_storage(page: Page) -> None:
    tried = attack(page)
    assert len(tried.said) == 15
    assert tried.said[-1] == "origin null"
    assert tried.succeeded == set()
    assert any("Content Security Policy" in one or "Failed to fetch" in one for one in COMPLAINTS)
    COMPLAINTS.clear()
    assert tried.heard == set()
    assert not tried.answered & set(WAYS)
    assert page.evaluate("localStorage.getItem('inarow.course') !== null")


def test_the_same_attack_succeeds_where_the_policy_allows_it(
    browser: Browser, server: Server
) -> None:
    """Otherwise the test above could pass because of a slip in the attack."""
    complaints: list[str] = []
    with watched_page(browser, f"{server.address}#course", complaints) as bare:
        bare.set_default_timeout(PATIENCE)
        bare.route(re.compile(r"^http://[^/]+/(#.*)?$"), _without_policy)
        bare.route(
            "**/sandbox.html", lambda route: _changed(route, r'content="default-src.*"', OPEN)
        )
        bare.route(
            "**/sandbox.js", lambda route: _changed(route, r'frame.setAttribute\("sandbox".*', "")
        )
        bare.reload()
        tried = attack(bare, ways=len(WAYS))
        assert bare.evaluate("names => names.every((name) => name in self)", OF_THE_PAGE)
        complaints.clear()
    assert tried.succeeded == {"indexedDB", "eval", "Function", "importScripts", "XMLHttpRequest"}
    assert tried.said[-1] == f"origin {server.address.rstrip('/')}"
    assert tried.heard == set(WAYS)


#: All but scripts in addresses, by which Pyodide knows a worker that it refuses.
OPEN = "content=\"default-src * blob: 'unsafe-inline' 'unsafe-eval'\""


def _without_policy(route: Route) -> None:
    response = route.fetch()
    headers = {
        name: text for name, text in response.headers.items() if name != "content-security-policy"
    }
    assert len(headers) < len(response.headers)
    route.fulfill(response=response, headers=headers)


def _changed(route: Route, pattern: str, text: str) -> None:
    """Serve a file of the page with something in it replaced."""
    response = route.fetch()
    body, count = re.subn(pattern, text, response.text())
    assert count == 1
    route.fulfill(response=response, body=body)


@once
def test_shared_code_is_shown_and_not_run(browser: Browser, page: Page, server: Server) -> None:
    open_exercise(page, "minimax")
    shared = "print('ran')\ndef minimax(board, depth, player):\n    return 0\n"
    write(page, shared)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(page, "Share")
    expect(page.locator(".results .verdict")).to_contain_text(
        re.compile("people who open it see the code.*works only on this computer")
    )
    link = page.evaluate("navigator.clipboard.readText()")
    with opened_page(browser, f"{server.address}#{link.partition('#')[2]}") as other:
        expect(other.locator(".workbench.ready")).to_be_visible()
        expect(other.locator(".writing .notice")).to_contain_text("has not run yet")
        assert other.locator(".cm-content").inner_text().rstrip() == shared.rstrip()
        # Python has not even been started, and nothing is kept as one's own.
        expect(other.locator("iframe")).to_have_count(0)
        assert other.evaluate("localStorage.getItem('inarow.course')") is None
        other.get_by_role("button", name="Back to my own code").click()
        expect(other.locator(".cm-content")).to_contain_text("values = []")


@once
def test_everything_is_accessible_and_fits_on_a_phone(page: Page) -> None:
    name, _ = chapter_with("tree")
    for place in ("course", f"chapter/{name}", "exercise/minimax"):
        visit(page, place)
        expect(page.locator(".live > .note")).to_have_count(0, timeout=PATIENCE)
        if place.startswith("exercise"):
            expect(page.locator(".workbench.ready")).to_be_visible()
        for summary in page.locator(".tree-block summary").all():
            summary.click()
        assert_accessible(page)
        before = page.viewport_size
        page.set_viewport_size({"width": 360, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, place
        assert before
        page.set_viewport_size(before)


def test_names_are_read_from_the_classes() -> None:
    found = course.names()
    members = {one.name: one for one in found.members["Board"]}
    public = {name for name in dir(Board) if not name.startswith("_")}
    assert members.keys() == public
    assert members["push"].signature == "(move)" and members["turn"].signature == ": Side"
    assert members["push"].about == (Board.push.__doc__ or "").partition("\n")[0]
    assert found.variables["board"] == "Board"
    assert {"Board", "Side", "evaluate"} <= {one.name for one in found.globals}


def test_without_pyodide_a_server_says_what_to_do(tmp_path: Path) -> None:
    with TestClient(create_app(pyodide=tmp_path), base_url="http://127.0.0.1") as client:
        answer = client.get("/python/files.json")
        assert answer.status_code == 404
        assert "npm install pyodide@" in answer.json()["error"]
        for path in ("pyodide.js", "..%2fapp.py", "nothing"):
            assert client.get(f"/python/{path}").status_code == 404
