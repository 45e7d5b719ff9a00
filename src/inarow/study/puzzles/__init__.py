"""Puzzles with exactly one solution."""
