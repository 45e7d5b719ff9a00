"""The same position searched in several ways: what each step saves, against the formulas.

Document 003 gives minimax b^d for b moves at each of d plies, and alpha-beta at best the square
root of that. Evaluations are what the formulas count: the ends of the lines looked at.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from inarow.draw.plots import Plot, Series
from inarow.evaluate.evaluation import Evaluation
from inarow.players.player import Player
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.score import Score
from inarow.search.stopping import StoppedError, StopSignal, is_stopped
from inarow.search.tree.documented import full_recipe_for
from inarow.search.tree.engine import TreeEngine
from inarow.search.tree.readable import BoundedSearch, Search, search_readably
from inarow.search.tree.recipe import Algorithm, Recipe
from inarow.study.trace.counting import CountingBoard
from inarow.study.trace.searches import heuristic_for, named_search
from inarow.study.trace.visits import Counting

#: What is compared unless told otherwise, each a step beyond the one before.
USUAL_SEARCHES = ("minimax", "alpha-beta", "ordered", "table", "deepening", "all")

#: Alpha-beta if every node tried its best move first: not a search to play with, since it finds
#: the order by searching, but what the formula for the best case is about.
BEST_ORDER = "best order"
#: Finding the best order takes far longer than the search itself, so it ends here.
BEST_ORDER_DEPTH = 6


@dataclass(frozen=True, slots=True)
class Comparison:
    """What one search to one depth took."""

    search: str
    depth: int
    nodes: int
    evaluations: int
    cutoffs: int
    seconds: float
    #: The score found; the same for every search at the same depth.
    score: Score
    #: False if a limit ended the search first, so that the numbers are too small.
    complete: bool
    branching: int

    @property
    def worst(self) -> float:
        """b^d: what minimax looks at."""
        return float(self.branching) ** self.depth

    @property
    def best(self) -> float:
        """The square root of b^d: the best that alpha-beta can come near."""
        return math.sqrt(self.worst)

    @property
    def exponent(self) -> float:
        """The power of b^d that the evaluations are: 1 for minimax, 0.5 for the square root."""
        if self.branching < 2 or self.evaluations < 1:
            return 1.0
        return math.log(self.evaluations) / math.log(self.worst)

    @property
    def effective_branching(self) -> float:
        """The branching of the even tree of this depth that has as many nodes."""
        return effective_branching(self.nodes, self.depth)


def effective_branching(nodes: int, depth: int) -> float:
    """The b for which 1 + b + b^2 + ... + b^depth is the number of nodes.

    >>> round(effective_branching(1 + 7 + 49 + 343, 3), 6)
    7.0
    """
    # The last level alone has b^depth nodes. A higher start could overflow at a great depth.
    low, high = 0.0, math.pow(nodes, 1 / depth) + 1
    for _ in range(200):
        middle = (low + high) / 2
        total = math.fsum(middle**power for power in range(depth + 1))
        low, high = (middle, high) if total < nodes else (low, middle)
    return (low + high) / 2


def smallest_tree(branching: int, depth: int) -> int:
    """The evaluations of alpha-beta when every node tries its best move first.

    Knuth and Moore: b^ceil(d/2) + b^floor(d/2) - 1, which is near twice the square root of b^d.

    >>> smallest_tree(7, 4)
    97
    """
    return int(branching ** math.ceil(depth / 2) + branching ** (depth // 2) - 1)


def compare(
    board: Board,
    depths: Iterable[int],
    searches: Iterable[str] = USUAL_SEARCHES,
    *,
    heuristic: Evaluation | None = None,
    players: Sequence[Player] = (),
    nodes: int | None = None,
    stop: StopSignal | None = None,
    on_start: Callable[[str, int, Counting | None], None] | None = None,
) -> Iterator[Comparison]:
    """Search a position with each search to each depth, and yield a row for each as it is done.

    They ask the heuristic of the player that fits the game, or the one that is given; ``players``
    choose a move as well. ``nodes`` bounds each search. ``on_start`` hears what begins, with what
    counts its nodes.
    """
    board.check_goes_on()
    heuristic = heuristic or heuristic_for(board.game)
    wanted: list[_Run] = [_search(name, board.game, heuristic) for name in searches]
    wanted += [partial(_played_row, player) for player in players]
    for depth in depths:
        for search in wanted:
            if is_stopped(stop):
                return
            row = search(_Task(board, depth, nodes, stop, on_start))
            if row is not None:
                yield row


@dataclass(frozen=True, slots=True)
class _Task:
    """What each search is asked."""

    board: Board
    depth: int
    nodes: int | None
    stop: StopSignal | None
    on_start: Callable[[str, int, Counting | None], None] | None

    def begin(self, name: str, counting: Counting | None) -> float:
        """Tell who listens that a search begins; return the time."""
        if self.on_start is not None:
            self.on_start(name, self.depth, counting)
        return time.perf_counter()

    def row(self, name: str, found: Analysis, began: float) -> Comparison:
        """What a search that began then has found."""
        return Comparison(
            name, self.depth, found.nodes, found.evaluations, found.cutoffs,
            time.perf_counter() - began, found.score, found.complete, len(self.board.legal_moves),
        )  # fmt: skip


_Run = Callable[[_Task], Comparison | None]


def _search(name: str, game: Game, heuristic: Evaluation) -> _Run:
    """The function that makes a row of a search."""
    if name == BEST_ORDER:
        return partial(_best_order_row, heuristic)
    recipe = named_search(name).recipe(game, heuristic)
    return partial(_compiled_row if heuristic.is_compiled else _readable_row, name, recipe)


def _compiled_row(name: str, recipe: Recipe, task: _Task) -> Comparison:
    """A row of a compiled search."""
    from inarow.search.tree.compiled import Meter, search_compiled

    # The first search of a kind would be charged for its compiling.
    search_compiled(task.board, recipe, Limit(depth=1))
    meter = Meter()
    began = task.begin(name, meter)
    limit = Limit(depth=task.depth, nodes=task.nodes)
    found = search_compiled(task.board, recipe, limit, stop=task.stop, meter=meter)
    return task.row(name, found, began)


def _readable_row(name: str, recipe: Recipe, task: _Task) -> Comparison:
    """A row of a readable search, for a heuristic that has no compiled twin."""
    search = BoundedSearch(recipe, task.board.turn, stop=task.stop, most_nodes=task.nodes)
    began = task.begin(name, search)
    try:
        found = search_readably(task.board, recipe, task.depth, search=search)
    except StoppedError:
        found = Analysis(
            task.board.game, Score.heuristic(0.0), (), nodes=search.nodes, complete=False,
            evaluations=search.evaluations, cutoffs=search.cutoffs,
        )  # fmt: skip
    return task.row(name, found, began)


def _best_order_row(heuristic: Evaluation, task: _Task) -> Comparison | None:
    """A row of alpha-beta in the best order; its depth bounds it."""
    if task.depth > BEST_ORDER_DEPTH:
        return None
    recipe = named_search("ordered").recipe(task.board.game, heuristic)
    search = _BestFirst(recipe, task.board.turn, stop=task.stop)
    began = task.begin(BEST_ORDER, None)
    try:
        found = search_readably(task.board, recipe, task.depth, search=search)
    except StoppedError:
        return None
    return task.row(BEST_ORDER, found, began)


def _played_row(player: Player, task: _Task) -> Comparison:
    """A row of a player's own thinking, by the moves that it tries out."""
    tried = CountingBoard(task.board)
    began = task.begin(player.name, tried)
    limit = Limit(depth=task.depth, nodes=task.nodes)
    choice = player.choose(tried, limit, stop=task.stop)
    seconds = time.perf_counter() - began
    # What its move is worth to a search that is known to be right, at the same depth.
    judge = TreeEngine(full_recipe_for(task.board.game))
    score = judge.analyse(task.board, Limit(depth=task.depth), moves=[choice.move]).score
    return Comparison(
        player.name, task.depth, tried.nodes, tried.leaves, 0, seconds, score, True,
        len(task.board.legal_moves),
    )  # fmt: skip


@dataclass(slots=True)
class _BestFirst(BoundedSearch):
    """The readable search, told the moves of each node in the order of their true values."""

    depth: int = 0
    values: dict[tuple[tuple[int, int], int], float] = field(default_factory=dict)

    def enter(self, board: Board, depth: int, alpha: float, beta: float) -> None:
        """Remember how deep the node is searched, since its order is for that depth."""
        BoundedSearch.enter(self, board, depth, alpha, beta)
        self.depth = depth

    def moves(self, board: Board) -> list[int]:
        """All moves, the one with the best value for the mover first."""
        depth = self.depth - 1
        sign = 1 if board.turn is self.player else -1
        return sorted(
            Search.moves(self, board), key=lambda move: -sign * self._value(board, move, depth)
        )

    def _value(self, board: Board, move: int, depth: int) -> float:
        """What a move is worth to the searching player at this depth."""
        board.push_legal(move)
        key = (board.key(), depth)
        if key not in self.values:
            self.values[key] = _plain_value(board, depth, self)
        board.pop()
        return self.values[key]


def _plain_value(board: Board, depth: int, search: _BestFirst) -> float:
    from inarow.search.tree.alphabeta import alpha_beta

    assert search.recipe.algorithm is Algorithm.ALPHA_BETA
    plain = BoundedSearch(search.recipe, search.player, stop=search.stop)
    value, _ = alpha_beta(board, depth, -math.inf, math.inf, search.player, plain)
    return value


def comparison_plot(rows: Iterable[Comparison]) -> Plot:
    """Evaluations by depth, a line a search, with the two formulas dashed."""
    done = [row for row in rows if row.complete]
    names = list(dict.fromkeys(row.search for row in done))
    lines = [
        Series(name, tuple((r.depth, float(r.evaluations)) for r in done if r.search == name))
        for name in names
    ]
    by_depth = {row.depth: row for row in done}
    worst = tuple((float(depth), row.worst) for depth, row in sorted(by_depth.items()))
    best = tuple((float(depth), row.best) for depth, row in sorted(by_depth.items()))
    formulas = [Series("b^d", worst, dashed=True), Series("square root of b^d", best, dashed=True)]
    return Plot(
        "Evaluations by depth", "depth", "evaluations", (*lines, *formulas), logarithmic=True
    )
