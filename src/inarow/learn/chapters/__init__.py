"""The chapters, a Markdown file each."""
