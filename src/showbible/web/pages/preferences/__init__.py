"""The standing choices of a user."""
