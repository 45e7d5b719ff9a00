"""Our players as bots of OpenSpiel, and its bots as our players. Needs the extra ``openspiel``.

Its ``connect_four`` and ``mnk``, of any size, are games of ours. Its bots enter our matches by
name: ``inarow match level-5 inarow.apps.openspiel:mcts_1000``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inarow.files.extras import check_extra

try:
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search
except ModuleNotFoundError:
    check_extra("openspiel", "a bot of OpenSpiel")
    raise

from inarow.apps.actions import action_of
from inarow.players.player import Choice, Player, check_plays
from inarow.players.roster import player as player_by_name
from inarow.rules import catalogue
from inarow.rules.board import Board
from inarow.rules.errors import GameError, PositionError
from inarow.rules.game import Game
from inarow.search.engine import OnProgress
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal

#: How much OpenSpiel's tree search favours moves that it has not tried often; its examples' usual.
_EXPLORATION = 2.0
_MEGABYTES = 1000
#: How many moves ahead its minimax looks: it is written in Python, and two more take twenty times
#: as long.
_MINIMAX_DEPTH = 6


def game_of(game: Any) -> Game:
    """OpenSpiel's game as one of ours."""
    kind = game.get_type()
    name, values = kind.short_name, {**kind.parameter_specification, **game.get_parameters()}
    if name == "connect_four":
        width, height, length = (values[key] for key in ("columns", "rows", "x_in_row"))
        return catalogue.game(f"mnk({width}x{height},k={length},gravity)")
    if name == "mnk":
        return catalogue.game(f"mnk({values['m']}x{values['n']},k={values['k']})")
    raise GameError(f"OpenSpiel's {name} is not supported; connect_four and mnk are")


def spiel_refusal(game: Game) -> str | None:
    """Why OpenSpiel does not have a game, or None if it does."""
    if game.wins.run is None or game.wins.exact or game.rule is not None:
        return "OpenSpiel has games that are won by a line, with no other rules"
    return None


def spiel_game_of(game: Game) -> Any:
    """Our game as one of OpenSpiel's."""
    if reason := spiel_refusal(game):
        raise GameError(f"{game}: {reason}")
    length = game.pieces_to_win
    if game.gravity:
        return pyspiel.load_game(
            "connect_four", {"columns": game.width, "rows": game.height, "x_in_row": length}
        )
    return pyspiel.load_game("mnk", {"m": game.width, "n": game.height, "k": length})


def board_of(state: Any) -> Board:
    """The position of a state, with its history."""
    game = game_of(state.get_game())
    return Board(game, [action_of(game, action) for action in state.history()])


def state_of(board: Board, game: Any | None = None) -> Any:
    """The state of a position that was played from the empty board."""
    if board.start().ply:
        raise PositionError("OpenSpiel's games begin with an empty board")
    state = (game or spiel_game_of(board.game)).new_initial_state()
    for move in board.moves:
        state.apply_action(action_of(board.game, move))
    return state


class InarowBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our players for OpenSpiel: ``InarowBot("level-5", seed=1).step(state)``."""

    def __init__(
        self, player: Player | str, limit: Limit | None = None, *, seed: int | None = None
    ) -> None:
        super().__init__()
        self.player = player_by_name(player, seed=seed) if isinstance(player, str) else player
        self.limit = limit

    def step(self, state: Any) -> int:
        """The action that the player chooses."""
        board = board_of(state)
        check_plays(self.player, board.game)
        return action_of(board.game, self.player.choose(board, self.limit).move)

    def restart(self) -> None:
        """A player looks at the board alone, so there is nothing to forget."""

    def restart_at(self, state: Any) -> None:
        """A player looks at the board alone, so there is nothing to prepare."""


class SpielPlayer:
    """A bot of OpenSpiel as one of our players, by a function that makes it for a game."""

    def __init__(self, name: str, make: Callable[[Any], Any]) -> None:
        self.name = name
        self._make = make
        #: A game of ours, OpenSpiel's, and the bot for it.
        self._ready: tuple[Game, Any, Any] | None = None

    def refusal(self, game: Game) -> str | None:
        """It plays what OpenSpiel has."""
        return spiel_refusal(game)

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,  # noqa: ARG002 -- a bot has its own
        *,
        stop: StopSignal | None = None,  # noqa: ARG002 -- and cannot be stopped
        on_progress: OnProgress | None = None,  # noqa: ARG002 -- nor does it tell
    ) -> Choice:
        """Ask the bot."""
        if self._ready is None or self._ready[0] != board.game:
            game = spiel_game_of(board.game)
            self._ready = board.game, game, self._make(game)
        _, game, bot = self._ready
        return Choice(action_of(board.game, bot.step(state_of(board, game))))


class _Minimax:
    """OpenSpiel's alpha-beta to a depth, where nothing is worth anything but a win."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def step(self, state: Any) -> int:
        _, action = alpha_beta_search(
            self._game, state, lambda _: 0.0, _MINIMAX_DEPTH, state.current_player()
        )
        return int(action)


def _mcts(simulations: int, seed: int | None) -> SpielPlayer:
    seed = 0 if seed is None else seed % (1 << 31)

    def make(game: Any) -> Any:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        return pyspiel.MCTSBot(
            game, evaluator, _EXPLORATION, simulations, _MEGABYTES, True, seed, False
        )

    return SpielPlayer(f"mcts_{simulations}", make)


def minimax(*, seed: int | None = None) -> SpielPlayer:  # noqa: ARG001 -- it throws no dice
    """OpenSpiel's alpha-beta, six moves ahead."""
    return SpielPlayer("minimax", _Minimax)


def mcts_100(*, seed: int | None = None) -> SpielPlayer:
    """OpenSpiel's tree search with 100 random games a move."""
    return _mcts(100, seed)


def mcts_1000(*, seed: int | None = None) -> SpielPlayer:
    """OpenSpiel's tree search with 1,000 random games a move."""
    return _mcts(1000, seed)


def mcts_10000(*, seed: int | None = None) -> SpielPlayer:
    """OpenSpiel's tree search with 10,000 random games a move."""
    return _mcts(10_000, seed)
