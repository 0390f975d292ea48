"""What a story tells as typed facts: who wears, holds and is what, and where, as far as plain rules can read it."""
