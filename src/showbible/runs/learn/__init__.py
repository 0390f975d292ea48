"""What follows from a run: its files, its assets in the project, the rate of its films."""
