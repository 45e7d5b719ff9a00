"""The words of the full-screen game's panel."""

import re
from dataclasses import replace

import pytest

from inarow.apps.terminal import telling
from inarow.apps.terminal.naming import MoveNames
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.catalogue import game


def test_a_player_like_a_person_tells_how_it_felt_rather_than_of_nodes() -> None:
    board = Board("connect4", "4455")
    choice = player("level-4", seed=1).choose(board)
    assert choice.analysis is not None
    told = str(telling.thought("Nina thought", choice.analysis, MoveNames(board.game)))
    assert (
        re.search(r"thought\nbest \d, \d+% to win\nlooked \d+ moves? ahead", told)
        and "nodes" not in told
    )
    nothing = replace(choice.analysis, lines=(), depth=0)
    assert not telling.thought("Nina thought", nothing, MoveNames(board.game))


@pytest.mark.parametrize("name", ["connect4", "square", "gomoku", "connect4(12x6)"])
def test_help_fits_a_terminal_of_80_columns(name: str) -> None:
    longest = max(map(len, telling.help_text(MoveNames(game(name))).splitlines()))
    # Nine tenths of the screen, less a border and room on both sides.
    assert longest <= 80 * 9 // 10 - 6
