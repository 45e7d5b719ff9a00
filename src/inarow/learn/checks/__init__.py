"""What exercises ask of a student's code, a kind of check each."""
