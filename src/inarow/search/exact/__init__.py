"""The exact solver of games where pieces fall, its opening book, and the GPU."""
