"""Numbered steps for databases with a past; each is a module with an `upgrade`, and never changes once released."""
