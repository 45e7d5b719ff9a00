"""The algorithms by name, and what they speak in: limits, scores and analyses."""
