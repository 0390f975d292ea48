"""Import and export on pages: a card that other places show, and what it sends."""
