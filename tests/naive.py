"""The rules once more, written as plainly as possible and sharing no code with the package.

A grid is a list of rows from the bottom, each a list of "X", "O" or None.
"""

from __future__ import annotations

from dataclasses import dataclass

Grid = list[list[str | None]]


@dataclass(frozen=True)
class NaiveGame:
    width: int
    height: int
    gravity: bool
    square: bool
    length: int
    exact: bool = False

    def empty_grid(self) -> Grid:
        return [[None] * self.width for _ in range(self.height)]

    def legal_moves(self, grid: Grid) -> list[int]:
        if self.gravity:
            return [x for x in range(self.width) if grid[self.height - 1][x] is None]
        return [
            y * self.width + x
            for y in range(self.height)
            for x in range(self.width)
            if grid[y][x] is None
        ]

    def drop(self, grid: Grid, move: int, letter: str) -> None:
        if self.gravity:
            for y in range(self.height):
                if grid[y][move] is None:
                    grid[y][move] = letter
                    return
        grid[move // self.width][move % self.width] = letter

    def winning_cells(self, grid: Grid, letter: str) -> set[int]:
        return self._squares(grid, letter) if self.square else self._lines(grid, letter)

    def _at(self, grid: Grid, x: int, y: int) -> str | None:
        inside = 0 <= x < self.width and 0 <= y < self.height
        return grid[y][x] if inside else None

    def _lines(self, grid: Grid, letter: str) -> set[int]:
        """Every maximal run that is long enough, over the whole board."""
        cells: set[int] = set()
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            for y in range(self.height):
                for x in range(self.width):
                    if self._at(grid, x - dx, y - dy) == letter:
                        continue
                    run = []
                    i, j = x, y
                    while self._at(grid, i, j) == letter:
                        run.append(j * self.width + i)
                        i, j = i + dx, j + dy
                    if len(run) == self.length or (len(run) > self.length and not self.exact):
                        cells.update(run)
        return cells

    def _squares(self, grid: Grid, letter: str) -> set[int]:
        cells: set[int] = set()
        n = self.length
        for y in range(self.height - n + 1):
            for x in range(self.width - n + 1):
                block = [(i, j) for i in range(x, x + n) for j in range(y, y + n)]
                if all(grid[j][i] == letter for i, j in block):
                    cells.update(j * self.width + i for i, j in block)
        return cells
