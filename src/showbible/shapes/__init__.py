"""What callers are told of each memory, as JSON and CSV, and what they may say: a field is named once, on its shape."""
