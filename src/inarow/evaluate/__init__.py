"""What a board is worth before the game has ended: one heuristic per file."""
