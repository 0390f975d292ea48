"""A language model of one's own, in a process of its own."""
