"""What we measure, and against whom: every figure is a ratio within one run."""
