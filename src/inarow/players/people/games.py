"""Which games people-like players can play. Plain Python, quick to import."""

from __future__ import annotations

from inarow.kernels.people.bounds import GROUP_SIZE, supported
from inarow.rules.game import Game


def refusal(game: Game) -> str | None:
    """Why people-like players cannot play a game, or None if they can."""
    if game.rule is not None:
        return "it has a rule about moves that people-like players do not know"
    if game.pieces_to_win > GROUP_SIZE:
        return f"it takes more than {GROUP_SIZE} pieces to win"
    if not supported(len(game.groups), game.pieces_to_win):
        return "it has too many ways to win"
    return None
