"""The exercises: a Markdown file with the task, one with its solution and mistakes, and checks."""
