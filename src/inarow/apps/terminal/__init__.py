"""The terminal game: one session, shown full-screen or as plain lines of text."""
