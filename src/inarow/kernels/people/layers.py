"""The layers of the network that foretells people's moves, over rows: one for every legal move."""

from __future__ import annotations

from inarow.kernels.compiling import Array, Int, compiled


@compiled("void(float64[:, ::1], float32[::1], float32[::1], float64, float32[:, ::1])")
def standardise(rows: Array, middle: Array, spread: Array, most: float, outputs: Array) -> None:
    """How far each number is from the middle of its column, in spreads; at most so many.

    Columns for which there is no output are left out.
    """
    for i in range(rows.shape[0]):
        for j in range(outputs.shape[1]):
            outputs[i, j] = min(max((rows[i, j] - middle[j]) / spread[j], -most), most)


@compiled("void(float64[:, ::1], int64, int64, int64, float32[:, ::1])")
def spread_codes(rows: Array, first: Int, size: Int, codes: Int, outputs: Array) -> None:
    """Windows of codes, which stand in the columns from ``first`` on, so many cells in each.

    For each window there are two rows of outputs, which are all 0 before, one for reading it
    backwards: each cell's code becomes a 1.
    """
    windows = (rows.shape[1] - first) // size
    for i in range(rows.shape[0]):
        for window in range(windows):
            there = 2 * (i * windows + window)
            for place in range(size):
                code = int(rows[i, first + window * size + place])
                outputs[there, place * codes + code] = 1
                outputs[there + 1, (size - 1 - place) * codes + code] = 1


@compiled("void(float32[:, ::1], float32[:, ::1], float32[:, ::1])")
def shift(inputs: Array, bias: Array, outputs: Array) -> None:
    """Rows with a bias; what is below zero becomes zero."""
    for i in range(inputs.shape[0]):
        for j in range(inputs.shape[1]):
            outputs[i, j] = max(inputs[i, j] + bias[0, j], 0)


@compiled("void(float32[:, ::1], float32[:, ::1], float32[:, ::1], int64, float32[:, ::1])")
def layer(inputs: Array, weights: Array, bias: Array, cut: Int, outputs: Array) -> None:
    """Rows times weights, with a bias; with ``cut``, what is below zero becomes zero.

    The rows share those of the bias evenly: the first of them take the first, and so on.
    """
    share = inputs.shape[0] // bias.shape[0]
    for i in range(inputs.shape[0]):
        row = outputs[i]
        for j in range(row.shape[0]):
            row[j] = bias[i // share, j]
        for k in range(inputs.shape[1]):
            value = inputs[i, k]
            # About half of what an earlier layer gives is zero.
            if value != 0:
                for j in range(row.shape[0]):
                    row[j] += value * weights[k, j]
        if cut:
            for j in range(row.shape[0]):
                row[j] = max(row[j], 0)


@compiled("void(float32[:, ::1], float32[:, ::1], float32[:, ::1])")
def summarise(rows: Array, means: Array, most: Array) -> None:
    """The mean and the largest number of each column, for every position its own rows."""
    moves = rows.shape[0] // means.shape[0]
    for position in range(means.shape[0]):
        first = position * moves
        for j in range(rows.shape[1]):
            total, largest = rows[first, j], rows[first, j]
            for i in range(first + 1, first + moves):
                total += rows[i, j]
                largest = max(largest, rows[i, j])
            means[position, j] = total / moves
            most[position, j] = largest


@compiled("float64(float64)")
def _exponential(power: float) -> float:
    """E to a power that is not above zero; below -60 that is as good as nothing.

    No library is called, so that it is the same everywhere.
    """
    part = max(power, -60.0) / 1024
    value = 1.0
    for term in range(8, 0, -1):
        value = 1.0 + value * part / term
    for _ in range(10):
        value *= value
    return value


@compiled("void(float32[:, ::1], int64, float64[:, ::1])")
def add_shares(scores: Array, networks: Int, likely: Array) -> None:
    """Add how likely each move is by its score, one of so many networks' answers (a softmax)."""
    moves = likely.shape[1]
    for position in range(likely.shape[0]):
        first = position * moves
        best = scores[first, 0]
        for i in range(first + 1, first + moves):
            best = max(best, scores[i, 0])
        total = 0.0
        for i in range(first, first + moves):
            total += _exponential(float(scores[i, 0] - best))
        for i in range(moves):
            share = _exponential(float(scores[first + i, 0] - best))
            likely[position, i] += share / total / networks
