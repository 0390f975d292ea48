"""Clips, logos and whatever else is worth keeping."""
