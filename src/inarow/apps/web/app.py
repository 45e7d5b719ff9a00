"""The API and the page, as one ASGI application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.routing import Route

import inarow
from inarow.apps.web import answers, course, questions, requests, services
from inarow.apps.web.guard import LOCAL_HOSTS, Guard
from inarow.apps.web.lanes import BusyError, Lane, visitor_of
from inarow.apps.web.limits import Limits
from inarow.apps.web.models import model_of, served
from inarow.apps.web.sandbox import SandboxFiles
from inarow.apps.web.sockets import AnalysisSocket
from inarow.rules.errors import InarowError
from inarow.search.stopping import StopSignal

_STATIC = Path(__file__).parent / "static"
_BAD_INPUT = 422
_TRY_AGAIN_LATER = 503
#: How often a search looks whether the page that asked for it is still there, in seconds.
_LISTEN_SECONDS = 0.25

Answer = TypeVar("Answer")
#: How each lookup is asked for, and where its description stands.
_LOOKUPS = {
    "status": ("GET", "server"), "games": ("GET", "games"), "game": ("GET", "games"),
    "players": ("GET", "games"), "searches": ("GET", "lessons"), "position": ("POST", "positions"),
    "adapt": ("POST", "games"), "open": ("POST", "positions"), "export": ("POST", "positions"),
    "contents": ("GET", "course"), "names": ("GET", "course"), "chapter": ("POST", "course"),
    "exercise": ("POST", "course"),
}  # fmt: skip

_ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": answers.ErrorInfo, "description": "The request is not JSON."},
    413: {"model": answers.ErrorInfo, "description": "The request is too large."},
    _BAD_INPUT: {"model": answers.ErrorInfo, "description": "A sentence on what is wrong."},
}
_SEARCH_ERRORS: dict[int | str, dict[str, Any]] = {
    **_ERRORS,
    _TRY_AGAIN_LATER: {
        "model": answers.ErrorInfo,
        "description": "Too many searches at once; Retry-After says when to come back.",
    },
}


class Searches:
    """The lanes of one server."""

    def __init__(self, limits: Limits) -> None:
        self.moves: Lane = Lane(
            "move", at_once=limits.moves, waiting=limits.moves_waiting,
            seconds=limits.move_seconds,
        )  # fmt: skip
        self.analyses: Lane = Lane(
            "analysis", at_once=limits.analyses, waiting=limits.analyses_waiting,
            seconds=limits.analysis_seconds, gives_way=True,
        )  # fmt: skip
        self.studies: Lane = Lane(
            "study", at_once=limits.studies, waiting=limits.studies_waiting,
            seconds=limits.study_seconds, gives_way=True,
        )  # fmt: skip

    async def run(
        self, request: Request, lane: Lane, work: Callable[[StopSignal], Answer]
    ) -> Answer:
        """Search in a lane; if the page goes away meanwhile, so does the search."""
        search = asyncio.create_task(lane.run(work, visitor_of(request)))
        try:
            while not (await asyncio.wait([search], timeout=_LISTEN_SECONDS))[0]:
                if await request.is_disconnected():
                    search.cancel()
                    await asyncio.wait([search])
                    raise HTTPException(499, "the page has gone")
            return search.result()
        finally:
            search.cancel()

    def close(self) -> None:
        """End everything that runs."""
        for lane in (self.moves, self.analyses, self.studies):
            lane.close()


def create_app(
    *,
    limits: Limits | None = None,
    hosts: Iterable[str] = LOCAL_HOSTS,
    pyodide: Path | None = None,
) -> FastAPI:
    """Make the application; ``hosts`` are the names under which it may be called.

    ``pyodide`` is the folder of Pyodide, in which a page runs student code.
    """
    bounds = limits or Limits()
    searches = Searches(bounds)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        searches.close()

    app = FastAPI(
        title="inarow",
        version=inarow.__version__,
        description="Play and analyse every in-a-row game. Nothing is kept between requests.",
        lifespan=lifespan,
        # The usual pages load scripts from another site; ours is api.html.
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    _handle_errors(app)
    _add_lookups(app)
    _add_searches(app, searches)
    _add_sockets(app, searches, bounds)
    SandboxFiles(pyodide).add_to(app)
    app.add_middleware(Guard, hosts=hosts)
    _add_page(app)
    return app


def _add_page(app: FastAPI) -> None:
    """Serve each file under its own path, so that the paths of the API stay the API's."""
    files = StaticFiles(directory=_STATIC, html=True)
    for name in ("", *sorted(path.name for path in _STATIC.iterdir() if path.is_file())):
        app.router.routes.append(Route(f"/{name}", files, name=name, include_in_schema=False))
    for folder in (path.name for path in _STATIC.iterdir() if path.is_dir()):
        app.mount(f"/{folder}", StaticFiles(directory=_STATIC / folder), name=folder)


def _handle_errors(app: FastAPI) -> None:
    """Every refusal is a sentence in the field ``error``."""

    def refuse(status: int, sentence: str, **headers: str) -> JSONResponse:
        return JSONResponse({"error": sentence}, status, headers=headers)

    @app.exception_handler(InarowError)
    async def bad_input(_: Request, error: InarowError) -> Response:
        return refuse(_BAD_INPUT, str(error))

    @app.exception_handler(RequestValidationError)
    async def bad_fields(_: Request, error: RequestValidationError) -> Response:
        return refuse(_BAD_INPUT, requests.validation_sentence(error.errors()))

    @app.exception_handler(BusyError)
    async def busy(_: Request, error: BusyError) -> Response:
        return refuse(_TRY_AGAIN_LATER, str(error), **{"Retry-After": str(error.retry_after)})

    @app.exception_handler(HTTPException)
    async def refused(_: Request, error: HTTPException) -> Response:
        return refuse(error.status_code, str(error.detail), **(error.headers or {}))


def _add_lookups(app: FastAPI) -> None:
    """What is answered at once, in a thread."""
    for name, service in {**questions.lookups(), **course.lookups()}.items():
        method, tag = _LOOKUPS[name]
        route = app.api_route(f"/api/{name}", methods=[method], tags=[tag], responses=_ERRORS)
        route(served(service))

    @app.post(
        "/api/picture",
        tags=["positions"],
        response_class=Response,
        responses={**_ERRORS, 200: {"content": {"image/svg+xml": {}}}},
    )
    def picture(request: model_of(requests.PositionRequest)) -> Response:  # type: ignore[valid-type]
        """Draw a position as SVG."""
        return Response(services.picture(request.form()), media_type="image/svg+xml")


def _add_searches(app: FastAPI, searches: Searches) -> None:
    """What has to be searched for: to play, to analyse, and to learn."""
    moves, analyses, studies = searches.moves, searches.analyses, searches.studies
    lanes = {"move": moves, "hint": moves, "swap2": moves, "threats": moves, "analyse": analyses}
    for name, service in {**questions.searches(), **course.searches()}.items():
        endpoint = _searching(service, lanes.get(name, studies), searches)
        tag = "course" if name in course.searches() else "searches" if name in lanes else "lessons"
        app.post(f"/api/{name}", tags=[tag], responses=_SEARCH_ERRORS)(endpoint)


def _searching(service: questions.Service, lane: Lane, searches: Searches) -> Callable[..., Any]:
    """An endpoint that takes what the service takes, searches in a lane, and answers alike."""
    hints = get_type_hints(service)

    async def endpoint(request: Request, asked: Any) -> Any:
        return await searches.run(request, lane, partial(service, asked.form()))

    endpoint.__name__ = service.__name__
    endpoint.__doc__ = service.__doc__
    endpoint.__annotations__ = {
        "request": Request, "asked": model_of(hints["request"]), "return": hints["return"],
    }  # fmt: skip
    return endpoint


def _add_sockets(app: FastAPI, searches: Searches, limits: Limits) -> None:
    open_sockets: set[WebSocket] = set()

    @app.websocket("/api/analysis")
    async def analysis(socket: WebSocket) -> None:
        if len(open_sockets) >= limits.sockets:
            # Before it is accepted, a page would hear of no code and no reason.
            await socket.accept()
            await socket.close(1013, "the server has too many visitors right now")
            return
        open_sockets.add(socket)
        try:
            await AnalysisSocket(socket, searches.analyses).serve()
        finally:
            open_sockets.discard(socket)
