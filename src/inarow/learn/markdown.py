r"""The Markdown of the course: a small, strict part of it, as safe HTML and as plain text.

There are headings, paragraphs, lists, tables and fenced code; inside a paragraph ``code``,
**strong**, *emphasis* and links to chapters and exercises. All else is an error, so that nothing is
shown by chance: what a chapter looks like is decided here, for page, terminal, print and docs.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from inarow.files.html_text import html_table
from inarow.rules.errors import InarowError

_FENCE = "```"
_INLINE = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|\*\*(?P<strong>[^*]+)\*\*"
    r"|\*(?P<em>[^*\s][^*]*)\*"
    r"|\[(?P<label>[^\]]+)\]\((?P<kind>chapter|exercise):(?P<name>[a-z0-9-]+)\)"
)
_FILLED = re.compile(r"\{\{(.+?)\}\}", re.DOTALL)
_ITEM = re.compile(r"(-|\d+\.) ")
_RULER = re.compile(r"\|[-:| ]+\|")
#: What begins something that is not understood.
_STRANGE = re.compile(r"[<>]|#|!\[|={3,}|---")


class MarkdownError(InarowError):
    """A text of the course is not written as it must be."""


@dataclass(frozen=True, slots=True)
class Prose:
    """A heading, paragraph, list or table, with its numbers filled in."""

    #: As it is written in Markdown.
    markdown: str

    @property
    def is_heading(self) -> bool:
        """Say whether it is a heading."""
        return self.markdown.startswith("## ")

    @property
    def items(self) -> list[tuple[str, str]]:
        """The marks and texts of a list; none if it is not a list."""
        if not _ITEM.match(self.markdown):
            return []
        lines = re.split(r"\n(?=(?:-|\d+\.) )", self.markdown)
        return [(mark, _joined(rest)) for mark, _, rest in (line.partition(" ") for line in lines)]

    @property
    def rows(self) -> list[list[str]]:
        """The cells of a table, its head first; none if it is not a table."""
        if not self.markdown.startswith("|"):
            return []
        lines = [line for line in self.markdown.splitlines() if not _RULER.fullmatch(line)]
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]

    @property
    def html(self) -> str:
        """As HTML, in which nothing but the course's own marks is markup.

        >>> Prose("A *small* `a < b`, see [minimax](chapter:minimax).").html
        '<p>A <em>small</em> <code>a &lt; b</code>, see <a href="#chapter/minimax">minimax</a>.</p>'
        """
        if self.is_heading:
            return f"<h2>{_html(self.markdown[3:])}</h2>"
        if items := self.items:
            tag = "ul" if items[0][0] == "-" else "ol"
            return f"<{tag}>{''.join(f'<li>{_html(text)}</li>' for _, text in items)}</{tag}>"
        if rows := self.rows:
            return html_table(rows[0], rows[1:], _html)
        return f"<p>{_html(_joined(self.markdown))}</p>"

    def text(self, width: int | None = None) -> str:
        """As plain text: a line for a heading, a paragraph, an item or a row, or as many as fit."""
        if self.is_heading:
            return _plain(self.markdown[3:])
        if items := self.items:
            lines = (f"{mark} {_plain(text)}" for mark, text in items)
            return "\n".join(_wrapped(line, width, "  ") for line in lines)
        if rows := self.rows:
            return columns([[_plain(cell) for cell in row] for row in rows], width)
        return _wrapped(_plain(_joined(self.markdown)), width)


@dataclass(frozen=True, slots=True)
class Code:
    """Code, and what stands behind the language: what it is about."""

    source: str
    language: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Marked:
    """A live block as it is written: its kind and its parameters, not yet checked."""

    kind: str
    parameters: dict[str, str]


Block = Prose | Code | Marked
#: Works out what stands between two braces.
Fill = Callable[[str], str]


def title_of(text: str) -> str:
    """The title: the first line."""
    first = text.partition("\n")[0]
    if not first.startswith("# "):
        raise MarkdownError(f"a text of the course begins with '# Title', not with {first!r}")
    return first[2:].strip()


def blocks_of(text: str, fill: Fill | None = None) -> list[Block]:
    """The blocks after the title, in order."""
    return [_block(chunk, fill) for chunk in _chunks(text.partition("\n")[2])]


def _chunks(text: str) -> Iterator[str]:
    """What is separated by empty lines; a fence holds everything up to its end."""
    lines = iter(text.splitlines())
    chunk: list[str] = []
    for line in lines:
        if line.startswith(_FENCE):
            if chunk:
                yield "\n".join(chunk)
            yield "\n".join((line, *_fenced(lines)))
            chunk = []
        elif line.strip():
            chunk.append(line.rstrip())
        elif chunk:
            yield "\n".join(chunk)
            chunk = []
    if chunk:
        yield "\n".join(chunk)


def _fenced(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        if line.rstrip() == _FENCE:
            return
        yield line
    raise MarkdownError(f"a block of code has no {_FENCE} at its end")


def _block(chunk: str, fill: Fill | None) -> Block:
    if chunk.startswith(_FENCE):
        head, _, body = chunk.partition("\n")
        language, _, about = head.removeprefix(_FENCE).strip().partition(" ")
        if language == "live":
            return Marked(about, dict(_parameters(about, body)))
        return Code(body + "\n", language, about)
    if not chunk.startswith("## ") and (strange := _STRANGE.match(chunk)):
        raise MarkdownError(
            f"the course's Markdown has no {strange[0]!r} at a line's start: {chunk!r}"
        )
    return Prose(_filled(chunk, fill))


def _parameters(kind: str, body: str) -> Iterator[tuple[str, str]]:
    for line in filter(str.strip, body.splitlines()):
        name, colon, value = line.partition(":")
        if not colon:
            raise MarkdownError(f"live {kind}: write 'name: value', not {line!r}")
        yield name.strip(), value.strip()


def _filled(text: str, fill: Fill | None) -> str:
    def found(match: re.Match[str]) -> str:
        if fill is None:
            raise MarkdownError(f"nothing works out {match[0]} here")
        return fill(match[1].strip())

    return _FILLED.sub(found, text)


def _joined(text: str) -> str:
    return " ".join(line.strip() for line in text.splitlines())


def _html(text: str) -> str:
    """A line with its marks as HTML."""
    parts, end = [], 0
    for match in _INLINE.finditer(text):
        parts += [escape(text[end : match.start()]), _marked(match)]
        end = match.end()
    return "".join([*parts, escape(text[end:])])


def _marked(match: re.Match[str]) -> str:
    if match["label"] is not None:
        return f'<a href="#{match["kind"]}/{match["name"]}">{escape(match["label"])}</a>'
    tag = match.lastgroup
    assert tag is not None
    return f"<{tag}>{escape(match[tag])}</{tag}>"


def _plain(text: str) -> str:
    """A line without its marks."""
    return _INLINE.sub(lambda match: match["label"] or match[match.lastgroup or 0], text)


def _wrapped(line: str, width: int | None, hang: str = "") -> str:
    return (
        line
        if width is None
        else textwrap.fill(line, width, subsequent_indent=hang, break_on_hyphens=False)
    )


def columns(rows: list[list[str]], width: int | None = None) -> str:
    """A table in letters: numbers to the right, words to the left; the last column may wrap."""
    turned = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in turned]
    right = [all(cell[:1] in "+-0123456789" for cell in column[1:]) for column in turned]
    indent = sum(widths[:-1]) + 2 * (len(widths) - 1)
    lines = []
    for row in rows:
        cells = (
            cell.rjust(wide) if numbers else cell.ljust(wide)
            for cell, wide, numbers in zip(row, widths, right, strict=True)
        )
        line = "  ".join(cells).rstrip()
        if width is not None and len(line) > width:
            line = textwrap.fill(line, width, subsequent_indent=" " * indent)
        lines.append(line)
    return "\n".join(lines)
