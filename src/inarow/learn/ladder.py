"""A ladder of opponents for a student's player: games in pairs, until a rung is not climbed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from inarow.learn.feedback import Feedback, Rung
from inarow.learn.pairs import NOTHING_PLAYED, after_pair, opening
from inarow.players.player import Player
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.catalogue import game

_GAME = "connect4"
#: The openings and the opponents' lots are always the same, so that a score can be shown again.
_SEED = 1


@dataclass(frozen=True, slots=True)
class Step:
    """An opponent, how many games, and the points that pass."""

    opponent: str
    games: int
    needed: float


def climb(steps: tuple[Step, ...], own: Player, on_rung: Callable[[Rung], None]) -> Feedback:
    """Play up the ladder; ``on_rung`` hears how a rung stands after each pair of games."""
    rungs: list[Rung] = []
    for step in steps:
        rung = Rung(step.opponent, step.games, step.needed, NOTHING_PLAYED)
        for number in range(step.games // 2):
            board = Board(_GAME, opening(game(_GAME), number, _SEED))
            against = player(step.opponent, seed=_SEED + number)
            rung = replace(rung, tally=after_pair(rung.tally, board, own, against))
            on_rung(rung)
        rungs.append(rung)
        if not rung.passed:
            break
    return _summary(tuple(rungs), len(steps))


def _summary(rungs: tuple[Rung, ...], steps: int) -> Feedback:
    """What a climb came to, in words."""
    last = rungs[-1]
    passed = last.passed and len(rungs) == steps
    told = f"{last.tally.points:g} of {last.games} points against {last.opponent}"
    sure = f"Elo difference {last.tally.elo()}"
    if passed:
        lucky = " That last lead could be luck." if last.tally.elo().low <= 0 else ""
        return Feedback(True, f"The whole ladder: {told} at the end, {sure}.{lucky}", rungs=rungs)
    return Feedback(False, f"{told}, {sure}: {last.needed:g} are needed.", rungs=rungs)
