"""What follows from a fact: announced with it, done later, done once."""
