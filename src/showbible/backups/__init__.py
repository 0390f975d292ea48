"""Backups of a whole studio: made while it works, checked, and put back."""
