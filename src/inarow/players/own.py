"""Players and heuristics of one's own: ``my_player.py:choose``, ``my_package.players:Mine``.

What is named is a function that takes a board and gives a move, a class of players, or a function
that makes one. See docs/write-a-player.md and docs/write-a-heuristic.md.
"""

from __future__ import annotations

import hashlib
import inspect
import operator
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from inarow.evaluate.plain import PlainHeuristic
from inarow.players.options import option, parse_options
from inarow.players.player import Analyst, Choice, Player, PlayerError, StartedPlayer
from inarow.players.searching import SearchingPlayer
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.engine import OnProgress
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.search.tree.ordering import Ordering
from inarow.search.tree.recipe import Algorithm, Recipe

_MODULE = r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*"
_FILE = r"[^@()]+\.py"
_OWN = re.compile(rf"\s*({_FILE}|{_MODULE}):([A-Za-z_]\w*)\s*")
_HEURISTIC = re.compile(r"\s*heuristic\(\s*([^(),]+:\w+)\s*(?:,([^()]*))?\)\s*")


@dataclass(frozen=True, slots=True)
class HeuristicOptions:
    """What can be changed about a player with a heuristic of one's own."""

    depth: int = option(4, "look this many moves ahead")

    def __post_init__(self) -> None:
        if self.depth < 1:
            raise PlayerError(f"a search looks at least 1 move ahead, not {self.depth}")


def is_own(text: str) -> bool:
    """Say whether a text names something that somebody wrote for themselves.

    >>> is_own("my_player.py:choose"), is_own("heuristic(mine:evaluate)"), is_own("level-3")
    (True, True, False)
    """
    return bool(_OWN.fullmatch(text) or _HEURISTIC.fullmatch(text))


def own_player(text: str, *, seed: int | None = None) -> Player:
    """The player that a text names; the code that it names is run."""
    if match := _HEURISTIC.fullmatch(text):
        options, _ = parse_options(HeuristicOptions, match[2] or "", "heuristic")
        return heuristic_player(text.strip(), own_heuristic(match[1]), options.depth)
    made = _made(text, _named(text)[1], seed)
    if isinstance(made, Analyst | StartedPlayer):
        return made
    return OwnPlayer(text.strip(), made)


def heuristic_player(name: str, heuristic: PlainHeuristic, depth: int) -> SearchingPlayer:
    """A player that asks a heuristic of one's own in a readable alpha-beta search."""
    recipe = Recipe(heuristic, Algorithm.ALPHA_BETA, ordering=Ordering.CENTRE_FIRST)
    return SearchingPlayer(name, recipe, depth)


def own_heuristic(text: str) -> PlainHeuristic:
    """The heuristic ``evaluate(board, side)`` that a text names."""
    _, function = _named(text)
    if not callable(function) or inspect.isclass(function) or len(_positional(function)) != 2:
        raise PlayerError(f"{text!r} is not a heuristic: write def evaluate(board, side)")
    return PlainHeuristic(function)


def source_digest(text: str) -> str | None:
    """A digest of the source that a player of one's own runs; None for any other player.

    What its file imports from beside it counts too: an edited player is another player.
    """
    if not is_own(text):
        return None
    match = _HEURISTIC.fullmatch(text)
    module, _ = _named(match[1] if match else text)
    digest = hashlib.sha256()
    for file in sorted(_source_files(module)):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


class OwnPlayer:
    """Asks a function, or an object with ``choose``, with as much as it wants to be told."""

    def __init__(self, name: str, chooser: Any) -> None:
        self.name = name
        self._chooser = chooser
        self._choose: Callable[..., object] = getattr(chooser, "choose", chooser)
        #: Whether it wants to hear of a limit.
        self.takes_limit: bool = len(_positional(self._choose)) > 1
        self._keywords = _parameters(self._choose).keys() & {"stop", "on_progress"}

    def refusal(self, game: Game) -> str | None:
        """What it says itself, if it says anything."""
        refusal = getattr(self._chooser, "refusal", None)
        reason: str | None = None if refusal is None else refusal(game)
        return reason

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: OnProgress | None = None,
    ) -> Choice:
        """Its move, which may be a plain number."""
        board.check_goes_on()
        told = {"stop": stop, "on_progress": on_progress}
        answer = self._choose(
            board,
            *([limit] if self.takes_limit else []),
            **{name: told[name] for name in self._keywords},
        )
        if isinstance(answer, Choice):
            return answer
        try:
            return Choice(operator.index(answer))  # type: ignore[arg-type]
        except TypeError:
            kind = type(answer).__name__
            raise PlayerError(f"{self.name} answered with {kind} instead of a move") from None

    def close(self) -> None:
        """Let go of what it holds, if it holds anything."""
        close = getattr(self._chooser, "close", None)
        if close is not None:
            close()


def _made(text: str, thing: Any, seed: int | None) -> Any:
    """What chooses the moves: what is named itself, or what it makes with ``seed=``."""
    if not callable(thing):
        raise PlayerError(f"{text!r} is not a player: write def choose(board), or a class")
    parameters = _parameters(thing)
    if not inspect.isclass(thing) and "seed" not in parameters:
        if not _positional(thing):
            raise PlayerError(f"{text!r} is not a player: it must take a board")
        return thing
    takes_seed = "seed" in parameters or any(
        one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters.values()
    )
    try:
        made = thing(seed=seed) if takes_seed else thing()
    except Exception as error:
        raise PlayerError(f"cannot make the player {text!r}: {_told(error)}") from None
    if not callable(getattr(made, "choose", None)):
        raise PlayerError(f"{text!r} makes no player: it needs a method choose(board)")
    return made


def _named(text: str) -> tuple[ModuleType, Any]:
    """The module and the thing in it that a text names.

    A module is looked for in the current directory as well, as ``python -m`` would.
    """
    match = _OWN.fullmatch(text)
    if match is None:
        raise PlayerError(f"{text!r} names nothing: write my_player.py:choose or module:name")
    where, name = match[1].strip(), match[2]
    if where.endswith(".py") and not Path(where).is_file():
        raise PlayerError(f"cannot load the player {text!r}: there is no file {where}")
    try:
        module = _file(Path(where)) if where.endswith(".py") else _module(where)
    except Exception as error:
        raise PlayerError(f"cannot load the player {text!r}: {_told(error)}") from None
    if not hasattr(module, name):
        near = get_close_matches(name, vars(module), 1)
        meant = f"; did you mean {near[0]!r}?" if near else ""
        raise PlayerError(f"cannot load the player {text!r}: {where} has no {name!r}{meant}")
    return module, getattr(module, name)


def _module(name: str) -> ModuleType:
    with _beside(Path.cwd()):
        return import_module(name)


def _file(path: Path) -> ModuleType:
    """The module in a file, run once for as long as the file stays as it is."""
    path = path.resolve()
    digest = hashlib.sha256(str(path).encode() + path.read_bytes()).hexdigest()[:12]
    name = f"{path.stem}_{digest}"
    if name not in sys.modules:
        spec = spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        # Dataclasses and pickle look for a module there while it is still being run.
        sys.modules[name] = module
        try:
            with _beside(path.parent):
                spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]


@contextmanager
def _beside(folder: Path) -> Iterator[None]:
    """Import what stands in a folder, as if it had been started by itself.

    The folder is asked first, or a file of that name beside another player would be taken; later,
    when a player imports something in the middle of a game, it is asked last.
    """
    name = str(folder)
    writes_none = sys.dont_write_bytecode
    sys.path.insert(0, name)
    # Kept bytecode is taken for a file that was edited in the same second, to as many letters.
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = writes_none
        sys.path.remove(name)
        if name not in sys.path:
            sys.path.append(name)


def _source_files(module: ModuleType) -> set[Path]:
    """The file of a module, and of what it imports from its own folder or below, and so on."""
    if module.__file__ is None:
        return set()
    folder = Path(module.__file__).parent
    files: set[Path] = set()
    waiting = [module]
    while waiting:
        one = waiting.pop()
        file = getattr(one, "__file__", None)
        if file is None or not (path := Path(file)).is_relative_to(folder) or path in files:
            continue
        if one is module or not _is_installed(one, path):
            files.add(path)
            waiting.extend(_imported(one))
    return files


def _is_installed(module: ModuleType, path: Path) -> bool:
    """Say whether a module is this program's or an installed one, which have versions."""
    return module.__name__.partition(".")[0] == "inarow" or "site-packages" in path.parts


def _imported(module: ModuleType) -> Iterator[ModuleType]:
    """The modules that a module uses: by name, or through something that comes from them."""
    for value in list(vars(module).values()):
        home = value if isinstance(value, ModuleType) else None
        name = getattr(value, "__module__", None)
        if home is None and isinstance(name, str):
            home = sys.modules.get(name)
        if home is not None:
            yield home


def _positional(function: Callable[..., object]) -> list[inspect.Parameter]:
    """The parameters that can be given by their place; ``*args`` takes no more than a board."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [one for one in _parameters(function).values() if one.kind in kinds]


def _parameters(thing: Callable[..., object]) -> Mapping[str, inspect.Parameter]:
    """What something takes; of what is not written in Python that may not be known."""
    try:
        return inspect.signature(thing).parameters
    except ValueError:
        return {}


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
