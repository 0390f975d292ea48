"""What the studio does in the background."""
