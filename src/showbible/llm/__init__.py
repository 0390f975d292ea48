"""Intelligence with and without a model."""
