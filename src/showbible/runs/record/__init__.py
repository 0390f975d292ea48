"""Write down what a production does: one verb, one transaction, one line in the log."""
