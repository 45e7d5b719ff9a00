"""Files that are written whole, SGF, and reading JSON."""
