"""Who stands where: one line per player, and the cross-table of all meetings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inarow.match.elo import Results, Tally, tally
from inarow.match.ratings import RatingList, rate
from inarow.match.records import GameRecord


@dataclass(frozen=True, slots=True)
class Standing(Results):
    """One player's line."""

    label: str
    forfeits: int
    elo: float
    margin: float
    #: Seconds and nodes per move.
    seconds: float
    nodes: float


@dataclass(frozen=True, slots=True)
class Standings:
    """All players, the best first."""

    lines: tuple[Standing, ...]
    ratings: RatingList
    games: int
    first_player_score: float

    @property
    def labels(self) -> list[str]:
        """The players from the best down."""
        return [line.label for line in self.lines]

    def _repr_html_(self) -> str:
        """Show the table and the ratings in a notebook."""
        from inarow.match.report import standings_html

        return standings_html(self)


def standings(records: Iterable[GameRecord], labels: Sequence[str]) -> Standings:
    """Sum up the games of a run."""
    games = list(records)
    ratings = rate(games, labels)
    lines = tuple(_line(games, rating.label, ratings) for rating in ratings.ratings)
    x_score = sum(record.x_score for record in games) / len(games) if games else 0.5
    return Standings(lines, ratings, len(games), x_score)


def cross_table(records: Iterable[GameRecord], labels: Sequence[str]) -> list[list[Tally | None]]:
    """What each player of a row scored against each of a column; None for oneself."""
    games = list(records)
    return [
        [None if row == column else tally(games, row, column) for column in labels]
        for row in labels
    ]


def _line(games: list[GameRecord], label: str, ratings: RatingList) -> Standing:
    own = [record for record in games if label in (record.spec.x.label, record.spec.o.label)]
    scores = [record.score_of(label) for record in own]
    efforts = [record.effort[record.spec.o.label == label] for record in own]
    moves = max(sum(effort.moves for effort in efforts), 1)
    rating = ratings.of(label)
    return Standing(
        scores.count(1.0),
        scores.count(0.5),
        scores.count(0.0),
        label,
        sum(record.ending.is_forfeit and record.score_of(label) == 0.0 for record in own),
        rating.elo,
        rating.margin,
        sum(effort.seconds for effort in efforts) / moves,
        sum(effort.nodes for effort in efforts) / moves,
    )


def table_text(summary: Standings) -> str:
    """The standings for a terminal or a file."""
    width = max([len("player"), *(len(line.label) for line in summary.lines)])
    head = (
        f"{'':>3} {'player':{width}} {'Elo':>7} {'± 95%':>6} {'games':>6} {'score':>6} "
        f"{'win':>5} {'draw':>5} {'loss':>5} {'forfeit':>7} {'ms/move':>8} {'nodes/move':>11}"
    )
    rows = [
        f"{place:>3} {line.label:{width}} {line.elo:>+z7.0f} {line.margin:>6.0f} "
        f"{line.games:>6} {line.score:>6.1%} {line.wins:>5} {line.draws:>5} {line.losses:>5} "
        f"{line.forfeits:>7} {1000 * line.seconds:>8.1f} {line.nodes:>11,.0f}"
        for place, line in enumerate(summary.lines, start=1)
    ]
    return "\n".join([head, *rows])


def cross_table_text(records: Iterable[GameRecord], labels: Sequence[str]) -> str:
    """The cross-table for a terminal or a file: points of the row against the column."""
    table = cross_table(records, labels)
    width = max(len(label) for label in labels)
    cells = [["-" if cell is None else _cell(cell) for cell in row] for row in table]
    column = max(len(text) for row in cells for text in row) + 1
    head = " " * (width + 4) + "".join(
        f"{number:>{column}}" for number in range(1, len(labels) + 1)
    )
    rows = [
        f"{number:>3} {label:{width}}" + "".join(f"{text:>{column}}" for text in row)
        for number, (label, row) in enumerate(zip(labels, cells, strict=True), start=1)
    ]
    return "\n".join([head, *rows])


def _cell(cell: Tally) -> str:
    return f"{cell.points:g}/{cell.games}" if cell.games else "."
