"""The documents' tree searches, compiled."""
