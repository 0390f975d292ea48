"""Look runs up: one with all it holds, a list of many, and the log of what happened."""
