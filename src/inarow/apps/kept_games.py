"""The games that a person has played: a file each, in the user's data folder.

A game is written after every move, whole or not at all, so that nothing is lost however the
program ends. Its file is an ordinary record: ``inarow review game-17`` reads it by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from inarow.files.folders import data_folder
from inarow.files.whole import write_whole
from inarow.rules.catalogue import game as usual_game
from inarow.rules.errors import InarowError
from inarow.study.records.record import Record, RecordError, Result
from inarow.wire.formats import read_file, write_text

_NAME = re.compile(r"game-([1-9]\d{0,8})")


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game, its name, and when it was last played."""

    name: str
    record: Record
    played: datetime

    @property
    def is_over(self) -> bool:
        """Say whether there is nothing left to play."""
        return self.record.result is not Result.UNFINISHED


class KeptGames:
    """The folder of games."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder: Path = folder or data_folder() / "games"

    def new_name(self) -> str:
        """Reserve a name that no game has, whatever other games are begun at the same time."""
        self.folder.mkdir(parents=True, exist_ok=True)
        number = 1 + max(map(_number, self._names()), default=0)
        while True:
            try:
                self.path(f"game-{number}").touch(exist_ok=False)
                return f"game-{number}"
            except FileExistsError:
                number += 1

    def save(self, name: str, record: Record) -> None:
        """Write a game down as it stands."""
        write_whole(self.path(name), write_text(record, "json"))

    def load(self, name: str) -> KeptGame:
        """A game by its name."""
        path = self.path(name)
        if not path.is_file():
            raise RecordError(f"there is no game called {name}; `inarow history` lists your games")
        played = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
        return KeptGame(name, read_file(path, usual_game("connect4")), played)

    def latest(self) -> Iterator[KeptGame]:
        """Every game that can be read, the latest first."""
        for name in sorted(self._names(), key=_number, reverse=True):
            try:
                kept = self.load(name)
            except InarowError:
                continue
            # Nothing is in the file of a program that died before the first move was written.
            if kept.record.moves:
                yield kept

    def path(self, name: str) -> Path:
        """The file of a game."""
        return self.folder / f"{name}.json"

    def _names(self) -> list[str]:
        return [path.stem for path in self.folder.glob("game-*.json") if is_name(path.stem)]


def is_name(text: str) -> bool:
    """Say whether a text is the name of a kept game.

    >>> is_name("game-17"), is_name("4453")
    (True, False)
    """
    return _NAME.fullmatch(text) is not None


def _number(name: str) -> int:
    return int(name.removeprefix("game-"))
