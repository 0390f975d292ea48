"""The conversations memory: what characters remember of a user, in the right story."""
