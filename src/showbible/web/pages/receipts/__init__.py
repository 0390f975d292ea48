"""What was recalled, and why."""
