"""The doors: the command line, the terminal game, and more to come."""
