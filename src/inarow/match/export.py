"""The games of a run as files for other programs: JSON lines, CSV, Parquet, SGF."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from inarow.match.conditions import MatchError
from inarow.match.store import COLUMNS, Run, Store
from inarow.rules.board import Board
from inarow.rules.catalogue import game as make_game
from inarow.rules.game import Game
from inarow.rules.notation import parse_moves

Rows = Iterable[dict[str, Any]]


def export(store: Store, run: Run, path: str | Path) -> int:
    """Write a run's games to a file, in the format that its name ends in; how many games it was."""
    target = Path(path)
    write = _WRITERS.get(target.suffix.lower())
    if write is None:
        raise MatchError(
            f"cannot tell the format from {target.name!r}: it ends in {', '.join(_WRITERS)}"
        )
    rows = list(store.rows(run))
    try:
        write(rows, target)
    except OSError as error:
        raise MatchError(f"cannot write {target}: {error}") from None
    return len(rows)


def _write_jsonl(rows: Rows, path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row) + "\n")


def _write_csv(rows: Rows, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)


def _write_parquet(rows: Rows, path: Path) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MatchError("Parquet needs an extra package: pip install 'inarow[parquet]'") from None
    types = {"INTEGER": pyarrow.int64(), "REAL": pyarrow.float64(), "TEXT": pyarrow.string()}
    schema = pyarrow.schema([(name, types[_sql_type(name)]) for name in COLUMNS])
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(list(rows), schema), path)


def _sql_type(column: str) -> str:
    if column in ("run", "number", "pair", "round", "seed") or column.endswith(
        ("_moves", "_nodes")
    ):
        return "INTEGER"
    return "REAL" if column.endswith("_seconds") else "TEXT"


def _write_sgf(rows: Rows, path: Path) -> None:
    path.write_text("\n".join(_sgf_game(row) for row in rows) + "\n", encoding="utf-8")


def _sgf_game(row: dict[str, Any]) -> str:
    """One game tree. X is Black, who moves first in SGF as well; points count from the top left."""
    game = make_game(row["game"])
    size = str(game.width) if game.is_square_board else f"{game.width}:{game.height}"
    result = {"X": "B", "O": "W", None: "0"}[row["winner"]]
    if result != "0":
        result += _SGF_ENDINGS.get(row["ending"], "+")
    properties = {
        "GM": "4" if "gomoku" in row["game"] else None,
        "FF": "4",
        "CA": "UTF-8",
        "AP": "inarow",
        "SZ": size,
        "GN": f"run {row['run']} game {row['number']}",
        "RU": row["game"],
        "PB": row["x"],
        "PW": row["o"],
        "RE": result,
        "DT": row["finished"][:10],
        "GC": f"{row['ending']}{': ' + row['detail'] if row['detail'] else ''}",
    }
    head = "".join(
        f"{name}[{_sgf_text(text)}]" for name, text in properties.items() if text is not None
    )
    return f"(;{head}{''.join(_sgf_moves(game, row['moves']))})"


_SGF_ENDINGS = {
    "out of time": "+Time",
    "no answer": "+Time",
    "crashed": "+Forfeit",
    "illegal move": "+Forfeit",
}


def _sgf_moves(game: Game, moves: str) -> Iterator[str]:
    board = Board(game)
    for number, move in enumerate(parse_moves(game, moves)):
        x, y = game.xy(board.landing_cell(move))
        board.push_legal(move)
        point = chr(ord("a") + x) + chr(ord("a") + game.height - 1 - y)
        yield f";{'WB'[number % 2 == 0]}[{point}]"


def _sgf_text(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


_WRITERS: dict[str, Callable[[Rows, Path], None]] = {
    ".jsonl": _write_jsonl,
    ".csv": _write_csv,
    ".parquet": _write_parquet,
    ".sgf": _write_sgf,
}
