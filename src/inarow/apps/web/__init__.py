"""The web app: one page to play, analyse and learn in, and the API behind it.

The server keeps nothing about a game: every request brings its game and moves along.
"""
