"""The highest level: the best move that there is in any game, or that can be found in time."""

from __future__ import annotations

import time
from dataclasses import replace

from inarow.players.kin import kin_of
from inarow.players.people.games import refusal as people_refusal
from inarow.players.perfect import PerfectPlayer
from inarow.players.player import Choice
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.analysis import Analysis
from inarow.search.engine import Engine, OnProgress, Question
from inarow.search.exact.engine import ExactEngine
from inarow.search.limit import Limit
from inarow.search.score import Kind, Score
from inarow.search.stopping import StopSignal
from inarow.search.strongest import has_few_moves, strongest
from inarow.search.tree import documented
from inarow.search.tree.engine import TreeEngine

#: What it may spend on a move unless another limit is given.
_USUAL_LIMIT = Limit(time=2.0)

#: What it may spend where its moves have to be the same on every machine, by kind of game; well
#: under a second.
_REPEATABLE_NODES = {
    "gomoku": 20_000, "gomoku-standard": 20_000, "four": 20_000, "tictactoe": 5_000,
    "connect5": 50_000, "square": 50_000,
}  # fmt: skip
_USUAL_NODES = 200_000

#: The parts of the time that it searches for the best move, and looks at which others are sound;
#: the rest is for luring.
_TO_SEARCH = 0.5
_TO_CHECK = 0.2

#: What it may spend at most to see which moves are sound.
_NODES_TO_CHECK = 60_000

#: Of how many moves it chooses the most luring one where there are many: of more it would know
#: less of each.
_SHORTLIST = 3

#: How much less likely a win may become for a lure, where nothing is proved: with more, it lost
#: games of Connect Five to weak people.
_LITTLE = 0.01

#: No person foresees a win of more plies than this.
_FORESEEN = 16

#: On larger boards games in its head would take too long.
_LARGEST = 64


def repeatable(game: Game, limit: Limit | None = None) -> Limit:
    """A limit under which the best player's moves are the same on every machine."""
    most = _REPEATABLE_NODES.get(kin_of(game), _USUAL_NODES)
    given = limit or Limit()
    return replace(given, nodes=min(given.nodes or most, most))


def refusal(game: Game) -> str | None:
    """Why no search plays a game, or None if one does: where no other fits, plain minimax does."""
    return TreeEngine(documented.recipe_for(game)).refusal(game)


class BestPlayer:
    """The strongest engine's move; of several perfect ones the hardest to answer."""

    def __init__(self, name: str = "level-10") -> None:
        self.name: str = name
        #: A game and its strongest engine.
        self._strongest: tuple[Game, Engine] | None = None

    def refusal(self, game: Game) -> str | None:
        """It plays whatever can be searched."""
        return refusal(game)

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: OnProgress | None = None,
    ) -> Choice:
        """Choose the best move that is found within the limit.

        Where no win is known, only who lets others go wrong wins: people's mistakes are looked for.
        """
        board.check_goes_on()
        limit = limit or _USUAL_LIMIT
        lures = _can_lure(board.game)
        ends = None if limit.time is None else time.perf_counter() + limit.time
        question = Question(board, limit, stop=stop, on_progress=on_progress)
        searching = _share(limit, _TO_SEARCH) if lures else limit
        analysis = self.engine_for(board.game).answer(replace(question, limit=searching))
        assert analysis.best is not None
        if lures and _needs_a_mistake(analysis.score):
            checking = replace(_share(limit, _TO_CHECK), nodes=_NODES_TO_CHECK)
            sound = self._sound_moves(replace(question, limit=checking), analysis)
            move = _most_luring(board, sound, ends, stop)
            return Choice(move, analysis if move == analysis.best else None)
        if analysis.by == ExactEngine.name and analysis.score.is_exact:
            # The solver knows the answer by now, so this takes no time.
            return PerfectPlayer().choose(board, limit, stop=stop)
        return Choice(analysis.best, analysis)

    def _sound_moves(self, question: Question, known: Analysis) -> list[int]:
        """The moves that give nothing away as far as is known; of equals the best comes first.

        Where a tie is known these are seen to keep it; where a loss is, there is nothing to lose.
        """
        assert known.best is not None
        board = question.board
        lines = len(board.legal_moves) if has_few_moves(board.game) else _SHORTLIST
        found = self.engine_for(board.game).answer(replace(question, lines=lines))
        best = found.score if found.score.is_exact else known.score
        sound = [line.move for line in found.lines if _is_sound(line.score, best)]
        return sorted(sound, key=lambda move: move != known.best) or [known.best]

    def engine_for(self, game: Game) -> Engine:
        """The strongest engine of a game; the same one for the whole game."""
        if self._strongest is None or self._strongest[0] != game:
            # An engine that does not refuse another game need not be the strongest for it.
            self._strongest = game, strongest(game)
        return self._strongest[1]


def _can_lure(game: Game) -> bool:
    """Whether people play a game, and on a board that is small enough to see through them."""
    return people_refusal(game) is None and game.cells <= _LARGEST


def _needs_a_mistake(score: Score) -> bool:
    """Whether somebody should be lured: not where a win is known, nor a loss that nobody foresees.

    Who puts a distant loss off as long as possible asks most of the other side.
    """
    if score.kind is Kind.LOSS:
        return score.plies is not None and score.plies <= _FORESEEN
    return score.kind is not Kind.WIN


def _is_sound(score: Score, best: Score) -> bool:
    """Whether a move gives nothing away of the best that is known of a position."""
    match best.kind:
        case Kind.WIN | Kind.DRAW:
            return score.kind is best.kind
        case Kind.HEURISTIC:
            given_away = best.win_probability - score.win_probability
            return score.kind is not Kind.LOSS and given_away <= _LITTLE
        case Kind.LOSS:
            return True


def _most_luring(
    board: Board, sound: list[int], ends: float | None, stop: StopSignal | None
) -> int:
    # Listing the players needs nothing that thinks.
    from inarow.players.people.luring import most_luring

    left = None if ends is None else ends - time.perf_counter()
    return most_luring(board, sound, seconds=left, stop=stop)


def _share(limit: Limit, share: float) -> Limit:
    """A part of a limit's time; nodes are counted for each search on its own."""
    return limit if limit.time is None else replace(limit, time=limit.time * share)
