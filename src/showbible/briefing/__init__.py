"""One brief from all memories, within a budget of tokens, with a receipt."""
