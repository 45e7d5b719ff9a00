"""One scale of levels for every game: 1, which a child beats, to 10, the best we have.

A level is a mix of how far it looks, how often it slips, how often it overlooks what is right in
front of it, how freely it chooses among moves that are nearly as good, and how often the strongest
player of the game chooses instead. A slip is not any move: it is what looks good at first sight.
How far apart the levels are is in ``docs/lab/levels.md``; between them lies the dial of
:mod:`inarow.players.dial`.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from inarow.evaluate.evaluation import Decision
from inarow.players.level_table import LEVELS, Level, table_for
from inarow.players.perfect import PerfectPlayer
from inarow.players.player import Choice, PlayerError
from inarow.players.searching import SearchingPlayer
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.shapes import cells_in
from inarow.rules.threats import winning_moves
from inarow.search.analysis import Analysis
from inarow.search.engine import Engine, OnProgress, Question
from inarow.search.exact.engine import ExactEngine
from inarow.search.gomoku.games import refusal as gomoku_refusal
from inarow.search.limit import Limit
from inarow.search.score import Kind, Score
from inarow.search.stopping import StopSignal, run_stoppable, stopped_after
from inarow.search.strongest import strongest
from inarow.search.tree import documented
from inarow.search.tree.engine import TreeEngine
from inarow.search.tree.ordering import neighbours
from inarow.search.tree.recipe import ALL_EXTRAS, Extras, Recipe
from inarow.search.tree.scoring import decision_of

if TYPE_CHECKING:
    from inarow.search.gomoku.engine import GomokuEngine

#: What the highest level may spend on a move unless another limit is given.
_BEST_LIMIT = Limit(time=2.0)

#: What is left to the search at least when the solver took longer than its half of the time.
_LEAST_SECONDS = 0.01

#: How averse to ties the highest level is in the game of squares, in its heuristic's points.
_BEST_AVERSION = 1000.0

#: What the solver may spend to see that a move of that search does not give a tie away.
_TO_CHECK_A_TIE = Limit(nodes=100_000)

#: On large boards only cells this close to a piece are looked at.
_REACH = 2

_ENGINE_MEGABYTES = 16.0

#: How many moves are compared before one that is nearly the best is chosen, by a search of each
#: and by the Gomoku engine.
_SHORTLIST = 8
_SHORTLIST_OF_ENGINE = 6


class LevelPlayer:
    """Plays at a level of the common scale, or with settings of one's own."""

    def __init__(
        self, level: int | None = None, settings: Level | None = None, *, seed: int | None = None
    ) -> None:
        if (level is None) == (settings is None):
            raise PlayerError("a level player has a level or settings of its own")
        if level is not None and level not in LEVELS:
            raise PlayerError(f"levels go from {LEVELS[0]} to {LEVELS[-1]}, not {level}")
        self._level = level
        self._settings = settings
        self._random = random.Random(seed)
        self._engine: GomokuEngine | None = None
        #: A game and its strongest engine.
        self._strongest: tuple[Game, Engine] | None = None
        own = "level" if settings == Level() else f"level({settings})"
        self.name: str = own if level is None else f"level-{level}"

    def refusal(self, game: Game) -> str | None:  # noqa: ARG002 -- there is a search for each
        """It plays every game."""
        return None

    def settings(self, game: Game) -> Level:
        """What it is made of in a game."""
        return self._settings or table_for(game)[(self._level or 1) - 1]

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: OnProgress | None = None,
    ) -> Choice:
        """Choose as the level does; a limit of time or nodes still holds."""
        settings = self.settings(board.game)
        question = Question(board, limit or Limit(), stop=stop, on_progress=on_progress)
        if self._is_for_the_best(settings.best):
            return self._best(replace(question, limit=limit or _BEST_LIMIT))
        engine = self._engine_for(board.game) if settings.nodes else None
        with stopped_after(question.limit.time, stop) as signal:
            turn = _Turn(replace(question, stop=signal), settings, engine, self._random)
            # Once for the turn's many short searches, instead of once for each.
            return run_stoppable(turn.choose, signal)

    def _is_for_the_best(self, share: float) -> bool:
        """Whether the strongest player chooses this move, as it does in a share of all turns."""
        return share == 1 or (share > 0 and self._random.random() < share)

    def _engine_for(self, game: Game) -> GomokuEngine | None:
        """The Gomoku engine, if it plays a game; the same one for the whole game."""
        if gomoku_refusal(game) is not None:
            return None
        if self._engine is None or self._engine.game != game:
            from inarow.search.gomoku.engine import GomokuEngine

            self._engine = GomokuEngine(game, megabytes=_ENGINE_MEGABYTES)
        return self._engine

    def _strongest_for(self, game: Game) -> Engine:
        """The strongest engine of a game; the same one for the whole game."""
        if self._strongest is None or self._strongest[0] != game:
            # An engine that does not refuse another game need not be the strongest for it.
            self._strongest = game, strongest(game)
        return self._strongest[1]

    def _best(self, question: Question) -> Choice:
        """The strongest engine's move; of several perfect ones the hardest to answer.

        In the game of squares ties are frequent: only who sets traps wins against those who see
        much, so a tie is looked at again by a search that is averse to it.
        """
        board, limit = question.board, question.limit
        is_square = board.game.wins.block is not None
        began = time.perf_counter()
        searching = limit
        if is_square and limit.time is not None:
            searching = replace(limit, time=limit.time / 2)
        analysis = self._strongest_for(board.game).answer(replace(question, limit=searching))
        assert analysis.best is not None
        is_solved = analysis.by == ExactEngine.name and analysis.score.is_exact
        if is_square and (not is_solved or analysis.score.kind is Kind.DRAW):
            left = None if limit.time is None else limit.time - (time.perf_counter() - began)
            left = left if left is None else max(left, _LEAST_SECONDS)
            return self._averse(replace(question, limit=replace(limit, time=left)), analysis)
        if is_solved:
            # The solver knows the answer by now, so this takes no time.
            return PerfectPlayer().choose(board, limit, stop=question.stop)
        return Choice(analysis.best, analysis)

    def _averse(self, question: Question, known: Analysis) -> Choice:
        """A move that sets traps, unless a tie is known and the move might give it away."""
        recipe, depth = documented.SQUARE_BOTH_SIDES, question.board.game.cells
        found = _averse_to_ties(question, recipe, _BEST_AVERSION, depth)
        if not known.score.is_exact or _keeps_the_tie(question.board, found.move, question.stop):
            return found
        assert known.best is not None
        return Choice(known.best, known)


def _averse_to_ties(question: Question, recipe: Recipe, aversion: float, depth: int) -> Choice:
    """The move that a player makes who had rather set traps than tie."""
    averse = replace(recipe, extras=ALL_EXTRAS, draw_value=-aversion)
    return SearchingPlayer("averse to ties", averse, depth).choose(
        question.board, question.limit, stop=question.stop, on_progress=question.on_progress
    )


def _keeps_the_tie(board: Board, move: int, stop: StopSignal | None) -> bool:
    """Whether the solver soon sees that the opponent cannot win after a move."""
    after = board.after(move)
    if after.outcome() is not None:
        return True
    score = ExactEngine().analyse(after, _TO_CHECK_A_TIE, stop=stop).score
    return score.is_exact and score.kind is not Kind.WIN


class _Turn:
    """One move of a level player."""

    def __init__(
        self,
        question: Question,
        settings: Level,
        engine: GomokuEngine | None,
        chance: random.Random,
    ) -> None:
        self.board = question.board
        self.engine = engine
        self.settings = settings
        self.chance = chance
        self.recipe = recipe_for(self.board.game)
        self.depth = self._whole(settings.depth)
        #: How far to look is the level's own; time and nodes may be given from outside.
        self.spend = replace(question.limit, depth=None)
        self.question = replace(question, limit=replace(self.spend, depth=self.depth))
        self.stop = question.stop

    def _is_stopped(self) -> bool:
        return self.stop is not None and self.stop.is_set()

    def _whole(self, depth: float) -> int:
        """A depth between two is now the one and now the other."""
        return int(depth) + (depth % 1 > 0 and self.chance.random() < depth % 1)

    def choose(self) -> Choice:
        attentive = self.chance.random() >= self.settings.misses
        if not attentive:
            return Choice(self._ranked(self._at_a_glance()))
        if wins := winning_moves(self.board):
            return Choice(self.chance.choice(wins))
        if blocks := winning_moves(self.board, self.board.turn.other):
            return Choice(self.chance.choice(blocks))
        if self.chance.random() < self.settings.slips:
            careless = self.chance.random() < self.settings.careless
            return Choice(self._ranked(self._at_a_glance() if careless else self._at_first_sight()))
        return self._searched()

    def _searched(self) -> Choice:
        """The best move that the search finds, or one that is nearly as good."""
        if self.engine is not None:
            return self._by_engine(self.engine)
        if self.settings.tie_aversion:
            aversion = self.settings.tie_aversion
            return _averse_to_ties(self.question, self.recipe, aversion, self.depth)
        analysis = TreeEngine(replace(self.recipe, extras=ALL_EXTRAS)).answer(self.question)
        assert analysis.best is not None
        if self.settings.near <= 0 or analysis.score.is_exact:
            return Choice(analysis.best, analysis)
        return Choice(self._near(analysis.best, analysis.nodes), analysis)

    def _by_engine(self, engine: GomokuEngine) -> Choice:
        """The engine's move, or one whose chance of winning is nearly as good."""
        nodes = min(self.settings.nodes, self.spend.nodes or self.settings.nodes)
        strays = self.settings.near > 0
        limit, count = replace(self.spend, nodes=nodes), _SHORTLIST_OF_ENGINE if strays else 1
        analysis = engine.answer(replace(self.question, limit=limit, lines=count))
        # None that is proved lost, so that a four is always blocked.
        lines = [line for line in analysis.lines if line.score.kind is not Kind.LOSS]
        lines = lines or [analysis.lines[0]]
        best = lines[0].score.win_probability
        weights = [
            math.exp((line.score.win_probability - best) / self.settings.near) if strays else 1.0
            for line in lines
        ]
        line = self.chance.choices(lines, weights)[0]
        return Choice(line.move, replace(analysis, score=line.score, lines=(line,)))

    def _near(self, best: int, spent: int) -> int:
        """Any of the moves whose score lies within ``near`` of the way from best to worst.

        The best itself where what is left of the limit, of which so many nodes are spent, does not
        suffice to compare them.
        """
        if self._is_stopped():
            return best
        moves = [move for move in self._at_first_sight()[:_SHORTLIST] if move != best]
        scores = dict(self._searched_after([best, *moves], max(self.depth - 1, 1), spent))
        if len(scores) <= len(moves):
            return best
        top = scores[best]
        worst = min(scores.values())
        close = [
            move
            for move, score in scores.items()
            if top - score <= self.settings.near * (top - worst)
        ]
        return self.chance.choice(close)

    def _searched_after(
        self, moves: list[int], depth: int, spent: int = 0
    ) -> Iterator[tuple[int, float]]:
        """What moves are worth to the mover, seen to a depth after them, until the limit.

        So many nodes are spent before.
        """
        from inarow.search.tree.compiled import search_compiled

        recipe = replace(self.recipe, extras=ALL_EXTRAS if depth > 2 else Extras())
        for move in moves:
            after = self.board.after(move)
            if after.outcome() is not None:
                yield move, 0.0
                continue
            left = None if self.spend.nodes is None else self.spend.nodes - spent
            if self._is_stopped() or (left is not None and left < 1):
                return
            reply = search_compiled(
                after, recipe, Limit(nodes=left, depth=depth), stop=self.stop,
                first_choice=next(iter(after.legal_moves)),
            )  # fmt: skip
            if not reply.complete:
                return
            spent += reply.nodes
            yield move, -self._number(reply.score)

    def _at_first_sight(self) -> list[int]:
        """The moves by what they look like after the opponent's best reply, the best first.

        Moves after which the opponent wins at once come last and only if there are no others.
        """
        moves = _candidates(self.board)
        if self.board.game.gravity:
            # Elsewhere a move opens no cell to the opponent, and what was open before has been
            # blocked by now.
            moves = [move for move in moves if not winning_moves(self.board.after(move))]
        return self._sorted(self._searched_after(moves, 1)) or _candidates(self.board)

    def _at_a_glance(self) -> list[int]:
        """The moves by how the board looks right after them, threats not seen, the best first."""
        from inarow.search.tree.compiled import evaluate_compiled

        side, evaluation = self.board.turn, self.recipe.evaluation
        after = {move: self.board.after(move) for move in _candidates(self.board)}
        # The finished row is just what is not seen in such a moment.
        return self._sorted(
            (move, 0.0 if board.is_game_over else evaluate_compiled(board, evaluation, side))
            for move, board in after.items()
        )

    def _sorted(self, values: Iterable[tuple[int, float]]) -> list[int]:
        """The moves by their values, the best first; equals in random order."""
        looked_at = list(values)
        self.chance.shuffle(looked_at)
        return [move for move, _ in sorted(looked_at, key=lambda pair: -pair[1])]

    def _ranked(self, moves: list[int]) -> int:
        """A move by its rank: the first most often, each next one less often."""
        weights = [self.settings.spread**rank for rank in range(len(moves))]
        return self.chance.choices(moves, weights)[0]

    def _number(self, score: Score) -> float:
        decision = decision_of(score)
        return score.value if decision is Decision.OPEN else decision * _DECIDED


_DECIDED = 1e9


def recipe_for(game: Game) -> Recipe:
    """The documented search that the levels of a game are made from, as they were calibrated."""
    recipe = documented.recipe_for(game)
    return documented.MINIMAX if recipe is documented.DISCOUNT else recipe


def _candidates(board: Board) -> list[int]:
    """The moves that come to mind: all of them, or on a large board those near the pieces."""
    legal = list(board.legal_moves)
    game = board.game
    if not board.ply and not game.gravity:
        return [game.cell(game.width // 2, game.height // 2)]
    if game.gravity or len(legal) <= 25:
        return legal
    around = neighbours(game, _REACH)
    near = {cell for stone in cells_in(board.occupied) for cell in around[stone]}
    return [move for move in legal if move in near] or legal
