"""The games of a run as files for other programs: JSON lines, CSV, Parquet, SGF."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from inarow.files.extras import check_extra, pyarrow_for
from inarow.files.sgf import sgf_refusal, sgf_text
from inarow.files.trouble import trouble_as
from inarow.files.whole import check_writable, write_whole
from inarow.match.conditions import MatchError
from inarow.match.store import COLUMNS, Run, Store
from inarow.rules.board import Board
from inarow.rules.catalogue import game as make_game
from inarow.rules.game import Game

Rows = Iterable[dict[str, Any]]


def check_export(path: str | Path, game: Game) -> None:
    """Raise an error that says why records of a game cannot be written to a file."""
    target = Path(path)
    ending = target.suffix.lower()
    if ending not in _FORMATS:
        raise MatchError(f"{target.name}: the name must end in {', '.join(_FORMATS)}")
    if ending == ".sgf" and (reason := sgf_refusal(game)):
        raise MatchError(f"cannot write {target}: {reason}")
    if ending == ".parquet":
        check_extra("parquet", "Parquet")
    check_writable(target)


def export(store: Store, run: Run, path: str | Path) -> int:
    """Write a run's games to a file, in the format that its name ends in; how many games it was."""
    target = Path(path)
    check_export(target, make_game(run.plan["game"]))
    rows = list(store.rows(run))
    with trouble_as(MatchError, f"cannot write {target}"):
        write_whole(target, _FORMATS[target.suffix.lower()](rows))
    return len(rows)


def _jsonl(rows: Rows) -> str:
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def _csv(rows: Rows) -> str:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _parquet_file(rows: Rows) -> bytes:
    pyarrow = pyarrow_for("Parquet")
    types = {"INTEGER": pyarrow.int64(), "REAL": pyarrow.float64(), "TEXT": pyarrow.string()}
    schema = pyarrow.schema([(name, types[kind.split()[0]]) for name, kind in COLUMNS.items()])
    data = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(list(rows), schema), data)
    return data.getvalue()


def _sgf(rows: Rows) -> str:
    return "".join(map(_sgf_game, rows))


def _sgf_game(row: dict[str, Any]) -> str:
    winner = {"X": "B", "O": "W", None: ""}[row["winner"]]
    result = winner + _SGF_ENDINGS.get(row["ending"], "+") if winner else "0"
    more = {
        "EV": f"run {row['run']}",
        "RO": f"game {row['number']}",
        "DT": row["finished"][:10],
        "GC": f"{row['ending']}{': ' + row['detail'] if row['detail'] else ''}",
    }
    return sgf_text(Board(row["game"], row["moves"]), (row["x"], row["o"]), result, more=more)


_SGF_ENDINGS = {
    "out of time": "+Time",
    "no answer": "+Time",
    "crashed": "+Forfeit",
    "illegal move": "+Forfeit",
}


_FORMATS: dict[str, Callable[[Rows], str | bytes]] = {
    ".jsonl": _jsonl,
    ".csv": _csv,
    ".parquet": _parquet_file,
    ".sgf": _sgf,
}
