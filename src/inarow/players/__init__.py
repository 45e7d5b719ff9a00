"""Who plays: the documented players and others, each chooses a move on a board."""
