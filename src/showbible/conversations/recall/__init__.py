"""Look up what was said, what is remembered of it, what is due, and how two get along."""
