"""The seam to the library: one function a request, all of it plain and without a server.

Everything the page can ask for is answered here from boards, players and searches. A function
that searches takes a stop signal and ends soon after it is set.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from urllib.parse import parse_qs, urlsplit

from pydantic import ValidationError

from inarow.apps.web import lessons, reports, schemas, views
from inarow.apps.web.sentences import validation_sentence
from inarow.players.five import USUAL_LIMIT
from inarow.players.player import Player, PlayerError
from inarow.players.roster import ROSTER, player
from inarow.rules import catalogue, diagram
from inarow.rules.board import Board
from inarow.rules.errors import GameOverError, PositionError
from inarow.rules.game import Game
from inarow.rules.notation import move_text
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.study.records import formats as files
from inarow.study.records.record import Record

#: Whom a newcomer meets: a level that a beginner can beat with some care.
USUAL_OPPONENT = "level-4"
#: How long the players usually think that play better the longer they do.
_PACES = {"perfect": "until solved", "five": f"{USUAL_LIMIT.time:g} s"}
#: Players that are nothing without options, so they are not listed.
_NEEDS_OPTIONS = frozenset({"level"})
#: What a visitor may change about a player. Other options could make a move take for ever.
_OPEN_OPTIONS = frozenset({"depth", "tie_aversion", "fast"})
_PLAYER = re.compile(r"\s*([a-z][a-z0-9-]*)\s*(?:\(([^()]*)\))?\s*", re.IGNORECASE)


def games() -> list[schemas.GameInfo]:
    """The games of the catalogue."""
    return [views.game_info(entry.game) for entry in catalogue.CATALOGUE.values()]


def game(text: str) -> schemas.GameInfo:
    """A game from its description."""
    return views.game_info(catalogue.game(text))


def players(game_text: str) -> list[schemas.PlayerInfo]:
    """The players that can play a game."""
    game = catalogue.game(game_text)
    listed = [
        schemas.PlayerInfo(
            name=name,
            title=views.player_title(name),
            about=entry.about,
            group=views.player_group(name, entry.about),
            default=name == USUAL_OPPONENT,
            pace=_PACES.get(name, ""),
        )
        for name, entry in ROSTER.items()
        if name not in _NEEDS_OPTIONS and player(name).refusal(game) is None
    ]
    return sorted(listed, key=lambda each: views.GROUPS.index(each.group))


def board_of(request: schemas.PositionRequest) -> Board:
    """The board that a request describes."""
    game = catalogue.game(request.game)
    board = _set_up(game, request.start) if request.start.strip() else Board(game)
    board.play(request.moves)
    return board


def _set_up(game: Game, picture: str) -> Board:
    if not diagram.is_diagram(picture):
        raise PositionError("a start position is a picture of X, O and -, rows from the top")
    return Board.parse(game, picture)


def position(request: schemas.PositionRequest) -> schemas.PositionInfo:
    """What the rules say about a position."""
    return views.position_info(board_of(request))


def move(request: schemas.MoveRequest, stop: StopSignal) -> schemas.ChoiceInfo:
    """Let a player choose its move."""
    board = _open_board(request)
    mover = _player_for(request.player, request.seed, board.game)
    choice = mover.choose(board, _limit(request.limit), stop=stop)
    thought = views.thought(choice.analysis) if choice.analysis else ""
    text = move_text(board.game, choice.move)
    board.push(choice.move)
    return schemas.ChoiceInfo(move=text, thought=thought, position=views.position_info(board))


def analyse(
    request: schemas.AnalysisRequest,
    stop: StopSignal,
    on_progress: Callable[[schemas.AnalysisInfo], None] | None = None,
) -> schemas.AnalysisInfo:
    """Score the moves of a position, on large free boards the best ones, within the limit.

    The socket streams the same as it deepens.
    """
    board = _open_board(request)

    def hand_on(report: reports.Report) -> None:
        if on_progress is not None:
            on_progress(views.analysis_info(board, report))

    report = reports.report(board, _limit(request.limit) or Limit(), stop, hand_on)
    return views.analysis_info(board, report)


def hint(request: schemas.PositionRequest, stop: StopSignal) -> schemas.HintInfo:
    """Find a good move, and say why it is good."""
    return lessons.hint(_open_board(request), stop)


def review(request: schemas.PositionRequest, stop: StopSignal) -> schemas.ReviewInfo:
    """Judge every move of a game."""
    return lessons.review(board_of(request), stop)


def searches() -> list[schemas.SearchInfo]:
    """The searches whose trees can be drawn."""
    return lessons.searches()


def tree(request: schemas.TreeRequest, stop: StopSignal) -> schemas.TreeInfo:
    """Search a position and show every node of the search."""
    return lessons.tree(_open_board(request), request.search, request.depth, stop)


def compare(request: schemas.CompareRequest, stop: StopSignal) -> list[schemas.ComparedInfo]:
    """Count the nodes of every search for the same position and depth."""
    return lessons.compare(_open_board(request), request.depth, stop)


def puzzle(request: schemas.PuzzleRequest, stop: StopSignal) -> schemas.PuzzleInfo:
    """Make a puzzle: a position in which one move wins or saves the game."""
    return lessons.puzzle(catalogue.game(request.game), request.level, request.seed, stop)


def export(request: schemas.ExportRequest) -> schemas.ExportInfo:
    """A game as text."""
    return schemas.ExportInfo(text=files.write_text(Record.of(board_of(request)), request.format))


def open_text(request: schemas.PasteRequest) -> schemas.OpenedInfo:
    """Find the game in a pasted text: a link, a record, a picture or plain moves."""
    text = request.text.strip()
    kind, asked = _recognise(text, request.game)
    return schemas.OpenedInfo(kind=kind, position=position(asked))


def _recognise(text: str, game: str) -> tuple[str, schemas.PositionRequest]:
    if not text:
        raise PositionError("there is nothing to open: the text is empty")
    if re.match(r"https?://|#", text):
        return "a link", _from_link(text)
    if text.startswith("<"):
        return "a picture", _from_link(_link_in_picture(text))
    rules = catalogue.game(game)
    if diagram.is_diagram(text):
        return "a picture", _request_for(Board.parse(rules, text))
    record = files.read_text(text, rules)
    return "moves" if text[0] not in "{(" else "a record", _request_for(record.board())


def _request_for(board: Board) -> schemas.PositionRequest:
    start = board.start()
    return schemas.PositionRequest(
        game=str(board.game),
        start=start.text() if start.ply else "",
        moves=board.moves_text(),
    )


def _link_in_picture(svg: str) -> str:
    """The link that the page writes into the pictures it saves."""
    found = re.search(r"<desc>([^<]*)</desc>", svg)
    if found is None:
        raise PositionError("this picture does not say which game it shows")
    return unescape(found[1])


def _from_link(text: str) -> schemas.PositionRequest:
    fields = parse_qs(_fragment(text).partition("?")[2])
    if "game" not in fields:
        raise PositionError("this link holds no game")
    try:
        return schemas.PositionRequest(
            game=fields["game"][0],
            moves=fields.get("moves", [""])[0],
            start=fields.get("start", [""])[0],
        )
    except ValidationError as error:
        sentence = validation_sentence(error.errors())
        raise PositionError(f"this link holds no position: {sentence}") from None


def _fragment(link: str) -> str:
    try:
        return urlsplit(link).fragment
    except ValueError:
        raise PositionError("this is not a link: its address cannot be read") from None


def _open_board(request: schemas.PositionRequest) -> Board:
    """The board of a request that only makes sense while the game goes on."""
    board = board_of(request)
    if (outcome := board.outcome()) is not None:
        raise GameOverError(f"the game is over: {outcome}")
    return board


def _limit(request: schemas.LimitRequest) -> Limit | None:
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
    if reason := chosen.refusal(game):
        raise PlayerError(f"{chosen.name} cannot play {game}: {reason}")
    return chosen
