"""The Gomoku engine's loops."""
