"""The course as text for a terminal, as a page to print, and as Markdown for the documentation."""
