"""What the commands print while they work and when they are done."""
