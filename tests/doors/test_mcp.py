"""The server for assistants, asked by the SDK's own client over a real process's streams."""

from __future__ import annotations

import base64
import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings

import inarow
from inarow.apps.cli.main import main
from strategies import boards

pytest.importorskip("mcp", reason="the server for assistants needs the package mcp")

from anyio.from_thread import start_blocking_portal
from mcp import Client, MCPError, StdioServerParameters, stdio_client
from mcp_types import CallToolResult, ImageContent, TextContent
from PIL import Image

COMMAND = [sys.executable, "-m", "inarow", "mcp"]
#: Nobody solves this within a test.
HARD = {"game": "connect4(8x7)", "seconds": 60.0}

Ask = Callable[..., CallToolResult]


@pytest.fixture(scope="module")
def client() -> Iterator[tuple[Any, Client]]:
    """One server and one client for all tests, and the loop that the client lives in."""
    server = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env=dict(os.environ))
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Client(stdio_client(server))) as connected,
    ):
        yield portal, connected


@pytest.fixture(scope="module")
def ask(client: tuple[Any, Client]) -> Ask:
    portal, connected = client

    def call(tool: str, **arguments: Any) -> CallToolResult:
        result: CallToolResult = portal.call(connected.call_tool, tool, arguments)
        return result

    return call


def text_of(result: CallToolResult) -> str:
    block = result.content[-1]
    assert isinstance(block, TextContent)
    return block.text


def document(result: CallToolResult) -> Any:
    assert not result.is_error, text_of(result)
    return result.structured_content


def test_it_says_what_it_is_and_lists_its_tools(client: tuple[Any, Client]) -> None:
    portal, connected = client
    assert connected.server_info is not None
    assert (connected.server_info.name, connected.server_info.version) == (
        "inarow",
        inarow.__version__,
    )
    assert "columns from 1" in (connected.instructions or "")
    tools = {tool.name: tool for tool in portal.call(connected.list_tools).tools}
    wanted = {"position", "analyse", "solve", "explain", "play", "review", "draw"}
    assert wanted | {"games", "players"} == set(tools)
    for tool in tools.values():
        assert tool.description
        assert tool.input_schema["additionalProperties"] is False
        assert tool.annotations is not None and tool.annotations.read_only_hint


@settings(max_examples=40, deadline=None)
@given(board=boards())
def test_a_position_is_what_the_rules_say(ask: Ask, board: inarow.Board) -> None:
    start = board.start()
    found = ask(
        "position",
        game=str(board.game),
        start=start.text() if start.ply else "",
        moves=board.moves_text(),
    )
    assert document(found)["text"] == board.text()
    assert [move["cell"] for move in document(found)["legal"]] == [
        board.landing_cell(move) for move in board.legal_moves
    ]
    assert board.diagram(labels=True) in text_of(found)
    assert (board.outcome() is None) == (document(found)["outcome"] is None)


def test_analyse_gives_the_lines_that_were_asked_for(ask: Ask) -> None:
    found = ask("analyse", moves="44444326555533", lines=2, seconds=10.0)
    board = inarow.Board("connect4", "44444326555533")
    expected = inarow.analyse(board, inarow.Limit(time=10), lines=2)
    assert [(one["score"]["kind"], one["score"]["plies"]) for one in document(found)["lines"]] == [
        (line.score.kind.value, line.score.plies) for line in expected.lines
    ]
    assert all(str(line.score) in text_of(found) for line in expected.lines)


def test_solve_proves(ask: Ask) -> None:
    found = document(ask("solve", moves="44444326555533"))
    solution = inarow.solve(inarow.Board("connect4", "44444326555533"))
    assert found["complete"]
    assert (found["points"], len(found["line"])) == (solution.points, len(solution.line))


def test_explain_says_why(ask: Ask) -> None:
    found = ask("explain", moves="112233")
    assert document(found)["move"] == "4"
    assert "Column 4 wins now with four in a row." in text_of(found)


def test_a_game_can_be_played_move_by_move_and_reviewed(ask: Ask) -> None:
    moves = ""
    for _ in range(42):
        answer = document(ask("play", moves=moves, player="level-2", seed=7))
        board = inarow.Board("connect4", moves)
        board.play(answer["move"])
        moves = board.moves_text()
        assert answer["position"]["moves_text"] == moves
        if board.outcome() is not None:
            break
    assert answer["position"]["outcome"] is not None
    review = document(ask("review", moves=moves, seconds=0.05))
    assert [note["move"] for note in review["record"]["annotations"]] == list(moves)


def test_a_review_tells_how_far_it_is(client: tuple[Any, Client]) -> None:
    portal, connected = client
    told: list[tuple[float, float | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        assert message is None
        told.append((progress, total))

    async def review() -> None:
        await connected.call_tool("review", {"moves": "4444"}, progress_callback=hear)

    portal.call(review)
    assert told and told == sorted(told)
    assert {total for _, total in told} == {5}


def test_draw_gives_a_picture(ask: Ask) -> None:
    def picture(**arguments: Any) -> Image.Image:
        block = ask("draw", **arguments).content[0]
        assert isinstance(block, ImageContent) and block.mime_type == "image/png"
        return Image.open(io.BytesIO(base64.b64decode(block.data)))

    plain, numbered = picture(moves="4453"), picture(moves="4453", numbers=True)
    assert plain.format == "PNG" and plain.size == numbered.size
    assert plain.tobytes() != numbered.tobytes()


@pytest.mark.parametrize(
    ("tool", "arguments", "command"),
    [
        ("position", {"moves": "9"}, ["analyse", "9"]),
        ("analyse", {"moves": "4444444"}, ["analyse", "4444444"]),
        ("explain", {"moves": "1122334"}, ["hint", "1122334"]),
        ("solve", {"game": "gomoku"}, ["solve", "--game", "gomoku", "h8"]),
        ("review", {"moves": ""}, ["review", ""]),
    ],
)
def test_errors_are_the_sentences_that_people_get(
    ask: Ask,
    capsys: pytest.CaptureFixture[str],
    tool: str,
    arguments: dict[str, str],
    command: list[str],
) -> None:
    assert main(command) == 2
    said = capsys.readouterr().err.removeprefix("inarow: ").strip()
    refused = ask(tool, **arguments)
    assert refused.is_error
    assert text_of(refused) == said


def test_wrong_arguments_are_named(ask: Ask) -> None:
    assert text_of(ask("analyse", seconds="long")) == "seconds: Input should be a valid number"
    assert text_of(ask("analyse", colour="red")).startswith("colour: ")
    assert ask("play", player="program(/bin/true)").is_error


def test_an_unknown_tool_is_refused(ask: Ask) -> None:
    with pytest.raises(MCPError, match="there is no tool 'castle'; there are games"):
        ask("castle")


def test_a_search_that_nobody_waits_for_ends(client: tuple[Any, Client], ask: Ask) -> None:
    portal, connected = client

    async def give_up() -> None:
        with pytest.raises(MCPError):
            await connected.call_tool("solve", HARD, read_timeout_seconds=0.3)

    # More of them than run at once: if one went on, the last question would have to wait for it.
    for _ in range(3):
        portal.call(give_up)
    began = time.monotonic()
    assert not ask("solve", moves="44444326555533").is_error
    assert time.monotonic() - began < HARD["seconds"] / 4  # type: ignore[operator]


@pytest.mark.parametrize(("how", "status"), [("end of input", 0), ("Ctrl-C", 130)])
def test_it_ends_cleanly(how: str, status: int) -> None:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as server:
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        server.stdin.flush()
        assert server.stdout.readline().startswith(b"{")
        if how == "Ctrl-C":
            server.send_signal(signal.SIGINT)
            server.wait(20)
        server.stdin.close()
        assert server.stderr is not None
        errors = server.stderr.read()
    assert server.returncode == status
    assert b"Traceback" not in errors
