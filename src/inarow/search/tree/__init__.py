"""The documents' searches: minimax, alpha-beta and negamax, readable and compiled."""
