"""What a game is: games, boards, winning shapes, notation, symmetry, the catalogue. Pure Python."""
