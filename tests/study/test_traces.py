"""Traces: what they show is what the search did, whichever search it was."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from inarow.api import solve
from inarow.draw.pixels import png
from inarow.draw.tree import MOST_STUBS, NODE_WIDTH, lay_out
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.side import Side
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.gomoku.parts import Part
from inarow.search.limit import Limit
from inarow.search.tree.compiled import search_compiled
from inarow.search.tree.readable import search_readably
from inarow.search.tree.recipe import Algorithm, Recipe
from inarow.study.trace.engine_tree import trace_engine
from inarow.study.trace.searches import SEARCHES, named_search
from inarow.study.trace.solver_tree import trace_solver
from inarow.study.trace.tree import MOST_ROWS, Meaning, Node, Trace, TraceError, trace
from inarow.study.trace.tree_html import tree_html
from inarow.study.trace.tree_svg import drawing_of, drawn_nodes, tree_svg
from inarow.study.trace.tree_text import tree_text
from inarow.study.trace.visits import End
from inarow.wire.write import json_line, trace_info
from study.test_reviews import truth

PLAIN = ("minimax", "alpha-beta", "negamax", "ordered")
POSITIONS = [
    ("tictactoe", "b2", 4),
    ("connect4", "", 4),
    ("connect4", "4455", 4),
    ("square", "3344", 3),
    ("gomoku(5)", "c3 d3", 2),
]
ROOM = MOST_ROWS


def recipe_of(name: str, board: Board) -> Recipe:
    return named_search(name).recipe(board.game)


@pytest.mark.parametrize(("game", "moves", "depth"), POSITIONS)
@pytest.mark.parametrize("name", SEARCHES)
def test_a_trace_has_the_nodes_that_the_search_counts(
    name: str, game: str, moves: str, depth: int
) -> None:
    board = Board(game, moves)
    recipe = recipe_of(name, board)
    alone = search_compiled(board, recipe, Limit(depth=depth))
    found = trace(board, recipe, depth, rows=ROOM, compiled=True)
    ends = [node.end for node in found.nodes]
    assert found.whole
    assert len(found.nodes) == alone.nodes == found.analysis.nodes
    assert ends.count(End.CUT_OFF) == alone.cutoffs
    assert ends.count(End.LEAF) == alone.evaluations
    assert (found.analysis.score, found.analysis.best) == (alone.score, alone.best)


@pytest.mark.parametrize(("game", "moves", "depth"), POSITIONS)
@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("fail_soft", [True, False])
def test_readable_and_compiled_searches_give_the_same_trace(
    name: str, game: str, moves: str, depth: int, fail_soft: bool
) -> None:
    board = Board(game, moves)
    recipe = replace(recipe_of(name, board), fail_soft=fail_soft)
    readable = trace(board, recipe, depth, rows=ROOM, compiled=False)
    assert readable.analysis.nodes == search_readably(board, recipe, depth).nodes
    assert readable.nodes == trace(board, recipe, depth, rows=ROOM, compiled=True).nodes


def minimax_value(board: Board, recipe: Recipe, depth: int, player: Side) -> float:
    """The true value of a node, without pruning anything."""
    outcome = board.outcome()
    if outcome is not None and outcome.is_draw:
        return 0.0
    if depth == 0 or outcome is not None:
        return recipe.evaluation.value(board, player)
    values = []
    for move in board.legal_moves:
        board.push(move)
        values.append(minimax_value(board, recipe, depth - 1, player))
        board.pop()
    return max(values) if board.turn is player else min(values)


def agrees(node: Node, true: float) -> bool:
    match node.meaning:
        case Meaning.EXACT:
            return node.value == true
        case Meaning.LOWER:
            return true >= node.value
        case Meaning.UPPER:
            return true <= node.value
    return False


@pytest.mark.parametrize("name", ["minimax", "alpha-beta", "ordered"])
def test_values_mean_what_they_are_said_to_mean(name: str) -> None:
    board = Board("connect3", "323")
    recipe = recipe_of(name, board)
    found = trace(board, recipe, 4, rows=ROOM)
    for node in found.nodes:
        true = minimax_value(found.board_at(node), recipe, node.depth, node.view)
        assert agrees(node, true), node


@pytest.mark.parametrize("name", ["negamax", "table", "all"])
def test_values_from_the_movers_side_mean_it_too(name: str) -> None:
    board = Board("connect3", "32")
    recipe = recipe_of(name, board)
    found = trace(board, recipe, 4, rows=ROOM)
    # Heuristics that see the board from a fixed side would not negate exactly.
    fixed = recipe.algorithm is not Algorithm.NEGAMAX
    for node in found.nodes:
        player = board.turn if fixed else node.view
        true = minimax_value(found.board_at(node), recipe, node.depth, player)
        assert agrees(node, true if player is node.view else -true), node


@pytest.mark.parametrize("name", SEARCHES)
def test_every_move_of_a_node_was_tried_or_pruned_and_windows_fit(name: str) -> None:
    board = Board("connect4", "44")
    found = trace(board, recipe_of(name, board), 4, rows=ROOM)
    for node in found.nodes:
        if node.end in (End.LEAF, End.FROM_TABLE):
            assert not node.children and not node.pruned
            continue
        tried = {found.node(child).move for child in node.children}
        legal = set(found.board_at(node).legal_moves)
        assert tried | set(node.pruned) == legal
        assert not tried & set(node.pruned)
        assert bool(node.cut_by) == (node.end is End.CUT_OFF)
        assert node.pruned == () or node.cut_by is not None
        assert node.alpha < node.beta


def test_the_compiled_order_is_that_of_the_search() -> None:
    """With the table the last iteration's best move comes first, which no static order knows."""
    board = Board("connect4", "3")
    found = trace(board, recipe_of("deepening", board), 5, rows=ROOM)
    assert [root.depth for root in found.roots] == [1, 2, 3, 4, 5]
    for before, root in pairwise(found.roots):
        children = [found.node(child) for child in before.children]
        best = max(children, key=lambda child: -child.value)
        assert found.node(root.children[0]).move == best.move


@pytest.mark.parametrize("compiled", [True, False])
def test_a_bounded_trace_is_the_beginning_of_the_whole(compiled: bool) -> None:
    board = Board("connect4")
    recipe = recipe_of("alpha-beta", board)
    whole = trace(board, recipe, 4, rows=ROOM, compiled=compiled)
    part = trace(board, recipe, 4, rows=50, compiled=compiled)
    assert part.analysis.nodes == whole.analysis.nodes == 548
    assert len(part.nodes) == 50 and not part.whole
    for few, all_ in zip(part.nodes, whole.nodes, strict=False):
        assert (few.moves, few.value, few.end, few.pruned) == (
            all_.moves,
            all_.value,
            all_.end,
            all_.pruned,
        )
        kept = {part.node(child).move for child in few.children}
        tried = {whole.node(child).move for child in all_.children}
        assert kept | set(few.unrecorded) == tried


def test_what_cannot_be_traced_says_so() -> None:
    board = Board("connect4", "4")
    with pytest.raises(TraceError, match="extras"):
        trace(board, recipe_of("all", board), 2, compiled=False)
    with pytest.raises(TraceError, match="depth"):
        trace(board, recipe_of("minimax", board), 0)
    for rows in (0, MOST_ROWS + 1):
        with pytest.raises(TraceError, match="keeps from 1 to"):
            trace(board, recipe_of("minimax", board), 2, rows=rows)
        with pytest.raises(TraceError, match="keeps from 1 to"):
            trace_solver(board, rows=rows)
        with pytest.raises(TraceError, match="keeps from 1 to"):
            trace_engine(Board("tictactoe"), 2, rows=rows)
    with pytest.raises(TraceError, match="X wins"):
        trace(Board("connect4", "1122334"), recipe_of("minimax", board), 2)


@pytest.fixture(scope="module")
def drawn() -> Trace:
    board = Board("tictactoe", "b2 a1")
    return trace(board, recipe_of("alpha-beta", board), 3, rows=ROOM)


def test_the_svg_shows_every_node_and_every_pruned_branch(drawn: Trace) -> None:
    root = ElementTree.fromstring(tree_svg(drawn, ROOM))
    groups = [group.get("class", "") for group in root.iter("{http://www.w3.org/2000/svg}g")]
    assert sum("node" in name.split() for name in groups) == len(drawn.nodes)
    text = tree_svg(drawn, ROOM)
    assert text.count("✂") == sum(len(node.pruned) for node in drawn.nodes)
    assert text.count("α") == len(drawn.nodes) - 1  # noqa: RUF001


def test_boards_do_not_lie_on_each_other(drawn: Trace) -> None:
    layout = lay_out(drawn_nodes(drawn, ROOM))
    by_level: dict[float, list[float]] = {}
    for x, y in layout.places.values():
        by_level.setdefault(y, []).append(x)
    for places in by_level.values():
        places.sort()
        assert all(b - a >= NODE_WIDTH - 1e-6 for a, b in pairwise(places))
    assert all(0 < x < layout.width for x, _ in layout.places.values())


def test_a_tree_can_be_painted(drawn: Trace) -> None:
    from PIL import Image

    drawing = drawing_of(drawn, 20)
    image = Image.open(BytesIO(png(drawing))).convert("RGB")
    assert image.size == (drawing.width, drawing.height)
    colours = {colour for _, colour in image.getcolors(image.width * image.height) or ()}
    # The pieces of both sides, and the frame of a board.
    assert {(0xD7, 0x26, 0x3D), (0xF6, 0xC0, 0x28), (0xE8, 0xEE, 0xF8)} <= colours


def test_a_drawing_of_fewer_nodes_says_how_many_are_left_out(drawn: Trace) -> None:
    root = ElementTree.fromstring(tree_svg(drawn, 10))
    nodes = [g for g in root.iter() if "node" in (g.get("class") or "").split()]
    assert len(nodes) == 10
    assert "more branches, not shown" in tree_svg(drawn, 10)
    assert f"{len(drawn.nodes) - 10:,} more nodes" in tree_text(drawn, 10)


def test_the_page_needs_nothing_else(drawn: Trace) -> None:
    page = tree_html(drawn)
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in page
    assert "\nimport " not in page and "\nexport " not in page
    parents = re.search(r'id="parents">(.*?)</script>', page)
    assert parents is not None
    assert json.loads(parents[1]) == [node.parent for node in drawn.nodes]


def test_text_and_json_hold_every_node(drawn: Trace) -> None:
    lines = tree_text(drawn, ROOM).splitlines()
    pruned = sum(bool(node.pruned) for node in drawn.nodes)
    assert len(lines) == 1 + len(drawn.nodes) + pruned
    data = json.loads(json_line(trace_info(drawn)))
    assert len(data["nodes"]) == data["analysis"]["nodes"] == len(drawn.nodes)
    assert data["nodes"][0]["alpha"] is None
    assert math.isinf(drawn.nodes[0].alpha)


SOLVER_POSITION = "4567561172335635"


def solver_points(board: Board) -> int:
    """The solver's points of a position by brute force."""
    winner, plies = truth(board)
    return winner * ((board.game.cells + 2 - board.ply - plies) // 2)


@pytest.mark.parametrize(
    ("game", "moves"),
    [("mnk(4x4,k=3,gravity)", "24"), ("connect4(4x4)", "12"), ("square(4x4)", "1324")],
)
def test_the_solver_s_tree_is_its_own_and_every_value_in_it_is_true(game: str, moves: str) -> None:
    found = trace_solver(Board(game, moves), rows=ROOM)
    # One search counts its nodes, another logs them.
    assert found.whole and found.analysis.nodes > 5
    for node in found.nodes:
        points = solver_points(found.board_at(node))
        assert node.beta == node.alpha + 1
        assert points >= node.value if node.meaning is Meaning.LOWER else points <= node.value
        assert (node.value >= node.beta) == (points >= node.beta)
    assert found.roots[-1].moves == ()


def test_the_solver_s_tree_of_connect_four_has_what_a_search_tree_has() -> None:
    board = Board("connect4", SOLVER_POSITION)
    found = trace_solver(board, rows=20_000)
    assert found.whole and found.analysis.nodes == len(found.nodes)
    assert found.analysis.score == solve(board).score
    assert {node.end for node in found.nodes} == {
        End.SETTLED, End.CUT_OFF, End.ALL_TRIED, End.FROM_TABLE
    }  # fmt: skip
    for node in found.nodes:
        children = [found.node(child) for child in node.children]
        assert bool(node.pruned) <= (node.end is End.CUT_OFF)
        assert not {child.move for child in children} & set(node.pruned)
        assert all(child.moves[: len(node.moves)] == node.moves for child in children)
        if node.end is End.CUT_OFF:
            seen = (c.value if c.turn is node.turn else -c.value for c in children)
            assert max(seen) >= node.beta
    assert any(node.plies > 1 for node in found.nodes)
    assert "pruned by beta" in tree_text(found) and "<svg" in tree_svg(found)


def test_a_part_of_the_solver_s_tree_is_its_beginning() -> None:
    board = Board("connect4", SOLVER_POSITION)
    whole, part = trace_solver(board, rows=20_000), trace_solver(board, rows=50)
    assert len(part.nodes) == 50 and not part.whole
    assert part.analysis.nodes == whole.analysis.nodes
    for node, first in zip(whole.nodes, part.nodes, strict=False):
        assert (node.moves, node.alpha, node.parent) == (first.moves, first.alpha, first.parent)
        assert first.end in (node.end, End.UNFINISHED)


@pytest.mark.parametrize(
    ("game", "moves", "words"),
    [
        ("connect4", "112233", "without a search"),
        ("connect4", "1122334", "nothing to search"),
        ("gomoku", "", "falling pieces"),
    ],
)
def test_what_the_solver_cannot_be_traced_on_gets_a_sentence(
    game: str, moves: str, words: str
) -> None:
    with pytest.raises(InarowError, match=words):
        trace_solver(Board(game, moves))


ENGINE_POSITION = "h8 i9 h9 h10 i8 g8"


@pytest.mark.parametrize(
    ("game", "moves", "depth"),
    [("gomoku", ENGINE_POSITION, 4), ("gomoku(9)", "e5 f5 f6", 5), ("mnk(7x7,k=5)", "d4 e5 d3", 3)],
)
def test_the_engine_s_tree_is_that_of_the_compiled_engine(
    game: str, moves: str, depth: int
) -> None:
    board = Board(game, moves)
    found = trace_engine(board, depth, rows=ROOM)
    engine = GomokuEngine(board.game, megabytes=8.0)
    compiled = engine.analyse(board, Limit(depth=depth))
    assert (found.analysis.best, found.analysis.score) == (compiled.best, compiled.score)
    assert found.analysis.pv == compiled.pv
    fours = int(re.findall(r"([0-9,]+) positions of fours", found.about)[0].replace(",", ""))
    inner = len(found.nodes) - len(found.roots)
    assert found.whole and inner + fours == engine._tables.workers[0].search["nodes"]


def test_an_engine_without_a_part_has_another_tree() -> None:
    board, without = Board("gomoku", ENGINE_POSITION), frozenset({Part.LATE_MOVES})
    engine = GomokuEngine(board.game, without=without)
    found = trace_engine(board, 4, rows=ROOM, without=without)
    assert found.analysis.score == engine.analyse(board, Limit(depth=4)).score
    assert len(found.nodes) > len(trace_engine(board, 4, rows=ROOM).nodes)


def test_the_values_in_the_engine_s_tree_come_from_its_children() -> None:
    found = trace_engine(Board("gomoku", ENGINE_POSITION), 4, rows=ROOM)
    ends = {node.end for node in found.nodes}
    assert {End.LEAF, End.CUT_OFF, End.ALL_TRIED, End.FROM_TABLE} <= ends
    for node in found.nodes:
        if not node.children:
            assert node.end in (End.LEAF, End.SETTLED, End.FROM_TABLE)
            continue
        # A move that was searched twice counts as it was searched last.
        last = {found.node(child).move: -found.node(child).value for child in node.children}
        assert node.value == max(last.values())
        assert (node.end is End.CUT_OFF) == (node.value >= node.beta)
        assert not set(last) & set(node.pruned)
        assert found.board_at(node).outcome() is None
    assert max(node.depth for node in found.nodes) == 4
    assert [root.depth for root in found.roots] == sorted(root.depth for root in found.roots)
    assert "left out as unpromising" in tree_text(found, ROOM)
    ElementTree.fromstring(tree_svg(found, 50))


def test_a_part_of_the_engine_s_tree_is_its_beginning() -> None:
    board = Board("gomoku", ENGINE_POSITION)
    whole, part = trace_engine(board, 3, rows=ROOM), trace_engine(board, 3, rows=20)
    assert len(part.nodes) == 20 and part.analysis.nodes == len(whole.nodes)
    assert [node.moves for node in part.nodes] == [node.moves for node in whole.nodes[:20]]


@pytest.mark.parametrize(
    ("game", "moves", "depth", "words"),
    [
        ("gomoku", "", 3, "without a search"),
        ("gomoku", "h8 a1 h9 a2 h10 a3", 3, "without a search"),
        ("gomoku", "h8", 9, "depths from 1 to 6"),
        ("connect4", "44", 3, "does not play"),
        ("tictactoe", "a1 b1 a2 b2 a3", 3, "nothing to search"),
    ],
)
def test_what_the_engine_cannot_be_traced_on_gets_a_sentence(
    game: str, moves: str, depth: int, words: str
) -> None:
    with pytest.raises(InarowError, match=words):
        trace_engine(Board(game, moves), depth)


def test_many_pruned_moves_are_drawn_together() -> None:
    found = trace_engine(Board("gomoku", ENGINE_POSITION), 3, rows=ROOM)
    stubs = [stub for stub in lay_out(drawn_nodes(found, ROOM)).stubs if stub.pruned]
    for node in found.nodes:
        own = [stub for stub in stubs if stub.parent.number == node.number]
        assert len(own) <= MOST_STUBS
        assert sum(stub.count for stub in own) == len(node.pruned)
    assert max(stub.count for stub in stubs) > 20
