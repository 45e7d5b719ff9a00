"""The seam to the library: one function a request, all of it plain and without a server.

Everything the page can ask for is answered here from boards, players and searches. A function
that searches takes a stop signal and ends soon after it is set.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import asdict
from html import unescape
from typing import get_args
from urllib.parse import parse_qs, urlsplit

import inarow
from inarow.apps.web import answers, requests
from inarow.apps.web.checking import RequestError, checked
from inarow.draw.board import board_svg
from inarow.players.adapt import Adaptation
from inarow.players.level_table import scale_for
from inarow.players.pacing import natural_seconds
from inarow.players.player import Player, PlayerError, check_plays
from inarow.players.roster import NEED_OPTIONS, ROSTER, player
from inarow.rules import catalogue, diagram
from inarow.rules.board import Board
from inarow.rules.errors import PositionError
from inarow.rules.game import Game
from inarow.rules.notation import move_text
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.search.strongest import lines_to_show, strongest
from inarow.study.records.record import Record, Unseen
from inarow.wire import formats, types, write

#: The headings under which players are listed, in order.
_GROUPS: tuple[types.GroupCode, ...] = get_args(types.GroupCode)
#: What a visitor may change about a player. Other options could make a move take for ever.
_OPEN_OPTIONS = frozenset({"depth", "tie_aversion", "fast"})
_PLAYER = re.compile(r"\s*([a-z][a-z0-9-]*)\s*(?:\(([^()]*)\))?\s*", re.IGNORECASE)


def status() -> answers.StatusInfo:
    """Say that the server is running, and which version it is."""
    return answers.StatusInfo(version=inarow.__version__)


def games() -> list[types.GameInfo]:
    """List the games of the catalogue."""
    return [write.game_info(entry.game) for entry in catalogue.CATALOGUE.values()]


def game(text: requests.GameText) -> types.GameInfo:
    """Make a game from its description."""
    return write.game_info(catalogue.game(text))


def players(game: requests.GameText = "connect4") -> list[types.PlayerInfo]:
    """List the players that can play a game."""
    rules = catalogue.game(game)
    listed = [
        write.player_info(entry)
        for name, entry in ROSTER.items()
        if name not in NEED_OPTIONS and player(name).refusal(rules) is None
    ]
    return sorted(listed, key=lambda each: _GROUPS.index(each.group))


def board_of(request: requests.PositionRequest) -> Board:
    """The board that a request describes."""
    game = catalogue.game(request.game)
    board = _set_up(game, request.start) if request.start.strip() else Board(game)
    board.play(request.moves)
    return board


def _set_up(game: Game, picture: str) -> Board:
    if not diagram.is_diagram(picture):
        raise PositionError("a start position is a picture of X, O and -, rows from the top")
    return Board.parse(game, picture)


def position(request: requests.PositionRequest) -> types.PositionInfo:
    """Legal moves and outcome of a position."""
    return write.position_info(board_of(request))


def move(request: requests.MoveRequest, stop: StopSignal) -> answers.ChoiceInfo:
    """Let a player choose its move."""
    board = open_board(request)
    mover = _player_for(request.player, request.seed, board.game)
    choice = mover.choose(board, _limit(request.limit), stop=stop)
    thought = write.analysis_info(board, choice.analysis) if choice.analysis else None
    unseen = write.unseen_info(Unseen(board.ply + 1, one) for one in choice.oversights)
    seconds = natural_seconds(board, random.Random(request.seed)) if request.pace else None
    text = move_text(board.game, choice.move)
    board.push(choice.move)
    return answers.ChoiceInfo(text, thought, write.position_info(board), unseen, seconds)


def analyse(
    request: requests.AnalysisRequest,
    stop: StopSignal,
    on_progress: Callable[[types.AnalysisInfo], None] | None = None,
) -> types.AnalysisInfo:
    """Score the moves of a position, on large free boards the best ones, within the limit.

    The socket streams the same as it deepens.
    """
    board = open_board(request)

    def hand_on(step: Analysis) -> None:
        if on_progress is not None:
            on_progress(write.analysis_info(board, step))

    found = strongest(board.game).analyse(
        board,
        _limit(request.limit) or Limit(),
        lines=lines_to_show(board),
        stop=stop,
        on_progress=hand_on,
    )
    return write.analysis_info(board, found)


def adapt(request: requests.AdaptRequest) -> answers.AdaptInfo:
    """Find the level that fits a person's results; nothing is kept here."""
    elo_a_level = scale_for(catalogue.game(request.game)).elo_a_level
    known = Adaptation(elo_a_level=elo_a_level)
    if request.known is not None:
        pairs = [(each.level, each.score) for each in request.known.results]
        data = {**asdict(request.known), "results": pairs}
        known = Adaptation.from_json(data, elo_a_level)
    text = known.welcome()
    if request.result is not None:
        known.record(request.result.level, float(request.result.score))
        text = known.outlook()
    results = [answers.ResultInfo(level, score) for level, score in known.results]
    info = answers.KnownInfo(known.skill, known.games, results)
    return answers.AdaptInfo(info, known.next_level(), text)


def export(request: requests.ExportRequest) -> answers.ExportInfo:
    """Write a game as JSON or SGF."""
    return answers.ExportInfo(text=formats.write_text(Record.of(board_of(request)), request.format))


def picture(request: requests.PositionRequest) -> str:
    """Draw a position as SVG."""
    return board_svg(board_of(request))


def open_text(request: requests.PasteRequest) -> answers.OpenedInfo:
    """Find the game in a pasted text: a link, a record, a picture or plain moves."""
    text = request.text.strip()
    kind, asked = _recognise(text, request.game)
    return answers.OpenedInfo(kind=kind, position=position(asked))


def _recognise(text: str, game: str) -> tuple[answers.OpenedKind, requests.PositionRequest]:
    if not text:
        raise PositionError("there is nothing to open: the text is empty")
    if re.match(r"https?://|#", text):
        return "link", _from_link(text)
    if text.startswith("<"):
        return "picture", _from_link(_link_in_picture(text))
    rules = catalogue.game(game)
    if diagram.is_diagram(text):
        return "picture", _request_for(Record.of(Board.parse(rules, text)))
    record = formats.read_text(text, rules)
    return "moves" if text[0] not in "{(" else "record", _request_for(record)


def _request_for(record: Record) -> requests.PositionRequest:
    return requests.PositionRequest(
        game=str(record.game), start=record.start, moves=record.moves_text()
    )


def _link_in_picture(svg: str) -> str:
    """The link that the page writes into the pictures it saves."""
    found = re.search(r"<desc>([^<]*)</desc>", svg)
    if found is None:
        raise PositionError("this picture does not say which game it shows")
    return unescape(found[1])


def _from_link(text: str) -> requests.PositionRequest:
    fields = parse_qs(_fragment(text).partition("?")[2])
    if "game" not in fields:
        raise PositionError("this link contains no game")
    try:
        given = {name: fields.get(name, [""])[0] for name in ("game", "moves", "start")}
        return checked(requests.PositionRequest, given)
    except RequestError as error:
        raise PositionError(f"this link contains no position: {error}") from None


def _fragment(link: str) -> str:
    try:
        return urlsplit(link).fragment
    except ValueError:
        raise PositionError("this is not a link: its address cannot be read") from None


def open_board(request: requests.PositionRequest) -> Board:
    """The board of a request that only makes sense while the game goes on."""
    board = board_of(request)
    board.check_goes_on()
    return board


def _limit(request: requests.LimitRequest) -> Limit | None:
    if request.seconds is None and request.nodes is None and request.depth is None:
        return None
    return Limit(time=request.seconds, nodes=request.nodes, depth=request.depth)


def _player_for(text: str, seed: int | None, game: Game) -> Player:
    """A player that a visitor may use for a game: one of the roster, with harmless options.

    Players that run a program or load a file are for the command line only.
    """
    match = _PLAYER.fullmatch(text)
    if match is None or match[1].lower() not in ROSTER:
        raise PlayerError(f"there is no player called {text[:40]!r} here")
    for option in filter(None, re.split(r"[\s,]+", match[2] or "")):
        name = option.partition("=")[0].strip().lower().replace("-", "_")
        if name not in _OPEN_OPTIONS:
            allowed = ", ".join(sorted(_OPEN_OPTIONS))
            raise PlayerError(f"the option {name!r} cannot be set here; {allowed} can")
    chosen = player(text, seed=seed)
    check_plays(chosen, game)
    return chosen
