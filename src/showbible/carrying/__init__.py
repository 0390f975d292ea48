"""A studio's stories on their way out and in: our own archives, and what other programs wrote."""
