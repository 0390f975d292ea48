"""What the director changes, what that says, and what it means for the next scene."""
