"""Write down what is said, what is remembered of it and what follows: one verb, one transaction."""
