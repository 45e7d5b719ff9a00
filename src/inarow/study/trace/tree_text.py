"""A traced search tree as text, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from inarow.rules.notation import spaced_moves
from inarow.study.trace.tree import Node, Trace
from inarow.study.trace.visits import End
from inarow.study.trace.words import caption, number_text, step_text, value_text
from inarow.words import ENDS

#: How many pruned moves of a node are named; on a large board there can be a hundred.
_NAMED = 12


def tree_text(trace: Trace, most: int = 200) -> str:
    """The first ``most`` nodes, a line each: move, window, value, and what was cut off."""
    lines = [caption(trace)]
    for root in trace.roots:
        if root.number <= most:
            lines.append(_line(trace, root))
            lines.extend(_branches(trace, root, "", most))
    if len(trace.nodes) > most:
        lines.append(f"... {trace.analysis.nodes - most:,} more nodes")
    return "\n".join(lines)


def _branches(trace: Trace, node: Node, margin: str, most: int) -> Iterator[str]:
    """The lines of all that is below a node."""
    game = trace.board.game
    children = [trace.node(child) for child in node.children if child <= most]
    tail = []
    if node.pruned:
        names = spaced_moves(game, node.pruned[:_NAMED])
        more = f" and {len(node.pruned) - _NAMED} more" if len(node.pruned) > _NAMED else ""
        tail.append(f"✂ {names}{more}   {node.pruned_by}")
    hidden = len(node.unrecorded) + len(node.children) - len(children)
    if hidden:
        tail.append(f"… {hidden} more")
    for position, child in enumerate(children):
        last = position == len(children) - 1 and not tail
        yield f"{margin}{'└─' if last else '├─'} {_line(trace, child)}"
        yield from _branches(trace, child, margin + ("   " if last else "│  "), most)
    for position, text in enumerate(tail):
        yield f"{margin}{'└─' if position == len(tail) - 1 else '├─'} {text}"


def _line(trace: Trace, node: Node) -> str:
    move = step_text(trace, node) or "root"
    who = "max" if node.maximising else "min"
    window = f"[{number_text(node.alpha)}, {number_text(node.beta)}]"
    note = "" if node.end is End.ALL_TRIED else f"  {ENDS[node.end.value]}"
    by = f" by {node.cut_by}" if node.cut_by else ""
    return f"{move} {who} {window} = {value_text(node)}{note}{by}"
