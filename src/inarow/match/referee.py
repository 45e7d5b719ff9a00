"""Playing one game by the rules: whose turn, how long, is the move legal, is it over."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from inarow.match.clock import GameClock
from inarow.match.conditions import ADJUDICATE, Conditions, MatchError, judge
from inarow.match.records import Contestant, Effort, Ending, GameRecord, GameSpec
from inarow.players.entrants import entrant as make_player
from inarow.players.outside import ForfeitError, Misdeed, OutsidePlayer
from inarow.players.player import Choice, Player, StartedPlayer
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.rules.notation import move_text
from inarow.rules.side import Side
from inarow.search.exact.solvable import forget_solvers
from inarow.search.limit import Limit
from inarow.search.score import Kind

#: How long a player may take when it is called for the first time and all code is still cold.
_WARM_UP = Limit(time=0.05, nodes=1000)

_ENDINGS = {
    Misdeed.FAILED: Ending.CRASHED,
    Misdeed.LATE: Ending.OUT_OF_TIME,
    Misdeed.ILLEGAL: Ending.ILLEGAL_MOVE,
}

_judge = lru_cache(maxsize=4)(judge)

#: How much longer a player's first move may take: its code is loaded, and perhaps compiled, then.
_STARTING_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Turn:
    """What the referee waits for: a side's move, after these moves, within these seconds."""

    side: Side
    moves: str
    seconds: float


Watch = Callable[[Turn], None]


def play_game(spec: GameSpec, conditions: Conditions, watch: Watch | None = None) -> GameRecord:
    """Play a game to its end. Whatever a player does wrong loses it the game, with a reason.

    No game depends on those that were played in the same process before.
    """
    forget_solvers()
    return _Referee(spec, conditions, watch).play()


def check_contestant(contestant: Contestant, game: Game) -> None:
    """Raise an error that says why a contestant cannot play a game."""
    made = make_player(contestant.player)
    try:
        reason = made.refusal(game)
        if reason is None and isinstance(made, StartedPlayer):
            made.get_ready(game)
    except InarowError as error:
        reason = str(error)
    finally:
        _close(made)
    if reason is not None:
        raise MatchError(f"{contestant.label} cannot play {game}: {reason}")


class _Forfeit(Exception):  # noqa: N818 -- it ends a game, it is not an error of ours
    """A player has lost by failing to play."""

    def __init__(self, ending: Ending, detail: str) -> None:
        super().__init__(detail)
        self.ending = ending
        self.detail = detail


class _Referee:
    """One game while it is played."""

    def __init__(self, spec: GameSpec, conditions: Conditions, watch: Watch | None) -> None:
        self.spec = spec
        self.conditions = conditions
        self.watch = watch
        self.board = Board(spec.game, spec.opening)
        self.clock = None if conditions.clock is None else GameClock(conditions.clock)
        self.effort = [Effort(), Effort()]
        self.players: dict[Side, Player] = {}

    def play(self) -> GameRecord:
        try:
            while self.board.outcome() is None:
                try:
                    self._take_turn(self.board.turn)
                except _Forfeit as forfeit:
                    winner = self.board.turn.other
                    return self._record(winner, forfeit.ending, forfeit.detail)
                if (verdict := self._adjudicate()) is not None:
                    return verdict
            return self._record(self.board.outcome().winner, Ending.PLAYED_OUT)  # type: ignore[union-attr]
        finally:
            for player in self.players.values():
                _close(player)

    def _take_turn(self, side: Side) -> None:
        limit = self._limit(side)
        seconds = self._seconds_allowed(side, limit)
        if self.watch is not None:
            starting = 0.0 if side in self.players else _STARTING_SECONDS
            self.watch(Turn(side, self.board.moves_text(), (seconds or 0.0) + starting))
        player = self._player(side, timed=seconds is not None)
        if isinstance(player, OutsidePlayer):
            player.grace = self._grace(side, limit)
        started = time.perf_counter()
        choice = self._answer(player, limit)
        took = time.perf_counter() - started
        nodes = getattr(choice.analysis, "nodes", 0)
        self.effort[side] = self.effort[side].plus(took, nodes)
        self._check_time(side, took, limit)
        if choice.move not in self.board.legal_moves:
            raise _Forfeit(Ending.ILLEGAL_MOVE, _shown(self.board, choice.move))
        self.board.push(choice.move)

    def _answer(self, player: Player, limit: Limit | None) -> Choice:
        try:
            answer: object = player.choose(self.board.copy(), limit)
        except ForfeitError as error:
            raise _Forfeit(_ENDINGS[error.misdeed], str(error)) from error
        except Exception as error:
            raise _Forfeit(Ending.CRASHED, _told(error)) from error
        if not isinstance(answer, Choice):
            kind = type(answer).__name__
            raise _Forfeit(Ending.CRASHED, f"answered with {kind} instead of a Choice")
        return answer

    def _player(self, side: Side, *, timed: bool) -> Player:
        """Make a side's player when it is first needed, so that its failing to start is its own."""
        if side not in self.players:
            contestant = self.spec.contestant(side)
            try:
                player = make_player(contestant.player, seed=self._seed(side))
                self.players[side] = player
                if isinstance(player, StartedPlayer):
                    player.get_ready(self.board.game)
                elif timed:
                    _warm_up(contestant.player, self.spec.game)
            except Exception as error:
                raise _Forfeit(Ending.CRASHED, f"did not start: {_told(error)}") from error
        return self.players[side]

    def _seed(self, side: Side) -> int:
        return self.spec.seed * 2 + side

    def _limit(self, side: Side) -> Limit | None:
        own = self.spec.contestant(side).limit
        limit = self.conditions.limit if own is None else own
        if self.clock is None:
            return limit
        return replace(limit or Limit(), time=self.clock.share(self.board))

    def _seconds_allowed(self, side: Side, limit: Limit | None) -> float | None:
        if self.clock is not None:
            return self.clock.remaining[side]
        return None if limit is None else limit.time

    def _grace(self, side: Side, limit: Limit | None) -> float:
        """How long beyond its limit of time a player may take before it has lost."""
        if self.clock is None or limit is None or limit.time is None:
            return self.conditions.grace
        return self.clock.remaining[side] - limit.time

    def _check_time(self, side: Side, took: float, limit: Limit | None) -> None:
        if self.clock is not None:
            if not self.clock.spend(side, took):
                raise _Forfeit(Ending.OUT_OF_TIME, f"the clock ran out after {took:.2f} s")
        elif limit is not None and limit.time is not None:
            allowed = limit.time + self.conditions.grace
            if took > allowed:
                raise _Forfeit(Ending.OUT_OF_TIME, f"took {took:.2f} s instead of {limit.time:g} s")

    def _adjudicate(self) -> GameRecord | None:
        """End the game if the exact result is known, as play without a mistake would end it."""
        first = self.conditions.adjudicate_from
        if first is None or self.board.ply < first or self.board.outcome() is not None:
            return None
        judge = _judge(self.conditions.adjudicator, self.board.game, ADJUDICATE)
        score = judge.analyse(self.board, self.conditions.adjudicator_limit).score
        match score.kind:
            case Kind.HEURISTIC:
                return None
            case Kind.DRAW:
                winner = None
            case Kind.WIN:
                winner = self.board.turn
            case Kind.LOSS:
                winner = self.board.turn.other
        return self._record(winner, Ending.ADJUDICATED, f"{self.board.turn} to move: {score}")

    def _record(self, winner: Side | None, ending: Ending, detail: str = "") -> GameRecord:
        effort = (self.effort[0], self.effort[1])
        return GameRecord(self.spec, self.board.moves_text(), winner, ending, detail, effort)


@lru_cache(maxsize=256)
def _warm_up(player: str, game: str) -> None:
    """Let a player think once off the clock: what it loads and compiles then is there later."""
    made = make_player(player)
    try:
        made.choose(Board(game), _WARM_UP)
    finally:
        _close(made)


def _close(player: Player) -> None:
    """Let a player go that holds something, such as an outside program."""
    close = getattr(player, "close", None)
    if close is not None:
        close()


def _told(error: Exception) -> str:
    """What went wrong; our own errors are sentences, others need their name."""
    return str(error) if isinstance(error, InarowError) else f"{type(error).__name__}: {error}"


def _shown(board: Board, move: object) -> str:
    """An illegal move for people: as text where it has one."""
    if isinstance(move, int) and 0 <= move < board.game.cells:
        return f"{move_text(board.game, move)} after {board.moves_text() or 'no move'}"
    return f"{move!r} after {board.moves_text() or 'no move'}"
