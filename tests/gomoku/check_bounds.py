"""Run every Gomoku kernel on boards of several sizes and rules.

Run as a program of its own with NUMBA_BOUNDSCHECK=1, which must be set before Numba is loaded.
"""

from __future__ import annotations

import random

from gomoku_proofs import find_win
from inarow.kernels.gomoku.patterns import GROUP_FIVE
from inarow.kernels.gomoku.threats import first_cell
from inarow.rules.board import Board
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.limit import Limit

#: The smallest, the largest and oblong boards; short and long lines; both rules.
GAMES = (
    "tictactoe", "mnk(3x9,k=3)", "mnk(20x3,k=3,exact)", "gomoku(5)", "gomoku(9x6)", "gomoku(15)",
    "gomoku-standard(15)", "gomoku(20)", "gomoku-standard(20)", "mnk(20x20,k=7)",
    "mnk(20x20,k=6,exact)", "mnk(8x20,k=4)",
)  # fmt: skip


def boards(game: str, chance: random.Random) -> list[Board]:
    """An empty board, crowded ones in the middle, and one that is nearly full."""
    found = [Board(game)]
    cells = list(range(found[0].game.cells))
    width, height = found[0].game.width, found[0].game.height
    middle = [c for c in cells if abs(c % width - width // 2) < 4 > abs(c // width - height // 2)]
    for some, share in ((middle, 0.2), (middle, 0.4), (middle, 0.6), (cells, 0.97)):
        board = Board(game)
        for cell in chance.sample(some, int(len(some) * share)):
            after = board.after(cell)
            if after.outcome() is None:
                board = after
        found.append(board)
    return found


def checks_are_on() -> bool:
    engine = GomokuEngine(Board("tictactoe").game, megabytes=0.5)
    try:
        first_cell(engine._tables.workers[0].state, 2, GROUP_FIVE)
    except IndexError:
        return True
    return False


def main() -> None:
    assert checks_are_on()
    chance = random.Random(5)
    searched = wins = losses = 0
    for game in GAMES:
        for board in boards(game, chance):
            engine = GomokuEngine(board.game, megabytes=0.5, threads=2)
            lines = engine.analyse(board, Limit(nodes=1_500), lines=3).lines
            assert len(lines) == min(3, len(board.legal_moves)), repr(board)
            best = engine.analyse(board, Limit(nodes=3_000))
            engine.search_fours(board, Limit(nodes=500))
            # So many nodes that quiet threats count too.
            engine.search_threats(board, Limit(nodes=200_000, time=0.05))
            win = find_win(engine, board, 2_000)
            log = engine.analyse_logged(board, Limit(depth=2), 40).log
            assert log.shape[0] <= 40
            searched += 1
            wins += win is not None
            losses += best.score.kind.name == "LOSS"
    print(f"{searched} boards, {wins} wins, {losses} losses")


if __name__ == "__main__":
    main()
