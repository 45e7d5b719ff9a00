"""What a traced search tree is called in words: its caption, values, steps and nodes."""

from __future__ import annotations

import math

from inarow.rules.notation import spaced_moves
from inarow.study.trace.tree import Meaning, Node, Trace
from inarow.words import BOUNDS, ENDS


def caption(trace: Trace) -> str:
    """One line on what is shown: the search, and what it counted."""
    found = trace.analysis
    whole = "" if trace.whole else f", the first {len(trace.nodes):,} of them here"
    counts = f", {found.evaluations:,} evaluations, {found.cutoffs:,} cut-offs"
    # The exact solver goes to the end and so evaluates nothing.
    return f"{trace.about}: {found.nodes:,} nodes{whole}{counts if found.evaluations else ''}"


def number_text(value: float) -> str:
    """A value or bound in as few signs as it takes.

    >>> number_text(float("inf")), number_text(-12.5), number_text(1e14)
    ('∞', '-12.5', '1e14')
    """
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:g}".replace("e+", "e")


def value_text(node: Node) -> str:
    """A node's value with what it means: 5, ≥5, ≤5."""
    if node.meaning is Meaning.UNKNOWN:
        return "?"
    return BOUNDS[node.meaning.value] + number_text(node.value)


def window_text(node: Node) -> str:
    """A node's window."""
    return f"α {number_text(node.alpha)}  β {number_text(node.beta)}"  # noqa: RUF001


def step_text(trace: Trace, node: Node) -> str:
    """The move into a node, and those that were forced after it."""
    return spaced_moves(trace.board.game, node.step)


def describe(trace: Trace, node: Node) -> str:
    """A sentence or two about a node, for a tooltip or a terminal."""
    game = trace.board.game
    moves = spaced_moves(game, node.moves) or "the position itself"
    parts = [
        f"node {node.number}: {moves}; {node.turn} to move, depth {node.depth} to go; "
        f"window {number_text(node.alpha)} to {number_text(node.beta)}, "
        f"value {value_text(node)} for {node.view} ({ENDS[node.end.value]})"
    ]
    if node.pruned:
        names = spaced_moves(game, node.pruned)
        why = f"the value reached {node.cut_by}" if node.cut_by else node.pruned_by
        parts.append(f"{names} never tried: {why}")
    return "; ".join(parts)
