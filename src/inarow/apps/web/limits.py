"""How much one server gives away: text it reads, searches it runs at once, seconds it thinks."""

from __future__ import annotations

import os
from dataclasses import dataclass

#: The longest description of a game or a player that is read.
NAME_LENGTH = 80
#: The longest sequence of moves: 400 points of up to three characters, and room for spaces.
MOVES_LENGTH = 4_000
#: The longest text that can be pasted to open a game.
PASTE_LENGTH = 20_000
#: The largest body of a request, and the largest message on a socket, in bytes.
BODY_BYTES = 64 * 1024
#: The deepest search that can be asked for; a board holds at most 400 pieces.
DEPTH = 400
#: The deepest search tree that is drawn.
TREE_DEPTH = 8
#: The most results of a person that are read.
RESULTS = 200
#: The cells of the largest board, and the most things not seen in a game that are read.
CELLS = 400
UNSEEN = 2_000
#: The most blocks of a chapter, and games of its match, that are read.
BLOCKS = 1_000
GAMES = 100_000
NODES = 10_000_000_000
SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Limits:
    """What can be set when a server is started."""

    #: Searches for a move at the same time, and how many more may wait for their turn.
    moves: int = max(2, os.cpu_count() or 1)
    moves_waiting: int = 32
    #: The same for analyses, which run longer and give way to moves.
    analyses: int = max(2, os.cpu_count() or 1)
    analyses_waiting: int = 16
    #: The same for reviews, search trees and puzzles.
    studies: int = 1
    studies_waiting: int = 4
    #: Open sockets.
    sockets: int = 200
    #: The longest that one search may take, in seconds.
    move_seconds: float = 10.0
    analysis_seconds: float = 60.0
    study_seconds: float = 30.0
