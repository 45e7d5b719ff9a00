"""A search that is weakened by slips, as programs usually are: it errs, but not as people err.

Its settings say how far it looks, how often it slips, how often it overlooks what is right in
front of it, how freely it chooses among moves that are nearly as good, and how often the best
player of the game chooses instead. A slip is not any move: it is what looks good at first sight.
Nine of them, from weak to strong, stand in for the levels in games that people-like players do not
know, and in files that cannot hold how a person thinks.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from inarow.evaluate.evaluation import Decision
from inarow.players.best import BestPlayer, refusal
from inarow.players.player import Choice
from inarow.players.searching import SearchingPlayer
from inarow.players.slipping_table import Slips, settings_of_level
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.shapes import cells_in
from inarow.rules.threats import winning_moves
from inarow.search.engine import OnProgress, Question
from inarow.search.gomoku.games import refusal as gomoku_refusal
from inarow.search.limit import Limit
from inarow.search.score import Kind, Score
from inarow.search.stopping import StopSignal, is_stopped, run_stoppable, stopped_after
from inarow.search.tree import documented
from inarow.search.tree.engine import TreeEngine
from inarow.search.tree.ordering import neighbours
from inarow.search.tree.recipe import ALL_EXTRAS, Extras, Recipe
from inarow.search.tree.scoring import decision_of

if TYPE_CHECKING:
    from inarow.search.gomoku.engine import GomokuEngine

#: On large boards only cells this close to a piece are looked at.
_REACH = 2

_ENGINE_MEGABYTES = 16.0

#: How many moves are compared before one that is nearly the best is chosen, by a search of each
#: and by the Gomoku engine.
_SHORTLIST = 8
_SHORTLIST_OF_ENGINE = 6


class SlippingPlayer:
    """A search with settings of one's own, or with those that a level is exported with."""

    def __init__(
        self, settings: Slips | None = None, *, level: int = 1, seed: int | None = None
    ) -> None:
        self._settings = settings
        self._level = level
        self._random = random.Random(seed)
        self._engine: GomokuEngine | None = None
        self._best = BestPlayer()
        own = "level" if settings == Slips() else f"level({settings})"
        self.name: str = f"level-{level}" if settings is None else own

    def refusal(self, game: Game) -> str | None:
        """It plays whatever can be searched."""
        return refusal(game)

    def settings(self, game: Game) -> Slips:
        """What it is made of in a game."""
        return self._settings or settings_of_level(self._level, game)

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: OnProgress | None = None,
    ) -> Choice:
        """Choose as the settings say; a limit of time or nodes still holds."""
        board.check_goes_on()
        settings = self.settings(board.game)
        if self._is_for_the_best(settings.best):
            return self._best.choose(board, limit, stop=stop, on_progress=on_progress)
        question = Question(board, limit or Limit(), stop=stop, on_progress=on_progress)
        engine = self._engine_for(board.game) if settings.nodes else None
        with stopped_after(question.limit.time, stop) as signal:
            turn = _Turn(replace(question, stop=signal), settings, engine, self._random)
            # Once for the turn's many short searches, instead of once for each.
            return run_stoppable(turn.choose, signal)

    def _is_for_the_best(self, share: float) -> bool:
        """Whether the best player chooses this move, as it does in a share of all turns."""
        return share == 1 or (share > 0 and self._random.random() < share)

    def _engine_for(self, game: Game) -> GomokuEngine | None:
        """The Gomoku engine, if it plays a game; the same one for the whole game."""
        if gomoku_refusal(game) is not None:
            return None
        if self._engine is None or self._engine.game != game:
            from inarow.search.gomoku.engine import GomokuEngine

            self._engine = GomokuEngine(game, megabytes=_ENGINE_MEGABYTES)
        return self._engine


class _Turn:
    """One move of a search that slips."""

    def __init__(
        self,
        question: Question,
        settings: Slips,
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
            return self._averse_to_ties()
        analysis = TreeEngine(replace(self.recipe, extras=ALL_EXTRAS)).answer(self.question)
        assert analysis.best is not None
        if self.settings.near <= 0 or analysis.score.is_exact:
            return Choice(analysis.best, analysis)
        return Choice(self._near(analysis.best, analysis.nodes), analysis)

    def _averse_to_ties(self) -> Choice:
        """The move of a player who would rather set traps than tie."""
        averse = replace(self.recipe, extras=ALL_EXTRAS, draw_value=-self.settings.tie_aversion)
        return SearchingPlayer("averse to ties", averse, self.depth).choose(
            self.board, self.question.limit, stop=self.stop, on_progress=self.question.on_progress
        )

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
        if is_stopped(self.stop):
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
            if is_stopped(self.stop) or (left is not None and left < 1):
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
    """The documented search that slips in a game."""
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
