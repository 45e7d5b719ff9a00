"""The chapters, one Markdown file each."""
