"""Help that fits the terminal."""

from __future__ import annotations

import argparse
import re
import textwrap


class HelpFormatter(argparse.HelpFormatter):
    """Breaks the lines of paragraphs to the terminal's width, and leaves examples as they are."""

    def add_argument(self, action: argparse.Action) -> None:
        """Take an argument in; argparse forgets that the names of commands stand further in."""
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):
            self._action_max_length += self._indent_increment

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = re.split(r"\n\s*\n", text.strip("\n"))
        return "\n\n".join(_fitting(one, width, indent) for one in paragraphs)


def _fitting(paragraph: str, width: int, indent: str) -> str:
    # Examples and lists are indented, one a line, some below a title.
    if paragraph.startswith(" ") or "\n " in paragraph:
        return textwrap.indent(paragraph.rstrip(), indent)
    return textwrap.fill(paragraph, width, initial_indent=indent, subsequent_indent=indent)
