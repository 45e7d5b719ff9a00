"""Moves of people: reading them, fitting models to them, and how well the models predict them."""
