"""A server for assistants: the Model Context Protocol on standard input and output.

Each tool takes a position as the web app's API does. It answers with the text that the command
line prints and with the document of the wire. Nothing is kept between calls.
"""

from __future__ import annotations

import asyncio
import os
import signal
from base64 import b64encode
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import mcp_types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from pydantic import TypeAdapter

import inarow
from inarow.apps.cli.commands.analyse import analysis_text
from inarow.apps.cli.commands.hint import hint_text
from inarow.apps.cli.commands.review import review_text
from inarow.apps.cli.commands.solve import solution_text
from inarow.apps.cli.output.exits import INTERRUPTED
from inarow.apps.web import limits, requests, services
from inarow.apps.web.answers import ChoiceInfo
from inarow.apps.web.checking import checked
from inarow.apps.web.lanes import BusyError, Lane
from inarow.apps.web.models import model_of
from inarow.apps.web.requests import Allowed
from inarow.draw.board import board_drawing
from inarow.draw.pixels import png
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.notation import spaced_moves
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.study.explain.hint import hint
from inarow.study.records.record import Record, RecordError
from inarow.study.review.review import OnPosition, review
from inarow.wire import types, write
from inarow.words import USUAL_LEVEL

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from mcp.server.context import ServerRequestContext

_INSTRUCTIONS = (
    "Play, solve and explain in-a-row games: Connect Four, Connect 4 in a Square, Gomoku and any "
    "board described. Positions are moves: columns from 1 where pieces fall (4453), else points "
    "(h8 i9). Every call takes all moves of the game so far. X moves first. A score is from the "
    "side of the player to move; wins and losses are counted in that player's own moves."
)
#: Searches at the same time, and how many more may wait for their turn.
_AT_ONCE = 2
_WAITING = 16
_LONGEST_SECONDS = 60.0
#: The most of a review, so that a long game does not take for ever.
_REVIEW_SECONDS = 30.0

Seconds = Annotated[
    float,
    Allowed(gt=0, le=_LONGEST_SECONDS, description="How long to think at most, in seconds."),
]


@dataclass(frozen=True, kw_only=True)
class GamesRequest:
    """Nothing."""


@dataclass(frozen=True, kw_only=True)
class SearchRequest(requests.PositionRequest):
    """A position and how long to look at it."""

    seconds: Seconds = 2.0


@dataclass(frozen=True, kw_only=True)
class LinesRequest(SearchRequest):
    """A position, how long to look at it and how many lines are wanted."""

    lines: Annotated[int, Allowed(ge=1, le=20, description="How many of the best lines.")] = 3


@dataclass(frozen=True, kw_only=True)
class SolveRequest(requests.PositionRequest):
    """A position and how long to try."""

    seconds: Seconds = 20.0


@dataclass(frozen=True, kw_only=True)
class PlayRequest(requests.PositionRequest):
    """A position, who is to move in it, and how long that player may think."""

    player: requests.PlayerText = f"level-{USUAL_LEVEL}"
    seed: Annotated[int, Allowed(ge=0, le=limits.SEED)] | None = None
    seconds: Seconds | None = None


@dataclass(frozen=True, kw_only=True)
class GameReviewRequest(requests.PositionRequest):
    """A game and how long to look at each of its positions."""

    seconds: Seconds = 0.4


@dataclass(frozen=True, kw_only=True)
class DrawRequest(requests.PositionRequest):
    """A position and how to draw it."""

    numbers: Annotated[bool, Allowed(description="Number the pieces in the order of play.")] = False


@dataclass(frozen=True, slots=True)
class GamesInfo:
    """The games of the catalogue."""

    games: list[types.GameInfo]


@dataclass(frozen=True, slots=True)
class PlayersInfo:
    """The players of a game."""

    players: list[types.PlayerInfo]


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What a tool says: words for the assistant, the same as a document, and perhaps a PNG."""

    text: str
    document: DataclassInstance
    picture: bytes | None = None


Run: TypeAlias = Callable[[Any, StopSignal, OnPosition], ToolAnswer]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: what it takes and answers, and what it does."""

    about: str
    request: type[Any]
    answer: type[DataclassInstance]
    run: Run

    def described(self, name: str) -> mcp_types.Tool:
        """The tool as the protocol lists it."""
        input_model: Any = model_of(self.request)  # type: ignore[arg-type]
        return mcp_types.Tool(
            name=name,
            description=self.about,
            input_schema=input_model.model_json_schema(),
            output_schema=TypeAdapter(self.answer).json_schema(mode="serialization"),
            annotations=mcp_types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
        )


def _games(_: GamesRequest, __: StopSignal, ___: OnPosition) -> ToolAnswer:
    games = services.games()
    rows = (f"{game.text}: {game.about}" for game in games)
    return ToolAnswer("\n".join(rows), GamesInfo(games))


def _players(asked: requests.GameRequest, _: StopSignal, __: OnPosition) -> ToolAnswer:
    players = services.players(asked.game)
    return ToolAnswer(
        "\n".join(f"{each.name}: {each.about}" for each in players), PlayersInfo(players)
    )


def _position(asked: requests.PositionRequest, _: StopSignal, __: OnPosition) -> ToolAnswer:
    board = services.board_of(asked)
    return ToolAnswer(_position_text(board), write.position_info(board))


def _analyse(asked: LinesRequest, stop: StopSignal, _: OnPosition) -> ToolAnswer:
    board = services.board_of(asked)
    found = inarow.analyse(board, Limit(time=asked.seconds), lines=asked.lines, stop=stop)
    return ToolAnswer(analysis_text(board, found), write.analysis_info(board, found))


def _solve(asked: SolveRequest, stop: StopSignal, _: OnPosition) -> ToolAnswer:
    board = services.board_of(asked)
    solution = inarow.solve(board, Limit(time=asked.seconds), stop=stop)
    text = f"{board.diagram(labels=True)}\n\n{solution_text(board.moves_text(), solution)}"
    return ToolAnswer(text, write.solution_info(solution))


def _explain(asked: SearchRequest, stop: StopSignal, _: OnPosition) -> ToolAnswer:
    board = services.board_of(asked)
    found = hint(board, Limit(time=asked.seconds), stop=stop)
    return ToolAnswer(hint_text(board, found), write.hint_info(board, found))


def _play(asked: PlayRequest, stop: StopSignal, _: OnPosition) -> ToolAnswer:
    given = asdict(asked)
    limit = requests.LimitRequest(seconds=given.pop("seconds"))
    request = requests.MoveRequest(**given, limit=limit)
    choice = services.move(request, stop)
    board = services.board_of(asked)
    board.play(choice.move)
    text = f"{asked.player} plays {choice.move}.\n\n{_position_text(board)}"
    return ToolAnswer(text, choice)


def _review(asked: GameReviewRequest, stop: StopSignal, tell: OnPosition) -> ToolAnswer:
    board = services.board_of(asked)
    if not board.moves:
        raise RecordError("there are no moves to review")
    seconds = min(asked.seconds, _REVIEW_SECONDS / (len(board.moves) + 1))
    reviewed = review(Record.of(board), Limit(time=seconds), stop=stop, on_progress=tell)
    return ToolAnswer(review_text(reviewed), write.review_info(reviewed))


def _draw(asked: DrawRequest, _: StopSignal, __: OnPosition) -> ToolAnswer:
    board = services.board_of(asked)
    picture = png(board_drawing(board, numbers=asked.numbers))
    return ToolAnswer(_position_text(board), write.position_info(board), picture)


def _position_text(board: Board) -> str:
    """A board with its moves, and what can be played."""
    rows = [f"{board.game}: {board.game.describe()}", "", board.diagram(labels=True), ""]
    if board.moves:
        rows.append(f"Moves so far: {board.moves_text()}")
    if (outcome := board.outcome()) is not None:
        return "\n".join([*rows, f"The game is over: {outcome}."])
    listed = spaced_moves(board.game, board.legal_moves)
    return "\n".join([*rows, f"{board.turn} to move. Legal moves: {listed}"])


TOOLS = {
    "games": Tool("List the games.", GamesRequest, GamesInfo, _games),
    "players": Tool(
        "List the computer players of a game, from beginners to perfect ones.",
        requests.GameRequest, PlayersInfo, _players,
    ),
    "position": Tool(
        "Set up a position: its board, the legal moves, and the result if the game is over.",
        requests.PositionRequest, types.PositionInfo, _position,
    ),
    "analyse": Tool(
        "Find the best lines of a position with the strongest engine, each with its score.",
        LinesRequest, types.AnalysisInfo, _analyse,
    ),
    "solve": Tool(
        "Prove who wins a position and how soon. Only games with falling pieces can be solved.",
        SolveRequest, types.SolutionInfo, _solve,
    ),
    "explain": Tool(
        "Find the best move of a position and say in words why it is best.",
        SearchRequest, types.HintInfo, _explain,
    ),
    "play": Tool(
        "Let a computer player make its move, and show the position after it.",
        PlayRequest, ChoiceInfo, _play,
    ),
    "review": Tool(
        "Grade and explain every move of a game.", GameReviewRequest, types.ReviewInfo, _review
    ),
    "draw": Tool("Draw a position as a picture.", DrawRequest, types.PositionInfo, _draw),
}  # fmt: skip


def create_server() -> Server[dict[str, Any]]:
    """Make the server; any transport of the SDK can run it."""
    lane = Lane("assistant", at_once=_AT_ONCE, waiting=_WAITING, seconds=_LONGEST_SECONDS)

    async def list_tools(
        _: ServerRequestContext[dict[str, Any]], __: mcp_types.PaginatedRequestParams | None
    ) -> mcp_types.ListToolsResult:
        return mcp_types.ListToolsResult(
            tools=[tool.described(name) for name, tool in TOOLS.items()]
        )

    async def call_tool(
        context: ServerRequestContext[dict[str, Any]], asked: mcp_types.CallToolRequestParams
    ) -> mcp_types.CallToolResult:
        if asked.name not in TOOLS:
            known = ", ".join(TOOLS)
            raise MCPError(
                mcp_types.INVALID_PARAMS, f"there is no tool {asked.name[:40]!r}; there are {known}"
            )
        tool = TOOLS[asked.name]
        loop = asyncio.get_running_loop()

        def tell(done: int, total: int) -> None:
            report = context.session.report_progress(done, total)
            asyncio.run_coroutine_threadsafe(report, loop)

        try:
            request = checked(tool.request, asked.arguments or {})
            return _result(await lane.run(lambda stop: tool.run(request, stop, tell)))
        except (InarowError, BusyError) as error:
            return _refusal(str(error))

    return Server(
        "inarow",
        version=inarow.__version__,
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _result(answer: ToolAnswer) -> mcp_types.CallToolResult:
    content: list[mcp_types.ContentBlock] = [mcp_types.TextContent(text=answer.text)]
    if answer.picture is not None:
        data = b64encode(answer.picture).decode()
        content.insert(0, mcp_types.ImageContent(data=data, mime_type="image/png"))
    return mcp_types.CallToolResult(content=content, structured_content=asdict(answer.document))


def _refusal(sentence: str) -> mcp_types.CallToolResult:
    """What is wrong, for the assistant to read and do better."""
    return mcp_types.CallToolResult(content=[mcp_types.TextContent(text=sentence)], is_error=True)


def serve() -> int:
    """Serve one assistant on standard input and output until it closes them."""

    async def run() -> None:
        server = create_server()
        async with stdio_server() as (read, write_to):
            await server.run(read, write_to, server.create_initialization_options())

    # The SDK's reader waits for a line in a thread that cannot be interrupted, so that the usual
    # way out would wait for ever. There is nothing to be saved.
    signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    asyncio.run(run())
    return 0
