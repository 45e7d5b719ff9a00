"""The exact solver's loops, for the processor and the GPU."""
