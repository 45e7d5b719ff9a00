"""A board for notebooks: play, step through a game, see what each move is worth.

Needs the extra ``notebook``. Boards, analyses, reviews, traces and the results of matches show
themselves without it.
"""
