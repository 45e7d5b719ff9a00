"""Game records in their file formats."""
