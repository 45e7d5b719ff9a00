"""The store: every finished game in one SQLite file, written the moment it is over.

A run is found again by what was asked for (its plan), so that the same command resumes where it
was interrupted. A game is identified by its run and number: it can be written only once.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from inarow.match.conditions import MatchError
from inarow.match.records import Contestant, Effort, Ending, GameRecord, GameSpec
from inarow.rules.side import Side
from inarow.search.limit import Limit

_SCHEMA = """
CREATE TABLE IF NOT EXISTS runs (
    id INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    plan TEXT NOT NULL,
    started TEXT NOT NULL,
    ended TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS runs_by_fingerprint ON runs (fingerprint);
CREATE TABLE IF NOT EXISTS games ({columns}, PRIMARY KEY (run, number)) WITHOUT ROWID;
"""

#: The columns of a game, each with its type, in the order of the table.
COLUMNS = {
    "run": "INTEGER NOT NULL REFERENCES runs (id)",
    "number": "INTEGER NOT NULL",
    "pair": "INTEGER NOT NULL",
    "round": "INTEGER NOT NULL",
    "game": "TEXT NOT NULL",
    "x": "TEXT NOT NULL",
    "x_player": "TEXT NOT NULL",
    "x_limit": "TEXT",
    "o": "TEXT NOT NULL",
    "o_player": "TEXT NOT NULL",
    "o_limit": "TEXT",
    "opening": "TEXT NOT NULL",
    "seed": "INTEGER NOT NULL",
    "moves": "TEXT NOT NULL",
    "winner": "TEXT CHECK (winner IN ('X', 'O'))",
    "ending": "TEXT NOT NULL",
    "detail": "TEXT NOT NULL",
    "x_moves": "INTEGER NOT NULL",
    "x_seconds": "REAL NOT NULL",
    "x_nodes": "INTEGER NOT NULL",
    "o_moves": "INTEGER NOT NULL",
    "o_seconds": "REAL NOT NULL",
    "o_nodes": "INTEGER NOT NULL",
    "finished": "TEXT NOT NULL",
}

#: Instead of a file: a store that is gone when it is closed.
IN_MEMORY = ":memory:"

#: Seconds to wait for another process that is writing.
_BUSY_SECONDS = 30.0

#: Marks a SQLite file as a store ("inro" in ASCII). Stores of old versions bear no mark.
APPLICATION_ID = 0x696E726F
_NO_MARK = 0


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the store."""

    id: int
    plan: dict[str, Any]
    started: str
    #: Why it ended; empty while it has not.
    ended: str

    @property
    def labels(self) -> list[str]:
        """The players as they are listed."""
        return [one["label"] for one in self.plan["players"]]


class Store:
    """The games of all runs in one file; a file that is not a store is left as it is.

    With ``create=False`` there must be a store already; :data:`IN_MEMORY` is a store without one.
    """

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        self.path: Path = Path(path)
        exists = self.path.exists() and self.path.stat().st_size > 0
        if not exists and not create:
            raise MatchError(f"there is no match store {self.path}")
        try:
            if exists:
                _check_is_store(self.path)
            self._db = sqlite3.connect(self.path, timeout=_BUSY_SECONDS, isolation_level=None)
            self._prepare(is_new=not exists)
        except sqlite3.Error as error:
            raise MatchError(f"cannot use {self.path} as a match store: {error}") from None

    def _prepare(self, *, is_new: bool) -> None:
        columns = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
        try:
            # A finished game survives even if the power fails right after it.
            self._db.execute("PRAGMA synchronous = FULL")
            if is_new:
                self._mark()
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.executescript(_SCHEMA.format(columns=columns))
        except sqlite3.Error:
            self.close()
            raise

    def _mark(self) -> None:
        self._db.execute(f"PRAGMA application_id = {APPLICATION_ID}")

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open_run(self, plan: dict[str, Any], *, fresh: bool = False) -> Run:
        """The latest run of a plan, or a new one if there is none or a fresh one is wanted."""
        fingerprint = fingerprint_of(plan)
        with self._writing():
            if _application_id(self._db) != APPLICATION_ID:
                self._mark()
            row = self._db.execute(
                "SELECT id FROM runs WHERE fingerprint = ? ORDER BY id DESC LIMIT 1",
                (fingerprint,),
            ).fetchone()
            if row is None or fresh:
                row = self._db.execute(
                    "INSERT INTO runs (fingerprint, plan, started) VALUES (?, ?, ?) RETURNING id",
                    (fingerprint, json.dumps(plan, sort_keys=True), _now()),
                ).fetchone()
        return self.run(row[0])

    def run(self, number: int | None = None) -> Run:
        """A run by its number, or the latest one."""
        try:
            row = self._db.execute(
                "SELECT id, plan, started, ended FROM runs WHERE ? IS NULL OR id = ? "
                "ORDER BY id DESC LIMIT 1",
                (number, number),
            ).fetchone()
        except OverflowError:
            row = None
        if row is None:
            what = "no runs yet" if number is None else f"no run {number}"
            raise MatchError(f"{self.path} has {what}")
        return Run(row[0], json.loads(row[1]), row[2], row[3])

    def runs(self) -> list[Run]:
        """Every run, the oldest first."""
        rows = self._db.execute("SELECT id FROM runs ORDER BY id").fetchall()
        return [self.run(row[0]) for row in rows]

    def go_on(self, run: Run) -> None:
        """Note that a run has not ended, or no longer."""
        self.end_run(run, "")

    def end_run(self, run: Run, why: str) -> None:
        """Note why a run ended; it can still be resumed."""
        with self._writing():
            self._db.execute("UPDATE runs SET ended = ? WHERE id = ?", (why, run.id))

    def add(self, run: Run, record: GameRecord) -> bool:
        """Write a finished game at once; False if that game had been written before."""
        marks = ", ".join("?" * len(COLUMNS))
        with self._writing():
            cursor = self._db.execute(
                f"INSERT OR IGNORE INTO games ({', '.join(COLUMNS)}) VALUES ({marks})",
                _row(run.id, record),
            )
        return cursor.rowcount == 1

    def games(self, run: Run) -> dict[int, GameRecord]:
        """The finished games of a run by number."""
        return {record.spec.number: record for record in map(_record, self.rows(run))}

    def rows(self, run: Run) -> Iterator[dict[str, Any]]:
        """The finished games of a run as plain data, in order."""
        cursor = self._db.execute(
            f"SELECT {', '.join(COLUMNS)} FROM games WHERE run = ? ORDER BY number", (run.id,)
        )
        for row in cursor:
            yield dict(zip(COLUMNS, row, strict=True))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """All or nothing, and nobody else writes meanwhile."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                # Where the disk is full, SQLite has taken back what was begun.
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise MatchError(f"cannot write to {self.path}: {error}") from None


def _application_id(database: sqlite3.Connection) -> int:
    found: int = database.execute("PRAGMA application_id").fetchone()[0]
    return found


def _check_is_store(path: Path) -> None:
    """Raise an error unless a file is a store, and write nothing, whatever the file is."""
    # Reading a file that somebody is writing needs its log, and SQLite then leaves files beside it.
    log = path.with_name(f"{path.name}-wal")
    how = "mode=ro" if log.exists() else "immutable=1"
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True)) as database:
        mark = _application_id(database)
        columns = [row[1] for row in database.execute("PRAGMA table_info(games)")]
    if mark != APPLICATION_ID and (mark != _NO_MARK or columns != [*COLUMNS]):
        raise MatchError(f"{path} is a database, but not a match store")


def fingerprint_of(plan: dict[str, Any]) -> str:
    """The same for the same plan, however it is written down."""
    text = json.dumps(plan, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _limit_text(limit: Limit | None) -> str | None:
    return None if limit is None else str(limit)


def _row(run: int, record: GameRecord) -> tuple[Any, ...]:
    spec = record.spec
    x_effort, o_effort = record.effort
    return (
        run, spec.number, spec.pair, spec.round, spec.game,
        spec.x.label, spec.x.player, _limit_text(spec.x.limit),
        spec.o.label, spec.o.player, _limit_text(spec.o.limit),
        spec.opening, spec.seed, record.moves,
        None if record.winner is None else record.winner.name,
        record.ending.value, record.detail,
        x_effort.moves, x_effort.seconds, x_effort.nodes,
        o_effort.moves, o_effort.seconds, o_effort.nodes, _now(),
    )  # fmt: skip


def _contestant(row: dict[str, Any], side: str) -> Contestant:
    limit = row[f"{side}_limit"]
    return Contestant(
        row[side], row[f"{side}_player"], None if limit is None else Limit.parse(limit)
    )


def _record(row: dict[str, Any]) -> GameRecord:
    spec = GameSpec(
        row["number"], row["pair"], row["round"], row["game"],
        _contestant(row, "x"), _contestant(row, "o"), row["opening"], row["seed"],
    )  # fmt: skip
    return GameRecord(
        spec,
        row["moves"],
        None if row["winner"] is None else Side[row["winner"]],
        Ending(row["ending"]),
        row["detail"],
        (
            Effort(row["x_moves"], row["x_seconds"], row["x_nodes"]),
            Effort(row["o_moves"], row["o_seconds"], row["o_nodes"]),
        ),
    )
