"""Play, solve and explain every in-a-row game."""

__version__ = "0.1.0"
