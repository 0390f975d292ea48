"""Write down what a project makes and what its story knows: one verb, one transaction, its index with it."""
