"""The three engines, and the words they share: limits, scores and analyses."""
