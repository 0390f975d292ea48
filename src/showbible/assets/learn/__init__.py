"""Give assets words, find who appears in them, and place them by meaning; all of it may run twice."""
