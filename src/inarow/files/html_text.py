"""Tables as HTML: in reports, and what an object shows of itself in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape


def html_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], cell_html: Callable[[str], str] = escape
) -> str:
    r"""A table of plain text, or of whatever ``cell_html`` makes HTML of.

    >>> html_table(["move"], [["4"], ["< 5"]])
    '<table><tr><th>move</th></tr>\n<tr><td>4</td></tr>\n<tr><td>&lt; 5</td></tr></table>'
    """
    header = "".join(f"<th>{cell_html(cell)}</th>" for cell in head)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{cell_html(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{header}</tr>\n{body}</table>"
