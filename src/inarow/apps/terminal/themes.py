"""The colours of the full-screen game, for dark and for light terminals."""

from __future__ import annotations

import os

from textual.theme import Theme

DARK = Theme(
    "inarow-dark", primary="#7aa2f7", accent="#4dd0e1", warning="#ffb454", success="#4cc38a",
    background="#10141f", surface="#182030", panel="#1f293d", dark=True,
)  # fmt: skip
LIGHT = Theme(
    "inarow-light", primary="#1d4e9e", accent="#00707c", warning="#a85b00", success="#1b7f4b",
    background="#eef2f8", surface="#ffffff", panel="#dde5f2", dark=False,
)  # fmt: skip


def terminals_theme() -> Theme:
    """The light colours where a usual variable tells that the terminal's background is light."""
    _, _, background = os.environ.get("COLORFGBG", "").rpartition(";")
    return LIGHT if background in ("7", "15") else DARK


def other_theme(name: str) -> Theme:
    """The light colours instead of the dark ones, or the other way round."""
    return LIGHT if name == DARK.name else DARK
