"""Write down what productions taught, and take away what a person wants forgotten."""
