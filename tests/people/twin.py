"""How a person thinks, once more in plain Python, and a plain reading of what a move does.

Written from the model's description, on sets of cells, without the kernels' counting of groups.
It draws the same random numbers in the same order, so that it must grow the same tree.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from inarow import Board, Game, Side
from inarow.players.people.mind import Mind

MASK = (1 << 64) - 1
WON = 10_000.0
FULL, LACKS_ONE, LACKS_TWO, LACKS_TWO_APART, LACKS_THREE = range(5)


class Chance:
    """SplitMix64."""

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def bits(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        bits = self.state
        bits = ((bits ^ bits >> 30) * 0xBF58476D1CE4E5B9) & MASK
        bits = ((bits ^ bits >> 27) * 0x94D049BB133111EB) & MASK
        return bits ^ bits >> 31

    def uniform(self) -> float:
        return (self.bits() >> 11) * 2.0**-53

    def nearly_normal(self) -> float:
        parts = [
            bits >> shift & 0xFFFF
            for bits in (self.bits(), self.bits())
            for shift in (0, 16, 32, 48)
        ]
        return (sum(parts) - 8 * 65535 / 2) / math.sqrt(8 * (65536**2 - 1) / 12)


@dataclass(eq=False)
class Node:
    """A position that came to mind, by the move that leads to it."""

    cell: int
    value: float
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)
    ended: bool = False


class Thinker:
    """One thought about a board."""

    def __init__(self, board: Board, mind: Mind, seed: int, last: tuple[int, int]) -> None:
        self.game, self.mind, self.chance, self.last = board.game, mind, Chance(seed), last
        self.side = int(board.turn)
        self.cells = {
            cell: int(piece)
            for cell in range(board.game.cells)
            if (piece := board.piece_at(cell)) is not None
        }
        self.overlooked: set[tuple[int, int]] = set()
        self.root = Node(-1, 0.0)
        self.glance: dict[int, float] = {}
        self.expanded = 0

    def choose(self) -> int:
        if self.chance.uniform() < self.mind.lapse:
            playable = self.playable()
            return playable[int(self.chance.uniform() * len(playable))]
        for number, group in enumerate(self.game.groups):
            for kind in range(5):
                if self.chance.uniform() < self.overlook_share(group, kind):
                    self.overlooked.add((number, kind))
        while self.expanded < round(self.mind.positions) and self.think_once():
            best = self.best(self.root, 0)
            settled = bool(best.children) or best.ended
            if self.mind.stop > 0 and settled and self.chance.uniform() < self.mind.stop:
                break
        hopes = self.mind.alert and self.root.value <= -WON / 2
        for child in self.root.children:
            child.value += self.glance[child.cell] if hopes else 0.0
            child.value += self.mind.waver * self.chance.nearly_normal()
        return self.best(self.root, 0).cell

    def overlook_share(self, group: tuple[int, ...], kind: int) -> float:
        across, up, diagonal = (self.share_by_way(way, kind) for way in range(3))
        (x, y), (next_x, next_y) = self.game.xy(group[0]), self.game.xy(group[1])
        if self.game.wins.run is None:
            share = (across + up + diagonal) / 3
        else:
            share = across if y == next_y else up if x == next_x else diagonal
        return times_the_odds(share, 1 + self.mind.crowding * len(self.cells) / self.game.cells)

    def share_by_way(self, way: int, kind: int) -> float:
        mind = self.mind
        share = (mind.overlook_across, mind.overlook_up, mind.overlook_diagonal)[way]
        times = {FULL: mind.overlook_full, LACKS_ONE: mind.overlook_one}.get(kind, 1.0)
        is_slanted = way == 2 and kind in (FULL, LACKS_ONE)
        return times_the_odds(share, times * mind.overlook_slant if is_slanted else times)

    def playable(self) -> list[int]:
        """The cells that are thought of."""
        return [
            cell
            for cell in range(self.game.cells)
            if cell not in self.cells
            and (
                not self.game.gravity
                or cell < self.game.width
                or cell - self.game.width in self.cells
            )
            and (self.is_near(cell) or not self.cells)
        ]

    def is_near(self, cell: int) -> bool:
        """On large open boards, two columns and rows from a piece at most."""
        if self.game.gravity or self.game.cells <= 64:
            return True
        x, y = self.game.xy(cell)
        others = map(self.game.xy, self.cells)
        return any(max(abs(x - other_x), abs(y - other_y)) <= 2 for other_x, other_y in others)

    def value_of(self, side: int) -> float:
        """What a side has, counted over the whole board."""
        weights = (
            self.mind.full, self.mind.lacks_one, self.mind.lacks_two, self.mind.lacks_two_apart,
            self.mind.lacks_three,
        )  # fmt: skip
        total = sum(
            self.mind.nearness * nearness(self.game, cell)
            for cell, owner in self.cells.items()
            if owner == side
        )
        for number, group in enumerate(self.game.groups):
            kind = self.kind_of(group, side)
            if kind is not None and (number, kind) not in self.overlooked:
                total += weights[kind]
        return total

    def kind_of(self, group: tuple[int, ...], side: int) -> int | None:
        owners = [self.cells.get(cell) for cell in group]
        own = [place for place, owner in enumerate(owners) if owner == side]
        if not own or 1 - side in owners:
            return None
        lacks = len(group) - len(own)
        if self.game.gravity and self.lacks_one_on_another(group):
            return None
        if lacks == 2:
            together = own[-1] - own[0] == len(own) - 1 or self.game.wins.run is None
            return LACKS_TWO if together else LACKS_TWO_APART
        return {0: FULL, 1: LACKS_ONE, 3: LACKS_THREE}.get(lacks)

    def lacks_one_on_another(self, group: tuple[int, ...]) -> bool:
        empty = {cell for cell in group if cell not in self.cells}
        return any(cell + self.game.width in empty for cell in empty)

    def wins(self, cell: int, side: int) -> bool:
        stones = sum(1 << at for at, owner in self.cells.items() if owner == side) | 1 << cell
        game = self.game
        return bool(game.wins.completed_through(stones, cell, game.width, game.height))

    def best(self, node: Node, depth: int) -> Node:
        sign = 1 if depth % 2 == 0 else -1
        return max(node.children, key=lambda child: sign * child.value)

    def think_once(self) -> bool:
        node, won = self.root, False
        path: list[int] = []
        while node.children:
            node = self.best(node, len(path))
            mover = (self.side + len(path)) % 2
            won = self.wins(node.cell, mover)
            self.cells[node.cell] = mover
            path.append(node.cell)
        goes_on = not node.ended
        if goes_on:
            self.expanded += 1
            if won:
                node.ended, node.value = True, WON if len(path) % 2 else -WON
            else:
                self.expand(node, path)
                if not node.children:
                    node.ended, node.value = True, 0.0
            self.back_up(node, len(path))
        for cell in path:
            del self.cells[cell]
        return goes_on

    def expand(self, node: Node, path: list[int]) -> None:
        depth = len(path)
        side = (self.side + depth) % 2
        scores = {}
        for cell in self.playable():
            self.cells[cell] = side
            worth = self.mind.waiting * self.value_of(side) - self.value_of(1 - side)
            del self.cells[cell]
            scores[cell] = worth + self.chance.nearly_normal()
            if node is self.root:
                scores[cell] += self.drawn(cell)
        if node is self.root:
            self.glance = dict(scores)
        best = max(scores.values(), default=0.0)
        sign = 1 if depth % 2 == 0 else -1
        node.children = [
            Node(cell, sign * score + (self.drawn(path[0]) if path else 0.0), node)
            for cell, score in scores.items()
            if score >= best - self.mind.prune
        ]
        for child in node.children:
            if self.mind.alert and self.sees_win(child.cell, side):
                child.ended, child.value = True, sign * WON

    def sees_win(self, cell: int, side: int) -> bool:
        """Whether a group that is not overlooked would be filled, and would win."""
        stones = sum(1 << at for at, owner in self.cells.items() if owner == side) | 1 << cell
        game = self.game
        return any(
            cell in group
            and (number, FULL) not in self.overlooked
            and all(stones >> one & 1 for one in group)
            and self.wins_by(group, stones)
            for number, group in enumerate(game.groups)
        )

    def wins_by(self, group: tuple[int, ...], stones: int) -> bool:
        """Whether a filled group wins: where that matters, the line is no longer than it."""
        if not self.game.wins.exact:
            return True
        (x, y), (next_x, next_y) = self.game.xy(group[0]), self.game.xy(group[1])
        last_x, last_y = self.game.xy(group[-1])
        ends = (2 * x - next_x, 2 * y - next_y), (last_x + next_x - x, last_y + next_y - y)
        return not any(
            0 <= at_x < self.game.width
            and 0 <= at_y < self.game.height
            and stones >> self.game.cell(at_x, at_y) & 1
            for at_x, at_y in ends
        )

    def drawn(self, cell: int) -> float:
        x, y = self.game.xy(cell)
        total = 0.0
        if self.game.gravity:
            return total
        for last, recall in zip(
            self.last, (self.mind.recall_other, self.mind.recall_own), strict=True
        ):
            if last >= 0:
                last_x, last_y = self.game.xy(last)
                total += recall / max(abs(last_x - x), abs(last_y - y))
        return total

    def back_up(self, node: Node | None, depth: int) -> None:
        while node is not None:
            if node.children:
                node.value = self.best(node, depth).value
            node, depth = node.parent, depth - 1


def times_the_odds(share: float, times: float) -> float:
    return share * times / (1 - share + share * times)


def nearness(game: Game, cell: int) -> float:
    x, y = game.xy(cell)
    return 1 / max(math.hypot(x - (game.width - 1) / 2, y - (game.height - 1) / 2), 0.5)


def winning_cells(board: Board, side: Side) -> list[int]:
    """The cells on which a side would win if it were its turn, read off the rules."""
    from inarow.rules.threats import winning_moves

    return sorted(board.landing_cell(move) for move in winning_moves(board, side))
