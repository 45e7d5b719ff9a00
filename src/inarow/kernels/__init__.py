"""Compiled loops over integers and arrays. They know nothing of the rooms above."""
