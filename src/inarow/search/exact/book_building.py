"""Making an opening book: the last layer is solved, the layers before follow from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from inarow.kernels.compiling import Array
from inarow.rules.game import Game
from inarow.search.exact.book import Book
from inarow.search.exact.position_arrays import PositionArrays

#: Returns the exact score of each of some positions.
Solve = Callable[[Array], Array]


def layers_of(game: Game, plies: int) -> list[Array]:
    """For 0, 1, 2 ... plies the keys of the positions that the next two moves need not decide."""
    arrays = PositionArrays(game)
    keys = arrays.keys(arrays.start())
    layers = []
    for ply in range(plies + 1):
        if ply > 0:
            keys = arrays.next_layer(keys)
        layers.append(keys[arrays.are_open(arrays.of_keys(keys))])
    return layers


def build_book(game: Game, plies: int, solve: Solve, keep: Iterable[int] | None = None) -> Book:
    """A book of every layer up to so many plies, or of those in ``keep``."""
    arrays = PositionArrays(game)
    layers = layers_of(game, plies)
    scores = solve(arrays.of_keys(layers[plies])).astype(np.int8)
    made = {plies: (layers[plies], scores)}
    for ply in range(plies - 1, -1, -1):
        following = Book(game, {ply + 1: made[ply + 1]})
        found, known = following.scores(arrays.of_keys(layers[ply]), ply)
        assert known.all()
        made[ply] = layers[ply], found.astype(np.int8)
    kept = made.keys() if keep is None else set(keep)
    return Book(game, {ply: made[ply] for ply in sorted(made) if ply in kept})
