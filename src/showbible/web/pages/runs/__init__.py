"""The list of runs, and runs side by side."""
