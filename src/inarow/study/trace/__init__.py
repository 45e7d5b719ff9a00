"""Search trees: what a search looked at, and what it cut off."""
