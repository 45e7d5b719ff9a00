"""How people see a board and think about it, compiled: over winning groups, so in every game."""
