"""What a newcomer meets on the page: the end of a game, its review on a phone, opponents, links."""

from __future__ import annotations

import json
import re
from urllib.request import urlopen

import pytest
import segno
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Locator, Page, expect

from inarow import Board
from inarow.apps.cli import main as cli
from inarow.apps.terminal.setup import Setup, opponents
from inarow.apps.web.network import invitation, own_names
from inarow.players.roster import usual_player
from inarow.rules.catalogue import game as make_game
from inarow.search.limit import Limit
from inarow.study.threats import Answer, ThreatProver
from inarow.words import LEVELS, NAMES, level_title

from .conftest import Server, opened_page, start_server
from .pages import (
    PHONE,
    assert_accessible,
    go,
    pad,
    play,
    status,
    wait_for_first_moves,
    wait_for_moves,
)

pytestmark = pytest.mark.slow

#: The person lets an open three through with the fifth move.
LOST = "#play?game=connect4(7x6)&moves=13147516&o=level-4"


def turning(page: Page) -> Locator:
    return page.locator(".play .turning")


def choose(page: Page, name: str, value: str) -> None:
    """Choose in the dialog for a new game."""
    page.locator(f'dialog.setup input[name="{name}"][value="{value}"]').check()


def test_a_game_ends_with_the_turning_point_and_a_button_goes_there(page: Page) -> None:
    go(page, LOST)
    expect(status(page)).to_contain_text("You lost")
    expect(turning(page)).to_have_text(
        "You were holding out until move 5: playing 7 instead of 5 loses in 2 moves."
    )
    page.get_by_role("button", name="Show move 5").click()
    wait_for_moves(page, "13147")
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("Move 5: You played 7. Blunder.")
    expect(verdict).not_to_contain_text("Best was")
    expect(page.locator("#seat-above")).to_contain_text("Level 4")
    expect(page.locator(".summary thead")).to_contain_text("You")
    assert_accessible(page)


def test_a_game_that_is_given_up_is_looked_back_at_too(page: Page) -> None:
    go(page, "#play?game=tictactoe&moves=b2+a1&o=level-10")
    page.get_by_role("button", name="Resign").click()
    expect(turning(page)).to_have_text("The game was not lost when you resigned.")


def test_on_a_phone_the_review_shows_board_and_reason_together(
    browser: Browser, server: Server
) -> None:
    with opened_page(browser, server.address, **PHONE) as page:
        go(page, LOST)
        page.get_by_role("button", name="Review", exact=True).click()
        # It opens at the person's first mistake, not at the last move of the opponent.
        wait_for_moves(page, "1")
        verdict = page.locator(".verdict")
        expect(verdict).to_contain_text("Move 1: You played 1. Blunder.")
        for part in (page.locator("#board .surface"), verdict):
            box = part.bounding_box()
            assert box is not None and box["y"] >= 0
            assert box["y"] + box["height"] <= 740, "both fit on the screen without scrolling"


def test_games_are_kept_listed_continued_and_reviewed(browser: Browser, server: Server) -> None:
    with opened_page(browser, server.address) as page:
        go(page, "#play?game=connect4(7x6)&moves=&o=level-1")
        board = Board("connect4")
        play(page, board, 3)
        expect(page.locator("body")).to_have_attribute("data-moves", re.compile(r"^4\d$"))
        moves = page.locator("body").get_attribute("data-moves")
        # Another game is begun, and the page is left.
        go(page, "#play?game=tictactoe&moves=b2")
        page.goto("about:blank")
        page.goto(server.address)
        page.wait_for_selector("body.ready")
        page.get_by_role("button", name="Your games").click()
        rows = page.locator(".games li")
        expect(rows).to_have_count(2)
        expect(rows.nth(1)).to_contain_text("Connect Four")
        expect(rows.nth(1)).to_contain_text(re.compile("You . Pip"))
        rows.nth(1).get_by_role("button", name="Continue").click()
        wait_for_moves(page, moves or "")
        expect(status(page)).to_contain_text("Your turn")
        page.get_by_role("button", name="Your games").click()
        assert_accessible(page)
        page.locator(".games li").first.get_by_role("button", name="Review").click()
        expect(page.locator(".summary table")).to_be_visible()


def _contrast(one: str, other: str) -> float:
    """The contrast of two colours as the accessibility guidelines define it."""

    def light(colour: str) -> float:
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_hint_can_be_seen_on_wood(browser: Browser, server: Server, scheme: str) -> None:
    with opened_page(browser, server.address, color_scheme=scheme) as page:
        go(page, "#play?game=gomoku&moves=h8+i9&o=level-1")
        page.get_by_role("button", name="Hint").click()
        ring = page.locator(".hint")
        expect(ring).to_have_count(1)
        stroke = ring.evaluate("ring => getComputedStyle(ring).stroke")
        wood = page.locator("rect.table").evaluate("rect => getComputedStyle(rect).fill")
        assert _contrast(stroke, wood) >= 3
        assert _contrast(stroke, "rgb(255, 255, 255)") >= 3, "its casing is white"


def test_on_a_phone_a_stone_that_needs_a_second_tap_says_so(
    browser: Browser, server: Server
) -> None:
    with opened_page(browser, server.address, **PHONE) as page:
        go(page, "#play?game=gomoku")
        tip = page.locator(".tip")
        expect(tip).to_be_hidden()
        pad(page, Board("gomoku"), 32).tap()
        expect(tip).to_have_text("Tap c3 again to play there")
        pad(page, Board("gomoku"), 32).tap()
        wait_for_moves(page, "c3")
        expect(tip).to_be_hidden()


def test_share_says_that_its_link_works_only_here(page: Page) -> None:
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".reach")).to_contain_text("works only on this computer")
    expect(page.locator(".reach")).to_contain_text("inarow web --lan")


def test_choosing_begins_with_how_strong_one_is_and_an_opponent_may_adapt(page: Page) -> None:
    page.get_by_role("button", name="New game").click()
    dialog = page.locator("dialog.setup")
    choose(page, "game", "tictactoe(3x3)")
    shown = dialog.locator(".person:visible b")
    expect(shown).to_have_text(["Ben", "Nina", "Omar"])
    choose(page, "strength", "new")
    expect(shown).to_have_text(["Pip", "Lotte", "Ben"])
    expect(dialog.locator('input[value="level-2"]')).to_be_checked()
    # Everybody else is a click away.
    expect(dialog.get_by_text("Plays any legal move")).to_be_hidden()
    dialog.locator(".more summary").click()
    expect(shown).to_have_count(10)
    expect(dialog.get_by_text("Plays any legal move")).to_be_visible()
    dialog.locator(".more summary").click()
    choose(page, "opponent", "level-1")
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator("#seat-above")).to_have_text("PipLevel 1")
    # The answer is remembered.
    page.get_by_role("button", name="New game").click()
    expect(dialog.locator('input[name="strength"][value="new"]')).to_be_checked()
    choose(page, "opponent", "adapt")
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator("#seat-above")).to_contain_text("Level 4")
    play(page, Board("tictactoe"), 4)
    expect(status(page)).to_contain_text("Your turn")
    page.get_by_role("button", name="Resign").click()
    expect(page.locator(".play")).to_contain_text("Next: Ben (level 3).")
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#seat-above")).to_contain_text("Level 3")
    # With help a game does not count.
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_have_count(1)
    play(page, Board("tictactoe"), 4)
    expect(status(page)).to_contain_text("Your turn")
    page.get_by_role("button", name="Resign").click()
    expect(page.locator(".play")).to_contain_text("Games with hints or takebacks do not count.")


#: X wins by fours and open threes, though not by fours alone.
ATTACK = "h8 a1 i8 a3 i7 o15 g6 o1"


def test_is_there_a_win_by_threats(page: Page) -> None:
    go(page, f"#analyse?game=gomoku&moves={ATTACK.replace(' ', '+')}")
    threats = page.locator(".threats")
    threats.get_by_role("button", name="Is there a win by threats?").click()
    expect(threats).to_contain_text("Yes: X wins by threats")
    threats.get_by_role("button", name="Play the attack").click()
    expect(threats).to_contain_text("Now play any defence")
    board = Board("gomoku", ATTACK)
    moves = page.locator("body")
    # A defence far away is answered, until the game is won.
    for corner in ("n15", "n14", "n13", "n12", "n11", "n10"):
        expect(moves).to_have_attribute("data-moves", re.compile(rf"^(\S+ ){{{board.ply}}}\S+$"))
        board = Board("gomoku", moves.get_attribute("data-moves") or "")
        if board.outcome() is not None:
            break
        play(page, board, _at(corner))
    assert board.outcome() is not None and str(board.outcome()) == "X wins"
    go(page, "#analyse?game=gomoku&moves=h8+i9+g7+f6+i7")
    threats.get_by_role("button", name="Is there a win by threats?").click()
    expect(threats).to_contain_text("No win by fours: every sequence was tried.")
    go(page, "#analyse?game=connect4")
    expect(threats).to_be_hidden()


def _at(point: str) -> int:
    return Board("gomoku").game.cell(ord(point[0]) - ord("a"), int(point[1:]) - 1)


def test_a_win_by_threats_holds_against_every_defence() -> None:
    """The same function that the page asks, against all replies, three moves deep."""
    board = Board("gomoku", ATTACK)
    prover = ThreatProver(board)
    found = prover.ask(board, Limit(nodes=200_000))
    assert found.answer is Answer.BY_THREATS
    replies = dict(prover.replay(found, Limit(nodes=200_000)))
    assert len(replies) > 200 and all(answer.is_win for answer in replies.values())
    longest = max(replies.values(), key=lambda answer: len(answer.line))
    assert all(answer.is_win for _, answer in prover.replay(longest, Limit(nodes=200_000)))


def test_swap2_on_the_page(page: Page) -> None:
    answer = {"stones": [{"move": "g9", "cell": 126}]}
    page.route("**/api/swap2", lambda route: route.fulfill(json=answer), times=1)
    page.get_by_role("button", name="New game").click()
    dialog = page.locator("dialog.setup")
    choose(page, "game", "gomoku(15x15)")
    choose(page, "opening", "swap2")
    dialog.get_by_role("button", name="Start").click()
    expect(status(page)).to_contain_text("Swap2: place a black stone")
    for count, point in enumerate(("h8", "i9", "a1"), start=1):
        page.locator(f'.pad[aria-label^="{point},"]').click()
        wait_for_first_moves(page, " ".join(("h8", "i9", "a1")[:count]))
        if count == 2:
            # Who leaves and comes back is still in the opening.
            page.reload()
            expect(status(page)).to_contain_text("Swap2: place a black stone")
            expect(page.locator(".seat")).to_contain_text(["White", "Black"])
            assert "swap2=first" in page.evaluate("localStorage['inarow.games']")
    # The computer takes white, which is to move: one stone, and it is the person's turn.
    expect(status(page)).to_contain_text("Your turn")
    expect(page.locator("body")).to_have_attribute("data-moves", re.compile(r"^(\S+ ){3}\S+$"))
    expect(page.locator(".play .note").first).to_contain_text("Nina takes white.")
    expect(page.locator(".seat")).to_contain_text(["Level 4", "You"])
    page.reload()
    expect(status(page)).to_contain_text("Your turn")
    # And the other way round: it proposes three stones.
    page.get_by_role("button", name="New game").click()
    choose(page, "side", "O")
    choose(page, "opening", "swap2")
    dialog.get_by_role("button", name="Start").click()
    expect(status(page)).to_contain_text("Choose your colour")
    expect(page.locator("body")).to_have_attribute("data-moves", re.compile(r"^\S+ \S+ \S+$"))
    page.get_by_role("button", name="Take black").click()
    expect(page.locator("#seat-below .X")).to_have_count(1)
    # What it thought of its move is a chance to win, too, unless it did not think.
    felt = re.compile(r"ahead \(\d+ % to win\)|moved without thinking")
    expect(page.locator(".play .note").first).to_contain_text(felt)
    expect(page.locator("body")).to_have_attribute("data-moves", re.compile(r"^(\S+ ){3}\S+$"))


def test_the_answers_behind_it(client: TestClient) -> None:
    fresh = client.post("/api/adapt", json={"game": "tictactoe"}).json()
    assert fresh["level"] == 4 and "first game" in fresh["text"]
    result = {"game": "tictactoe", "known": fresh["known"], "result": {"level": 4, "score": 0}}
    lost = client.post("/api/adapt", json=result).json()
    assert lost["level"] == 3 and lost["known"]["results"] == [{"level": 4, "score": 0.0}]
    bad = {**result, "result": {"level": 4, "score": 0.3}}
    assert client.post("/api/adapt", json=bad).status_code == 422
    proposed = client.post("/api/swap2", json={"game": "gomoku"}).json()["stones"]
    assert len(proposed) == 3
    # A game that was left between the three stones goes on.
    rest = client.post("/api/swap2", json={"game": "gomoku", "moves": "b2 c4"}).json()["stones"]
    assert [each["move"] for each in rest] == ["e2"]
    refused = client.post("/api/swap2", json={"game": "gomoku", "moves": "h8 i8 h9 i9"})
    assert "swap2 proposes up to 3 stones or answers 3 or 5, not 4" in refused.json()["error"]
    refused = client.post("/api/swap2", json={"game": "mnk(8x8,k=5,gravity)"})
    assert (
        refused.status_code == 422 and "does not have the swap2 opening" in refused.json()["error"]
    )
    wrong = client.post("/api/threats", json={"game": "connect4"})
    assert wrong.status_code == 422 and "does not play connect4" in wrong.json()["error"]


def test_page_and_command_answer_alike_about_threats(
    client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same document, but for how people are called and the defences, which the page plays."""
    moves = "h8 a1 i8 a3 j8 a5"
    answered = client.post("/api/threats", json={"game": "gomoku", "moves": moves}).json()
    assert cli.main(["threats", moves, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed.pop("defences") == {} and answered.pop("defences") is None
    assert answered == printed and printed["text"].startswith("Yes: X wins by fours")


def test_page_and_terminal_have_one_scale_and_one_usual_opponent(
    client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    for game in ("connect4", "gomoku", "tictactoe"):
        listed = client.get("/api/players", params={"game": game}).json()
        usual = [each["name"] for each in listed if each["default"]]
        assert usual == [Setup(make_game(game)).opponent] == [usual_player().name]
        named = {each["name"]: each for each in listed if each["group"] == "levels"}
        offered = dict(opponents(make_game(game)))
        assert len(named) == len(LEVELS)
        for level, about in LEVELS.items():
            assert offered[f"level-{level}"] == f"{level_title(level)}: {about}"
            assert named[f"level-{level}"]["title"] == NAMES[level]
            assert named[f"level-{level}"]["about"].endswith(f": {about}")
    with pytest.raises(SystemExit):
        cli.main(["play", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert f"from 1 ({LEVELS[1]}) to 10 ({LEVELS[10]})" in shown


def test_a_refusal_is_a_page_for_people_and_json_for_programs(client: TestClient) -> None:
    headers = {"host": "phone.example", "accept": "text/html,*/*"}
    shown = client.get("/", headers=headers)
    assert shown.status_code == 421 and shown.headers["content-type"].startswith("text/html")
    assert "inarow web --lan" in shown.text and "<h1>inarow</h1>" in shown.text
    told = client.get("/", headers={"host": "phone.example"})
    assert "inarow web --lan" in told.json()["error"]


def test_the_home_network_is_served_under_its_own_addresses() -> None:
    server = start_server(options=("--lan",))
    try:
        assert server.process.stdout is not None
        shown = ""
        while "trust" not in shown:
            shown += server.process.stdout.readline()
        address = re.search(r"On your phone.*: (http://\S+)", shown)
        assert address is not None and address[1].startswith(f"http://{own_names()[0]}:")
        assert "█" in shown and "not encrypted" in shown
        with urlopen(address[1]) as answer:
            assert answer.status == 200 and b"inarow" in answer.read()
    finally:
        server.kill()


def test_the_code_can_be_read_back() -> None:
    """Each character of the picture is two cells of the code, one above the other."""
    text = invitation(["192.168.1.20"], 8420)
    rows = [line for line in text.splitlines() if set(line) <= set("█▀▄ ") and line.strip()]
    cells: list[list[bool]] = []
    for row in rows:
        cells.append([sign in " ▄" for sign in row])
        cells.append([sign in " ▀" for sign in row])
    wanted = [list(map(bool, line)) for line in segno.make(
        "http://192.168.1.20:8420/", error="l").matrix_iter(border=2)]  # fmt: skip
    assert [line[: len(wanted[0])] for line in cells[: len(wanted)]] == wanted
    assert "http://192.168.1.20:8420/" in text
