"""The strongest engine for a game: the one place that chooses between the engines."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from inarow.rules import catalogue
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.analysis import Analysis, Line
from inarow.search.engine import Engine, EngineError, Question
from inarow.search.exact.engine import ExactEngine, natural_order
from inarow.search.exact.solvable import refusal as solver_refusal
from inarow.search.gomoku.games import refusal as gomoku_refusal
from inarow.search.limit import Limit
from inarow.search.score import Kind, Score
from inarow.search.tree.documented import full_recipe_for
from inarow.search.tree.engine import TreeEngine

#: How many lines of a position are shown where not every move can be scored.
_LINES = 5
#: Boards up to this many cells are searched to the end at once.
_SMALL = 16

#: The solver's share of a limit; the rest is for a search if the solver cannot answer.
_SHARE = 0.75
#: How long all moves are searched before they are solved, so that there is something to show.
_FIRST_LOOK = Limit(time=0.25, nodes=500_000)
#: What is left to the search at least if the solver took longer than its share.
_LEAST_SECONDS = 0.01


def strongest(game: Game | str) -> Engine:
    """The strongest engine for a game.

    The exact solver if it can solve the game, with a tree search for positions that it cannot solve
    in time; the Gomoku engine if it can play the game; otherwise the tree search that suits the
    game, with every extra. Each caller gets its own engine, which keeps what it learns.

    >>> [strongest(name).name for name in ("connect4", "gomoku", "tictactoe")]
    ['exact', 'gomoku', 'tree']
    """
    game = catalogue.game(game)
    name = strongest_name(game)
    return ExactThenTree(_tree(game)) if name == ExactThenTree.name else ENGINES[name](game)


def strongest_name(game: Game) -> str:
    """The name of the strongest engine for a game."""
    if solver_refusal(game) is None:
        return "exact"
    # On the smallest boards a plain search to the end proves more.
    if gomoku_refusal(game) is None and not _is_small(game):
        return "gomoku"
    return "tree"


def engine(name: str, game: Game | str) -> Engine:
    """Make the engine with this name for a game; raise an error if it cannot play the game."""
    if name not in ENGINES:
        raise EngineError(f"there is no engine called {name!r}; there are {', '.join(ENGINES)}")
    game = catalogue.game(game)
    if name in _REFUSALS and (reason := _REFUSALS[name](game)):
        raise EngineError(
            f"the {name} engine does not play {game}: {reason}; "
            f"the strongest engine for it is {strongest_name(game)!r}"
        )
    return ENGINES[name](game)


def _tree(game: Game) -> Engine:
    return TreeEngine(full_recipe_for(game))


def _gomoku(game: Game) -> Engine:
    from inarow.search.gomoku.engine import GomokuEngine

    return GomokuEngine(game)


ENGINES: dict[str, Callable[[Game], Engine]] = {
    "tree": _tree,
    "exact": lambda _: ExactEngine(),
    "gomoku": _gomoku,
}

#: Why an engine does not play a game; the tree search plays every one.
_REFUSALS: dict[str, Callable[[Game], str | None]] = {
    "exact": solver_refusal,
    "gomoku": gomoku_refusal,
}


def has_few_moves(game: Game) -> bool:
    """Say whether every move of a position can be scored within a short time."""
    return game.gravity or _is_small(game)


def lines_to_show(board: Board) -> int:
    """How many lines of a position people look at: every move, or some of many."""
    return len(board.legal_moves) if has_few_moves(board.game) else _LINES


def _is_small(game: Game) -> bool:
    return game.cells <= _SMALL


class ExactThenTree(Engine):
    """Solves boards, and searches what cannot be solved within the limit.

    A limit of depth asks what a search sees within that depth, so it is searched, not solved.
    """

    name: str = ExactEngine.name

    def __init__(self, tree: Engine, exact: ExactEngine | None = None) -> None:
        self._tree = tree
        self._exact = exact or ExactEngine()

    def refusal(self, game: Game) -> str | None:
        """It analyses what the solver can solve."""
        return self._exact.refusal(game)

    def answer(self, question: Question) -> Analysis:
        """Solve the board, or search it where the limit does not suffice.

        If more than one line is wanted, a quick search of every move comes first, and its
        estimates stand until the moves are solved, those that look best first.
        """
        if question.limit.depth is not None:
            return self._tree.answer(question)
        if question.is_for_the_best_move:
            return self._analyse_position(question)
        return self._analyse_moves(question)

    def _analyse_position(self, question: Question) -> Analysis:
        began = time.perf_counter()
        limit = question.limit
        solved = self._exact.answer(replace(question, limit=_share(limit, _SHARE)))
        if solved.is_exact:
            return solved
        left = _left(limit, time.perf_counter() - began, solved.nodes)
        found = self._tree.answer(replace(question, limit=left))
        return _with_cost_of(found, solved)

    def _analyse_moves(self, question: Question) -> Analysis:
        board, limit, lines = question.board, question.limit, question.lines
        began = time.perf_counter()
        every = len(board.legal_moves)
        look = self._tree.analyse(
            board,
            _least(_FIRST_LOOK, _share(limit, 1 - _SHARE)),
            lines=every,
            moves=question.moves,
            stop=question.stop,
            on_progress=lambda step: question.tell(replace(step, lines=step.lines[:lines])),
        )
        order = {move: place for place, move in enumerate(natural_order(board))}
        estimates = sorted(look.lines, key=lambda line: order[line.move])

        def merged(solved: Analysis) -> Analysis:
            """The proved lines, and for the other moves what they looked like."""
            proved = {line.move: line for line in solved.lines if line.score.is_exact}
            if question.moves is None and solved.score.is_exact:
                others = [one for line in estimates if (one := _at_most(solved.score, line))]
            else:
                others = estimates
            known = [*proved.values(), *(line for line in others if line.move not in proved)]
            # A loss can be proved before it is known which moves put it off longest.
            known = known or [Line(solved.score, line.moves) for line in estimates]
            # Which of equals looked best at first depends on the clock, so that does not count.
            known.sort(key=lambda line: order[line.move])
            best = Line.best_first(known)[:lines]
            first, other = (solved, look) if best[0].score.is_exact else (look, solved)
            by = {(solved if line.score.is_exact else look).by for line in best}
            found = replace(
                first,
                score=best[0].score,
                lines=best,
                by=", ".join(sorted(by)),
                complete=solved.complete,
            )
            return _with_cost_of(found, other)

        solved = self._exact.analyse(
            board,
            _left(limit, time.perf_counter() - began, look.nodes),
            lines=every,
            moves=[line.move for line in look.lines],
            stop=question.stop,
            on_progress=lambda step: question.tell(merged(step)),
        )
        return merged(solved)


def _at_most(best: Score, line: Line) -> Line | None:
    """A line whose estimate is no better than what is proved of the best; None if there is none."""
    if line.score <= best:
        return line
    return None if best.kind is Kind.LOSS else Line(replace(line.score, value=0.0), line.moves)


def _share(limit: Limit, share: float) -> Limit:
    """A part of a limit."""
    return Limit(
        None if limit.time is None else limit.time * share,
        None if limit.nodes is None else max(1, int(limit.nodes * share)),
    )


def _left(limit: Limit, seconds: float, nodes: int) -> Limit:
    """What is left of a limit; at least a little, so that there is an answer."""
    return Limit(
        None if limit.time is None else max(_LEAST_SECONDS, limit.time - seconds),
        None if limit.nodes is None else max(1, limit.nodes - nodes),
    )


def _least(one: Limit, other: Limit) -> Limit:
    """The narrower of two limits of time and nodes."""
    times = [limit.time for limit in (one, other) if limit.time is not None]
    nodes = [limit.nodes for limit in (one, other) if limit.nodes is not None]
    return Limit(min(times, default=None), min(nodes, default=None))


def _with_cost_of(found: Analysis, other: Analysis) -> Analysis:
    """An analysis that also tells of the time and nodes of another one."""
    return replace(found, nodes=found.nodes + other.nodes, time=found.time + other.time)
