"""The cast, and one character with what it remembers."""
