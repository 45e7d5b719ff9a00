"""Understanding: name the tactic, review a game, trace a search tree, pictures and records."""
