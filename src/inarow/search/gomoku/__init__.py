"""The engine for games where stones go anywhere and a line wins: Gomoku above all."""
