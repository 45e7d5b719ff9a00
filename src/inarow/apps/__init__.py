"""The ways in: command line, terminal game, web page, protocols, and doors to other libraries."""
