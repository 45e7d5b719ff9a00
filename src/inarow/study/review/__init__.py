"""Reviews: every move of a game with its grade."""
