"""Finding the levels of every game: places on the dial that people feel to be equally far apart.

Simulated people, weak, middling and strong, play against players from all over the dial and against
the best player of all. Their scores fall along the dial, each at its own pace. The distance between
two places is the largest fall of any of the three scores, so equally spaced levels leave nobody in
front of a cliff. Further rounds are played where the levels seem to be, and then the levels are
measured by games of their own. If a step is still too large, these games are added to the others,
and the levels that follow from all of them are measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from inarow.files.whole import check_writable, write_whole
from inarow.kernels.people.bounds import LARGE
from inarow.lab.experiments.experiment import Workspace, writable
from inarow.lab.falling import Fall, Played, fall_of
from inarow.lab.yardstick import (
    KINDS,
    Fared,
    best_of,
    label_of,
    levels_of,
    mind_digest,
    person,
    play_people,
)
from inarow.match.records import Contestant
from inarow.players.dial import DIAL
from inarow.players.level_table import (
    LEVELS,
    PEOPLE,
    STEEPEST,
    TABLE,
    Measured,
    Scale,
    Table,
    write_scales,
)
from inarow.rules.catalogue import CATALOGUE

#: How many places on the dial are tried first.
_PLACES = 15

#: How many rounds of games are then played where the levels seem to be.
_ROUNDS = 2

#: Openings for each place and each kind of people in a round, and half as many all over the dial;
#: and for measuring what was found. Large boards and luring take longest.
_PAIRS = 12
_PAIRS_TO_MEASURE = {"square": 33, "gomoku": 75, "gomoku-standard": 75, "connect5": 75}
_USUAL_PAIRS_TO_MEASURE = 100
#: How many times that many more where nobody takes long.
_TIMES_MORE = 9

#: How often levels are measured at most.
_TRIES = 4

_BEST = "best"

#: Rounds of games differ in their openings and dice; those that measure differ from all others.
_SEEDS_A_RUN = 1000
_MEASURING = 500
_MORE = 100


def calibrate(workspace: Workspace, table: Path, *, games: Iterable[str] = ()) -> None:
    """Play, and write a table with the levels of some games, or of all if none is named.

    The other games keep the levels they have in the table, or in the one that inarow uses.
    """
    # Better now than after hours of games.
    writable(table.parent)
    check_writable(table)
    if not table.exists():
        write_whole(table, TABLE.read_text(encoding="utf-8"))
    for game in games or CATALOGUE:
        write_scales({game: find_scale(workspace, game)}, table)


def find_scale(workspace: Workspace, game: str) -> Scale:
    """The levels of a game, measured until nobody meets a cliff, or so many times."""
    search = _Search(workspace, game)
    for _ in range(_TRIES):
        fall = search.fall()
        levels = levels_on(fall)
        fared = measure(workspace, game, levels)
        measured = measured_by(game, fared)
        for kind, scores in measured.scores.items():
            shown = " ".join(f"{score:.0%}" for score, _ in scores)
            workspace.tell(f"{game}: {kind} people score {shown}")
        if measured.steepest() <= STEEPEST:
            break
        search.count(fared, dict(zip(map(label_of, PEOPLE), fall.turns_of_levels(), strict=True)))
    return Scale(levels, round(fall.elo_a_level()), measured)


class _Search:
    """All games along the dial so far, and what they say."""

    def __init__(self, workspace: Workspace, game: str) -> None:
        """Let people play all over the dial, then where the levels seem to be, round by round."""
        pairs, seed = workspace.count(_PAIRS), workspace.seed * _SEEDS_A_RUN
        fared = play_people(workspace, game, (best_of(game, _BEST),), pairs, seed)
        self._best = {kind: score for kind, ((score, _),) in fared.estimates([_BEST]).items()}
        self._played: dict[str, list[Played]] = {kind: [] for kind in KINDS}
        turns = [place / (_PLACES - 1) for place in range(_PLACES)]
        for number in range(1 + _ROUNDS):
            table = tuple(map(DIAL.at, turns))
            labels = [f"{turn:.4f}" for turn in turns]
            players = tuple(map(person, labels, table))
            count = pairs if number else workspace.count(_PAIRS / 2)
            fared = _play_often(workspace, game, players, table, count, seed + number + 1)
            self.count(fared, {label: float(label) for label in labels})
            turns = self.fall().turns_of_levels()

    def count(self, fared: Fared, turns: Mapping[str, float]) -> None:
        """Count games with players of some labels, which are places on the dial."""
        for kind, scores in fared.pairs.items():
            self._played[kind] += [
                Played(turn, 2 * sum(scores[label]), 2 * len(scores[label]))
                for label, turn in turns.items()
            ]

    def fall(self) -> Fall:
        """How scores fall by all games so far."""
        return fall_of(self._played, self._best)


def levels_on(fall: Fall) -> Table:
    """The people-like levels of a game."""
    return tuple(DIAL.at(turn) for turn in fall.turns_of_levels())


def measure(workspace: Workspace, game: str, table: Table) -> Fared:
    """Let people play against the levels of a game, in games that did not find these levels."""
    pairs = workspace.count(_PAIRS_TO_MEASURE.get(game, _USUAL_PAIRS_TO_MEASURE))
    seed = workspace.seed * _SEEDS_A_RUN + _MEASURING
    return _play_often(workspace, game, levels_of(game, table), table, pairs, seed)


def _play_often(
    workspace: Workspace,
    game: str,
    opponents: tuple[Contestant, ...],
    table: Table,
    pairs: int,
    seed: int,
) -> Fared:
    """Let people play against some opponents, far more often against those who answer at once.

    The first of them have the settings of a table. On a small board only who looks for the best
    move takes long.
    """
    fared = play_people(workspace, game, opponents, pairs, seed)
    quick = tuple(one for one, options in zip(opponents, table, strict=False) if not options.best)
    if not quick or CATALOGUE[game].game.cells > LARGE:
        return fared
    more = play_people(workspace, game, quick, _TIMES_MORE * pairs, seed + _MORE)
    return fared.with_more(more)


def measured_by(game: str, fared: Fared) -> Measured:
    """What a table keeps of the games that measured its levels."""
    return Measured(mind_digest(game), fared.estimates(map(label_of, LEVELS)))
