"""The players: each chooses a move on a board."""
