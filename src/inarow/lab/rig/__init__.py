"""The rig: what is tried on the Gomoku engine is measured in games before it goes in."""
