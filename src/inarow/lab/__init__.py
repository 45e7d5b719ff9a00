"""Experiments that reproduce the documents' tables and figures, and our own."""
