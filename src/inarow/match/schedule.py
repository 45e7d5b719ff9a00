"""Who plays whom, when: round robin, gauntlet and Swiss, always both sides of each opening."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from inarow.match.conditions import MatchError
from inarow.match.openings import Openings
from inarow.match.records import Contestant, GameRecord, GameSpec
from inarow.rules.game import Game


class Form(StrEnum):
    """The forms of a tournament. A match is a round robin of two."""

    ROUND_ROBIN = "round-robin"
    #: The first player against each of the others.
    GAUNTLET = "gauntlet"
    #: In every round, players with about the same points meet, if they have not met before.
    SWISS = "swiss"
    #: Each player against the next few on the list and some further up, as for a ladder of levels.
    LADDER = "ladder"


@dataclass(frozen=True, slots=True)
class Schedule:
    """All games of a tournament. A game's number never depends on how many will be played.

    ``pairs`` counts the openings that two players meet on, each with both sides: in all, or in a
    Swiss tournament in one round.
    """

    game: Game
    contestants: tuple[Contestant, ...]
    openings: Openings
    pairs: int
    form: Form = Form.ROUND_ROBIN
    rounds: int = 0
    seed: int = 0
    #: Against how many of those above it each player of a ladder plays.
    reach: int = 2
    #: How many places above it the other opponents of a player are.
    far: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if len(self.contestants) < 2:
            raise MatchError("a match needs at least two players")
        if self.pairs < 1:
            raise MatchError("play at least 2 games, one with each side")
        if self.form is Form.SWISS and self.rounds < 1:
            raise MatchError("a Swiss tournament needs at least 1 round")

    @property
    def total(self) -> int:
        """How many games there are in all."""
        players = len(self.contestants)
        if self.form is Form.SWISS:
            meetings = self.rounds * (players // 2)
        else:
            meetings = len(self._meetings())
        return 2 * self.pairs * meetings

    def due(self, finished: dict[int, GameRecord]) -> list[GameSpec]:
        """The games that can be played now; none left means that the tournament is over."""
        if self.form is Form.SWISS:
            return self._swiss_due(finished)
        return [spec for spec in self._fixed() if spec.number not in finished]

    def _meetings(self) -> list[tuple[int, int]]:
        """Who meets whom where that is fixed from the start."""
        everyone = list(itertools.combinations(range(len(self.contestants)), 2))
        match self.form:
            case Form.GAUNTLET:
                return [(one, other) for one, other in everyone if one == 0]
            case Form.LADDER:
                return [
                    (one, other)
                    for one, other in everyone
                    if (above := other - one) <= self.reach or above in self.far
                ]
            case _:
                return everyone

    def _fixed(self) -> list[GameSpec]:
        """Every meeting on the first opening, then every meeting on the second, and so on."""
        meetings = self._meetings()
        specs: list[GameSpec] = []
        for round_number, opening in enumerate(self.openings.take(self.game, self.pairs)):
            for one, other in meetings:
                specs.extend(self._pair(len(specs) // 2, round_number, one, other, opening))
        return specs

    def _pair(
        self, pair: int, round_number: int, one: int, other: int, opening: str
    ) -> Iterator[GameSpec]:
        for swapped, (x, o) in enumerate(((one, other), (other, one))):
            number = 2 * pair + swapped
            yield GameSpec(
                number, pair, round_number, str(self.game), self.contestants[x],
                self.contestants[o], opening, _game_seed(self.seed, number),
            )  # fmt: skip

    def _swiss_due(self, finished: dict[int, GameRecord]) -> list[GameSpec]:
        """The unfinished games of the first round that is not finished."""
        openings = self.openings.take(self.game, self.pairs * self.rounds)
        history = _SwissHistory([contestant.label for contestant in self.contestants])
        pair = 0
        for round_number in range(self.rounds):
            specs: list[GameSpec] = []
            meetings = history.pairings()
            chosen = openings[round_number * self.pairs : (round_number + 1) * self.pairs]
            for (one, other), opening in itertools.product(meetings, chosen):
                specs.extend(self._pair(pair, round_number, one, other, opening))
                pair += 1
            missing = [spec for spec in specs if spec.number not in finished]
            if missing:
                return missing
            history.add_round(meetings, [finished[spec.number] for spec in specs])
        return []


class _SwissHistory:
    """Points, meetings and free rounds so far."""

    def __init__(self, labels: Sequence[str]) -> None:
        self._labels = labels
        self._points = dict.fromkeys(labels, 0.0)
        self._met: set[frozenset[int]] = set()
        self._sat_out: list[int] = []

    def pairings(self) -> list[tuple[int, int]]:
        """Pair players of about equal points; again only if there is no other way."""
        order = sorted(
            range(len(self._labels)), key=lambda index: (-self._points[self._labels[index]], index)
        )
        if len(order) % 2:
            order.remove(self._next_out(order))
        found = self._match_up(order, rematches=False) or self._match_up(order, rematches=True)
        assert found is not None
        return found

    def add_round(self, meetings: list[tuple[int, int]], records: list[GameRecord]) -> None:
        """Take in a finished round."""
        playing = {index for meeting in meetings for index in meeting}
        self._sat_out.extend(set(range(len(self._labels))) - playing)
        self._met.update(map(frozenset, meetings))
        for record in records:
            for label in (record.spec.x.label, record.spec.o.label):
                self._points[label] += record.score_of(label)
        for index in set(range(len(self._labels))) - playing:
            # Who has to sit out scores as much as a half of the round's games.
            self._points[self._labels[index]] += len(records) / len(meetings) / 2

    def _next_out(self, order: list[int]) -> int:
        """The lowest of those who sat out least often."""
        return min(reversed(order), key=self._sat_out.count)

    def _match_up(self, order: list[int], *, rematches: bool) -> list[tuple[int, int]] | None:
        if not order:
            return []
        first, *others = order
        for other in others:
            if not rematches and frozenset((first, other)) in self._met:
                continue
            rest = self._match_up(
                [index for index in others if index != other], rematches=rematches
            )
            if rest is not None:
                return [(first, other), *rest]
        return None


def _game_seed(seed: int, number: int) -> int:
    """A seed of its own for every game, the same on every machine."""
    digest = hashlib.sha256(f"{seed}/{number}".encode()).digest()
    return int.from_bytes(digest[:6], "big")
