"""Opponents that play like people, fitted to moves of people."""
